"""Makes plain data of what ``weights_only`` refuses, wherever it is in the graph, and says where tensors went."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from core.catalogue.dtensors import whole_dtensors
from core.dtypes import ITEM_SIZES, STORAGE_CLASSES
from core.edits.diff import DEEPEST_KEY, key_as_planned
from core.edits.edits import MakePlain, UseFullTensors
from core.edits.meeting_keys import check_meeting_keys, keys_meet
from core.edits.new_parts import FIRST_KEY, NewStorage, NewTensor, Places
from core.edits.wording import Effect
from core.errors import EditError
from core.objects.global_names import spoken_name
from core.objects.numpy_data import ArrayBytes
from core.objects.plain_rules import class_of, is_refused, keys_below, plain_key, plain_of
from core.objects.tensors import FROM_ARRAY, TENSOR_FUNCTIONS, detached, rebuilt, tensor_spec
from core.pickling.nodes import (
    ATOMS,
    ORDERED_DICT,
    Call,
    Global,
    PersistentId,
    SetNode,
    calls,
    inside,
    mapping,
    names_below,
    nodes_below,
)
from core.text import clip

if TYPE_CHECKING:
    from core.edits.draft import Work

_STORAGE_OF = {dtype: name for name, dtype in reversed(STORAGE_CLASSES.items()) if "Untyped" not in name}


def make_plain(work: Work, edit: MakePlain) -> Effect:
    """The object at an entry, and what is refused below it, as plain data."""
    root = work.catalogue.tree.values[edit.entry]
    path = work.catalogue.path_text(edit.entry)
    nodes = work.rewrite.nodes
    what, dropped = "plain data", []
    keys = keys_below(root)
    seen: set[int] = set()
    pending = [root]
    to_be_extracted: list[Any] = []
    while pending or to_be_extracted:
        is_extracted = not pending
        node = to_be_extracted.pop() if is_extracted else pending.pop()
        if type(node) in ATOMS or id(node) in seen:
            continue
        if id(node) in work.extracted and not is_extracted:
            to_be_extracted.append(node)  # last: of most of it nothing is left, and nothing is to be said of that
            continue
        seen.add(id(node))
        into = to_be_extracted if is_extracted else pending
        if not refused_itself(node):
            into += inside(node) if type(node) is not PersistentId else ()  # what finds the bytes of a tensor stays
            continue
        found = plain_key(node) if id(node) in keys else plain_of(node)
        if found is None and (node is root or id(node) in keys):
            raise EditError(f"{path!r} ({_name(node)}) cannot be made plain data. Drop it instead.")
        stand_in = _stand_in(work, found.node) if found is not None else None
        nodes[id(node)] = stand_in
        work.converted.add(id(node))
        into.append(stand_in)
        if found is None and not is_extracted:
            dropped.append(_name(node))
        elif found is not None and found.lost and not is_extracted:
            work.notes.append(f"{_name(node)} becomes {_article(found.what)}; lost: {found.lost}.")
        if node is root and found is not None:
            what = f"{_name(node)} → {found.what}"
    if dropped:
        names = clip(", ".join(dict.fromkeys(dropped)), 120)
        work.notes.append(f"{names} in {path!r} cannot be plain data; None is in the place of it.")
    work.plain.append(edit.entry)
    rows = work.catalogue.subtree_rows(edit.entry)
    return Effect(len(rows), what=what)


def use_full_tensors(work: Work, _: UseFullTensors) -> Effect:
    """The local tensor in the place of each, at all places where the file shows it."""
    catalogue, tree = work.catalogue, work.catalogue.tree
    made: dict[int, Call] = {}
    nbytes = 0
    for entry, compound, row in whole_dtensors(catalogue):
        node = tree.values[entry]
        local = tree.tensors[row]
        if id(node) not in made:
            made[id(node)] = detached(tree.values[local], requires_grad=compound.requires_grad)
            nbytes += catalogue.tensors[row].nbytes
        work.rewrite.nodes[id(node)] = work.copies[local] = made[id(node)]
        work.hidden.append((entry + 1, tree.ends[entry]))
        work.moved[local] = (entry, ())
    if not made:
        raise EditError("No DTensor in this file holds a whole tensor; parts of one have to be put together by torch.")
    return Effect(len(made), nbytes=nbytes)


def can_be_plain(node: Any) -> bool:
    """Whether plain data can stand for an object and for all keys below it."""
    if (refused_itself(node) and plain_of(node) is None) or _has_strange_storages(node):
        return False
    return all(plain_key(key) is not None for key in keys_below(node).values() if refused_itself(key))


def _has_strange_storages(root: Any) -> bool:
    """Whether a storage below is of a class that is refused, for which no text can stand.

    torch ≤ 1.5 put a persistent id with its source code beside each class, too: that is no storage.
    """
    ids = (node for node in nodes_below(root) if type(node) is PersistentId)
    return any(any(map(is_refused, names_below(node, {}))) for node in ids if not _is_source(node))


def _is_source(node: PersistentId) -> bool:
    return type(node.pid) is tuple and node.pid[:1] == ("module",)


def keys_stay_apart(node: Any) -> bool:
    """Whether the keys below an object that are different are so as plain data as well."""

    def planned(key: Any, depth: int = 0) -> Any:
        found = plain_key(key) if type(key) not in ATOMS and refused_itself(key) else None
        key = key if found is None else found.node
        if type(key) is tuple and depth < DEEPEST_KEY:
            return tuple(planned(part, depth + 1) for part in key)
        return key

    return not keys_meet(node, planned)


def refused_itself(node: Any) -> bool:
    """Whether a node itself, not what is below it, is what ``weights_only=True`` refuses."""
    if type(node) is Global:
        return is_refused(node)
    if type(node) is SetNode:
        return node.frozen
    if type(node) is not Call:
        return False
    if type(node.func) is not Global or is_refused(node.func) or node.func in FROM_ARRAY:
        return True  # the last for its array, which it needs
    # A tensor of a class of its own is rebuilt by a function that is allowed, from a class that is not.
    return any(is_refused(part) for part in node.args) if type(node.args) is tuple else False


def _stand_in(work: Work, node: Any) -> Any:
    if not isinstance(node, ArrayBytes):
        return node
    key = str(FIRST_KEY + len(work.added))
    work.added.append(NewStorage(key, node.dtype, len(node.data), node.data))
    hooks = Call("R", ORDERED_DICT, ())
    storage_class = _STORAGE_OF.get(node.dtype)
    if storage_class is None:
        storage = PersistentId(("storage", Global("torch.storage", "UntypedStorage"), key, "cpu", len(node.data)))
        args = (storage, 0, node.shape, node.stride, False, hooks, Global("torch", node.dtype))
        return Call("R", Global("torch._utils", "_rebuild_tensor_v3"), args)
    count = len(node.data) // ITEM_SIZES[node.dtype]
    storage = PersistentId(("storage", Global("torch", storage_class), key, "cpu", count))
    return Call("R", Global("torch._utils", "_rebuild_tensor_v2"), (storage, 0, node.shape, node.stride, False, hooks))


def plain_places(work: Work) -> tuple[Places, list[NewTensor]]:
    """Where the tensors of what became plain data are in the new file, and the new ones.

    Raises `KeyCollision` where two keys of a dict would be one.
    """
    check_meeting_keys(work)
    moved: Places = {}
    new: list[NewTensor] = []
    replaced = work.rewrite.replacements()
    tree = work.catalogue.tree
    added = {each.key: index for index, each in enumerate(work.added)}
    covered = 0
    gone = work.gone()
    # An object that the file has at several places is plain at all of them.
    shared = {entry for entry, value in enumerate(tree.values) if id(value) in work.converted}
    for base in sorted(shared.union(work.plain)):
        if base < covered or (gone and gone[base]):  # below one that is plain already, or left out
            continue
        covered = tree.ends[base]
        entries: dict[int, list[int]] = {}
        for row in reversed(work.catalogue.subtree_rows(base)):
            entry = work.catalogue.tensors[row].entry
            entries.setdefault(id(tree.values[entry]), []).append(entry)
        for keys, node in _tensors_below(tree.values[base], replaced, _ancestors(work, base, replaced)):
            if entries.get(id(node)):
                entry = entries[id(node)].pop()
                moved[entry] = (base, keys)
                _note_array(work, entry, replaced, added)
            elif id(node) not in entries:
                spec = tensor_spec(node)
                if spec is not None and spec.storage.key in added:
                    new.append(NewTensor(base, keys, spec.dtype, spec.shape, spec.stride, spec.storage.key))
        left = _reached(tree.values[base], replaced)
        for entry in (entry for same in entries.values() for entry in same):
            if id(tree.values[entry]) not in left:  # it was in an object that nothing plain stands for
                work.hidden.append((entry, tree.ends[entry]))
    return moved, new


def _note_array(work: Work, entry: int, replaced: dict[int, Any], added: dict[str, int]) -> None:
    """Note the new storage of a tensor whose bytes were an array."""
    row = work.catalogue.rows[entry]
    found = rebuilt(work.catalogue.tree.values[entry])
    if found is not None and work.catalogue.storage_of[row] in work.catalogue.in_pickle:
        spec = tensor_spec(replaced[id(found.args[0])])
        assert spec is not None
        work.pieces[row] = (added[spec.storage.key], 0)


def _reached(root: Any, replaced: dict[int, Any]) -> set[int]:
    """The ids of all nodes of a graph as it will be written, and of those that others stand for."""
    seen: set[int] = set()
    pending = [root]
    while pending:
        node = pending.pop()
        while id(node) in replaced:
            seen.add(id(node))
            node = replaced[id(node)]
        if type(node) not in ATOMS and id(node) not in seen:
            seen.add(id(node))
            pending.extend(inside(node))
    return seen


def _ancestors(work: Work, entry: int, replaced: dict[int, Any]) -> set[int]:
    """The ids of the nodes that an entry is inside of, as they will be written."""
    tree = work.catalogue.tree
    found: set[int] = set()
    while entry and entry != work.root:
        entry = tree.parents[entry]
        node = tree.values[entry]
        while id(node) in replaced:
            node = replaced[id(node)]
        found.add(id(node))
    return found


def _tensors_below(root: Any, replaced: dict[int, Any], above: set[int]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """(keys, node) of the tensors in plain data as it will be written, in order; ``above`` are ids met again."""
    pending: list[tuple[tuple[Any, ...], Any, bool]] = [((), root, False)]
    while pending:
        keys, node, done = pending.pop()
        if done:
            above.discard(id(node))
            continue
        first = node
        while id(node) in replaced:
            node = replaced[id(node)]
        if type(node) in ATOMS or id(node) in above:
            continue
        if calls(node, TENSOR_FUNCTIONS):
            known = type(first) is Call and tensor_spec(first) is not None
            yield keys, first if known else node
            continue
        items = mapping(node)
        if items is not None:
            flat = items.items if id(items) not in replaced else replaced[id(items)].items
            keys_now = [key_as_planned(key, replaced) for key in flat[::2]]
            parts = list(zip(keys_now, flat[1::2], strict=True))
        elif type(node) in (list, tuple):
            parts = list(enumerate(node))
        else:
            continue
        above.add(id(node))
        pending.append((keys, node, True))
        pending += [((*keys, key), value, False) for key, value in reversed(parts)]


def _name(node: Any) -> str:
    name = node if type(node) is Global else class_of(node)
    return clip(spoken_name(name), 60) if name is not None else "an object"


def _article(what: str) -> str:
    return what if what in ("text", "bytes") else f"a {what}"

"""Edits that make something else of a part of the file: plain data of objects, a state dict of a module."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from core.compacting import cuts
from core.dtypes import ITEM_SIZES, STORAGE_CLASSES
from core.edits import Change, Compact, Extract, MakePlain, RenameModule, SetValue, UseContainer, UseProtocol
from core.errors import EditError
from core.graph import ORDERED_DICT, Call, Global, PersistentId, SetNode, calls, mapping
from core.names import python3_name, spoken_name
from core.numpy_data import ArrayBytes
from core.plain import class_of, is_refused, keys_below, plain_key, plain_of
from core.rewrite import key_as_planned
from core.safe_names import inside, names_below
from core.tensors import TENSOR_FUNCTIONS, is_untyped, tensor_spec
from core.text import clip, count_text, value_text

if TYPE_CHECKING:
    from core.planning import Work

CONTAINERS = ("zip", "legacy")
PROTOCOLS = (2, 3, 4, 5)
_FIRST_OF_PYTHON_3 = 3
_FIRST_WITH_FROZEN_SETS = 4
_FIRST_KEY = 9_000_000_000_000
"""Keys of storages that the source does not have: a zip numbers them anew, a legacy file keeps them."""


class NewStorage(NamedTuple):
    """A storage that the source does not have as such.

    Its bytes are ``data``, or the ``nbytes`` bytes from ``start`` on of storage number ``source`` of the catalogue.
    """

    key: str
    dtype: str
    nbytes: int
    data: bytes | None = None
    source: int = -1
    start: int = 0


class NewTensor(NamedTuple):
    """A tensor that stands for an array: below entry ``base`` at ``keys``; ``storage`` is a key."""

    base: int
    keys: tuple[Any, ...]
    dtype: str
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    storage: str


Places = dict[int, tuple[int, tuple[Any, ...]]]
"""Entry of a tensor → the entry it is below of in the new file, and the keys from there."""


def set_value(work: Work, edit: SetValue) -> Change:
    """One plain value for another."""
    tree = work.catalogue.tree
    home, path = tree.homes[edit.entry], work.catalogue.path_text(edit.entry)
    parent = tree.values[tree.parents[edit.entry]] if edit.entry else None
    if home is None or type(home) is SetNode or (type(parent) is Call and home is parent.args):
        raise EditError(f"{path or 'The whole file'!r} is no value that can be set.")
    if not work.catalogue.is_plain(edit.entry):
        raise EditError(f"{path!r} holds more than one value; only numbers, texts, True, False and None can be set.")
    if type(edit.value) not in (int, float, str, bool, type(None)):
        raise EditError("Only a number, a text, True, False or None can be put into a file.")
    work.rewrite.set_value(home, tree.slots[edit.entry], edit.value)
    old, new = value_text(tree.values[edit.entry]), value_text(edit.value)
    return Change(edit, f"{path}: {clip(old, 40)} → {clip(new, 40)}", 0, 1, 0)


def rename_module(work: Work, edit: RenameModule) -> Change:
    """Names of one Python module as those of another."""
    below = f"{edit.source}."
    renamed: set[str] = set()
    for name in names_below(work.catalogue.tree.values[0], {}):
        if name.module == edit.source or name.module.startswith(below):
            work.rewrite.nodes[id(name)] = Global(edit.target + name.module[len(edit.source) :], name.name)
            renamed.add(name.dotted)
    if not renamed:
        raise EditError(f"Nothing in the file is of the Python module {edit.source!r}.")
    return Change(edit, f"{edit.source} → {edit.target} in {count_text(len(renamed), 'name')}", 0, 0, 0)


def use_container(work: Work, edit: UseContainer) -> Change:
    """The container that the file is written in."""
    if edit.container not in CONTAINERS:
        raise EditError(f"{edit.container!r} is no container; choose zip or legacy.")
    work.container = edit.container
    names = {"zip": "zip container (torch ≥ 1.6)", "legacy": "legacy container"}
    return Change(edit, names[edit.container], 0, 0, 0)


def use_protocol(work: Work, edit: UseProtocol) -> Change:
    """The pickle protocol that the file is written in."""
    if edit.protocol not in PROTOCOLS:
        raise EditError(f"{edit.protocol!r} is no pickle protocol that torch writes; choose 2 to 5.")
    work.protocol = edit.protocol
    if edit.protocol >= _FIRST_OF_PYTHON_3 > work.catalogue.checkpoint.protocol:
        for name in names_below(work.catalogue.tree.values[0], {}):  # older names are mended up to protocol 2 only
            if python3_name(name) != name.dotted:
                module, _, attribute = python3_name(name).rpartition(".")
                work.rewrite.nodes.setdefault(id(name), Global(module, attribute))
    if edit.protocol < _FIRST_WITH_FROZEN_SETS:
        for node in keys_below(work.catalogue.tree.values[0]).values():
            if type(node) is SetNode:  # it becomes a plain set elsewhere, which can be no key
                work.rewrite.nodes.setdefault(id(node), tuple(node.elements))
    return Change(edit, f"pickle protocol {edit.protocol}", 0, 0, 0)


def compact(work: Work, edit: Compact) -> Change:
    """Noted here and done at the end, when it is known which tensors stay."""
    work.compact = True
    return Change(edit, "cut storages to what tensors use", 0, 0, 0)


def cut_storages(work: Work) -> None:
    """Replace the tensors of storages that are far too large by the same in storages of their own."""
    catalogue, tree = work.catalogue, work.catalogue.tree
    for cut in cuts(catalogue, work.gone()):
        storage = catalogue.storages[cut.storage]
        work.shrunk[cut.storage] = storage.nbytes - cut.saved
        for stretch in cut.stretches:
            nbytes = stretch.end - stretch.start
            new = NewStorage(str(_FIRST_KEY + len(work.added)), storage.dtype, nbytes, None, cut.storage, stretch.start)
            work.added.append(new)
            for row in stretch.rows:
                tensor = catalogue.tensors[row]
                offset = tensor.storage_offset - stretch.start // ITEM_SIZES[tensor.dtype]
                work.pieces[row] = (len(work.added) - 1, offset)
                call = work.copies.get(tensor.entry) or _storage_call(tree.values[tensor.entry])
                if id(call) not in work.rewrite.nodes:
                    work.rewrite.nodes[id(call)] = _moved_call(call, new, offset)


def _storage_call(node: Call) -> Call:
    """The call that names the storage: that of the tensor inside a parameter."""
    while type(node.args[0]) is Call:
        node = node.args[0]
    return node


def _moved_call(node: Call, new: NewStorage, offset: int) -> Call:
    if type(node.args[0]) is Global:  # of a class of its own: (function, class, its arguments, state)
        function, kind, arguments, state = node.args
        return Call(node.kind, node.func, (function, kind, _moved_arguments(arguments, new, offset), state))
    return Call(node.kind, node.func, _moved_arguments(node.args, new, offset))


def _moved_arguments(args: tuple[Any, ...], new: NewStorage, offset: int) -> tuple[Any, ...]:
    pid = args[0].pid
    size = 1 if is_untyped(args[0]) else ITEM_SIZES[new.dtype]
    storage = PersistentId((pid[0], pid[1], new.key, pid[3], new.nbytes // size))
    return (storage, offset, *args[2:])


# -- plain data ------------------------------------------------------------------------------------------------


def make_plain(work: Work, edit: MakePlain) -> Change:
    """The object at an entry, and what is refused below it, as plain data."""
    root = work.catalogue.tree.values[edit.entry]
    path = work.catalogue.path_text(edit.entry)
    nodes = work.rewrite.nodes
    title, dropped = "", []
    keys = keys_below(root)
    seen: set[int] = set()
    pending = [root]
    to_be_extracted: list[Any] = []
    while pending or to_be_extracted:
        is_extracted = not pending
        node = to_be_extracted.pop() if is_extracted else pending.pop()
        if type(node) in _ATOMS or id(node) in seen:
            continue
        if id(node) in work.extracted and not is_extracted:
            to_be_extracted.append(node)  # last: of most of it nothing is left, and nothing is to be said of that
            continue
        seen.add(id(node))
        into = to_be_extracted if is_extracted else pending
        if not refused_itself(node):
            into += inside(node)
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
            title = f"{clip(path, 60) or 'the file'}: {_name(node)} → {found.what}"
    if dropped:
        names = clip(", ".join(dict.fromkeys(dropped)), 120)
        work.notes.append(f"{names} in {path!r} cannot be plain data; None is in the place of it.")
    work.plain.append(edit.entry)
    rows = work.catalogue.subtree_rows(edit.entry)
    return Change(edit, title or f"{clip(path, 60) or 'the file'}: plain data", len(rows), 0, 0)


def can_be_plain(node: Any) -> bool:
    """Whether plain data can stand for an object and for all keys below it."""
    if refused_itself(node) and plain_of(node) is None:
        return False
    return all(plain_key(key) is not None for key in keys_below(node).values() if refused_itself(key))


def refused_itself(node: Any) -> bool:
    """Whether a node itself, not what is below it, is what ``weights_only=True`` refuses."""
    if type(node) is Global:
        return is_refused(node)
    if type(node) is SetNode:
        return node.frozen
    if type(node) is not Call:
        return False
    if type(node.func) is not Global or is_refused(node.func):
        return True
    # A tensor of a class of its own is rebuilt by a function that is allowed, from a class that is not.
    return any(is_refused(part) for part in node.args) if type(node.args) is tuple else False


def _stand_in(work: Work, node: Any) -> Any:
    if not isinstance(node, ArrayBytes):
        return node
    key = str(_FIRST_KEY + len(work.added))
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
    """Where the tensors of what became plain data are in the new file, and the new ones."""
    moved: Places = {}
    new: list[NewTensor] = []
    replaced = work.rewrite.replacements()
    tree = work.catalogue.tree
    added = {each.key for each in work.added}
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
                moved[entries[id(node)].pop()] = (base, keys)
            elif id(node) not in entries:
                spec = tensor_spec(node)
                if spec is not None and spec.storage.key in added:
                    new.append(NewTensor(base, keys, spec.dtype, spec.shape, spec.stride, spec.storage.key))
        left = _reached(tree.values[base], replaced)
        for entry in (entry for same in entries.values() for entry in same):
            if id(tree.values[entry]) not in left:  # it was in an object that nothing plain stands for
                work.hidden.append((entry, tree.ends[entry]))
    return moved, new


def _reached(root: Any, replaced: dict[int, Any]) -> set[int]:
    """The ids of all nodes of a graph as it will be written, and of those that others stand for."""
    seen: set[int] = set()
    pending = [root]
    while pending:
        node = pending.pop()
        while id(node) in replaced:
            seen.add(id(node))
            node = replaced[id(node)]
        if type(node) not in _ATOMS and id(node) not in seen:
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
        if type(node) in _ATOMS or id(node) in above:
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


# -- state dicts -----------------------------------------------------------------------------------------------


def extract(work: Work, edit: Extract) -> Change:
    """The state dict of a pickled module or optimizer, in the place of it, wherever the file shows it."""
    from core.extraction import extraction  # noqa: PLC0415 - few files hold one

    catalogue, tree = work.catalogue, work.catalogue.tree
    path = clip(catalogue.path_text(edit.entry), 60) or "the file"
    if edit.entry < work.root < tree.ends[edit.entry]:
        raise EditError(f"What is kept is a part of {path!r}, so there is no state dict to make of that.")
    if any(first <= edit.entry < end for first, end in work.hidden):
        work.notes.append(f"{path!r} is part of what becomes a state dict as a whole.")
        return Change(edit, f"{path}: in another state_dict", 0, 0, 0)
    found = extraction(catalogue, edit.entry, work.rewrite, unwrap=edit.unwrap)
    work.rewrite.nodes[id(tree.values[edit.entry])] = found.node
    work.notes += found.notes
    for entry in _twins(work, edit.entry):
        twin = found
        if entry != edit.entry:
            twin = extraction(catalogue, entry, work.rewrite, unwrap=edit.unwrap)
        work.hidden.append((entry + 1, tree.ends[entry]))
        work.moved |= {part: (entry, keys) for part, keys in twin.places.items()}
        work.copies |= twin.copies
    rows = [row for part in found.places for row in catalogue.subtree_rows(part)]
    nbytes = sum(catalogue.tensors[row].nbytes for row in rows)
    return Change(edit, f"{path}: {clip(found.name, 60)} → state_dict", len(rows), 0, nbytes)


def _twins(work: Work, entry: int) -> Iterator[int]:
    """The entries that show the same object, which the file holds once; not those inside another such."""
    tree = work.catalogue.tree
    node, end = tree.values[entry], 0
    for other, value in enumerate(tree.values):
        if value is node and other >= end and not any(first <= other < last for first, last in work.hidden):
            yield other
            end = tree.ends[other]


_ATOMS = frozenset({str, int, float, bool, type(None), bytes})
_STORAGE_OF = {dtype: name for name, dtype in reversed(STORAGE_CLASSES.items()) if "Untyped" not in name}

"""Makes plain data of what ``weights_only`` refuses, and plain tensors of DTensors, wherever they are in the graph."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.subclasses import whole_dtensors
from core.dtypes import ITEM_SIZES, STORAGE_OF
from core.edits.diff import DEEPEST_KEY, NewStorage, NewTensor, key_as_planned
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, InRow, Option, called
from core.edits.fields import Entry
from core.edits.steps import PATH, Names, Step, entry_at
from core.errors import EditError, KeyCollision, TooLarge
from core.objects.global_names import python3_name, spoken_name
from core.objects.numpy_data import ArrayBytes, raw_bytes
from core.objects.plain_rules import (
    ALL_LOST,
    class_of,
    hashed,
    is_refused,
    keys_below,
    plain_key,
    plain_of,
    refused_below,
)
from core.objects.tensors import FROM_ARRAY, TENSOR_FUNCTIONS, detached, rebuilt, tensor_spec
from core.objects.value_text import value_text
from core.pickling.nodes import (
    ATOMS,
    ORDERED_DICT,
    PLAIN_KEYS,
    Below,
    Call,
    DictNode,
    Global,
    PersistentId,
    SetNode,
    calls,
    inside,
    mapping,
    nodes_below,
)
from core.text import clauses, clip, count_text, listed, sentences, titled
from core.words import marked, say, say_count

if TYPE_CHECKING:
    from core.edits.script import Script

_MOST_SHOWN = 4
_MOST_PLACED = 1_000_000


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


STUCK, MEET = "stuck", "meet"
"""What hinders that plain data stands for an object: a part for which none can, and keys that would be one key then."""


def can_be_plain(node: Any, hindered: Collection[str]) -> bool:
    """Whether plain data can stand for an object, in which ``hindered`` is what `hindrances_below` says of it."""
    return STUCK not in hindered and not (refused_itself(node) and plain_of(node) is None)


def hindrances_below() -> Below:
    """What hinders it at an object and all below it, some of `STUCK` and `MEET`."""
    refused = refused_below()
    stuck = Below(_stuck_key, into=lambda key: key if type(key) is tuple else ())

    def says(node: Any) -> Iterator[str]:
        # torch ≤ 1.5 put a persistent id with its source code beside each class, too: that is no storage.
        if type(node) is PersistentId and not _is_source(node) and refused(node):
            yield STUCK  # a storage of a class for which no text can stand
        if any(map(stuck, hashed(node))):
            yield STUCK
        items = mapping(node)
        keys = items.items[::2] if items is not None else []
        if not PLAIN_KEYS.issuperset(map(type, keys)) and first_meeting(keys, _planned_key) is not None:
            yield MEET

    return Below(says)


def _stuck_key(key: Any) -> tuple[str, ...]:
    return (STUCK,) if refused_itself(key) and plain_key(key) is None else ()


def _planned_key(key: Any, depth: int = 0) -> Any:
    """A key, as plain data where it is to be that."""
    found = plain_key(key) if type(key) not in ATOMS and refused_itself(key) else None
    key = key if found is None else found.node
    if type(key) is tuple and depth < DEEPEST_KEY:
        return tuple(_planned_key(part, depth + 1) for part in key)
    return key


def _is_source(node: PersistentId) -> bool:
    return type(node.pid) is tuple and node.pid[:1] == ("module",)


# -- in words --------------------------------------------------------------------------------------------------


class Conversion(NamedTuple):
    """An object made by ``name`` becomes ``what``; ``lost`` is empty where nothing is lost. Both wait to be said.

    ``by_key`` says that its attributes become keys.
    """

    name: str
    what: str
    lost: str
    by_key: bool = False


def conversions(root: Any, left_out: Collection[int] = ()) -> Below:
    """One for each kind of object at or below a node of the graph ``root``; not inside the nodes ``left_out``, by
    ``id``.
    """
    keys = keys_below(root)
    made: dict[int, Any] = {}  # for the ids of nodes; kept, so that no other gets the id of one of them

    def says(node: Any) -> Iterator[Conversion]:
        if id(node) in left_out or not refused_itself(node):
            return
        made_by = node if isinstance(node, Global) else class_of(node)
        name = spoken_name(made_by) if made_by is not None else say("object")
        plain = plain_key(node) if id(node) in keys else plain_of(node)
        made[id(node)] = None if plain is None or isinstance(plain.node, ArrayBytes) else plain.node
        if plain is None:
            yield Conversion(name, "None", ALL_LOST)
        else:
            yield Conversion(name, plain.what, plain.lost, plain.by_key)

    def into(node: Any) -> Iterable[Any]:
        if id(node) in made:
            return (made[id(node)],)
        return inside(node) if id(node) not in left_out else ()

    return Below(says, into=into)


def conversion_text(name: Global, objects: Iterable[Sequence[Conversion]]) -> str:
    """What becomes of the objects that use ``name``: of them, and of what the name made."""
    called = {spoken_name(name), python3_name(name)}
    shown: dict[Conversion, None] = {}
    others = False
    for parts in objects:
        own = [*(part for part in parts if part.name in called), *parts[:1]]
        shown.update(dict.fromkeys(own))
        others = others or any(part.lost and part not in own for part in parts)
    if not shown:
        return say("Replace it with plain data.")
    said = [_said(part, all_kept=not others) for part in shown]
    told = clauses(said[:_MOST_SHOWN]) + (" …" if len(said) > _MOST_SHOWN else "")
    if not others:
        by_key = any(part.by_key for part in shown)
        then = say("Attributes become keys: x.lr is then x['lr'].") if by_key else ""
        return sentences(say("Replace it with plain data: {listed}.", listed=told), then)
    return say("Replace it with plain data: {listed}. What is inside it becomes plain data too.", listed=told)


def _said(part: Conversion, all_kept: bool) -> str:
    name, what = part.name, say(part.what)
    all_kept = all_kept and not part.lost
    return say("{name} → {what}, all values kept", name=name, what=what) if all_kept else f"{name} → {what}"


# -- keys that would meet --------------------------------------------------------------------------------------


def first_meeting(keys: Iterable[Any], planned: Callable[[Any], Any]) -> tuple[Any, Any, Any] | None:
    """(key, other key, what they become) of the first two that are equal once loaded, one of them no plain value."""
    known: dict[Any, Any] = {}
    for key in sorted(keys, key=lambda key: type(key) not in PLAIN_KEYS):  # plain ones first: they stay as they are
        become = planned(key)
        other = known.setdefault(_as_loaded(become), key)
        if other is not key and type(key) not in PLAIN_KEYS:
            return other, key, become
    return None


def _as_loaded(key: Any, depth: int = 0) -> Any:
    """Something that is equal where the keys will be: an object that stays one is equal to itself alone."""
    if type(key) in PLAIN_KEYS:
        return key
    if type(key) is tuple and depth < DEEPEST_KEY:
        return tuple(_as_loaded(part, depth + 1) for part in key)
    data = raw_bytes(key)
    return (_OBJECT, id(key)) if data is None else data


_OBJECT = object()


def _make_plain(draft: Draft, node: Any, stand_in: Any) -> None:
    if type(node) is Global:
        draft.plain_names.append((node, stand_in))  # an object may be made by it still
    else:
        draft.make_plain(node, stand_in)


def _make_names_plain(draft: Draft) -> None:
    """Put texts in the place of names by which no object is made any more, once all edits have made objects plain.

    A pickle may have a name once, for the object that is made by it and for a value that is the class itself.
    """
    nodes = nodes_below(draft.catalogue.tree.values[0], draft.rewrite.nodes) if draft.plain_names else ()
    made_by = {id(node.func) for node in nodes if type(node) is Call}
    for name, stand_in in draft.plain_names:
        if id(name) in made_by:
            draft.note(say("The name {name} stays, because other objects are built with it.", name=name.dotted))
        else:
            draft.make_plain(name, stand_in)


# -- the edits ----------------------------------------------------------------------------------------------------

_BY_CODE = ("argparse.Namespace", "pathlib.", "numpy.", "_codecs.encode", "collections.OrderedDict")
"""The names that objects may use which the function ``plain`` of a script turns into data."""


@dataclass(frozen=True, slots=True)
class MakePlain(Edit):
    """The object at ``entry`` becomes plain data: a ``Namespace`` a dict, a path its text, an array a tensor.

    So do all objects below it that ``weights_only=True`` refuses.
    """

    entry: Entry

    options = (
        Option(
            "make-plain",
            PATH,
            "PATH",
            marked("turn an object into plain data: a Namespace into a dict, an array into a tensor"),
            lambda catalogue, value: [MakePlain(entry_at(catalogue, value))],
            lambda value: say("make {path} plain data", path=value),
        ),
    )

    def apply(self, draft: Draft) -> Effect:
        root = draft.catalogue.tree.values[self.entry]
        path = draft.catalogue.path_text(self.entry)
        what, dropped = say("plain data"), []
        keys, seen = draft.keys, draft.made_plain_below
        seen.discard(id(root))
        pending = [root]
        to_be_extracted: list[Any] = []
        while pending or to_be_extracted:
            is_extracted = not pending
            node = to_be_extracted.pop() if is_extracted else pending.pop()
            if type(node) in ATOMS or id(node) in seen:
                continue
            if not is_extracted and draft.is_extracted(node):
                to_be_extracted.append(node)  # last: of most of it nothing is left, and nothing is to be said of that
                continue
            seen.add(id(node))
            into = to_be_extracted if is_extracted else pending
            if not refused_itself(node):
                into += inside(node) if type(node) is not PersistentId else ()  # what finds the bytes of a tensor stays
                continue
            found = plain_key(node) if id(node) in keys else plain_of(node)
            if found is None and (node is root or id(node) in keys):
                raise EditError(
                    "{path!r} ({name}) cannot become plain data. Drop it instead.", path=path, name=_name(node)
                )
            stand_in = _stand_in(draft, found.node) if found is not None else None
            _make_plain(draft, node, stand_in)
            into.append(stand_in)
            if found is None and not is_extracted:
                dropped.append(_name(node))
            elif found is not None and found.lost and not is_extracted:
                draft.note(_loss(_name(node), found.what, say(found.lost)))
            if node is root and found is not None:
                what = f"{_name(node)} → {say(found.what)}"
        if dropped:
            names = clip(listed(dict.fromkeys(dropped)), 120)
            draft.note(
                say("{names} in {path!r} cannot become plain data, so None is saved instead.", names=names, path=path)
            )
        rows = draft.catalogue.subtree_rows(self.entry)
        return Effect(len(rows), what=what)

    @classmethod
    def finish(cls, draft: Draft, edits: Iterable[Edit]) -> None:
        _make_names_plain(draft)
        _place_tensors(draft, edits)

    def in_row(self, becomes: str) -> InRow | None:
        return InRow(self.entry, say("plain data"))

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return titled(clip(catalogue.path_text(self.entry), 60) or say("the file"), effect.what)

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("make {path} plain data", path=called(catalogue, self.entry, most))

    @classmethod
    def several(cls, edits: Sequence[Any], count: int) -> str:
        return say_count(count, "make {n:,} entry plain data", "make {n:,} entries plain data")

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("make-plain", names.path(self.entry))]

    def in_torch(self, script: Script) -> None:
        catalogue = script.catalogue
        root = catalogue.values[self.entry]
        made = {class_of(node) for node in nodes_below(root) if type(node) is Call and refused_itself(node)}
        names = [name.dotted for name in made if name is not None]
        if None in made or not all(name.startswith(_BY_CODE) for name in names):
            where = catalogue.path_text(self.entry) or "the file"
            script.leave(f"{where} becomes plain data; fix --make-plain does it.")
            return
        script.imports("import argparse", "import pathlib", "import numpy as np")
        script.need("plain")
        script.assign(self.entry, f"plain({script.at(self.entry)})")


@dataclass(frozen=True, slots=True)
class UseFullTensors(Edit):
    """DTensors that hold the whole tensor become plain ones, as ``full_tensor()`` gives them; others stay."""

    options = (
        Option(
            "full-tensors",
            "",
            "",
            marked("turn DTensors that hold the whole tensor into plain ones"),
            lambda _, __: [UseFullTensors()],
            lambda _: say("make DTensors plain tensors"),
        ),
    )

    def apply(self, draft: Draft) -> Effect:
        """The local tensor in the place of each, at all places where the file shows it."""
        catalogue, tree = draft.catalogue, draft.catalogue.tree
        made: dict[int, Call] = {}
        nbytes = 0
        for entry, compound, row in whole_dtensors(catalogue):
            node = tree.values[entry]
            local = tree.tensors[row]
            if id(node) not in made:
                made[id(node)] = detached(tree.values[local], requires_grad=compound.requires_grad)
                nbytes += catalogue.tensors[row].nbytes
            draft.rewrite.replace(node, made[id(node)])
            draft.stand_in(local, made[id(node)])
            draft.hide(entry + 1, tree.ends[entry])
            draft.place(local, entry, ())
        if not made:
            raise EditError("No DTensor in this file holds a whole tensor; torch has to put its parts together.")
        return Effect(len(made), nbytes=nbytes)

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return say("{dtensors} → plain tensors", dtensors=count_text(effect.tensors, "DTensor"))

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("make DTensors plain tensors")

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("full-tensors")]

    def in_torch(self, script: Script) -> None:
        catalogue = script.catalogue
        for entry in sorted(catalogue.tree.compounds):
            if id(catalogue.values[entry]) in script.rewrite.nodes:
                script.assign(entry, f"{script.at(entry)}.to_local()")


def _stand_in(draft: Draft, node: Any) -> Any:
    if not isinstance(node, ArrayBytes):
        return node
    key = draft.add_storage(node.dtype, len(node.data), node.data).key
    hooks = Call("R", ORDERED_DICT, ())
    storage_class = STORAGE_OF.get(node.dtype)
    if storage_class is None:
        storage = PersistentId(("storage", Global("torch.storage", "UntypedStorage"), key, "cpu", len(node.data)))
        args = (storage, 0, node.shape, node.stride, False, hooks, Global("torch", node.dtype))
        return Call("R", Global("torch._utils", "_rebuild_tensor_v3"), args)
    count = len(node.data) // ITEM_SIZES[node.dtype]
    storage = PersistentId(("storage", Global("torch", storage_class), key, "cpu", count))
    return Call("R", Global("torch._utils", "_rebuild_tensor_v2"), (storage, 0, node.shape, node.stride, False, hooks))


def _place_tensors(draft: Draft, edits: Iterable[Edit]) -> None:
    """Find the places of the tensors of what became plain data in the new file, and the new ones.

    Raises `KeyCollision` where two keys of a dict would be one.
    """
    _check_meeting_keys(draft)
    replaced = draft.rewrite.replacements()
    tree = draft.catalogue.tree
    added = {storage.key: storage for storage in draft.added}
    holds = _written_below(lambda node: (True,) if calls(node, TENSOR_FUNCTIONS) else (), replaced)
    covered = placed = 0
    left: list[tuple[int, int]] = []
    gone = draft.gone()
    # An object that the file has at several places is plain at all of them.
    wanted = {edit.entry for edit in edits if isinstance(edit, MakePlain)}
    for base in sorted(draft.made_plain() | wanted):
        if base < covered or (gone and gone[base]):  # below one that is plain already, or left out
            continue
        covered = tree.ends[base]
        entries: dict[int, list[int]] = {}
        for row in reversed(draft.catalogue.subtree_rows(base)):
            entry = draft.catalogue.tensors[row].entry
            there = entries.setdefault(id(tree.values[entry]), [])
            if not (gone and gone[entry]):  # what is left out of a list is so wherever the list stands
                there.append(entry)
        for keys, node in _tensors_below(tree.values[base], replaced, _ancestors(draft, base, replaced), holds):
            placed += 1
            if placed > _MOST_PLACED:
                raise TooLarge(say("tensors in objects that share them"), placed, _MOST_PLACED)
            if entries.get(id(node)):
                entry = entries[id(node)].pop()
                draft.place(entry, base, keys)
                _note_array(draft, entry, replaced, added)
            elif id(node) not in entries:
                spec = tensor_spec(node)
                if spec is not None and spec.storage.key in added:
                    draft.add_tensor(NewTensor(base, keys, spec.dtype, spec.shape, spec.stride, spec.storage.key))
        left += ((base, entry) for same in entries.values() for entry in same)
    _hide_unreached(draft, left, replaced)


def _hide_unreached(draft: Draft, left: Sequence[tuple[int, int]], replaced: dict[int, Any]) -> None:
    """Hide tensors, each with the entry that it was in, that were in an object that nothing plain stands for."""
    values, ends = draft.catalogue.tree.values, draft.catalogue.tree.ends
    ids = {id(values[entry]) for _, entry in left}
    reached = _written_below(lambda node: (id(node),) if id(node) in ids else (), replaced)
    for base, entry in left:
        if id(values[entry]) not in reached(values[base]):
            draft.hide(entry, ends[entry])


def _check_meeting_keys(draft: Draft) -> None:
    """Raises `KeyCollision`, naming both keys, where objects that the plan makes plain data become a key twice."""
    tree = draft.catalogue.tree
    gone = draft.gone()
    seen: set[int] = set()
    for entry in compress(range(len(tree.labels)), (type(label) not in PLAIN_KEYS for label in tree.labels)):
        home = tree.homes[entry]
        if type(home) is not DictNode or id(home) in seen or (gone and gone[entry]):
            continue
        seen.add(id(home))
        keys = [key for _, key in draft.rewrite.live_keys(home)]
        met = first_meeting(keys, lambda key: key_as_planned(key, draft.rewrite.nodes))
        if met is not None:
            place = draft.catalogue.path_text(tree.parents[entry]) or say("the file")
            one, other, become = met
            raise KeyCollision(
                "{one} and {other} are two keys in {place!r} that would both become {key}, and "
                "one would be lost. Rename or drop one of them first.",
                one=_called(other),
                other=_called(one),
                place=clip(place),
                key=_called(become),
            )


def _called(key: Any, depth: int = 0) -> str:
    if type(key) is tuple and depth < DEEPEST_KEY:
        return clip(f"({', '.join(_called(part, depth + 1) for part in key)})", 60)
    name = key if type(key) is Global else class_of(key)
    if name is not None:
        return clip(spoken_name(name), 60)
    return clip(repr(key), 60) if type(key) in PLAIN_KEYS else clip(value_text(key), 60)


def _note_array(draft: Draft, entry: int, replaced: dict[int, Any], added: dict[str, NewStorage]) -> None:
    """Note the new storage of a tensor whose bytes were an array."""
    row = draft.catalogue.rows[entry]
    found = rebuilt(draft.catalogue.tree.values[entry])
    if found is not None and draft.catalogue.storage_of[row] in draft.catalogue.in_pickle:
        spec = tensor_spec(replaced[id(found.args[0])])
        assert spec is not None
        draft.put_piece(row, added[spec.storage.key], 0)


def _written_below(says: Callable[[Any], Iterable[Any]], replaced: dict[int, Any]) -> Below:
    """What is said of nodes of a graph as it will be written, and of those that others stand for there."""
    return Below(says, into=lambda node: (replaced[id(node)],) if id(node) in replaced else inside(node))


def _ancestors(draft: Draft, entry: int, replaced: dict[int, Any]) -> set[int]:
    """The ids of the nodes that an entry is inside of, as they will be written."""
    tree = draft.catalogue.tree
    found: set[int] = set()
    while entry and entry != draft.root:
        entry = tree.parents[entry]
        node = tree.values[entry]
        while id(node) in replaced:
            node = replaced[id(node)]
        found.add(id(node))
    return found


def _tensors_below(
    root: Any, replaced: dict[int, Any], above: set[int], holds: Below
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """(keys, node) of the tensors in plain data as it will be written, in order; ``above`` are ids met again, and
    ``holds`` says whether there are any.
    """
    pending: list[tuple[tuple[Any, ...], Any, bool]] = [((), root, False)]
    while pending:
        keys, node, done = pending.pop()
        if done:
            above.discard(id(node))
            continue
        first = node
        while id(node) in replaced:
            node = replaced[id(node)]
        if type(node) in ATOMS or id(node) in above or not holds(node):
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
    return clip(spoken_name(name), 60) if name is not None else say("an object")


def _loss(name: str, what: str, lost: str) -> str:
    if what in ("text", "bytes"):
        return say("{name} becomes {what}; lost: {lost}.", name=name, what=say(what), lost=lost)
    return say("{name} becomes a {what}; lost: {lost}.", name=name, what=say(what), lost=lost)

"""The inert graph laid out as a flat tree: entries in pre-order, one list a column.

The graph may share objects, hold cycles and unfold without end; the tree never does. An object met again
below itself is a leaf, an object met again elsewhere is laid out again only while that stays small, and
nothing deeper than `MAX_DEPTH` is laid out.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from core.errors import TooLarge
from core.objects.call_forms import odd_call, put_right
from core.objects.children import LEAVES, Child, children_of, parts_of, tensor_parts
from core.objects.compounds import compound_of
from core.objects.tensors import (
    CARRIED,
    QUANTISED,
    TENSOR_FUNCTIONS,
    USUAL,
    Facts,
    plain_facts,
    rebuilt,
    storage_id,
    tensor_spec,
)
from core.oddities import Oddity
from core.pickling.nodes import Call, DictNode, Global, PersistentId, SetNode, mapping
from core.progress import Tick, ignore

if TYPE_CHECKING:
    from core.objects.compounds import Compound

MAX_DEPTH = 500
MAX_ENTRIES = 3_000_000
_MAX_REPEATED = 200_000
_WORTHWHILE = 3
_BATCH = 1000  # tensors whose facts are read together: few enough to stay in the cache
_SOME = 2048  # dicts that are laid out together: what runs in C lets no other thread have its turn
_DEVICE = Global("torch", "device")
_TOO_DEEP = Oddity("", f"something is nested more than {MAX_DEPTH} levels deep, and not shown")


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """Columns of the tree; entry 0 is the root.

    ``parents`` (-1 for the root), ``ends`` (one past the last entry of the subtree), ``labels`` (the key),
    ``values`` (the graph node), ``homes`` and ``slots`` (which item of which node the entry is),
    ``tensors`` (the entries of tensors), ``facts`` (columns about each of them), ``device_objects`` (entries that are a
    ``torch.device``) and ``repeats`` (entries that stand for an object laid out elsewhere). ``carried`` are the rows of
    tensors that say their device themselves, ``holders`` those with tensors below them: the scales they are quantised
    by, or Python attributes. ``compounds`` are the entries of tensors without a storage of their own.
    ``ordinary`` is whether all tensors are made as torch.save makes nearly all.
    """

    parents: Sequence[int]
    ends: Sequence[int]
    labels: Sequence[Any]
    values: Sequence[Any]
    homes: Sequence[Any]
    slots: Sequence[int]
    tensors: Sequence[int]
    facts: Facts
    device_objects: Sequence[int]
    repeats: frozenset[int]
    carried: frozenset[int]
    holders: frozenset[int]
    compounds: Mapping[int, Compound]
    ordinary: bool


def lay_out(
    root: Any, tick: Tick = ignore, calls: Sequence[Call] = (), oddities: list[Oddity] | None = None, parts: int = 0
) -> Tree:
    """Lay out the graph below ``root``. Raises `TooLarge` beyond any real checkpoint, `Malformed` for bad tensors.

    ``calls`` are objects of the graph among which the tensors are: known at once they cost a third. What is odd about
    them is added to ``oddities``, and put right where that can be done. ``parts`` are those of a persistent id.
    """
    builder = _Builder(tick)
    usual = [call for call in calls if call.func == USUAL]
    builder.ordinary = len(usual) == len(calls)
    for first in range(0, len(usual), _BATCH):
        batch = usual[first : first + _BATCH]
        facts = plain_facts(batch, parts)
        if facts is not None:
            builder.know(batch, facts)
        else:
            builder.ordinary = False
            if oddities is not None:
                oddities += _odd_tensors(batch)
    builder.run(root)
    if builder.deep and oddities is not None and _TOO_DEEP not in oddities:
        oddities.append(_TOO_DEEP)
    return builder.tree()


def _odd_tensors(calls: Sequence[Call]) -> Iterator[Oddity]:
    """What is out of the ordinary about tensors, so that no torch.save writes it."""
    for call in calls:
        odd = odd_call(call)
        if odd:
            put_right(call)
            yield Oddity("", odd, call)


class _Builder:
    def __init__(self, tick: Tick) -> None:
        self.tick = tick
        self.parents = array("i")
        self.ends = array("i")
        self.slots = array("i")
        self.labels: list[Any] = []
        self.values: list[Any] = []
        self.homes: list[Any] = []
        self.tensors = array("i")
        self.rows = array("i")  # which row of the facts each of them is
        self.columns: list[list[Any]] = [[] for _ in Facts._fields]
        self.device_objects: list[int] = []
        self.repeats: set[int] = set()
        self.known: dict[int, int] = {}  # the row of a tensor's facts by its identity
        self.carried: set[int] = set()  # identities of tensors that say their device themselves
        self.holders: set[int] = set()  # and of those with tensors below them
        self.compounds: dict[int, Compound] = {}
        self.ordinary = False
        self.deep = False  # whether something is not laid out
        self.seen: set[int] = set()
        self.repeated = 0
        self.room = 0  # levels that may still be laid out below the entry that is being opened
        self.rebuild: Any = self  # the function that the last tensor was rebuilt by: nearly always the same

    def tree(self) -> Tree:
        return Tree(
            self.parents,
            self.ends,
            self.labels,
            self.values,
            self.homes,
            self.slots,
            self.tensors,
            self._facts(),
            self.device_objects,
            frozenset(self.repeats),
            self._rows_of(self.carried),
            self._rows_of(self.holders),
            self.compounds,
            self.ordinary,
        )

    def _rows_of(self, calls: set[int]) -> frozenset[int]:
        """The rows of tensors that are known by their identities."""
        if not calls:
            return frozenset()
        return frozenset(row for row, entry in enumerate(self.tensors) if id(self.values[entry]) in calls)

    def know(self, calls: Sequence[Call], facts: Facts) -> None:
        """Note the facts of some tensors."""
        first = len(self.columns[0])
        self.known.update(zip(map(id, calls), range(first, first + len(calls)), strict=True))
        for column, more in zip(self.columns, facts, strict=True):
            column.extend(more)

    def _row(self, call: Call) -> int | None:
        """The row of a tensor's facts; None for a call that makes none."""
        row = self.known.get(id(call))
        if row is None:
            spec = tensor_spec(call)
            if spec is not None:
                self.know([call], Facts.of(spec))
                row = self.known[id(call)]
                self._look_inside(call)
        return row

    def _look_inside(self, call: Call) -> None:
        """Note what is out of the ordinary about a tensor."""
        found = rebuilt(call)
        if found is not None and found.func in CARRIED:
            self.carried.add(id(call))
        if found is not None and (found.states or found.func == QUANTISED) and tensor_parts(call):
            self.holders.add(id(call))

    def _facts(self) -> Facts:
        """The facts of the tensors laid out, in their order; nearly always they are that already."""
        if self.rows == array("i", range(len(self.columns[0]))):
            return Facts(*self.columns)
        return Facts(*(list(map(column.__getitem__, self.rows)) for column in self.columns))

    def run(self, root: Any) -> None:
        """Depth first with a stack of our own: a file may nest deeper than Python recurses."""
        stack: list[tuple[int, Iterator[Child]]] = []
        above: set[int] = set()  # nodes on the path from the root
        top: list[Child] = [("", root, None, -1)]
        stack.append((-1, iter(top)))
        labels, ends = self.labels, self.ends
        # Bound once: this loop runs once an entry, and there can be a million.
        add_parent, add_label, add_value = self.parents.append, labels.append, self.values.append
        add_home, add_slot, add_end = self.homes.append, self.slots.append, ends.append
        while stack:
            entry, children = stack[-1]
            for label, value, home, slot in children:
                child = len(labels)
                add_parent(entry)
                add_label(label)
                add_value(value)
                add_home(home)
                add_slot(slot)
                add_end(child + 1)
                if not child & 0x3FFF:
                    self._pause(child)
                if type(value) in LEAVES:
                    continue
                self.room = MAX_DEPTH - len(stack)
                if self.room < 0:
                    self.deep = self.deep or type(value) is Call or children_of(value) is not None
                    continue
                below = self._open(child, value, above)
                if below is not None:
                    stack.append((child, below))
                    break
            else:
                if entry >= 0:
                    ends[entry] = len(labels)
                    above.discard(id(self.values[entry]))
                stack.pop()

    def _rebuilds_tensors(self, func: Any) -> bool:
        if type(func) is not Global or func not in TENSOR_FUNCTIONS:
            return False
        self.rebuild = func
        return True

    def _pause(self, entry: int) -> None:
        self.tick(0, 0)
        if entry > MAX_ENTRIES:
            raise TooLarge("entries", entry, MAX_ENTRIES)

    def _open(self, entry: int, value: Any, above: set[int]) -> Iterator[Child] | None:
        """The children of an entry, or None for a leaf; tensors are noted on the way."""
        kind = type(value)
        if kind is Call and self._is_leaf(entry, value):
            return None
        if (kind is DictNode and not value.items) or ((kind is list or kind is tuple) and not value):
            return None
        if kind is PersistentId:
            storage_id(value)  # raises for a storage that makes no sense
            return None
        if id(value) in above:
            self.repeats.add(entry)
            return None
        if id(value) in self.seen:
            # Shared objects are shown wherever they are, but a graph of shared lists can double at each level.
            if self.repeated > _MAX_REPEATED:
                self.repeats.add(entry)
                return None
            self.repeated += _width(value)
        self.seen.add(id(value))
        children = self._begin(entry, value)
        if children is not None:
            above.add(id(value))
        return children

    def _is_leaf(self, entry: int, call: Call) -> bool:
        """Note what an object is; whether there is nothing below it to be shown."""
        if call.func is self.rebuild or self._rebuilds_tensors(call.func):
            row = self._row(call)
            if row is not None:
                self.tensors.append(entry)
                self.rows.append(row)
                return id(call) not in self.holders
        if call.func == _DEVICE:
            self.device_objects.append(entry)
            return True
        self._note_compound(entry, call)
        return False

    def _note_compound(self, entry: int, call: Call) -> None:
        """Note an object that is a tensor without a storage of its own."""
        if type(call.func) is Global and (call.func in TENSOR_FUNCTIONS or call.func.name.startswith("_rebuild_")):
            compound = compound_of(call)
            if compound is not None:
                self.compounds[entry] = compound

    def _begin(self, entry: int, value: Any) -> Iterator[Child] | None:
        """The children still to be laid out; leaves of a dict are laid out already."""
        if type(value) is DictNode and (self._lay_leaves(entry, value) or self._lay_dicts(entry, value)):
            return None
        steps = value.steps if type(value) is Call else None
        if steps and steps[0][0] == "items" and self._lay_leaves(entry, steps[0][1]):
            return parts_of(value, after_items=True)  # attributes such as _metadata
        return children_of(value)

    def _lay_leaves(self, entry: int, node: DictNode) -> bool:
        """Lay out a dict of nothing but tensors and plain values at once; False, with nothing done, for another.

        Nearly all entries of a large checkpoint are in such dicts.
        """
        values = node.items[1::2]
        count, first = len(values), len(self.labels)
        if count < _WORTHWHILE:
            return False
        if type(values[0]) is Call:
            self._rebuilds_tensors(values[0].func)
        if not self._note_tensors(values, first):
            return False
        self._pause(first + count)
        self.parents.extend([entry] * count)
        self.labels += node.items[::2]
        self.values += values
        self.homes += [node] * count
        self.slots.extend(range(count))
        self.ends.extend(range(first + 1, first + count + 1))
        self.ends[entry] = first + count
        return True

    def _note_tensors(self, values: Sequence[Any], first: int) -> bool:
        """Note the tensors among values that are entries ``first`` and on; False, none noted, for other objects."""
        kinds = set(map(type, values))
        if not kinds - {Call} <= LEAVES:
            return False
        places: Sequence[int] = range(first, first + len(values))
        if len(kinds) > 1:
            places = [at for at, value in enumerate(values, first) if type(value) is Call]
            values = [value for value in values if type(value) is Call]
        elif kinds != {Call}:
            return True
        rows: list[int | None] = list(map(self.known.get, map(id, values)))
        if None in rows:
            rows = [self._row(value) if value.func is self.rebuild else None for value in values]
            if None in rows:
                return False
        if self.holders and not self.holders.isdisjoint(map(id, values)):
            return False
        self.tensors.extend(places)
        self.rows.extend(rows)  # type: ignore[arg-type]
        return True

    def _lay_dicts(self, entry: int, node: DictNode) -> bool:
        """Lay out a dict of dicts that are alike at once, as an optimizer's state is; False for another.

        Each holds tensors and plain values, as many as the others and of the same kind at the same place.
        """
        dicts = node.items[1::2]
        if len(dicts) < _WORTHWHILE or self.room < 1 or set(map(type, dicts)) != {DictNode}:
            return False
        columns = self._alike(dicts)
        if columns is None:
            return False
        self._pause(len(self.labels) + len(dicts) * (1 + len(columns[0]) // 2))
        for at, some in zip(range(0, len(dicts), _SOME), columns, strict=True):
            self._lay_some(entry, node, at, dicts[at : at + _SOME], some)
        self.ends[entry] = len(self.labels)
        return True

    def _alike(self, dicts: Sequence[DictNode]) -> list[list[list[Any]]] | None:
        """The columns of dicts that are alike, some dicts at a time: first keys, first values and so on.

        None, with nothing done, for dicts that are not, or that are laid out elsewhere.
        """
        found, identities, known = [], set[int](), self.known
        width = len(dicts[0].items)
        for first in range(0, len(dicts), _SOME):
            some = dicts[first : first + _SOME]
            items = [inner.items for inner in some]
            identities.update(map(id, some))
            if set(map(len, items)) != {width} or not self.seen.isdisjoint(map(id, some)):
                return None
            flat = list(chain.from_iterable(items))  # one pass over the dicts, which lie all over the memory
            found.append([flat[at::width] for at in range(width)])
        if len(identities) < len(dicts):
            return None
        for place in range(1, width, 2):
            kinds = set().union(*(map(type, columns[place]) for columns in found))
            are_tensors = kinds == {Call} and all(
                all(map(known.__contains__, map(id, columns[place])))
                and self.holders.isdisjoint(map(id, columns[place]))
                for columns in found
            )
            if not are_tensors and not kinds <= LEAVES:
                return None
        return found

    def _lay_some(
        self, entry: int, home: DictNode, place: int, dicts: Sequence[DictNode], columns: Sequence[Sequence[Any]]
    ) -> None:
        """Lay out some of the dicts of ``home``, from the one at ``place`` on, given their columns."""
        self.seen.update(map(id, dicts))
        first, count, width = len(self.labels), len(dicts), 1 + len(columns) // 2
        total = count * width
        self.labels += _woven([home.items[2 * place : 2 * (place + count) : 2], *columns[::2]])
        self.values += _woven([dicts, *columns[1::2]])
        self.homes += _woven([[home] * count, *[dicts] * (width - 1)])
        self.slots.extend(_woven([range(place, place + count), *[[at] * count for at in range(width - 1)]]))
        self.parents.extend(_woven([[entry] * count, *[range(first, first + total, width)] * (width - 1)]))
        after = [range(first + at, first + at + total, width) for at in range(2, width + 1)]
        self.ends.extend(_woven([range(first + width, first + total + 1, width), *after]))
        tensors = [(at, column) for at, column in enumerate(columns[1::2], 1) if type(column[0]) is Call]
        if tensors:
            self.tensors.extend(_woven([range(first + at, first + total, width) for at, _ in tensors]))
            self.rows.extend(_woven([list(map(self.known.__getitem__, map(id, column))) for _, column in tensors]))


def _woven(columns: Sequence[Sequence[Any]]) -> list[Any]:
    """The first of each, then the second of each, and so on."""
    woven: list[Any] = [None] * (len(columns[0]) * len(columns))
    for at, column in enumerate(columns):
        woven[at :: len(columns)] = column
    return woven


def _width(value: Any) -> int:
    """About how many entries it takes to lay a node out."""
    if type(value) is list or type(value) is tuple:
        return 1 + len(value)
    if type(value) is SetNode:
        return 1 + len(value.elements)
    items = mapping(value)
    if items is not None:
        return 1 + len(items.items) // 2
    return 1 + len(value.args) if type(value) is Call and type(value.args) is tuple else 1

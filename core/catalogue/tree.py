"""The inert graph laid out as a flat tree: entries in pre-order, one list a column.

The graph may share objects, hold cycles and unfold without end; the tree never does. An object met again
below itself is a leaf, an object met again elsewhere is laid out again only while that stays small, and
nothing deeper than `MAX_DEPTH` is laid out.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.errors import TooLarge
from core.objects.call_forms import odd_call, put_right
from core.objects.children import LEAVES, Child, children_of, tensor_parts
from core.objects.compounds import SPARSE, compound_of, layout_of
from core.objects.tensors import (
    CARRIED,
    DEVICE,
    NESTED,
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
from core.pickling.nodes import Call, DictNode, Global, PersistentId, SetNode, calls, mapping
from core.progress import Tick, ignore
from core.words import say

if TYPE_CHECKING:
    from core.objects.compounds import Compound

MAX_DEPTH = 500
MAX_ENTRIES = 3_000_000
_MAX_REPEATED = 200_000
_LONG_NAME, _MAX_LETTERS = 1000, 1 << 26
"""A name stands once in a file and may be in the paths of all rows: so many letters of long ones, in all of them."""
_BATCH = 1000  # tensors whose facts are read together: few enough to stay in the cache


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
    too_deep = Oddity("", say("something is nested more than {most} levels deep, and not shown", most=MAX_DEPTH))
    if builder.deep and oddities is not None and too_deep not in oddities:
        oddities.append(too_deep)
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
        self.letters = 0

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
        if row is None and calls(call, TENSOR_FUNCTIONS):
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
        stack: list[tuple[int, Iterator[Child], int]] = []
        above: set[int] = set()  # nodes on the path from the root
        top: list[Child] = [("", root, None, -1)]
        stack.append((-1, iter(top), 0))
        labels, ends = self.labels, self.ends
        # Bound once: this loop runs once an entry, and there can be a million.
        add_parent, add_label, add_value = self.parents.append, labels.append, self.values.append
        add_home, add_slot, add_end = self.homes.append, self.slots.append, ends.append
        while stack:
            entry, children, letters_above = stack[-1]
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
                letters = letters_above
                if type(label) is str and len(label) > _LONG_NAME:
                    letters += len(label)
                if letters:
                    self._count(letters)
                if type(value) in LEAVES:
                    continue
                if len(stack) > MAX_DEPTH:
                    self.deep = self.deep or type(value) is Call or children_of(value) is not None
                    continue
                below = self._open(child, value, above)
                if below is not None:
                    stack.append((child, below, letters))
                    break
            else:
                if entry >= 0:
                    ends[entry] = len(labels)
                    above.discard(id(self.values[entry]))
                stack.pop()

    def _pause(self, entry: int) -> None:
        self.tick(0, 0)
        if entry > MAX_ENTRIES:
            raise TooLarge(say("entries"), entry, MAX_ENTRIES)

    def _count(self, letters: int) -> None:
        self.letters += letters
        if self.letters > _MAX_LETTERS:
            raise TooLarge(say("letters of long names"), self.letters, _MAX_LETTERS)

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
        children = children_of(value)
        if children is not None:
            above.add(id(value))
        return children

    def _is_leaf(self, entry: int, call: Call) -> bool:
        """Note what an object is; whether there is nothing below it to be shown."""
        row = self._row(call)
        if row is not None:
            self.tensors.append(entry)
            self.rows.append(row)
            return id(call) not in self.holders
        if call.func == DEVICE:
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


# -- what the parts of a tensor are called ---------------------------------------------------------------------

_SPARSE, _NESTED = frozenset({SPARSE}), frozenset({NESTED})


def part_name(tree: Tree, entry: int) -> str:
    """What torch calls a tensor that another is made of, such as ``crow_indices``; empty for all others."""
    parent, label = tree.parents[entry], tree.labels[entry]
    if parent < 0:
        return ""
    above = tree.values[parent]
    if type(above) is Call and calls(above, _NESTED):
        names: tuple[str, ...] = _PARTS_OF_NESTED
    elif type(above) is tuple and tree.parents[parent] >= 0 and tree.labels[parent] == "(1)":
        whole = tree.values[tree.parents[parent]]
        names = _PARTS.get(layout_of(whole.args[0]), ()) if type(whole) is Call and _is_sparse(whole) else ()
    else:
        return ""
    at = int(digits) if (digits := str(label).strip("()")).isdecimal() and len(digits) == 1 else len(names)
    return names[at] if at < len(names) else ""


def _is_sparse(node: Call) -> bool:
    """Whether an object is a sparse tensor."""
    return calls(node, _SPARSE) and type(node.args) is tuple and len(node.args) == 2


_BY_ROWS = ("crow_indices", "col_indices", "values")
_BY_COLUMNS = ("ccol_indices", "row_indices", "values")
_PARTS = {
    "sparse_coo": ("indices", "values"),
    "sparse_csr": _BY_ROWS,
    "sparse_bsr": _BY_ROWS,
    "sparse_csc": _BY_COLUMNS,
    "sparse_bsc": _BY_COLUMNS,
}
_PARTS_OF_NESTED = ("values", "sizes", "strides", "offsets")

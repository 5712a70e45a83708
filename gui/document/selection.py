"""Works out what a selection of rows, be it half a million, stands for: its entries and what they hold.

A loop over half a million rows takes a fifth of a second, in which the window would stand still: whole columns of
numbers are worked with at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.catalogue.catalogue import Catalogue
from gui.document.outline import TOP, Outline
from gui.document.totals import tables_of

Numbers = NDArray[Any]

_MOST_BREAKS: Final = 500
"""A view selects so many separate stretches of rows without a noticeable wait."""


def entries_of(outline: Outline, nodes: Sequence[int]) -> Sequence[int]:
    """The entries that nodes stand for, each once, in the order of the nodes: a module stands for all keys below it."""
    column = _column(nodes)
    if column.max(initial=0) < outline.first_group:
        return nodes
    entries, _firsts = _members(outline, column)
    places, first = np.arange(len(entries)), np.zeros(outline.first_group, "i")
    first[entries[::-1]] = places[::-1]  # NumPy keeps the value written last, which is the first place of an entry
    return _array(entries[first[entries] == places])


def entries_on(catalogue: Catalogue, device: str) -> Sequence[int]:
    """The entries of all tensors that were saved on a device."""
    tables = tables_of(catalogue)
    return array("i", map(tables.entries.__getitem__, tables.saved.rows(device)))


def rows_of(outline: Outline, shown: Sequence[int], nodes: Sequence[int]) -> Sequence[int]:
    """Return the places in the list ``shown`` of those ``nodes`` that it has, from top to bottom.

    A view is slow to select many separate rows. So where there are very many, each module between them whose keys are
    all chosen is selected too.
    """
    here, there = np.maximum(_column(shown), TOP), _column(nodes)  # removed rows, like `TOP`, are never chosen
    chosen = _marks(max(here.max(initial=0), there.max(initial=0)) + 2, there)
    if _breaks(chosen[here]) > _MOST_BREAKS:
        between = here[(here >= outline.first_group) & ~chosen[here]]
        chosen[between[_whole(outline, between, chosen)]] = True
    return _array(np.flatnonzero(chosen[here]))


def _breaks(marks: Numbers) -> int:
    """How many stretches of rows are marked."""
    return int((marks[1:] & ~marks[:-1]).sum())


def all_marked(outline: Outline, nodes: Sequence[int], marks: bytearray) -> Sequence[int]:
    """Return the nodes of which all entries are marked; `marks` has a byte for each entry of the file."""
    column = _column(nodes)
    return _array(column[_whole(outline, column, np.frombuffer(marks, bool))])


def runs_of(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Sorted rows as first and last of each unbroken run."""
    column = _column(rows)
    if not len(column):
        return []
    breaks = np.flatnonzero(column[1:] - column[:-1] != 1)
    firsts = [int(column[0]), *column[breaks + 1].tolist()]
    return list(zip(firsts, [*column[breaks].tolist(), int(column[-1])], strict=True))


@dataclass(frozen=True)
class Held:
    """What entries hold together: rows of tensors and their storages, both sorted, and the bytes of the storages."""

    rows: Sequence[int]
    storages: Sequence[int]
    nbytes: int


def held(catalogue: Catalogue, entries: Sequence[int]) -> Held:
    """The tensors in the subtrees of some entries; what is shared is counted once."""
    tables, ends = tables_of(catalogue), _column(catalogue.ends)
    before, top = _column(tables.rows_before), _uppermost(ends, _column(entries))
    rows = _ranges(before[top], before[ends[top]])
    storages = _sorted(len(catalogue.storages), _column(tables.storage_of)[rows])
    return Held(_array(rows), _array(storages), int(_column(tables.storage_bytes)[storages].sum()))


def uppermost(catalogue: Catalogue, entries: Sequence[int]) -> Sequence[int]:
    """The entries that lie below none of the others, in the order of the file."""
    return _array(_uppermost(_column(catalogue.ends), _column(entries)))


def shown_whole(catalogue: Catalogue, shown: bytes | bytearray) -> bytearray:
    """Mark the entries that show with all that they hold or with none of it: a byte for each entry of the file."""
    marks, ends = np.frombuffer(shown, bool), _column(catalogue.ends)
    before = np.concatenate(([0], marks.cumsum()))
    inside = before[ends] - before[:-1]
    return bytearray((marks & ((inside == 1) | (inside == ends - np.arange(len(ends))))).tobytes())


def uppermost_within(catalogue: Catalogue, entries: Sequence[int], places: Sequence[int]) -> Sequence[int]:
    """Return the uppermost of ``places`` (sorted entries) in the subtrees of some entries, in the order of these."""
    ends, column, among = _column(catalogue.ends), _column(entries), _column(places)
    top = column[_marks(len(ends), _uppermost(ends, column))[column]]
    inside = among[_ranges(among.searchsorted(top), among.searchsorted(ends[top]))]
    return _array(inside[_marks(len(ends), _uppermost(ends, inside))[inside]])


def covering_nodes(outline: Outline, entries: Sequence[int]) -> list[int]:
    """Many tensors as few rows: the uppermost nodes that hold nothing but these, and together hold them all."""
    catalogue = outline.catalogue
    tables, ends = tables_of(catalogue), catalogue.ends
    up_to = _counted(catalogue, entries)

    def counts(node: int) -> tuple[int, int]:
        """How many tensors a node holds, and how many of them are chosen."""
        spans = [tables.span(member, ends[member]) for member in outline.members(node)]
        return sum(map(len, spans)), sum(up_to[span.stop] - up_to[span.start] for span in spans)

    found: list[int] = []
    pending = list(reversed(outline.children(TOP)))
    while pending:
        node = pending.pop()
        held, wanted = counts(node)
        if wanted and wanted == held:
            found.append(node)
        elif wanted:
            pending += reversed(outline.children(node))
    return found


def _counted(catalogue: Catalogue, entries: Sequence[int]) -> Sequence[int]:
    """Return for each tensor row how many tensors below ``entries`` come before it, and last how many there are."""
    chosen = _marks(len(catalogue.tensors), _column(held(catalogue, entries).rows))
    return _array(np.concatenate(([0], chosen.cumsum())))


def _whole(outline: Outline, nodes: Numbers, marks: Numbers) -> Numbers:
    """Return of which nodes all entries are marked."""
    entries, firsts = _members(outline, nodes)
    return np.logical_and.reduceat(marks[entries], firsts)


def _members(outline: Outline, nodes: Numbers) -> tuple[Numbers, Numbers]:
    """The entries that nodes stand for, one node after the other, and where those of each begin."""
    is_group = nodes >= outline.first_group
    below = outline.members_of(nodes[is_group].tolist())
    counts = np.ones(len(nodes), "i")
    counts[is_group] = np.fromiter(map(len, below), "i", len(below))
    entries = nodes.repeat(counts)
    entries[is_group.repeat(counts)] = np.fromiter(chain.from_iterable(below), "i")
    return entries, counts.cumsum() - counts


def _uppermost(ends: Numbers, entries: Numbers) -> Numbers:
    """The entries that lie below none of the others, in the order of the file."""
    in_order = _sorted(len(ends), entries)
    reached = np.maximum.accumulate(ends[in_order])
    return in_order[np.concatenate(([True], in_order[1:] >= reached[:-1]))[: len(in_order)]]


def _ranges(starts: Numbers, stops: Numbers) -> Numbers:
    """Return all numbers from each start up to, not including, its stop."""
    counts = stops - starts
    return (starts - counts.cumsum() + counts).repeat(counts) + np.arange(counts.sum())


def _column(values: Sequence[int]) -> Numbers:
    """A sequence of numbers as a column; nothing is copied where it is one in memory already."""
    if isinstance(values, array) and values:
        return np.frombuffer(values, values.typecode)
    return np.array(values, "i")


def _array(column: Numbers) -> array[int]:
    return array("i", column.astype("i").tobytes())


def _sorted(count: int, places: Numbers) -> Numbers:
    """Places below `count` in order, each once."""
    return np.flatnonzero(_marks(count, places))


def _marks(count: int, places: Numbers) -> Numbers:
    marks = np.zeros(count, bool)
    marks[places] = True
    return marks

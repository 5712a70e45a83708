"""What is chosen, a few rows or half a million: the entries it stands for, and what they hold.

A loop over half a million rows takes a fifth of a second, in which the window would stand still. From `MANY` on whole
columns of numbers are worked with at once; numpy, which takes a while to import, is imported by then.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import accumulate, chain, compress
from typing import Any, Final

from core.catalogue.catalogue import Catalogue
from gui.document.outline import Outline
from gui.document.totals import tables_of

MANY: Final = 5_000
"""From so many on it is quicker to import numpy than to do without."""
_MOST_BREAKS: Final = 500
"""So many stretches of rows can be selected without anybody noticing."""


def entries_of(outline: Outline, nodes: Sequence[int]) -> Sequence[int]:
    """The entries that nodes stand for, each once: a module stands for all keys below it.

    They come in the order of the nodes; of a great many with modules among them, in the order of the file.
    """
    limit = outline.first_group
    if len(nodes) < MANY:
        if max(nodes, default=0) < limit:
            return nodes
        return list(dict.fromkeys(chain.from_iterable(map(outline.members, nodes))))
    column = _column(nodes)
    if column.max(initial=0) < limit:
        return nodes
    groups = column[column >= limit].tolist()
    chosen = _marks(limit, column[column < limit])
    chosen[_numpy().fromiter(chain.from_iterable(map(outline.members, groups)), "i")] = True
    return _places(chosen)


def rows_of(outline: Outline, shown: Sequence[int], nodes: Sequence[int]) -> Sequence[int]:
    """Where in a list of nodes those are that it holds, from top to bottom.

    A great many that lie apart from each other are joined by the modules between them of which all keys are among
    them: a view takes long to select rows here and there.
    """
    if len(nodes) + len(shown) < MANY:
        wanted = set(nodes)
        return [row for row, node in enumerate(shown) if node in wanted]
    if not nodes:
        return ()
    here, there = _column(shown), _column(nodes)
    chosen = _marks(max(here.max(initial=0), there.max()) + 1, there)
    if _breaks(here, chosen) > _MOST_BREAKS:
        groups = here[(here >= outline.first_group) & ~chosen[here]].tolist()
        chosen[_whole(outline, groups, chosen)] = True
    return _places(chosen[here])


def _breaks(here: Any, chosen: Any) -> int:
    """How many stretches of rows are chosen."""
    marks = chosen[here]
    return int((marks[1:] & ~marks[:-1]).sum())


def _whole(outline: Outline, groups: Sequence[int], chosen: Any) -> list[int]:
    """Those of the groups of which all members are chosen."""
    if not groups:
        return []
    numpy, members = _numpy(), outline.members_of(groups)
    firsts = numpy.fromiter(accumulate(map(len, members[:-1]), initial=0), "i")
    flat = numpy.fromiter(chain.from_iterable(members), "i")
    return list(compress(groups, numpy.logical_and.reduceat(chosen[flat], firsts)))


def all_marked(outline: Outline, nodes: Sequence[int], marks: bytearray) -> Sequence[int]:
    """Those of the nodes of which all entries are marked; `marks` has a byte for each entry of the file."""
    if len(nodes) < MANY:
        return [node for node in nodes if all(map(marks.__getitem__, outline.members(node)))]
    column, chosen = _column(nodes), _numpy().frombuffer(marks, bool)
    entries = column[column < outline.first_group]
    groups = _whole(outline, column[column >= outline.first_group].tolist(), chosen)
    return array("i", entries[chosen[entries]].astype("i").tobytes()) + array("i", groups)


def runs_of(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Sorted rows as first and last of each unbroken run."""
    if len(rows) >= MANY:
        column = _column(rows)
        breaks = _numpy().flatnonzero(column[1:] - column[:-1] != 1)
        firsts = [int(column[0]), *column[breaks + 1].tolist()]
        return list(zip(firsts, [*column[breaks].tolist(), int(column[-1])], strict=True))
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs


@dataclass(frozen=True)
class Held:
    """What entries hold together: rows of tensors and their storages, both sorted, and the bytes of the storages."""

    rows: Sequence[int]
    storages: Sequence[int]
    nbytes: int


def held(catalogue: Catalogue, entries: Sequence[int]) -> Held:
    """The tensors in the subtrees of some entries; what is shared is counted once."""
    tables = tables_of(catalogue)
    if len(entries) >= MANY:
        chosen = _below_many(catalogue, entries)
    else:
        spans = [tables.span(entry, catalogue.ends[entry]) for entry in uppermost(catalogue, entries)]
        if sum(map(len, spans)) < MANY:
            rows = list(chain.from_iterable(spans))
            storages = sorted(set(map(tables.storage_of.__getitem__, rows)))
            return Held(rows, storages, sum(map(tables.storage_bytes.__getitem__, storages)))
        chosen = _numpy().zeros(len(catalogue.tensors), bool)
        for span in spans:
            chosen[span.start : span.stop] = True
    used = _marks(len(catalogue.storages), _column(tables.storage_of)[chosen])
    return Held(_places(chosen), _places(used), int(_column(tables.storage_bytes)[used].sum()))


def uppermost(catalogue: Catalogue, entries: Sequence[int]) -> list[int]:
    """The entries that lie below none of the others, in the order of the file."""
    ends = catalogue.ends
    if len(entries) >= MANY:
        column = _numpy().flatnonzero(_marks(len(catalogue), _column(entries)))
        reached = _numpy().maximum.accumulate(_column(ends)[column])
        below = _numpy().zeros(len(column), bool)
        below[1:] = column[1:] < reached[:-1]
        return list(column[~below].tolist())
    found: list[int] = []
    end = 0
    for entry in sorted(set(entries)):
        if entry >= end:
            found.append(entry)
            end = ends[entry]
    return found


def shown_whole(catalogue: Catalogue, shown: bytes | bytearray) -> bytearray:
    """The entries that show whole, a byte for each of the file: all that they hold shows, or nothing but themselves."""
    ends, count = catalogue.ends, len(catalogue)
    if count < MANY:
        before = list(accumulate(shown, initial=0))
        inside = [before[end] - before[entry] for entry, end in enumerate(ends)]
        return bytearray(shown[entry] and inside[entry] in (1, ends[entry] - entry) for entry in range(count))
    numpy, marks = _numpy(), _numpy().frombuffer(shown, bool)
    before = numpy.concatenate(([0], marks.cumsum()))
    inside = before[_column(ends)] - before[:-1]
    return bytearray((marks & ((inside == 1) | (inside == _column(ends) - numpy.arange(count)))).tobytes())


def inside(catalogue: Catalogue, entries: Sequence[int], places: Sequence[int]) -> Sequence[int]:
    """Those of many places, which are entries, that lie in the subtrees of some entries."""
    starts, ends = _column(entries), _column(catalogue.ends)
    count, column = len(catalogue) + 1, _column(places)
    covered = (_numpy().bincount(starts, minlength=count) - _numpy().bincount(ends[starts], minlength=count)).cumsum()
    return array("i", column[covered[column] > 0].astype("i").tobytes())


def counted(catalogue: Catalogue, entries: Sequence[int]) -> Sequence[int]:
    """How many of the tensors below some entries there are before each tensor row, and at the end."""
    rows, count = held(catalogue, entries).rows, len(catalogue.tensors)
    if count < MANY:
        chosen = set(rows)
        return list(accumulate((row in chosen for row in range(count)), initial=0))
    return array("i", [0]) + array("i", _marks(count, _column(rows)).cumsum().astype("i").tobytes())


def _below_many(catalogue: Catalogue, entries: Sequence[int]) -> Any:
    """For each tensor row whether it lies below one of the entries: up where a subtree begins, down where it ends."""
    numpy, count = _numpy(), len(catalogue.tensors)
    before, column = _column(tables_of(catalogue).rows_before), _column(entries)
    begins = numpy.bincount(before[column], minlength=count + 1)
    ends = numpy.bincount(before[_column(catalogue.ends)[column]], minlength=count + 1)
    return (begins - ends).cumsum()[:count] > 0


def prepare() -> None:
    """Import what many rows need; for a thread that has the time."""
    _numpy()


def _numpy() -> Any:
    return import_module("numpy")


def _column(values: Sequence[int]) -> Any:
    """A sequence of numbers as a column; nothing is copied where it is one in memory already."""
    if isinstance(values, array) and values:
        return _numpy().frombuffer(values, values.typecode)
    return _numpy().array(values, "i")


def _marks(count: int, places: Any) -> Any:
    marks = _numpy().zeros(count, bool)
    marks[places] = True
    return marks


def _places(marks: Any) -> array[int]:
    """Where the marks are."""
    return array("i", _numpy().flatnonzero(marks).astype("i").tobytes())

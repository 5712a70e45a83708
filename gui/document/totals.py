"""Tells what lies below a node of the outline: tensors, bytes, dtypes, devices.

Built in one pass over the tensors; each question after that costs little more than a bisection, so
that a group of 75,000 tensors can be painted without a stutter.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.dtypes import ITEM_SIZES
from core.edits.preview import Preview
from gui.document.outline import Outline
from gui.look.wording import short_names


class Below(NamedTuple):
    """What a node holds. In `nbytes`, bytes that several tensors share count once."""

    tensors: int
    nbytes: int
    dtypes: tuple[str, ...]
    devices: tuple[str, ...]


class Planned(NamedTuple):
    """The devices and dtypes of what a node holds, as the plan has them."""

    devices: tuple[str, ...]
    dtypes: tuple[str, ...]


class RowsByValue:
    """For each distinct value of a column, the rows that have it."""

    def __init__(self, column: list[str]) -> None:
        self._rows: dict[str, Sequence[int]] = {}
        self._column = column
        if column and column.count(column[0]) == len(column):  # as after a remap of everything
            self._rows[column[0]] = range(len(column))
            return
        found: dict[str, list[int]] = {}
        for row, value in enumerate(column):
            rows = found.get(value)
            if rows is None:
                rows = found[value] = []
            rows.append(row)
        self._rows.update(found)

    def rows(self, value: str) -> Sequence[int]:
        return self._rows.get(value, ())

    def within(self, spans: Sequence[range]) -> tuple[str, ...]:
        """The values that occur in some of the spans, those of most rows first."""
        if 1 < len(self._rows) > sum(map(len, spans)):  # a file can name thousands of devices
            return self.among([row for span in spans for row in span])
        return self._most_first({value: sum(_met(rows, span) for span in spans) for value, rows in self._rows.items()})

    def among(self, rows: Sequence[int]) -> tuple[str, ...]:
        """The values of some rows, those of most rows first."""
        if len(self._rows) == 1:
            return tuple(self._rows) if rows else ()
        return self._most_first(Counter(map(self._column.__getitem__, rows)))

    def _most_first(self, counts: Mapping[str, int]) -> tuple[str, ...]:
        """Of equally many the one that comes first in the file."""
        met = [value for value, count in counts.items() if count]
        return tuple(sorted(met, key=lambda value: (-counts[value], self._rows[value][0])))


def _met(rows: Sequence[int], span: range) -> int:
    """How many of some rows lie in a span."""
    return bisect_left(rows, span.stop) - bisect_left(rows, span.start)


class Tables:
    """The columns that totals are worked out from. They depend on the catalogue alone, not on plan or view."""

    def __init__(self, catalogue: Catalogue) -> None:
        tensors, storages = catalogue.tensors, catalogue.storage_columns
        #: The storage of each row, and its entry.
        self.storage_of = array("i", catalogue.storage_of)
        self.entries = array("i", catalogue.tree.tensors)
        #: How many rows lie before each entry.
        self.rows_before = array("i", accumulate((row >= 0 for row in catalogue.rows), initial=0))
        #: The bytes of all rows before each row.
        self.sums = array("q", accumulate((tensor.nbytes for tensor in tensors), initial=0))
        #: The bytes of each storage, and where it was saved.
        self.storage_bytes = array("q", storages.nbytes)
        self.devices = list(storages.devices)
        #: The rows whose storage others use, too.
        self.shared: list[int] = []
        if max(storages.tensors, default=0) > 1:
            self.shared = [row for row, storage in enumerate(self.storage_of) if storages.tensors[storage] > 1]
        #: The dtype of each row, and the rows of each dtype and of each device.
        self.dtype_of = list(catalogue.tree.facts.dtypes)
        self.dtypes = RowsByValue(self.dtype_of)
        self._elements = catalogue.tree.facts.elements
        self._storage_dtypes = storages.dtypes
        self.saved = self.places(self.devices)
        #: The short names of the files, where the checkpoint is made of several; empty for one file.
        names = catalogue.checkpoint.part_names
        self.part_names = short_names(names) if len(names) > 1 else ()
        self.parts: RowsByValue | None = None
        if self.part_names:
            told = {numbers: " ".join(map(str, numbers)) for numbers in set(catalogue.parts_of_storage)}
            of_storage = [told[numbers] for numbers in catalogue.parts_of_storage]
            self.parts = RowsByValue(list(map(of_storage.__getitem__, self.storage_of)))

    def places(self, devices: Sequence[str]) -> RowsByValue:
        """Return where each device is in use, given the device of each storage."""
        return RowsByValue(list(map(devices.__getitem__, self.storage_of)))

    def span(self, entry: int, end: int) -> range:
        """The rows of the entries from one up to, not including, another."""
        return range(self.rows_before[entry], self.rows_before[end])

    def nbytes(self, rows: Iterable[Sequence[int]]) -> int:
        """The bytes of the tensors of some spans or lists of rows.

        What they share is counted once: two can share bytes, but never take more than their storage holds.
        """
        total, used = 0, Counter[int]()
        for some in rows:
            if isinstance(some, range):
                total += self.sums[some.stop] - self.sums[some.start]
            else:
                ends = map(self.sums.__getitem__, map((1).__add__, some))
                total += sum(ends) - sum(map(self.sums.__getitem__, some))
            for row in self._shared_among(some):
                used[self.storage_of[row]] += self.sums[row + 1] - self.sums[row]
        return total - sum(max(0, nbytes - self.storage_bytes[storage]) for storage, nbytes in used.items())

    @cached_property
    def elements_before(self) -> Sequence[int]:
        """The elements of all rows before each row; views can have more than fit a machine's number."""
        return [0, *accumulate(self._elements)]

    def elements(self, rows: Iterable[Sequence[int]]) -> int:
        """How many numbers the tensors of some spans or lists of rows have; what they share is counted once."""
        total, used = 0, Counter[int]()
        for some in rows:
            if isinstance(some, range):
                total += self.elements_before[some.stop] - self.elements_before[some.start]
            else:
                total += sum(map(self._elements.__getitem__, some))
            for row in self._shared_among(some):
                used[self.storage_of[row]] += self._elements[row]
        sizes, dtypes = self.storage_bytes, self._storage_dtypes
        return total - sum(max(0, n - sizes[storage] // ITEM_SIZES[dtypes[storage]]) for storage, n in used.items())

    def _shared_among(self, rows: Sequence[int]) -> Iterable[int]:
        """Return the rows whose storage others use, too."""
        if not self.shared:
            return ()
        if not isinstance(rows, range):
            return set(self.shared).intersection(rows)
        first = bisect_left(self.shared, rows.start)
        return self.shared[first : bisect_left(self.shared, rows.stop, first)]


@derived
def tables_of(catalogue: Catalogue) -> Tables:
    """The tables of a catalogue, made once; making them takes some 15 ms for 75,000 tensors."""
    return Tables(catalogue)


class Totals:
    """Answers what lies below the nodes of one outline."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self._tables = tables_of(outline.catalogue)
        self._planned, self._planned_dtypes = self._tables.saved, self._tables.dtypes
        self._spans: dict[int, list[range]] = {}
        self._below: dict[int, Below] = {}

    def replan(self, preview: Preview) -> None:
        """Take the devices and dtypes of a new plan."""
        self._planned = self._tables.places(preview.draft.devices) if preview.moves else self._tables.saved
        casts = any(recipe.casts for recipe in preview.draft.recipes.values())
        self._planned_dtypes = RowsByValue(list(preview.planned.tree.facts.dtypes)) if casts else self._tables.dtypes

    def spans(self, node: int) -> list[range]:
        """The tensor rows below a node, in as few ranges as possible."""
        found = self._spans.get(node)
        if found is None:
            found = self._spans[node] = self._work_out_spans(node)
        return found

    def _work_out_spans(self, node: int) -> list[range]:
        members = self.outline.members(node)
        ends = self.outline.catalogue.ends
        if members[-1] - members[0] == len(members) - 1:
            return [self._tables.span(members[0], ends[members[-1]])]
        spans: list[range] = []
        for member in members:
            rows = self._tables.span(member, ends[member])
            if spans and spans[-1].stop == rows.start:
                spans[-1] = range(spans[-1].start, rows.stop)
            elif rows:
                spans.append(rows)
        return spans

    def below(self, node: int) -> Below:
        """What lies below a node as the file has it."""
        found = self._below.get(node)
        if found is None:
            spans = self.spans(node)
            tables = self._tables
            count = sum(map(len, spans))
            found = Below(count, tables.nbytes(spans), tables.dtypes.within(spans), tables.saved.within(spans))
            self._below[node] = found
        return found

    def among(self, rows: Sequence[int]) -> Below:
        tables = self._tables
        return Below(len(rows), tables.nbytes([rows]), tables.dtypes.among(rows), tables.saved.among(rows))

    def elements(self, node: int) -> int:
        """How many numbers the tensors below a node have."""
        return self._tables.elements(self.spans(node))

    def elements_among(self, rows: Sequence[int]) -> int:
        """How many numbers the tensors of some rows have."""
        return self._tables.elements([rows])

    @property
    def part_names(self) -> Sequence[str]:
        """What the files are called in little room; none where all is in one."""
        return self._tables.part_names

    def parts(self, node: int) -> Sequence[int]:
        """The numbers of the files that the tensors below a node lie in."""
        parts = self._tables.parts
        return _numbers(parts.within(self.spans(node))) if parts is not None else ()

    def parts_among(self, rows: Sequence[int]) -> Sequence[int]:
        parts = self._tables.parts
        return _numbers(parts.among(rows)) if parts is not None else ()

    def planned(self, node: int) -> Planned:
        """What is below a node after the plan."""
        spans = self.spans(node)
        return Planned(self._planned.within(spans), self._planned_dtypes.within(spans))

    def planned_among(self, rows: Sequence[int]) -> Planned:
        """What some rows are after the plan."""
        return Planned(self._planned.among(rows), self._planned_dtypes.among(rows))


def _numbers(told: Sequence[str]) -> Sequence[int]:
    """The numbers that `Tables.parts` has as text, in ascending order."""
    return sorted({int(number) for each in told for number in each.split()})

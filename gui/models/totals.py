"""What lies below a node of the outline: tensors, bytes, dtypes, devices. No Qt here.

Built in one pass over the tensors; each question after that costs little more than a bisection, so
that a group of 75,000 tensors can be painted without a stutter.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from core.catalogue import Catalogue
from core.preview import Preview
from gui.models.outline import Outline


class Below(NamedTuple):
    """What a node holds; `nbytes` counts what tensors share once."""

    tensors: int
    nbytes: int
    dtypes: tuple[str, ...]
    devices: tuple[str, ...]


class Totals:
    """Answers what lies below the nodes of one outline."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        catalogue = outline.catalogue
        self._tensors = catalogue.tensors
        self._storages = catalogue.storages
        self._sums = [0, *accumulate(tensor.nbytes for tensor in catalogue.tensors)]
        self._shared = [
            row for row, tensor in enumerate(catalogue.tensors) if catalogue.storages[tensor.storage].tensors > 1
        ]
        self._dtypes = _Places(tensor.dtype for tensor in catalogue.tensors)
        self._saved = _Places(_devices(catalogue, [storage.device for storage in catalogue.storages]))
        self._planned = self._saved
        self._below: dict[int, Below] = {}

    def replan(self, preview: Preview) -> None:
        """Take the devices of a new plan."""
        self._planned = _Places(_devices(preview.catalogue, preview.storage_devices)) if preview.plan else self._saved

    def spans(self, node: int) -> list[range]:
        """The tensor rows below a node, as few ranges as they make."""
        subtree_rows = self.outline.catalogue.subtree_rows
        spans: list[range] = []
        for member in self.outline.members(node):
            rows = subtree_rows(member)
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
            found = Below(
                sum(map(len, spans)), self._bytes(spans), self._dtypes.within(spans), self._saved.within(spans)
            )
            self._below[node] = found
        return found

    def planned_devices(self, node: int) -> tuple[str, ...]:
        """The devices below a node after the plan."""
        return self._planned.within(self.spans(node))

    def _bytes(self, spans: Iterable[range]) -> int:
        total = 0
        used: dict[int, int] = {}
        for span in spans:
            total += self._sums[span.stop] - self._sums[span.start]
            for row in self._shared[bisect_left(self._shared, span.start) : bisect_left(self._shared, span.stop)]:
                tensor = self._tensors[row]
                used[tensor.storage] = used.get(tensor.storage, 0) + tensor.nbytes
        # Two tensors can share bytes, but never take more than their storage holds.
        return total - sum(max(0, nbytes - self._storages[storage].nbytes) for storage, nbytes in used.items())


class _Places:
    """For each distinct value of a column, the rows that have it."""

    def __init__(self, column: Iterable[str]) -> None:
        self._rows: dict[str, list[int]] = {}
        for row, value in enumerate(column):
            rows = self._rows.get(value)
            if rows is None:
                rows = self._rows[value] = []
            rows.append(row)

    def within(self, spans: Sequence[range]) -> tuple[str, ...]:
        """The values that occur in some of the spans, in order of first appearance in the file."""
        return tuple(value for value, rows in self._rows.items() if any(_meets(rows, span) for span in spans))


def _meets(rows: list[int], span: range) -> bool:
    place = bisect_left(rows, span.start)
    return place < len(rows) and rows[place] < span.stop


def _devices(catalogue: Catalogue, devices: Sequence[str]) -> Iterable[str]:
    return (devices[tensor.storage] for tensor in catalogue.tensors)

"""A table of which the rows are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

_Row = TypeVar("_Row")
_BATCH = 8192
"""Rows that are put together at once: what runs in C lets no other thread have its turn, the window's least of all."""
_FEW = 100
"""Who asks for more rows than that, one by one, will ask for all."""


class Table(Sequence[_Row]):
    """Rows out of columns: a few for who wants a few, all of them, once, for who goes through all or jumps about.

    ``made`` gives the rows from a first to a last-plus-one. A list of a file's tensors needs forty rows; to make
    300,000 takes as long as reading a tenth of the file.
    """

    def __init__(self, count: int, made: Callable[[int, int], list[_Row]]) -> None:
        self._count = count
        self._made = made
        self._rows: list[_Row] | None = None
        self._single = 0  # rows that were asked for one by one

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> _Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[_Row]: ...
    def __getitem__(self, index: int | slice) -> _Row | list[_Row]:
        if self._rows is None:
            if isinstance(index, slice):
                first, end, step = index.indices(self._count)
                if step == 1 and end - first < _BATCH:
                    return self._made(first, max(first, end))
            elif self._single < _FEW and 0 <= index < self._count:
                self._single += 1
                return self._made(index, index + 1)[0]
        return self.fill()[index]

    def __iter__(self) -> Iterator[_Row]:
        return iter(self.fill())

    def fill(self) -> list[_Row]:
        """All rows, made now if they were not before."""
        if self._rows is None:
            rows: list[_Row] = []
            for first in range(0, self._count, _BATCH):
                rows += self._made(first, min(first + _BATCH, self._count))
            self._rows = rows
        return self._rows

    def taken(self) -> list[_Row]:
        """The rows that were made, for who takes them apart; the table is empty from now on."""
        rows = self._rows or []
        self._count, self._rows, self._made = 0, [], lambda *_: []
        return rows

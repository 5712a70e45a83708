"""A flat view of a tensor of any dimensions: which two are seen, and where the others stand; without Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

Box = tuple[slice, ...]
Read = Callable[[Box], NDArray[Any]]
"""Gives the numbers of a part of a tensor: a slice a dimension, each with a start, a stop and a step."""


@dataclass(frozen=True)
class Plane:
    """The dimensions along rows and columns (None: there is only one of them), and an index for each other one."""

    shape: tuple[int, ...]
    row_axis: int | None
    column_axis: int | None
    at: tuple[int, ...]
    """An index a dimension; those of the two that are seen do not matter."""

    @classmethod
    def of(cls, shape: tuple[int, ...]) -> Self:
        """The last two dimensions, all others at 0; a single one goes downwards."""
        rows = None if not shape else len(shape) - 2 if len(shape) > 1 else 0
        return cls(shape, rows, len(shape) - 1 if len(shape) > 1 else None, (0,) * len(shape))

    @property
    def rows(self) -> int:
        return 1 if self.row_axis is None else self.shape[self.row_axis] * (0 not in self.shape)

    @property
    def columns(self) -> int:
        if self.column_axis is None:
            return int(0 not in self.shape)
        return self.shape[self.column_axis] * (0 not in self.shape)

    @property
    def others(self) -> tuple[int, ...]:
        """The dimensions that are not seen."""
        return tuple(axis for axis in range(len(self.shape)) if axis not in (self.row_axis, self.column_axis))

    def moved(self, axis: int, index: int) -> Self:
        """Return this plane at another index of a dimension that is not seen."""
        return replace(self, at=(*self.at[:axis], index, *self.at[axis + 1 :]))

    def turned(self, row_axis: int, column_axis: int) -> Self:
        """Return this plane with other dimensions along rows and columns."""
        return replace(self, row_axis=row_axis, column_axis=column_axis)

    def index(self, row: int, column: int) -> tuple[int, ...]:
        """Return where in the tensor a cell is."""
        found = list(self.at)
        if self.row_axis is not None:
            found[self.row_axis] = row
        if self.column_axis is not None:
            found[self.column_axis] = column
        return tuple(found)

    def box(self, rows: slice, columns: slice) -> Box:
        """The part of the tensor that some cells are."""
        box = [slice(place, place + 1, 1) for place in self.at]
        if self.row_axis is not None:
            box[self.row_axis] = rows
        if self.column_axis is not None:
            box[self.column_axis] = columns
        return tuple(box)

    def read(self, read: Read, rows: slice, columns: slice) -> NDArray[Any]:
        """The numbers of some cells, an array of two dimensions."""
        found = read(self.box(rows, columns))
        if self.row_axis is not None and self.column_axis is not None and self.row_axis > self.column_axis:
            found = np.moveaxis(found, self.row_axis, self.column_axis)
        return found.reshape(
            len(range(rows.start, rows.stop, rows.step or 1)),
            len(range(columns.start, columns.stop, columns.step or 1)),
        )

"""Where in a tensor the numbers of a piece of it stand, a flat array that `TensorNumbers.located` gives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.numbers.layout import Box, StridedLayout, contiguous

Index = tuple[int, ...]
"""A place in a tensor, a number a dimension. Sorted they are in the order of C: the last dimension first."""

MOST = 8
"""Places that are kept of each kind."""


class Piece(NamedTuple):
    """Which numbers of a tensor a piece has: a ``box`` of it, or a run of a dense tensor that begins at ``first``.

    ``layout`` is that of the numbers that are there once; ``shape`` that of the tensor, where each expanded dimension
    has its length.
    """

    shape: tuple[int, ...]
    layout: StridedLayout
    first: int = 0
    box: Box | None = None

    @property
    def least(self) -> Index:
        """No number of the piece stands before this place."""
        if self.box is not None:
            return tuple(each.start for each in self.box)
        if self.layout.is_contiguous:
            return _unravelled(self.first, self.layout.shape)
        outer = max(range(len(self.shape)), key=lambda axis: (self.layout.shape[axis] > 1, self.layout.stride[axis]))
        found = [0] * len(self.shape)
        found[outer] = self.first // self.layout.stride[outer]
        return tuple(found)

    def firsts(self, at: NDArray[Any]) -> tuple[Index, ...]:
        """The first `MOST` places, in the order of C, of some numbers of the piece: ``at`` says which, in order."""
        if not at.size:
            return ()
        found = [_unravelled(int(place), self.layout.shape) for place in self._in_order(at)]
        if self.layout.shape != self.shape:
            found = sorted(index for place in found for index in self._expanded(place))[:MOST]
        return tuple(found)

    def _in_order(self, at: NDArray[Any]) -> NDArray[Any]:
        """How many numbers stand before each of the first."""
        layout = self.layout
        if self.box is None and layout.is_contiguous:
            return at[:MOST] + self.first
        steps = contiguous(layout.shape).stride
        before: NDArray[Any] = np.zeros(at.size, np.int64)
        if self.box is None:
            lengths, rest = layout, at.astype(np.int64) + self.first
            starts: Sequence[int] = (0,) * len(layout.shape)
        else:
            lengths = contiguous(tuple(each.stop - each.start for each in self.box))
            rest, starts = at.astype(np.int64), [each.start for each in self.box]
        for axis in sorted(range(len(steps)), key=lambda axis: -lengths.stride[axis]):
            if lengths.shape[axis] > 1:
                index, rest = np.divmod(rest, lengths.stride[axis])
                before += index * steps[axis]
            before += starts[axis] * steps[axis]
        return np.sort(np.partition(before, MOST)[:MOST] if before.size > MOST else before)

    def _expanded(self, place: Index) -> product[Index]:
        """All places at which a number is seen, as far as any of them can be among the first."""
        axes = zip(place, self.layout.shape, self.shape, strict=True)
        return product(*(range(min(n, MOST)) if once != n else (at,) for at, once, n in axes))


def _unravelled(place: int, shape: Sequence[int]) -> Index:
    found = []
    for length in reversed(shape):
        place, at = divmod(place, length)
        found.append(at)
    return tuple(reversed(found))

"""How the numbers of a tensor lie in its storage, and how they are gone through a tile at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

Box = tuple[slice, ...]
"""A part of a tensor: a slice a dimension, each with a start, a stop and a step of 1 or more."""


class StridedLayout(NamedTuple):
    """``stride`` and ``offset`` count items of a storage, as torch counts them; no stride is negative."""

    shape: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        """How many numbers there are, those that are there more than once counted as often."""
        return prod(self.shape)

    @property
    def reach(self) -> int:
        """One more than the last item touched, counted from the first one; 0 where there is none."""
        if 0 in self.shape:
            return 0
        return 1 + sum((length - 1) * step for length, step in zip(self.shape, self.stride, strict=True))

    @property
    def is_contiguous(self) -> bool:
        """Whether the items follow each other in the order of the numbers."""
        step = 1
        for length, stride in zip(self.shape[::-1], self.stride[::-1], strict=True):
            if length > 1 and stride != step:
                return False
            step *= max(length, 1)
        return True

    @property
    def is_dense(self) -> bool:
        """Whether each item between the first and the last is one number, in whatever order."""
        axes = sorted(zip(self.stride, self.shape, strict=True), reverse=True)
        return StridedLayout(tuple(n for _, n in axes), tuple(step for step, _ in axes), 0).is_contiguous

    @property
    def once(self) -> StridedLayout:
        """The same with each expanded dimension, whose numbers are the same all along, cut to one of them."""
        if 0 not in self.stride:
            return self
        shape = tuple(min(n, 1) if not step else n for n, step in zip(self.shape, self.stride, strict=True))
        return self._replace(shape=shape)

    @property
    def turned(self) -> StridedLayout:
        """The same with the dimensions in reverse."""
        return StridedLayout(self.shape[::-1], self.stride[::-1], self.offset)

    def part(self, box: Box) -> StridedLayout:
        shape = tuple(len(range(each.start, each.stop, each.step or 1)) for each in box)
        stride = tuple(step * (each.step or 1) for step, each in zip(self.stride, box, strict=True))
        offset = self.offset + sum(step * each.start for step, each in zip(self.stride, box, strict=True))
        return StridedLayout(shape, stride, offset)

    def tiles(self, most: int) -> Iterator[Box]:
        """Boxes that together are the whole, each of at most ``most`` numbers and of not many more items of storage.

        In the order in which they lie in the storage, so that a transposed tensor too is read once from front to back.
        """
        if 0 in self.shape:
            return
        order, steps = self._steps(most)
        box = [slice(0, 0, 1)] * len(order)
        for starts in _starts(steps):
            for axis, start, step in zip(order, starts, steps, strict=True):
                box[axis] = slice(start, min(start + step.step, step.stop), 1)
            yield tuple(box)

    def tile_count(self, most: int) -> int:
        """How many boxes `tiles` gives."""
        return 0 if 0 in self.shape else prod(map(len, self._steps(most)[1]))

    def sample(self, most: int, boxes: int = 64) -> Iterator[Box]:
        """Some tiles from all over, of about ``most`` numbers together."""
        if 0 in self.shape:
            return
        order, steps = self._steps(max(most // boxes, 1))
        tiles = prod(map(len, steps))
        wanted = min(tiles, boxes)
        for place in (number * tiles // wanted for number in range(wanted)):
            box, rest = [slice(0, 0, 1)] * len(order), place
            for axis, step in zip(reversed(order), reversed(steps), strict=True):
                rest, at = divmod(rest, len(step))
                box[axis] = slice(step[at], min(step[at] + step.step, step.stop), 1)
            yield tuple(box)

    def _steps(self, most: int) -> tuple[list[int], list[range]]:
        """The axes, the closest in the storage last, and where along each of them tiles begin."""
        order = sorted(range(len(self.shape)), key=lambda axis: (self.stride[axis], -axis))
        lengths = dict.fromkeys(order, 1)
        numbers = items = 1
        for axis in order:
            room, stride = most // numbers, self.stride[axis]
            if stride > max(_FAR, _SPREAD * numbers):
                room = 1
            elif stride:
                room = min(room, 1 + max(_SPREAD * most - items, 0) // stride)
            lengths[axis] = max(1, min(self.shape[axis], room))
            numbers *= lengths[axis]
            items += (lengths[axis] - 1) * stride
            if lengths[axis] < self.shape[axis]:
                break
        order.reverse()
        return order, [range(0, self.shape[axis], lengths[axis]) for axis in order]


_SPREAD = 16
"""Items of storage that are read for each number that is wanted, at most, where tiles can be made so small."""
_FAR = 1 << 14
"""Items between two numbers from which on it is faster to read each by itself."""


def _starts(steps: list[range]) -> Iterator[tuple[int, ...]]:
    """Every choice of one of each, the last changing first: as `itertools.product`, which lists all steps before."""
    if not steps:
        yield ()
        return
    for outer in _starts(steps[:-1]):
        for start in steps[-1]:
            yield (*outer, start)


def in_pairs(layout: StridedLayout) -> StridedLayout:
    """The layout of single numbers where each item of this one has two of them, side by side.

    They follow each other along the dimension whose items do, the last one where there are several; where there is
    none, along a new one.
    """
    shape, stride = list(layout.shape), [2 * step for step in layout.stride]
    axis = next((axis for axis in reversed(range(len(shape))) if layout.stride[axis] == 1), None)
    if axis is None:
        return StridedLayout((*shape, 2), (*stride, 1), 2 * layout.offset)
    shape[axis] *= 2
    stride[axis] = 1
    return StridedLayout(tuple(shape), tuple(stride), 2 * layout.offset)


def whole(shape: Sequence[int]) -> Box:
    """The box that is all of a tensor."""
    return tuple(slice(0, length, 1) for length in shape)


def contiguous(shape: Sequence[int], offset: int = 0) -> StridedLayout:
    """The layout of numbers that follow each other."""
    stride, step = [], 1
    for length in reversed(shape):
        stride.append(step)
        step *= max(length, 1)
    return StridedLayout(tuple(shape), tuple(reversed(stride)), offset)

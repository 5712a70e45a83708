"""One tensor of both files: histograms over the same bins, a picture of the difference, and the numbers side by side.

Without Qt; what is slow runs on a thread of its own. A file is open only while it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.numbers.layout import Box, whole
from core.numbers.reader import Numbers
from core.numbers.tensor import TensorNumbers
from core.progress import Tick
from core.values.difference_numbers import Subtracted
from gui.document.compared import Compared
from gui.plots.pictures import Picture, has_kernels, sampled, tiled
from gui.plots.plane import Plane

BINS: Final = 60
_MATRIX: Final = 2

Array = NDArray[Any]


@dataclass(frozen=True)
class SideBySide:
    """A table with a row for each number: mine, theirs, and mine - theirs; read a piece at a time."""

    compared: Compared
    entry: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return prod(self.shape)

    def read(self, rows: slice, columns: slice) -> Array:
        """A part of the table, as float64; complex where the numbers are, integers where both are."""
        with Numbers(self.compared.mine) as mine, Numbers(self.compared.theirs) as theirs:
            one, other = tensors_of(self.compared, self.entry, mine, theirs)
            start, stop = rows.start, rows.stop
            first, second = (_plain(flat(tensor, start, stop)) for tensor in (one, other))
        with np.errstate(invalid="ignore", over="ignore"):
            table = np.stack([first, second, first - second], axis=1)
        table[:, 2][(first == second) | (np.isnan(first) & np.isnan(second))] = 0
        return table[:, columns]

    def place(self, row: int, _column: int) -> tuple[int, ...]:
        return tuple(map(int, np.unravel_index(row, self.shape))) if self.shape else ()


@dataclass(frozen=True)
class Pair:
    """What is shown of a tensor of both files. ``edges`` are of both histograms; they are empty where nothing is
    finite. ``picture`` and ``numbers`` are None where the two have no common shape.
    """

    entry: int
    edges: Array
    mine: Array
    theirs: Array
    picture: Picture | None
    numbers: SideBySide | None
    plane: Plane
    """What of the two is seen in the picture, where it is not all."""


def read_pair(compared: Compared, entry: int, tick: Tick) -> Pair:
    """Look at both tensors. Raises `CheckpointError`, and `Cancelled` where `tick` does."""

    def pause() -> None:
        tick(0, 1)

    with Numbers(compared.mine, pause) as first, Numbers(compared.theirs, pause) as second:
        mine, theirs = tensors_of(compared, entry, first, second)
        total = 2 * (mine.size + theirs.size) or 1
        done = _Counter(tick, total)
        edges = _edges([*_finite(mine, done), *_finite(theirs, done)])
        counts = [_counts(tensor, edges, done) for tensor in (mine, theirs)]
        plane = Plane.of(() if has_kernels(mine.shape) else mine.shape)
        picture = _picture(Subtracted(mine, theirs), plane, tick) if mine.shape == theirs.shape and mine.size else None
    numbers = SideBySide(compared, entry, mine.shape) if picture is not None else None
    return Pair(entry, edges, counts[0], counts[1], picture, numbers, plane)


def read_picture(compared: Compared, entry: int, plane: Plane, tick: Tick) -> Picture:
    """Another plane of a difference. Raises as `read_pair` does."""
    with Numbers(compared.mine) as first, Numbers(compared.theirs) as second:
        return _picture(Subtracted(*tensors_of(compared, entry, first, second)), plane, tick)


def tensors_of(compared: Compared, entry: int, mine: Numbers, theirs: Numbers) -> tuple[TensorNumbers, TensorNumbers]:
    """The numbers of an entry of the document, and of what it is in the other file."""
    partner = compared.difference.pairs[entry]
    return mine.tensor(compared.mine.rows[entry]), theirs.tensor(compared.theirs.rows[partner])


def flat(tensor: TensorNumbers, start: int, stop: int) -> Array:
    """The numbers from one to another, counted through the rows of the tensor."""
    parts = [tensor.read(box).reshape(-1) for box in _boxes(tensor.shape, start, stop)]
    return np.concatenate(parts) if parts else np.empty(0, tensor.numpy_dtype)


def _boxes(shape: tuple[int, ...], start: int, stop: int) -> Iterator[Box]:
    """Boxes that together are a stretch of the numbers of a tensor, in their order."""
    if start >= stop:
        return
    if not shape:
        yield ()
        return
    inner = prod(shape[1:])
    first, last = start // inner, (stop - 1) // inner
    head, tail = start % inner, stop - last * inner
    if first == last and (head, tail) != (0, inner):
        yield from _inside(first, shape, head, tail)
        return
    if head:
        yield from _inside(first, shape, head, inner)
        first += 1
    ends_whole = tail == inner
    if last + ends_whole > first:
        yield (slice(first, last + ends_whole, 1), *whole(shape[1:]))
    if not ends_whole:
        yield from _inside(last, shape, 0, tail)


def _inside(index: int, shape: tuple[int, ...], start: int, stop: int) -> Iterator[Box]:
    for box in _boxes(shape[1:], start, stop):
        yield (slice(index, index + 1, 1), *box)


# ---- histograms


class _Counter:
    def __init__(self, tick: Tick, total: int) -> None:
        self._tick, self._total, self._done = tick, total, 0

    def add(self, count: int) -> None:
        self._done += count
        self._tick(min(self._done, self._total), self._total)


def _finite(tensor: TensorNumbers, done: _Counter) -> list[float]:
    """The least and the largest finite number, if there are any."""
    least, largest = np.inf, -np.inf
    for piece in tensor.once():
        values = _real(piece)
        values = values[np.isfinite(values)]
        if values.size:
            least, largest = min(least, float(values.min())), max(largest, float(values.max()))
        done.add(piece.size)
    return [least, largest] if least <= largest else []


def _edges(ends: list[float]) -> Array:
    if not ends:
        return np.empty(0)
    least, largest = min(ends), max(ends)
    if least == largest:
        margin = abs(least) / 2 or 0.5
        least, largest = least - margin, largest + margin
    return np.linspace(least, largest, BINS + 1)


def _counts(tensor: TensorNumbers, edges: Array, done: _Counter) -> Array:
    counts = np.zeros(max(0, len(edges) - 1), np.int64)
    for piece in tensor.once():
        if counts.size:
            values = _real(piece)
            found, _ = np.histogram(values[np.isfinite(values)], edges)
            counts += found * tensor.repeats
        done.add(piece.size)
    return counts


def _real(values: Array) -> Array:
    """Numbers of any dtype as float64; of complex ones the magnitude."""
    return np.abs(values).astype(np.float64) if values.dtype.kind == "c" else values.astype(np.float64)


def _plain(values: Array) -> Array:
    if values.dtype.kind == "c":
        return values.astype(np.complex128)
    return values.astype(np.int64 if values.dtype.kind in "biu" and values.dtype.itemsize < _WIDEST else np.float64)


_WIDEST: Final = 8
"""Bytes of an integer from which on the difference of two may not fit an int64."""


# ---- the picture


def _picture(difference: Subtracted, plane: Plane, tick: Tick) -> Picture:
    """A plane of the difference, or the tiles of the kernels of a convolution."""
    shape = difference.shape
    if has_kernels(shape):
        return tiled(shape, difference.read)
    if len(shape) < _MATRIX:
        line = (1, *(shape or (1,)))
        return sampled(Plane.of(line), lambda box: _line(difference.read, shape, box), tick=tick)
    return sampled(plane, difference.read, tick=tick)


def _line(read: Callable[[Box], Array], shape: tuple[int, ...], box: Box) -> Array:
    return read(box[1:] if shape else ()).reshape(1, -1)

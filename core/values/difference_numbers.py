"""How far the numbers of two tensors of one shape are from each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import CheckpointError
from core.files.byte_source import Bytes
from core.numbers.layout import Box, StridedLayout
from core.numbers.tensor import ALL, PIECE, TensorNumbers
from core.progress import Tick, ignore
from core.text import titled
from core.values.difference.sums import DifferenceSums, NumberDifference, PieceSums, equal_places, whole_distance
from core.values.sums import Scratch

Array = NDArray[Any]


def difference_of(
    first: TensorNumbers, second: TensorNumbers, tick: Tick | None = None, scratch: Scratch | None = None
) -> NumberDifference:
    """The difference of two tensors of one shape, whatever their dtypes and layouts; quantised ones as dequantised.

    In constant memory; ``tick`` is told the numbers done, and who compares many tensors keeps a ``scratch``. Raises
    ValueError for two shapes, `Truncated` where one of the files has fewer bytes.
    """
    if first.shape != second.shape:
        raise ValueError(f"{first.shape} and {second.shape} cannot be compared number by number")
    tick = tick or ignore
    sums = DifferenceSums(first.numpy_dtype, second.numpy_dtype, scratch)
    repeats, tiles = _tiles(first, second)
    for ours, theirs in tiles:
        sums.add(ours.reshape(-1), theirs.reshape(-1))
        tick(sums.numbers * repeats, first.size)
    return sums.difference(repeats)


def numbers_between(
    first: TensorNumbers,
    second: TensorNumbers,
    scratch: Scratch,
    done: Callable[[int], None] = lambda _: None,
    tick: Tick = ignore,
) -> NumberDifference | None:
    """How far two tensors are from each other; None where all bytes are the same, or the shapes are not.

    ``done`` is told the bytes that were found the same, and ``tick`` as `difference_of` does.
    """
    if same_bytes(first, second, done) or first.shape != second.shape:
        return None
    return difference_of(first, second, tick, scratch)


def blamed(sides: Iterable[tuple[str, Callable[[], TensorNumbers]]], error: CheckpointError) -> str:
    """What is wrong with the first of two tensors that cannot be read, by the names of the files that they are of."""
    for name, opened in sides:
        try:
            tensor = opened()
            tensor.read(tuple(slice(max(length - 1, 0), length, 1) for length in tensor.shape))
        except CheckpointError as found:
            return titled(name, found)
    return str(error)


def pieces_apart(first: TensorNumbers, second: TensorNumbers, pieces: slice, scratch: Scratch) -> Iterator[PieceSums]:
    """What some pieces of two tensors add to the difference of all, each by itself; both are `is_plain`."""
    for ours, theirs in _plain_tiles(first, second, pieces=pieces):
        sums = DifferenceSums(first.numpy_dtype, second.numpy_dtype, scratch)
        sums.add(ours, theirs)
        yield sums.piece


class Subtracted:
    """The numbers of a - b, read where they are asked for; of complex numbers the distance ``|a - b|``.

    Raises ValueError for two tensors of two shapes.
    """

    def __init__(self, first: TensorNumbers, second: TensorNumbers) -> None:
        if first.shape != second.shape:
            raise ValueError(f"{first.shape} and {second.shape} cannot be subtracted")
        self._first, self._second = first, second
        self.shape = first.shape

    def read(self, box: Box | None = None) -> Array:
        """a - b in a box, or all, as float64: 0 where both are NaN or the same infinity, NaN where only one is NaN."""
        ours, theirs = self._first.read(box), self._second.read(box)
        if ours.dtype == theirs.dtype and ours.dtype.kind in "iu" and ours.dtype.itemsize == 8:
            apart: Array = whole_distance(ours, theirs).astype(np.float64)
            np.negative(apart, out=apart, where=ours < theirs)
            return apart
        dtype = np.complex128 if "c" in ours.dtype.kind + theirs.dtype.kind else np.float64
        ours, theirs = ours.astype(dtype), theirs.astype(dtype)
        with np.errstate(invalid="ignore", over="ignore"):
            apart = np.asarray(np.subtract(ours, theirs))  # of scalars it is none
        apart = np.asarray(np.abs(apart)) if dtype is np.complex128 else apart
        apart[equal_places(ours, theirs)] = 0
        return apart


def _tiles(first: TensorNumbers, second: TensorNumbers) -> tuple[int, Iterator[tuple[Array, Array]]]:
    """How often each number stands, and both tensors tile by tile, the arrays of each filled again for the next."""
    if is_plain(first) and is_plain(second):
        return 1, _plain_tiles(first, second)
    if first.layout.shape != first.shape or second.layout.shape != first.shape:  # several numbers in a byte
        return 1, ((values, second.read(box)) for box, values in first.tiles())
    expanded = [not (one or other) for one, other in zip(first.layout.stride, second.layout.stride, strict=True)]
    shape = tuple(min(n, 1) if often else n for n, often in zip(first.shape, expanded, strict=True))
    once = StridedLayout(shape, first.layout.stride, 0)
    boxes = once.tiles(PIECE)
    return first.size // max(once.size, 1), ((first.read(box), second.read(box)) for box in boxes)


def is_plain(tensor: TensorNumbers) -> bool:
    """Whether the bytes of a tensor are its numbers, as NumPy has them."""
    plain = tensor.plain_bytes
    return plain is not None and tensor.dtype != "bool" and plain[2] == tensor.size * tensor.numpy_dtype.itemsize


def _plain_tiles(*tensors: TensorNumbers, pieces: slice = ALL) -> Iterator[tuple[Array, Array]]:
    places = [tensor.plain_bytes for tensor in tensors]
    rooms = [np.empty(min(PIECE, tensor.size), tensor.numpy_dtype) for tensor in tensors]
    for start in range(0, tensors[0].size, PIECE)[pieces]:
        rooms = [room[: tensors[0].size - start] for room in rooms]
        for place, room in zip(places, rooms, strict=True):
            assert place is not None
            stored, first, _ = place
            raw: Any = room.view(np.uint8)
            stored.read_into(memoryview(raw), first + start * room.itemsize)
        yield rooms[0], rooms[1]


# -- bytes that are the same -------------------------------------------------------------------------------------------


_PIECE = 1 << 18
"""Two of these stay in the cache of a core."""


def same_bytes(first: TensorNumbers, second: TensorNumbers, done: Callable[[int], None]) -> bool:
    """Whether both have one dtype and shape, and the same bytes in the same order.

    False says nothing of the numbers: they can lie in another order, or be -0 and 0. ``done`` is told the bytes of each
    that were read. A checksum that a file has of them is never asked: it proves no equality.
    """
    ours, theirs = first.plain_bytes, second.plain_bytes
    if ours is None or theirs is None or (first.dtype, first.shape) != (second.dtype, second.shape):
        return False
    return same_parts(ours[:2], theirs[:2], ours[2], done)


def same_stretch(first: TensorNumbers, second: TensorNumbers, pieces: slice) -> bool:
    """The same of some pieces of `core.numbers.tensor.PIECE` numbers, of tensors whose bytes are their numbers."""
    ours, theirs = first.plain_bytes, second.plain_bytes
    if ours is None or theirs is None or (first.dtype, first.shape) != (second.dtype, second.shape):
        return False
    each = PIECE * first.numpy_dtype.itemsize
    begin, end = pieces.start * each, min(pieces.stop * each, ours[2])
    return same_parts((ours[0], ours[1] + begin), (theirs[0], theirs[1] + begin), end - begin, lambda _: None)


def same_parts(first: tuple[Bytes, int], second: tuple[Bytes, int], size: int, done: Callable[[int], None]) -> bool:
    """Whether ``size`` bytes of two storages are the same, each from its own first byte on."""
    (stored, start), (other, begin) = first, second
    one, two = bytearray(min(size, _PIECE)), bytearray(min(size, _PIECE))
    for at in range(0, size, _PIECE):
        if size - at < len(one):
            del one[size - at :], two[size - at :]
        stored.read_into(memoryview(one), start + at)
        other.read_into(memoryview(two), begin + at)
        if one != two:
            return False
        done(len(one))
    return True

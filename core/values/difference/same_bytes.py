"""Whether two tensors have the same bytes, found at the speed at which they can be read."""

from __future__ import annotations

from collections.abc import Callable

from core.files.byte_source import Bytes
from core.numbers.tensor import PIECE, TensorNumbers

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

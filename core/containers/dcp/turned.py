"""The numbers of a tensor whose rows do not follow each other in its storage: transposed, or channels last.

torch saves a piece with the strides that it has, and what is put together of pieces is row by row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from operator import mul
from typing import ClassVar, NamedTuple

from core.dtypes import Shape
from core.errors import Malformed
from core.files.copy import CHUNK, Sink, Source
from core.formats.span import Span
from core.formats.tensor_node import contiguous
from core.words import say

_SPARSE = 2
"""Elements of a storage that are read for one that is wanted, at most."""


class ByteLayout(NamedTuple):
    """Where elements of ``item`` bytes lie: ``strides`` apart, from byte ``first`` of a storage on."""

    first: int
    shape: Shape
    strides: Shape
    item: int


_NOWHERE, _NOTHING = Span(0, 0, None), ByteLayout(0, (), (), 1)


class _Box(NamedTuple):
    """Some elements: a box of ``shape``, which begins at element ``start`` of the storage."""

    shape: Shape
    start: int


@dataclass(frozen=True)
class TurnedSpan(Span):
    """The numbers of a tensor, row by row, as they lie in ``storage``."""

    storage: Span = _NOWHERE
    layout: ByteLayout = _NOTHING

    is_verbatim: ClassVar[bool] = False
    is_whole_record: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Raises `Malformed` for elements that lie at the same place, which no file has."""
        steps = zip(self.layout.shape, self.layout.strides, strict=True)
        if not self.storage.is_verbatim or any(count > 1 and step < 1 for count, step in steps):
            raise Malformed(say("It is laid out as torch never writes it."))

    def read(self, source: Source, at: int, length: int) -> bytes:
        """Some of the bytes, in memory of about their size."""
        item = self.layout.item
        begin, end = at // item, -(-(at + length) // item)
        boxes = _boxes(self.layout.shape, self.layout.strides, 0, (begin, end))
        skipped = at - begin * item
        return b"".join(self._rows(source, box) for box in boxes)[skipped : skipped + length]

    def pieces(self, source: Source) -> Iterator[bytes]:
        """All bytes, a stretch at a time."""
        for at in range(0, self.size, CHUNK):
            yield self.read(source, at, min(CHUNK, self.size - at))

    def write(self, source: Source, sink: Sink) -> None:
        """Write all bytes."""
        for piece in self.pieces(source):
            sink.write_large(memoryview(piece))

    def _rows(self, source: Source, box: _Box) -> bytearray:
        """The elements of a box, row by row."""
        gathered = bytearray(prod(box.shape) * self.layout.item)
        strides = self.layout.strides[len(self.layout.strides) - len(box.shape) :]
        self._fill(source, gathered, (box, 0), (strides, contiguous(box.shape)))
        return gathered

    def _fill(self, source: Source, gathered: bytearray, part: tuple[_Box, int], apart: tuple[Shape, Shape]) -> None:
        """Put a part of a box where it is wanted: at an element of ``gathered``.

        ``apart`` is how far its elements lie from each other, in the storage and there.
        """
        (shape, start), to = part
        strides, steps = apart
        extent = 1 + sum((count - 1) * stride for count, stride in zip(shape, strides, strict=True))
        if extent > _SPARSE * prod(shape):
            widest = max(range(len(shape)), key=lambda at: (shape[at] > 1, strides[at]))
            one = (*shape[:widest], 1, *shape[widest + 1 :])
            for index in range(shape[widest]):
                inner = _Box(one, start + index * strides[widest]), to + index * steps[widest]
                self._fill(source, gathered, inner, apart)
            return
        item = self.layout.item
        data = self.storage.read(source, self.layout.first + start * item, extent * item)
        longest = max(range(len(shape)), key=shape.__getitem__, default=0)
        count, stride, step = shape[longest] if shape else 1, 1, 1
        if shape:
            stride, step = strides[longest], steps[longest]
        others = [range(each) if at != longest else (0,) for at, each in enumerate(shape)]
        for indices in product(*others):
            origin = sum(map(mul, indices, strides)) * item
            low = (to + sum(map(mul, indices, steps))) * item
            for byte in range(item):
                taken = slice(origin + byte, origin + byte + (count - 1) * stride * item + 1, stride * item)
                given = slice(low + byte, low + byte + (count - 1) * step * item + 1, step * item)
                gathered[given] = data[taken]


def _boxes(shape: Shape, strides: Shape, start: int, part: tuple[int, int]) -> Iterator[_Box]:
    """The boxes that make up the elements of a tensor from one to another, row by row."""
    begin, end = part
    if begin >= end:
        return
    if not shape or (begin == 0 and end == prod(shape)):
        yield _Box(shape, start)
        return
    row, step = prod(shape[1:]), strides[0]
    first, last = -(-begin // row), end // row
    if begin < first * row:
        before = first - 1
        rest = begin - before * row, min(end - before * row, row)
        yield from _boxes(shape[1:], strides[1:], start + before * step, rest)
    if first < last:
        yield _Box((last - first, *shape[1:]), start + first * step)
    if first <= last:
        yield from _boxes(shape[1:], strides[1:], start + last * step, (0, end - last * row))

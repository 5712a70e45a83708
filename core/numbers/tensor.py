"""The numbers of one tensor: whole, a part of it, or a tile at a time."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.dtypes import PACKED
from core.numbers.codecs import codec_of, swapped
from core.numbers.layout import Box, Layout, contiguous, whole
from core.numbers.quantised import Quantiser
from core.numbers.stored import StoredBytes

PIECE = 1 << 16
"""Numbers of a tile: what is made of them stays in the cache of a core."""


class Tile(NamedTuple):
    """The numbers of one box of a tensor; ``values`` has its shape, and is the reader's own until the next tile."""

    box: Box
    values: NDArray[Any]


class Reading(NamedTuple):
    """What makes numbers of the items of a storage beside their dtype.

    ``turned`` is the dtype of the storage where the file is of a machine of the other byte order, else empty;
    ``conjugate`` and ``negative`` say that the tensor is that of what is stored.
    """

    turned: str = ""
    quantiser: Quantiser | None = None
    conjugate: bool = False
    negative: bool = False


PLAIN = Reading()


class TensorNumbers:
    """The numbers of one tensor, as torch gives them; none is read before it is asked for.

    ``dtype`` is torch's, ``numpy_dtype`` that of the arrays given: those of NumPy and ml_dtypes, float32 for quantised
    tensors. ``shape`` counts numbers: the last dimension of a ``float4_e2m1fn_x2`` is twice as long as torch says it.
    """

    def __init__(
        self,
        dtype: str,
        layout: Layout,
        stored: StoredBytes,
        reading: Reading = PLAIN,
    ) -> None:
        self.dtype = dtype
        self.quantiser = reading.quantiser
        self._reading = reading
        self._codec = codec_of(dtype)
        self._stored = stored
        self.shape = layout.shape
        self._items = layout
        if self._codec.numbers > 1:
            self.shape, self._items = _packed(layout, dtype, self._codec.numbers)
        self.numpy_dtype = np.dtype(np.float32) if reading.quantiser is not None else self._codec.dtype

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return prod(self.shape)

    @property
    def repeats(self) -> int:
        """How often each number of `once` is there: more than once where a tensor was expanded."""
        once = self._items.once
        return self._items.size // once.size if once.size else 1

    @property
    def plain_bytes(self) -> tuple[StoredBytes, int, int] | None:
        """(storage, first byte, how many) of a tensor whose numbers follow each other there; None for all others.

        Two tensors of one dtype and shape with the same of these are equal.
        """
        if not self._items.is_contiguous or self._reading != PLAIN:
            return None
        item = self._codec.stored.itemsize
        return self._stored, self._items.offset * item, self._items.size * item

    def read(self, box: Box | None = None) -> NDArray[Any]:
        """The numbers of a box, or all, in an array of their own. Whoever asks sees to it that they fit into memory."""
        box = whole(self.shape) if box is None else box
        if self._codec.numbers > 1:
            return self._read_packed(box)
        part = self._items.part(box)
        out = np.empty(part.shape, self.numpy_dtype)
        for inner in part.tiles(PIECE):
            out[inner] = self._numbers(part.part(inner), _inside(box, inner))
        return out

    def tiles(self, most: int = PIECE) -> Iterator[Tile]:
        """All numbers, each once, in boxes of about ``most``, in the order in which they lie in the file."""
        if self._is_unbroken:
            yield Tile(whole(self.shape), self.read())
            return
        for box in self._items.tiles(most):
            yield Tile(self._widened(box), self._numbers(self._items.part(box), self._widened(box)))

    def once(self, most: int = PIECE) -> Iterator[NDArray[Any]]:
        """The numbers in flat pieces, in whatever order, those of expanded dimensions once: see `repeats`.

        For what does not ask where a number is.
        """
        if self._is_unbroken:
            yield self.read().reshape(-1)
            return
        items = self._items.once
        if items.is_dense:  # in whatever order the dimensions lie
            items = Layout((items.size,), (1,), items.offset) if self._is_anywhere else items
        for box in items.tiles(most):
            yield self._numbers(items.part(box), self._widened(box)).reshape(-1)

    @property
    def _is_unbroken(self) -> bool:
        """Whether bytes hold the end of a row and the beginning of the next: these are read whole."""
        return self._codec.numbers > 1 and len(self._items.shape) != len(self.shape)

    # -- from items to numbers -----------------------------------------------------------------------------

    @property
    def _is_anywhere(self) -> bool:
        """Whether a number can be told without knowing where it is."""
        return self.quantiser is None or self.quantiser.axis is None

    def _numbers(self, items: Layout, box: Box) -> NDArray[Any]:
        """The numbers of some items, at ``box`` in the tensor."""
        found = self._stored_items(items)
        if self._reading.turned:
            found = swapped(found, self._reading.turned)
        if self._codec.decode is not None:
            found = self._codec.decode(found)
        if self.quantiser is not None:
            return self.quantiser.real(found, box)
        if self._reading.conjugate:
            found = np.conjugate(found)
        return np.negative(found) if self._reading.negative else found

    def _stored_items(self, items: Layout) -> NDArray[Any]:
        item = self._codec.stored
        buffer = np.empty(items.reach, item)
        raw: Any = buffer.view(np.uint8)
        self._stored.read_into(memoryview(raw), items.offset * item.itemsize)
        if items.is_contiguous:
            return buffer.reshape(items.shape)
        strides = tuple(step * item.itemsize for step in items.stride)
        return np.lib.stride_tricks.as_strided(buffer, items.shape, strides, writeable=False)

    def _widened(self, box: Box) -> Box:
        """A box of items as a box of numbers."""
        times = self._codec.numbers
        if times == 1:
            return box
        return (*box[:-1], slice(box[-1].start * times, box[-1].stop * times, 1))

    def _read_packed(self, box: Box) -> NDArray[Any]:
        """The numbers of a box where several are in a byte: of all bytes that any of them is in."""
        times, last = self._codec.numbers, box[-1]
        if not self._is_unbroken:
            first, end = last.start // times, -(-last.stop // times)
            bytes_of = (*box[:-1], slice(first, max(end, first), 1))
            wide = (*box[:-1], slice(first * times, max(end, first) * times, 1))
            rest = slice(last.start - first * times, last.stop - first * times, last.step)
            return np.array(self._numbers(self._items.part(bytes_of), wide)[..., rest])
        flat = self._codec.decode(self._stored_items(self._items)) if self._codec.decode else np.empty(0)
        found = flat.reshape(-1)[: self.size].reshape(self.shape)
        if self.quantiser is not None:
            found = self.quantiser.real(found, whole(self.shape))
        return np.array(found[box])


def _inside(outer: Box, inner: Box) -> Box:
    """A box of a box, in the whole tensor."""
    found = []
    for around, each in zip(outer, inner, strict=True):
        step = around.step or 1
        found.append(slice(around.start + each.start * step, around.start + each.stop * step, step))
    return tuple(found)


def _packed(layout: Layout, dtype: str, times: int) -> tuple[tuple[int, ...], Layout]:
    """The shape in numbers and the layout in bytes of a tensor with several numbers in a byte."""
    if dtype not in PACKED:  # torch counts the bytes: float4
        shape = layout.shape
        return ((*shape[:-1], shape[-1] * times), layout) if shape else ((times,), Layout((1,), (1,), layout.offset))
    shape = layout.shape
    if shape and shape[-1] % times == 0:
        return shape, contiguous((*shape[:-1], shape[-1] // times), layout.offset // times)
    size = -(-layout.size // times)  # they follow each other across the rows
    return shape, contiguous((*(1 for _ in shape), size), layout.offset // times)

"""The numbers of one tensor: whole, a part of it, or a tile at a time."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import islice
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.dtypes import PACKED
from core.errors import Malformed
from core.files.byte_source import Bytes
from core.numbers.codecs import codec_of, turned_together
from core.numbers.layout import Box, StridedLayout, contiguous, in_pairs, whole
from core.numbers.places import Piece
from core.numbers.quantised import Quantiser
from core.numbers.stored import StoredBytes

PIECE = 1 << 16
"""Numbers of a tile: what is made of them stays in the cache of a core."""


ALL = slice(None)
"""All pieces."""


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


class Form(NamedTuple):
    """How the numbers of a tensor are read from the bytes of a storage: all but these bytes."""

    dtype: str
    layout: StridedLayout
    reading: Reading

    def over(self, stored: Bytes) -> TensorNumbers:
        """The numbers that these bytes are."""
        return TensorNumbers(self.dtype, self.layout, stored, self.reading)


class TensorNumbers:
    """The numbers of one tensor, as torch gives them; none is read before it is asked for.

    ``dtype`` is torch's, ``numpy_dtype`` that of the arrays given: those of NumPy and ml_dtypes, float32 for quantised
    tensors. ``shape`` counts numbers: for ``float4_e2m1fn_x2`` the dimension along which two are in a byte, the last
    one as a rule, is twice as long as torch says it.
    """

    def __init__(self, dtype: str, layout: StridedLayout, stored: Bytes, reading: Reading = PLAIN) -> None:
        self.dtype = dtype
        self.quantiser = reading.quantiser
        self._reading = reading
        self._codec = codec_of(dtype)
        self._stored = stored
        if self._codec.numbers > 1:  # from here on numbers are counted, and not bytes
            layout = contiguous(layout.shape, layout.offset) if dtype in PACKED else in_pairs(layout)
        self._items = layout
        self.shape = layout.shape
        self.numpy_dtype = np.dtype(np.float32) if reading.quantiser is not None else self._codec.dtype
        self._is_plain = self._codec.decode is None and reading == PLAIN

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def layout(self) -> StridedLayout:
        """How the items lie in the storage."""
        return self._items

    @property
    def repeats(self) -> int:
        """How often each number of `once` is there: more than once where a tensor was expanded."""
        once = self._distinct
        return self._items.size // once.size if once.size else 1

    @property
    def plain_bytes(self) -> tuple[StoredBytes, int, int] | None:
        """(storage, first byte, how many) of a tensor whose numbers follow each other there; None for all others.

        Two tensors of one dtype and shape with the same of these are equal.
        """
        items, numbers = self._items, self._codec.numbers
        if not isinstance(self._stored, StoredBytes):
            return None
        if not items.is_contiguous or self._reading != PLAIN or items.offset % numbers or items.size % numbers:
            return None
        item = self._codec.stored.itemsize
        return self._stored, items.offset // numbers * item, items.size // numbers * item

    def read(self, box: Box | None = None) -> NDArray[Any]:
        """The numbers of a box, or all, in an array of their own. Whoever asks sees to it that they fit into memory."""
        part = self._items if box is None else self._items.part(box)
        out: NDArray[Any] = np.empty(part.shape, self.numpy_dtype)
        if self._is_plain and part.is_contiguous:
            if out.size:
                raw: Any = out.reshape(-1).view(np.uint8)
                self._stored.read_into(raw.data, part.offset * out.itemsize)
            return out
        box = whole(self.shape) if box is None else box
        for inner in part.tiles(PIECE):
            out[inner] = self._numbers(part.part(inner), _inside(box, inner))
        return out

    def tiles(self, most: int = PIECE) -> Iterator[Tile]:
        """All numbers, each once, in boxes of at most ``most``, in the order in which they lie in the file.

        Raises `Malformed` for a tensor that says it has far more numbers than there could be.
        """
        self._check_count(self._items)
        for box in self._items.tiles(most):
            yield Tile(box, self._numbers(self._items.part(box), box))

    def once(self, most: int = PIECE, pieces: slice = ALL) -> Iterator[NDArray[Any]]:
        """The numbers in flat pieces, in whatever order, those of expanded dimensions once: see `repeats`.

        ``pieces`` are some of the `piece_count`, with a step of 1: they are the same wherever they are read, as they
        follow from the tensor alone. Raises `Malformed` as `tiles` does.
        """
        return (values for _, values in self.located(most, pieces))

    def located(self, most: int = PIECE, pieces: slice = ALL) -> Iterator[tuple[Piece, NDArray[Any]]]:
        """As `once`, with where the numbers of each piece stand."""
        items = self._distinct
        self._check_count(items)
        if self._is_anywhere and items.is_dense:  # in whatever order the dimensions lie
            for first in range(0, items.size, most)[pieces]:
                run = StridedLayout((min(most, items.size - first),), (1,), items.offset + first)
                yield Piece(self.shape, items, first), self._numbers(run, ())
            return
        for box in islice(items.tiles(most), pieces.start, pieces.stop):
            yield Piece(self.shape, items, 0, box), self._numbers(items.part(box), box).reshape(-1)

    def piece_count(self, most: int = PIECE) -> int:
        """How many pieces `once` gives."""
        items = self._distinct
        self._check_count(items)
        if self._is_anywhere and items.is_dense:
            return -(-items.size // most)
        return items.tile_count(most)

    def part(self, box: Box) -> TensorNumbers:
        """A box of the tensor as a tensor of its own."""
        part = copy(self)
        part._items = self._items.part(box)  # noqa: SLF001 - of the same class
        part.shape = tuple(len(range(each.start, each.stop, each.step or 1)) for each in box)
        part.quantiser = self.quantiser and self.quantiser.part(box)
        return part

    def sample(self, most: int) -> NDArray[Any]:
        """About ``most`` numbers from all over the tensor in a flat array; all, as `once`, where it has no more."""
        items = self._distinct
        if items.size <= most:
            return np.concatenate([np.empty(0, self.numpy_dtype), *self.once()])
        if self._is_anywhere and items.is_dense:
            items = StridedLayout((items.size,), (1,), items.offset)
        found = [self._numbers(items.part(box), box).reshape(-1) for box in items.sample(most)]
        return np.concatenate(found)

    def in_order(self) -> Iterator[NDArray[Any]]:
        """The numbers in flat pieces in the order of their places: the last dimension first.

        Raises `Malformed` as `tiles` does.
        """
        self._check_count(self._items)
        for box in contiguous(self.shape).tiles(PIECE if self._items.is_contiguous else _SCATTERED):
            yield self.read(box).reshape(-1)

    @property
    def is_turned(self) -> bool:
        """Whether the numbers follow each other with the first dimension first, as those of a transposed matrix do."""
        return not self._items.is_contiguous and self._items.turned.is_contiguous and self._is_anywhere

    def turned(self) -> TensorNumbers:
        """The same with the dimensions in reverse."""
        found = copy(self)
        found._items = self._items.turned  # noqa: SLF001 - of the same class
        found.shape = self.shape[::-1]
        return found

    # -- from items to numbers -----------------------------------------------------------------------------

    @property
    def _is_anywhere(self) -> bool:
        """Whether a number can be told without knowing where it is."""
        return self.quantiser is None or self.quantiser.axis is None

    @property
    def _distinct(self) -> StridedLayout:
        return self._items.once if self._is_anywhere else self._items

    def _check_count(self, items: StridedLayout) -> None:
        """A few bytes, strided over each other, can claim numbers without end."""
        if items.size > _MOST and items.size > _OVERLAP * items.reach:
            raise Malformed(
                "A tensor claims {size:,} numbers in only {reach:,} positions: its strides make them overlap. The "
                "file is damaged or malicious.",
                size=items.size,
                reach=items.reach,
            )

    def _numbers(self, items: StridedLayout, box: Box) -> NDArray[Any]:
        found = self._stored_items(items)
        if self._codec.decode is not None and self._codec.numbers == 1:
            found = self._codec.decode(found)
        if self.quantiser is not None:
            return self.quantiser.real(found, box)
        if self._reading.conjugate:
            found = np.conjugate(found)
        return np.negative(found) if self._reading.negative else found

    def _stored_items(self, items: StridedLayout) -> NDArray[Any]:
        """The items as they are stored; where several numbers are in one, the numbers."""
        buffer = self._run(items.offset, items.reach)
        if items.is_contiguous:
            return buffer.reshape(items.shape)
        strides = tuple(step * buffer.itemsize for step in items.stride)
        return np.ndarray(items.shape, buffer.dtype, buffer, strides=strides)

    def _run(self, first: int, count: int) -> NDArray[Any]:
        """Items that follow each other in the storage."""
        item, numbers = self._codec.stored, self._codec.numbers
        if numbers > 1 and self._codec.decode is not None and count:
            begin = first // numbers
            raw = self._bytes(begin, -(-(first + count) // numbers) - begin)
            return self._codec.decode(raw)[first - begin * numbers :][:count]
        return self._bytes(first * item.itemsize, count * item.itemsize).view(item)

    def _bytes(self, first: int, count: int) -> NDArray[np.uint8]:
        together = turned_together(self._reading.turned) if self._reading.turned else 1
        lead = first % together
        buffer = np.empty(-(-(lead + count) // together) * together, np.uint8)
        if count:
            self._stored.read_into(buffer.data, first - lead)
        if together > 1:
            buffer = buffer.view(f"u{together}").byteswap().view(np.uint8)
        return buffer[lead : lead + count]


_SCATTERED = 1 << 24
"""Numbers that are gathered at once where others lie between them: each time all of these may have to be read."""
_MOST = 1 << 34
"""Numbers of a tensor that no check asks about: 64 GiB of float32."""
_OVERLAP = 64
"""How many numbers there may be for each item between the first and the last: windows that slide have some."""


def _inside(outer: Box, inner: Box) -> Box:
    """A box of a box, in the whole tensor."""
    found = []
    for around, each in zip(outer, inner, strict=True):
        step = around.step or 1
        found.append(slice(around.start + each.start * step, around.start + each.stop * step, step))
    return tuple(found)

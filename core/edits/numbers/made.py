"""The bytes of a storage as a recipe makes them: converted, with other numbers over them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.dtypes import STORAGE_OF
from core.edits.diff import ByteTransform, Patch
from core.files.byte_source import Bytes
from core.numbers.codecs import codec_of, turned_together
from core.numbers.convert import all_kept, can_lose, converted, losses
from core.numbers.fitting import fitted, item_of
from core.numbers.layout import Box, StridedLayout, whole

if TYPE_CHECKING:
    from core.edits.numbers.theirs import Theirs

Array = NDArray[Any]


_BITS: dict[int, np.dtype[Any]] = {1: np.dtype(np.uint8), 2: np.dtype(np.uint16)}


class Maker:
    """Makes items of a storage by a recipe.

    ``first`` is the item of the storage that the first one asked for is: of what is cut out of one, the items before
    it are not there. ``turned`` is the dtype of the storage in a file of a machine of the other byte order, which the
    new file is of too; else empty. ``theirs`` are files that tensors are put in from, None for a recipe without any.
    ``lost`` counts, of the numbers cast so far, those that are now beyond what the dtype holds, and those now zero.
    """

    def __init__(self, recipe: ByteTransform, theirs: Theirs | None, turned: str = "", first: int = 0) -> None:
        self.saved, self.made = codec_of(recipe.saved), codec_of(recipe.dtype)
        self._recipe = recipe
        self._turned = turned
        self._loses = recipe.casts and can_lose(recipe.saved, recipe.dtype)
        self.lost = 0, 0
        self._patches = [_Patcher(patch, recipe.dtype, theirs, first) for patch in recipe.patches]

    def items(self, raw: Array, first: int) -> Array:
        """The items that those of the source from ``first`` on, as bytes, become. The bytes may be overwritten."""
        items = _around(raw, self._turned).view(self.saved.stored)
        if self._recipe.casts:
            items = self._cast(self._decoded(items))
        for patch in self._patches:
            if patch.first < first + items.size and first < patch.end:
                if not items.flags.writeable:
                    items = items.copy()
                patch.put(items, first)
        return _around(items.view(np.uint8), planned_turn(self._recipe, self._turned)).view(items.dtype)

    def numbers(self, raw: Array) -> Array:
        """The numbers that the source has in some bytes."""
        return self._decoded(_around(raw, self._turned).view(self.saved.stored))

    def _cast(self, numbers: Array) -> Array:
        made = converted(numbers, self._recipe.dtype)
        if self._loses and not all_kept(made, self._recipe.dtype):
            found = losses(numbers, self._recipe.dtype)
            self.lost = (self.lost[0] + found[0], self.lost[1] + found[1]) if any(found) else self.lost
        return made

    def _decoded(self, items: Array) -> Array:
        return items if self.saved.decode is None else self.saved.decode(items)


def planned_turn(recipe: ByteTransform, turned: str) -> str:
    """The dtype by which torch turns the bytes of a storage that a recipe makes; empty where it turns none.

    ``turned`` is that of the storage of the source. An untyped storage says none.
    """
    if not turned or not recipe.casts:
        return turned
    return recipe.dtype if recipe.dtype in STORAGE_OF else "uint8"


def _around(raw: Array, turned: str) -> Array:
    """Bytes with those of each number the other way round, for a storage of dtype ``turned``."""
    together = turned_together(turned) if turned else 1
    return raw if together == 1 else raw.view(f"u{together}").byteswap().view(np.uint8)


class MadeBytes:
    """The bytes of a storage that a recipe makes of those that are ``stored``; worked out when they are asked for."""

    def __init__(self, stored: Bytes, maker: Maker) -> None:
        self._stored, self._maker = stored, maker

    @property
    def size(self) -> int:
        """Bytes, of the dtype that is made."""
        return self._stored.size // self._maker.saved.stored.itemsize * self._maker.made.stored.itemsize

    def read_into(self, buffer: memoryview, offset: int) -> int:
        before, after = self._maker.saved.stored.itemsize, self._maker.made.stored.itemsize
        first, end = offset // after, -(-(offset + len(buffer)) // after)
        raw = np.empty((end - first) * before, np.uint8)
        view: Any = raw
        self._stored.read_into(memoryview(view), first * before)
        made = self._maker.items(raw, first).view(np.uint8)
        np.frombuffer(buffer, np.uint8)[:] = made[offset - first * after :][: len(buffer)]
        return len(buffer)


class _Patcher:
    """Puts the numbers of one patch over items that are made a piece at a time."""

    def __init__(self, patch: Patch, dtype: str, theirs: Theirs | None, first: int) -> None:
        self._where = patch.where._replace(offset=patch.where.offset - first)
        self._dtype = dtype
        self._put = patch.put
        self._theirs = theirs
        self._item = item_of(patch.value, dtype) if patch.put is None else None
        self.first = self._where.offset
        self.end = self.first + self._where.reach

    def put(self, items: Array, first: int) -> None:
        """Put what belongs there over items of which the first is number ``first`` of the storage."""
        order = sorted(range(len(self._where.shape)), key=lambda axis: -self._where.stride[axis])
        self._fill(items, self._where._replace(offset=self._where.offset - first), whole(self._where.shape), order)

    def _fill(self, items: Array, where: StridedLayout, box: Box, order: list[int]) -> None:
        """The same, of a box of the patch that lies at ``where``: whole, or split along its farthest dimension."""
        if where.offset >= items.size or where.offset + where.reach <= 0:
            return
        if where.offset >= 0 and where.offset + where.reach <= items.size:
            bits: Array = items.view(_BITS.get(items.itemsize, items.dtype))  # NumPy strides no dtype of ml_dtypes
            strides = tuple(step * items.itemsize for step in where.stride)
            view = np.lib.stride_tricks.as_strided(bits[where.offset :], where.shape, strides)
            view[...] = self._numbers(box).view(bits.dtype)
            return
        axis, rest = order[0], order[1:]
        step, size = where.stride[axis], where.shape[axis]
        one = where._replace(shape=(*where.shape[:axis], 1, *where.shape[axis + 1 :]))
        # Of the places along it, those whose numbers are all there, and the few of which only a part is.
        low = max(0, -(-(1 - where.offset - one.reach) // step))
        high = min(size, -(-(items.size - where.offset) // step))
        inner_low = min(max(low, -(where.offset // step)), high)
        inner_high = max(min(high, (items.size - where.offset - one.reach) // step + 1), inner_low)
        for at in (*range(low, inner_low), *range(inner_high, high)):
            self._fill(items, one._replace(offset=where.offset + at * step), _narrowed(box, axis, at, at + 1), rest)
        if inner_high > inner_low:
            shape = (*where.shape[:axis], inner_high - inner_low, *where.shape[axis + 1 :])
            there = StridedLayout(shape, where.stride, where.offset + inner_low * step)
            self._fill(items, there, _narrowed(box, axis, inner_low, inner_high), order)

    def _numbers(self, box: Box) -> Array:
        if self._put is None:
            assert self._item is not None
            return self._item
        assert self._theirs is not None
        return fitted(self._theirs.read(self._put, box), self._dtype)


def _narrowed(box: Box, axis: int, low: int, high: int) -> Box:
    """A box whose slice along one axis is cut to its places from ``low`` to ``high``."""
    return (*box[:axis], slice(box[axis].start + low, box[axis].start + high, 1), *box[axis + 1 :])

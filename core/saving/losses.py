"""What a plan to cast tensors loses: counted while it is saved, and read for it as far as that did not count it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.catalogue.catalogue import Catalogue
from core.dtypes import ITEM_SIZES
from core.edits.diff import ByteTransform, Patch
from core.edits.numbers.made import Maker
from core.edits.numbers.theirs import Theirs
from core.edits.preview import Preview
from core.numbers.convert import can_lose, losses
from core.numbers.layout import contiguous
from core.numbers.reader import Numbers
from core.progress import Tick, ignore

_PIECE = 1 << 18
"""Bytes that are looked at at once: they stay in the cache."""


class Loss(NamedTuple):
    """Of the tensor at ``entry``, and those tied to it, ``beyond`` numbers are outside what ``dtype`` holds.

    They become infinite, NaN or its largest number. ``vanished`` others become zero. ``numbers`` are there in all.
    """

    entry: int
    dtype: str
    numbers: int
    beyond: int
    vanished: int


def cast_losses(
    preview: Preview, tick: Tick | None = None, *, known: Mapping[int, tuple[int, int]] = MappingProxyType({})
) -> tuple[Loss, ...]:
    """What each storage that is cast, and each tensor that is put in, loses; only those that lose something.

    ``tick`` is told the bytes read, and may raise `Cancelled`. Storages of which it is ``known`` are not read. Raises
    what reading raises: `SourceChanged`, `CannotOpen`, `Truncated`.
    """
    catalogue, recipes = preview.catalogue, preview.draft.recipes
    wanted = [at for at, recipe in recipes.items() if preview.storages_kept[at] and _may_lose(recipe)]
    unread = [at for at in wanted if at not in known]
    lost = {**known, **dict(_counted(preview, unread, tick or ignore))} if unread else known
    return tuple(
        Loss(_entry(catalogue, at), recipes[at].dtype, _count(catalogue, at, recipes[at]), *lost[at])
        for at in wanted
        if any(lost[at])
    )


def _entry(catalogue: Catalogue, storage: int) -> int:
    """The first tensor of a storage."""
    return catalogue.tree.tensors[catalogue.rows_of_storage[storage][0]]


def _counted(preview: Preview, storages: Sequence[int], tick: Tick) -> Iterator[tuple[int, tuple[int, int]]]:
    """How many numbers of each storage are beyond and vanish."""
    catalogue = preview.catalogue
    total = sum(catalogue.storage_columns.nbytes[at] for at in storages)
    done = 0
    with Numbers(catalogue) as numbers, Theirs() as theirs:
        for storage in storages:
            recipe = preview.draft.recipes[storage]
            turned = catalogue.storage_columns.dtypes[storage] if numbers.is_big_endian else ""
            beyond = vanished = 0
            for part in _numbers(numbers, storage, Maker(recipe, theirs, turned), recipe, theirs):
                tick(done, total)
                lost = losses(part, recipe.dtype)
                beyond, vanished = beyond + lost[0], vanished + lost[1]
                done = min(done + part.nbytes, total)
            yield storage, (beyond, vanished)
    tick(total, total)


def _may_lose(recipe: ByteTransform) -> bool:
    saved = [recipe.saved] if recipe.casts else []
    return any(can_lose(dtype, recipe.dtype) for dtype in (*saved, *_put_in(recipe)))


def _put_in(recipe: ByteTransform) -> Iterator[str]:
    """The dtypes of the tensors that are put in."""
    return (patch.put.dtype for patch in recipe.patches if patch.put is not None and patch.put.dtype != recipe.dtype)


def _numbers(
    numbers: Numbers, storage: int, maker: Maker, recipe: ByteTransform, theirs: Theirs
) -> Iterator[NDArray[Any]]:
    """The numbers that are cast: those of a storage, and of the tensors that are put over them."""
    if recipe.casts and can_lose(recipe.saved, recipe.dtype) and not _covered(numbers, storage, recipe):
        stored = numbers.stored(storage)
        buffer = np.empty(min(_PIECE, stored.size), np.uint8)
        whole = stored.size - stored.size % maker.saved.stored.itemsize
        for at in range(0, whole, _PIECE):
            part: Any = buffer[: whole - at]
            stored.read_into(memoryview(part), at)
            yield maker.numbers(part)
    for patch in recipe.patches:
        if patch.put is not None and patch.put.dtype != recipe.dtype:
            yield from _put_numbers(patch, theirs)


def _covered(numbers: Numbers, storage: int, recipe: ByteTransform) -> bool:
    """Whether all numbers of a storage are replaced by those of another tensor."""
    count = _count(numbers.catalogue, storage, recipe)
    return any(patch.put is not None and patch.where.is_dense and patch.where.size == count for patch in recipe.patches)


def _count(catalogue: Catalogue, storage: int, recipe: ByteTransform) -> int:
    return catalogue.storage_columns.nbytes[storage] // ITEM_SIZES[recipe.saved]


def _put_numbers(patch: Patch, theirs: Theirs) -> Iterator[NDArray[Any]]:
    assert patch.put is not None
    for box in contiguous(patch.put.shape).tiles(_PIECE):
        yield theirs.read(patch.put, box)

"""Storages cut to the bytes that tensors use.

A view is saved with the whole storage it looks into: one row of an embedding takes the table along. Here each stretch
of bytes that tensors use becomes a storage of its own. Tensors that overlap stay together, so nothing that was shared
is taken apart; what no tensor looks at is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.rows import TensorRow
from core.dtypes import ITEM_SIZES, PACKED
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, Option
from core.edits.steps import Names, Step
from core.words import marked, say

if TYPE_CHECKING:
    from core.edits.script import Script

WORTHWHILE = 0.75
"""A storage is cut when tensors use less than this part of it."""

_ALIGNMENT = 16  # bytes; the item size of every dtype divides it


class UsedBytes(NamedTuple):
    """Bytes ``start`` to ``end`` of a storage, and the tensor ``rows`` that lie in them."""

    start: int
    end: int
    rows: tuple[int, ...]


class Cut(NamedTuple):
    """A storage (its index) and the stretches that are left of it; none overlap."""

    storage: int
    stretches: tuple[UsedBytes, ...]
    saved: int
    """Bytes that go."""


def cuts(catalogue: Catalogue, gone: bytes, row_of: Callable[[int], TensorRow] | None = None) -> list[Cut]:
    """The storages worth cutting. ``gone`` says which entries are left out of the file; empty where none is.

    ``row_of`` says how tensors lie in the storages of the source, where a plan has them lie otherwise than saved.
    """
    row_of = row_of or catalogue.tensors.__getitem__
    kept: dict[int, list[int]] = {}
    for row, (entry, storage) in enumerate(zip(catalogue.tree.tensors, catalogue.storage_of, strict=True)):
        if not (gone and gone[entry]):
            kept.setdefault(storage, []).append(row)
    found = []
    for storage, rows in kept.items():
        nbytes = catalogue.storage_columns.nbytes[storage]
        tensors = {row: row_of(row) for row in rows}
        if storage in catalogue.carried or any(tensor.dtype in PACKED for tensor in tensors.values()):
            continue  # what carries a tensor is its copy, and torch counts no bytes where several elements share one
        if sum(tensor.nbytes for tensor in tensors.values()) >= nbytes:
            continue  # nearly all: a tensor that is its whole storage
        stretches = _stretches(tensors.items(), nbytes)
        used = sum(stretch.end - stretch.start for stretch in stretches)
        if used < WORTHWHILE * nbytes:
            found.append(Cut(storage, tuple(stretches), nbytes - used))
    return found


def _stretches(tensors: Iterable[tuple[int, TensorRow]], nbytes: int) -> list[UsedBytes]:
    spans = sorted((*_span(tensor), row) for row, tensor in tensors)
    found: list[UsedBytes] = []
    for first, last_plus_one, row in spans:
        start = first - first % _ALIGNMENT
        end = min(last_plus_one + -last_plus_one % _ALIGNMENT, nbytes)
        if found and (start < found[-1].end or start == end):
            last = found[-1]
            found[-1] = UsedBytes(last.start, max(last.end, end), (*last.rows, row))
        else:
            found.append(UsedBytes(start, end, (row,)))
    return found


def _span(row: TensorRow) -> tuple[int, int]:
    """The bytes from the first to the last element of a tensor."""
    size = ITEM_SIZES[row.dtype]
    start = row.storage_offset * size
    if 0 in row.shape:
        return start, start
    reach = sum((length - 1) * step for length, step in zip(row.shape, row.stride, strict=True))
    return start, start + (reach + 1) * size


# -- the edit --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Compact(Edit):
    """Storages keep only the bytes that tensors use, as after ``.clone()``; tensors that overlap stay shared."""

    options = (
        Option(
            "compact",
            "",
            "",
            marked("cut storages down to what tensors use"),
            lambda _, __: [Compact()],
            lambda _: say("cut storages to what tensors use"),
        ),
    )

    def apply(self, draft: Draft) -> Effect:
        """Done at the end, when it is known which tensors stay."""
        return NO_EFFECT

    @classmethod
    def finish(cls, draft: Draft, edits: Iterable[Edit]) -> None:
        _cut_storages(draft)

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return say("cut storages to what tensors use")

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("cut storages to what is used")

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("compact")]

    def in_torch(self, script: Script) -> None:
        """Told by the storages that are cut in the end."""


def _cut_storages(draft: Draft) -> None:
    """Have the tensors of storages that are far too large lie in storages of their own."""
    for cut in cuts(draft.catalogue, draft.gone(), draft.laid_out):
        storage = draft.catalogue.storages[cut.storage]
        recipe = draft.recipes.get(cut.storage)
        left = storage.nbytes - cut.saved
        draft.shrink(cut.storage, left if recipe is None else recipe.nbytes(left))
        for start, end, rows in cut.stretches:
            if recipe is None:
                new = draft.add_storage(storage.dtype, end - start, source=cut.storage, start=start)
            else:
                new = draft.add_storage(recipe.dtype, recipe.nbytes(end - start), source=cut.storage, start=start)
            for row in rows:
                tensor = draft.laid_out(row)
                draft.put_piece(row, new, tensor.storage_offset - start // ITEM_SIZES[tensor.dtype])

"""The file that a plan makes, as a catalogue: who shows, counts or judges takes it as one that was opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.lazy_rows import Table
from core.catalogue.rows import OptimizerEntry, TensorRow
from core.catalogue.storages import DeviceTotal, Storage, StorageColumns
from core.catalogue.tree import Tree
from core.dtypes import ITEM_SIZES, STORAGE_OF
from core.edits.diff import FIRST_KEY, key_as_planned
from core.edits.draft import Draft
from core.pickling.nodes import DictNode


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PlannedCatalogue(Catalogue):
    """What a plan makes of a file: the entries of that file, with their planned keys and paths, ``gone`` where they
    are left out, and its tensors and storages with planned dtypes, shapes, strides, devices and sizes.

    Storages that the plan adds come after those of the source. The graph (``values``, ``homes``, ``labels`` of the
    tree) is that of the source, which ``saved`` is: what is written of it, `core.edits.preview.Preview.edited_graph`
    says. Tensors that are no entry of the source are `Draft.new_tensors`.
    """

    draft: Draft

    @property
    def saved(self) -> Catalogue:
        return self.draft.catalogue

    @property
    def laid_out_as(self) -> Catalogue:
        """The file as it is, where all tensors stay and differ in no more than their devices and keys."""
        return self if self.gone or self.tensors is not self.saved.tensors else self.saved

    def label(self, entry: int) -> Any:
        if entry in self.draft.moved:
            base, keys = self.draft.moved[entry]
            return keys[-1] if keys else self._label_at_home(base)
        return self._label_at_home(entry)

    def _label_at_home(self, entry: int) -> Any:
        """The planned key of an entry in the container that it was saved in."""
        tree, rewrite = self.tree, self.draft.rewrite
        home, label = tree.homes[entry], tree.labels[entry]
        if not isinstance(label, (str, int)) and rewrite.nodes:
            label = key_as_planned(label, rewrite.nodes)
        if id(home) not in rewrite.homes:
            return label
        if type(home) is DictNode:
            return rewrite.names.get((id(home), tree.slots[entry]), label)
        return rewrite.index_of(home, tree.slots[entry])

    def path(self, entry: int) -> tuple[Any, ...]:
        """The planned keys from the new root down."""
        moved, root = self.draft.moved, self.draft.root
        keys: list[Any] = []
        while entry > 0 and entry != root:
            if entry in moved and moved[entry][0] != entry:
                entry, below = moved[entry]
                keys += reversed(below)
                continue
            keys.append(self._label_at_home(entry))
            entry = self.tree.parents[entry]
        return tuple(reversed(keys))

    @property
    def state_of(self) -> dict[int, OptimizerEntry]:
        return self.saved.state_of

    def name_of(self, item: OptimizerEntry) -> str | None:
        """The planned key of the parameter, where it is the key of a state dict that is its name."""
        if item.parameter is None or self.saved.labels[item.parameter] != item.name:
            return item.name
        return str(self.label(item.parameter))

    @cached_property
    def parts_of_storage(self) -> Sequence[tuple[int, ...]]:
        """For each storage, the numbers of the files that its bytes lie in now; none of what the plan makes."""
        saved = self.saved.parts_of_storage
        return [*saved, *(saved[new.source] if new.source >= 0 else () for new in self.draft.added)]


def planned_catalogue(draft: Draft, gone: bytes, totals: tuple[DeviceTotal, ...]) -> PlannedCatalogue:
    """The catalogue of the file that a draft has become.

    ``gone`` marks the entries that are left out, ``totals`` are those of the devices of what stays.
    """
    saved = draft.catalogue
    columns = _storage_columns(draft, gone)
    tensors, tree, storage_of = saved.tensors, saved.tree, saved.storage_of
    if draft.layouts or draft.pieces or any(recipe.casts for recipe in draft.recipes.values()):
        if draft.pieces:
            moved = {row: len(saved.storages) + piece for row, (piece, _) in draft.pieces.items()}
            storage_of = [moved.get(row, storage) for row, storage in enumerate(storage_of)]
        tensors, tree = _tensors(draft), _with_facts(draft, columns, storage_of)

    def storages(first: int, end: int) -> list[Storage]:
        return [Storage(*each) for each in zip(*(column[first:end] for column in columns), strict=True)]

    return PlannedCatalogue(
        saved.checkpoint,
        tree,
        saved.rows,
        tensors,
        storage_of,
        Table(len(columns.keys), storages),
        columns,
        totals,
        saved.state_dicts,
        saved.optimizers,
        saved.prefixes,
        saved.globals,
        saved.carried,
        saved.in_pickle,
        gone,
        draft=draft,
    )


def _storage_columns(draft: Draft, gone: bytes) -> StorageColumns:
    """Those of the source, and then those that are added; nothing is left of one that is cut into such.

    A piece stays on the device of its tensor, also where that is of an array that becomes a tensor.
    """
    catalogue, added = draft.catalogue, draft.added
    saved = catalogue.storage_columns
    dtypes, sizes = list(saved.dtypes), list(saved.nbytes)
    for at, recipe in draft.recipes.items():
        if recipe.casts:
            dtypes[at], sizes[at] = _storage_dtype(recipe.dtype), recipe.nbytes(sizes[at])
    for at in draft.shrunk:
        sizes[at] = 0
    of_pieces = {piece: draft.devices[catalogue.storage_of[row]] for row, (piece, _) in draft.pieces.items()}
    return StorageColumns(
        [*saved.keys, *(new.key for new in added)],
        [*draft.devices, *(of_pieces.get(at, "cpu") for at in range(len(added)))],
        [*dtypes, *(_storage_dtype(new.dtype) for new in added)],
        [*sizes, *(new.nbytes for new in added)],
        _tensors_of_storages(draft, gone),
    )


def _storage_dtype(dtype: str) -> str:
    """The dtype of a storage that holds tensors of one: as an untyped one counts, where no class stands for it."""
    return dtype if dtype in STORAGE_OF else "uint8"


def _tensors_of_storages(draft: Draft, gone: bytes) -> Sequence[int]:
    """How many tensors that are in the file each storage has."""
    catalogue = draft.catalogue
    if not gone and not draft.added:
        return catalogue.storage_columns.tensors
    first_added = len(catalogue.storages)
    counts = [0] * (first_added + len(draft.added))
    for row, (entry, storage) in enumerate(zip(catalogue.tree.tensors, catalogue.storage_of, strict=True)):
        if not gone or not gone[entry]:
            piece = draft.pieces.get(row)
            counts[storage if piece is None else first_added + piece[0]] += 1
    for tensor in draft.new_tensors:
        counts[first_added + int(tensor.storage) - FIRST_KEY] += 1
    return counts


def _tensors(draft: Draft) -> Table[TensorRow]:
    saved = draft.catalogue.tensors

    def made(first: int, end: int) -> list[TensorRow]:
        return [_tensor(draft, row, tensor) for row, tensor in enumerate(saved[first:end], first)]

    return Table(len(saved), made)


def _tensor(draft: Draft, row: int, tensor: TensorRow) -> TensorRow:
    recipe, piece = draft.recipes.get(tensor.storage), draft.pieces.get(row)
    if row in draft.layouts:
        tensor = draft.laid_out(row)
    if recipe is not None and recipe.casts:
        nbytes = tensor.nbytes // ITEM_SIZES[tensor.dtype] * ITEM_SIZES[recipe.dtype]
        tensor = tensor._replace(dtype=recipe.dtype, nbytes=nbytes)
    if piece is not None:
        tensor = tensor._replace(storage=len(draft.catalogue.storages) + piece[0], storage_offset=piece[1])
    return tensor


def _with_facts(draft: Draft, columns: StorageColumns, storage_of: Sequence[int]) -> Tree:
    """The tree with the planned facts of tensors: a tree of its own, so that nothing worked out of the other stands."""
    catalogue, facts = draft.catalogue, draft.catalogue.tree.facts
    cast = {at: recipe.dtype for at, recipe in draft.recipes.items() if recipe.casts}
    dtypes = [cast.get(at, dtype) for at, dtype in zip(catalogue.storage_of, facts.dtypes, strict=True)]
    shapes, strides, offsets = list(facts.shapes), list(facts.strides), list(facts.offsets)
    elements = list(facts.elements)
    for row, layout in draft.layouts.items():
        shapes[row], strides[row], offsets[row] = layout
        elements[row] = layout.size
    for row, (_, offset) in draft.pieces.items():
        offsets[row] = offset
    keys, devices, storage_dtypes, sizes, _ = columns
    planned = facts._replace(
        keys=[keys[at] for at in storage_of],
        devices=[devices[at] for at in storage_of],
        storage_dtypes=[storage_dtypes[at] for at in storage_of],
        storage_bytes=[sizes[at] for at in storage_of],
        dtypes=dtypes,
        shapes=shapes,
        strides=strides,
        offsets=offsets,
        elements=elements,
    )
    return replace(catalogue.tree, facts=planned)

"""Builds the catalogue of a checkpoint: lays out its graph, and works out what is in it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import repeat
from operator import mul
from typing import TYPE_CHECKING

from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import Checkpoint, no_collector, open_checkpoint
from core.catalogue.lazy_rows import Table
from core.catalogue.modules import outermost_optimizers
from core.catalogue.optimizers.find import find_optimizers
from core.catalogue.optimizers.models import models_of
from core.catalogue.prefixes import find_prefixes
from core.catalogue.roles import find_state_dicts, optimizer_spans, roles_of
from core.catalogue.rows import TensorRow
from core.catalogue.storages import (
    Storage,
    StorageColumns,
    check_storages,
    device_totals,
    each_its_own,
    named_alike,
    shared_copies,
    storages_of,
)
from core.catalogue.tree import Tree, lay_out
from core.dtypes import ITEM_SIZES, PACKED, packed_bytes
from core.objects.global_names import foreign_names
from core.objects.tensors import is_packed
from core.progress import Tick, ignore

if TYPE_CHECKING:
    from pathlib import Path


def open_catalogue(  # noqa: PLR0913 - each is a question of its own
    path: str | Path,
    tick: Tick | None = None,
    *,
    alone: bool = False,
    as_parts: bool = False,
    follow_links: bool = False,
    download: bool = False,
) -> Catalogue:
    """The catalogue of a checkpoint, from directories and pickles: no tensor is read, and nothing in it is run.

    ``alone``, ``as_parts``, ``follow_links`` and ``download`` are as in `open_checkpoint`.

    Raises a `core.errors.CheckpointError` that says what is the matter and what to do, or `Cancelled` when ``tick``
    does.
    """
    ways = {"alone": alone, "as_parts": as_parts, "follow_links": follow_links, "download": download}
    checkpoint = open_checkpoint(path, tick, **ways)
    return build_catalogue(checkpoint, tick)


def build_catalogue(checkpoint: Checkpoint, tick: Tick | None = None) -> Catalogue:
    """Lay out a checkpoint as tables.

    Raises `Malformed` or `Truncated` when tensors do not fit their storages or the storages the file.
    """
    tick = tick or ignore
    with no_collector():
        tree, alone = _laid_out(checkpoint, tick)
        columns, storage_of = storages_of(tree, checkpoint.mentions.persistent, alone=alone)
        carried = frozenset(map(storage_of.__getitem__, tree.carried))
        in_pickle = frozenset(storage_of[row] for row in tree.carried if not tree.facts.keys[row])
        check_storages(checkpoint, columns, in_pickle)
        foreign = foreign_names(checkpoint.mentions.names)
        spans = optimizer_spans(tree)
        whole = [(entry, tree.ends[entry]) for entry in outermost_optimizers(tree)] if foreign else []
        state_dicts = find_state_dicts(tree, sorted([*spans, *whole]))
        roles = roles_of(tree, state_dicts, spans, whole)
        catalogue = Catalogue(
            checkpoint,
            tree,
            _rows(tree),
            _tensor_rows(tree, roles, storage_of),
            storage_of,
            _storage_rows(columns),
            columns,
            device_totals(columns.devices, columns.tensors, columns.nbytes),
            state_dicts,
            (),
            find_prefixes(tree, state_dicts),
            foreign,
            carried,
            in_pickle,
        )
        if not spans:
            return catalogue
        models = models_of(catalogue, len(spans))
        return catalogue.with_optimizers(find_optimizers(catalogue, [entry for entry, _ in spans], models))


def _laid_out(checkpoint: Checkpoint, tick: Tick) -> tuple[Tree, bool]:
    """The tree, of storages that are what torch takes them for, and whether each tensor has one of its own."""
    mentions, parts = checkpoint.mentions, checkpoint.archive.id_parts
    tree = lay_out(checkpoint.root, tick, mentions.calls, mentions.oddities, parts)
    alone = each_its_own(tree, mentions.persistent)
    if parts and tree.carried:
        mentions.oddities += shared_copies(tree, mentions.persistent)
    if (alone and tree.ordinary) or not parts or named_alike(mentions.persistent, parts, mentions.oddities):
        return tree, alone
    return lay_out(checkpoint.root, tick, mentions.calls, mentions.oddities, parts), alone


def _rows(tree: Tree) -> Sequence[int]:
    """The row of each entry that is a tensor, -1 of others."""
    rows = array("i", [-1]) * len(tree.labels)
    for row, entry in enumerate(tree.tensors):
        rows[entry] = row
    return rows


def _tensor_rows(tree: Tree, roles: Sequence[str], storage_of: Sequence[int]) -> Table[TensorRow]:
    """One row a tensor, put together column by column: in C, and without the slow constructor of a named tuple."""
    entries, facts = tree.tensors, tree.facts

    def made(first: int, end: int) -> list[TensorRow]:
        batch = slice(first, end)
        dtypes = facts.dtypes[batch]
        nbytes: Iterable[int] = map(mul, facts.elements[batch], map(ITEM_SIZES.__getitem__, dtypes))
        if not PACKED.keys().isdisjoint(dtypes):
            nodes = map(tree.values.__getitem__, entries[batch])
            nbytes = [
                packed_bytes(dtype, shape) if is_packed(node, dtype) else size
                for node, dtype, shape, size in zip(nodes, dtypes, facts.shapes[batch], nbytes, strict=True)
            ]
        layout = facts.shapes[batch], facts.strides[batch], facts.offsets[batch]
        flags = facts.requires_grad[batch], facts.parameters[batch]
        columns = zip(entries[batch], roles[batch], dtypes, *layout, storage_of[batch], nbytes, *flags, strict=True)
        return list(map(tuple.__new__, repeat(TensorRow), columns))

    return Table(len(tree.tensors), made)


def _storage_rows(columns: StorageColumns) -> Table[Storage]:
    def made(first: int, end: int) -> list[Storage]:
        return list(map(tuple.__new__, repeat(Storage), zip(*(column[first:end] for column in columns), strict=True)))

    return Table(len(columns.keys), made)

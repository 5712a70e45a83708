"""A catalogue with other dtypes, for who works out what a file will take once it is cast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.catalogue.catalogue import Catalogue
from core.catalogue.lazy_rows import Table
from core.catalogue.rows import TensorRow
from core.catalogue.storages import Storage
from core.dtypes import ITEM_SIZES, STORAGE_OF
from core.edits.recipe import Recipe


def in_dtypes(catalogue: Catalogue, recipes: Mapping[int, Recipe]) -> Catalogue:
    """The same catalogue, but for the dtypes and sizes of storages that are cast and of the tensors in them."""

    def tensors(first: int, end: int) -> list[TensorRow]:
        return [_cast(row, recipes.get(row.storage)) for row in catalogue.tensors[first:end]]

    def storages(first: int, end: int) -> list[Storage]:
        return [Storage(*each) for each in zip(*(column[first:end] for column in columns), strict=True)]

    dtypes, sizes = list(catalogue.storage_columns.dtypes), list(catalogue.storage_columns.nbytes)
    for at, recipe in recipes.items():
        dtypes[at] = recipe.dtype if recipe.dtype in STORAGE_OF else "uint8"  # as an untyped storage counts
        sizes[at] = recipe.nbytes(sizes[at])
    columns = catalogue.storage_columns._replace(dtypes=dtypes, nbytes=sizes)
    return replace(
        catalogue,
        tensors=Table(len(catalogue.tensors), tensors),
        storages=Table(len(catalogue.storages), storages),
        storage_columns=columns,
    )


def _cast(row: TensorRow, recipe: Recipe | None) -> TensorRow:
    if recipe is None:
        return row
    elements = row.nbytes // ITEM_SIZES[row.dtype]
    return row._replace(dtype=recipe.dtype, nbytes=elements * ITEM_SIZES[recipe.dtype])

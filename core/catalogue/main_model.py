"""The model that a checkpoint is of: the state dicts that training goes on with, and their tensors."""

from __future__ import annotations

from collections.abc import Iterator

from core.catalogue.catalogue import Catalogue
from core.catalogue.rows import TensorRow


def live_rows(catalogue: Catalogue, kept: dict[int, TensorRow] | None = None) -> list[TensorRow]:
    """The tensors of the model that the checkpoint belongs to: each place in a storage once, tied weights share."""
    found: dict[tuple[int, int, tuple[int, ...]], TensorRow] = {}
    for entry in main_models(catalogue, kept) or (0,):
        for index in catalogue.subtree_rows(entry):
            row = catalogue.tensors[index]
            if row.role == "model" and (kept is None or index in kept):
                found.setdefault((row.storage, row.storage_offset, row.shape), row)
    return list(found.values())


def main_models(catalogue: Catalogue, kept: dict[int, TensorRow] | None = None) -> list[int]:
    """The state dicts that training goes on with: those of the optimizers, else the largest; none for whole modules.

    ``kept`` are the tensor rows that are left in the file, all by default.
    """

    def left(entry: int) -> Iterator[TensorRow]:
        for index in catalogue.subtree_rows(entry):
            if kept is None or index in kept:
                yield catalogue.tensors[index]

    linked = dict.fromkeys(optimizer.model for optimizer in catalogue.optimizers if optimizer.model is not None)
    found = [entry for entry in linked if next(left(entry), None) is not None]
    if found:
        return found
    sizes = {entry: sum(row.nbytes for row in left(entry)) for entry in catalogue.state_dicts}
    return [max(sizes, key=lambda entry: sizes[entry])] if any(sizes.values()) else []

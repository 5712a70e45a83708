"""What a checkpoint holds, as the ledger needs it: storages, the live model they fill, the optimizer state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.catalogue import Catalogue
from core.dtypes import ITEM_SIZES
from core.preview import Preview


class StoredBytes(NamedTuple):
    """One storage: its size, where it was saved, and its ``role`` (model before optimizer before other)."""

    nbytes: int
    device: str
    role: str


class StateTensor(NamedTuple):
    """One tensor of optimizer state: its storage, its own bytes once copied, whether loading may keep it as it is.

    ``same_dtype`` is False when torch must cast it to the parameter's dtype; ``stays`` is True for a ``step``
    that torch leaves where it is.
    """

    storage: int
    nbytes: int
    same_dtype: bool
    stays: bool


@dataclass(frozen=True)
class Contents:
    """``storages`` in the order of the pickle, ``model`` the bytes of each tensor of the live model with the storage
    that fills it, ``state`` the optimizer's tensors in the order they are loaded.
    """

    storages: Sequence[StoredBytes]
    model: Sequence[tuple[int, int]]
    state: Sequence[StateTensor]

    @property
    def model_bytes(self) -> int:
        return sum(nbytes for nbytes, _ in self.model)


def contents_of(preview: Preview, *, planned: bool, optimizer: bool) -> Contents:
    """The contents of the file, as it is or as the plan would save it, with or without optimizer state."""
    catalogue = preview.catalogue
    devices = preview.storage_devices if planned else [storage.device for storage in catalogue.storages]
    rows = [
        (index, row)
        for index, row in enumerate(catalogue.tensors)
        if not (planned and preview.dropped(row.entry)) and (optimizer or row.role != "optimizer")
    ]
    roles: dict[int, str] = {}
    for _, row in rows:
        if roles.get(row.storage) != "model":
            roles[row.storage] = row.role if row.role != "other" else roles.get(row.storage, "other")
    if optimizer and not (planned and preview.gone):
        for index, storage in enumerate(catalogue.storages):
            if not storage.tensors:
                roles.setdefault(index, "other")
    numbers = {storage: number for number, storage in enumerate(sorted(roles))}
    storages = [StoredBytes(catalogue.storages[index].nbytes, devices[index], roles[index]) for index in numbers]
    kept = {index for index, _ in rows}
    state = [
        tensor._replace(storage=numbers[tensor.storage])
        for row, tensor in _state_tensors(catalogue)
        if row in kept and optimizer
    ]
    return Contents(storages, [(nbytes, numbers[storage]) for nbytes, storage in _live_model(catalogue, kept)], state)


def _live_model(catalogue: Catalogue, kept: set[int]) -> list[tuple[int, int]]:
    """The tensors of the model that the checkpoint belongs to: each place in a storage once, tied weights share."""
    entry = _main_model(catalogue, kept)
    rows = [
        index
        for index in (catalogue.subtree_rows(entry) if entry is not None else range(len(catalogue.tensors)))
        if index in kept and catalogue.tensors[index].role == "model"
    ]
    found: dict[tuple[int, int, tuple[int, ...]], tuple[int, int]] = {}
    for index in rows:
        row = catalogue.tensors[index]
        found.setdefault((row.storage, row.storage_offset, row.shape), (row.nbytes, row.storage))
    return list(found.values())


def _main_model(catalogue: Catalogue, kept: set[int]) -> int | None:
    """The state dict that training goes on with: that of the optimizer, else the largest; None for a whole module."""
    for optimizer in catalogue.optimizers:
        if optimizer.model is not None and any(row in kept for row in catalogue.subtree_rows(optimizer.model)):
            return optimizer.model
    sizes = {
        entry: sum(catalogue.tensors[row].nbytes for row in catalogue.subtree_rows(entry) if row in kept)
        for entry in catalogue.state_dicts
    }
    return max(sizes, key=lambda entry: sizes[entry], default=None)


def _state_tensors(catalogue: Catalogue) -> list[tuple[int, StateTensor]]:
    """(row, tensor) of optimizer state in the order ``load_state_dict`` goes through it."""
    found = []
    for optimizer in catalogue.optimizers:
        for item in optimizer.entries:
            if item.entry is None:
                continue
            parameter = catalogue.rows[item.parameter] if item.parameter is not None else -1
            wanted = catalogue.tensors[parameter].dtype if parameter >= 0 else None
            for index in catalogue.subtree_rows(item.entry):
                row = catalogue.tensors[index]
                is_step = catalogue.labels[row.entry] == "step"
                dtype = "float32" if is_step else wanted if wanted is not None and _floating(wanted) else row.dtype
                elements = row.nbytes // ITEM_SIZES[row.dtype]
                tensor = StateTensor(
                    row.storage, elements * ITEM_SIZES[dtype], row.dtype == dtype, is_step and not item.step_on_device
                )
                found.append((index, tensor))
    return found


def _floating(dtype: str) -> bool:
    return "float" in dtype

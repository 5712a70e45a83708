"""What an optimizer holds before, during and after ``load_state_dict`` (``torch/optim/optimizer.py``).

- ``param_groups`` are copied, tensors in them (a learning rate, say) with their whole storage, where they lie.
- State of a parameter is cast to its dtype and moved to its device; ``step`` stays unless capturable or fused.
- State that no group names is taken as it is.
- What the constructor has made (``torch/optim/adagrad.py``) lives until all of that is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.rows import Optimizer, OptimizerEntry, TensorRow
from core.memory.transfers import copy_in_ram, is_floating, live_dtype, nbytes_as

_MADE_AT_ONCE = "Adagrad"
"""The optimizer of torch that makes its state in the constructor."""
_STEP = 4
"""Bytes of a ``step`` that lies on the parameter's device."""


class StateTensor(NamedTuple):
    """One tensor of optimizer state: its storage, its own bytes once copied, whether loading may keep it as it is.

    ``same_dtype`` is False when torch must cast it to the parameter's dtype; ``stays`` is True for what torch leaves
    where it is. ``in_ram`` is what bringing it from RAM to a card takes there for a moment.
    """

    storage: int
    nbytes: int
    same_dtype: bool
    stays: bool
    in_ram: int


class OptimizerState(NamedTuple):
    """One optimizer: the sizes of what its constructor makes on the device of the parameters, the storages of tensors
    in its groups, and its state in the order it is loaded.
    """

    made: tuple[int, ...]
    groups: tuple[int, ...]
    state: tuple[StateTensor, ...]


def optimizer_state(
    catalogue: Catalogue,
    optimizer: Optimizer,
    kept: Mapping[int, TensorRow],
    numbers: Mapping[int, int],
    model_dtype: str,
) -> OptimizerState:
    """What loading an optimizer's state deals with.

    ``kept`` are the tensor rows that are left in the file; ``numbers`` is what each storage of the catalogue is called
    here.
    """
    parts = catalogue.by_text(optimizer.entry)
    in_groups = catalogue.subtree_rows(parts["param_groups"]) if "param_groups" in parts else range(0)
    items = {item.entry: item for item in optimizer.entries if item.entry is not None}
    found: list[StateTensor] = []
    # torch walks through ``state`` as it was saved, not through the groups.
    for entry in catalogue.children(parts["state"]) if "state" in parts else ():
        item = items.get(entry)
        wanted = live_dtype(_parameter_dtype(catalogue, item), model_dtype)
        for index in catalogue.subtree_rows(entry):
            if index in kept:
                row = kept[index]
                is_step = catalogue.labels[row.entry] == "step"
                found.append(_state_tensor(row, numbers[row.storage], item, wanted, is_step=is_step))
    return OptimizerState(
        tuple(_made(catalogue, optimizer, model_dtype)),
        tuple(dict.fromkeys(numbers[kept[index].storage] for index in in_groups if index in kept)),
        tuple(found),
    )


def _parameter_dtype(catalogue: Catalogue, item: OptimizerEntry | None) -> str:
    """The saved dtype of a parameter; empty where it is not known."""
    row = catalogue.row_of(item.parameter) if item is not None and item.parameter is not None else -1
    return catalogue.tensors[row].dtype if row >= 0 else ""


def _state_tensor(
    row: TensorRow, storage: int, item: OptimizerEntry | None, wanted: str, *, is_step: bool
) -> StateTensor:
    if item is None:
        return StateTensor(storage, row.nbytes, same_dtype=True, stays=True, in_ram=0)
    dtype = "float32" if is_step else wanted if is_floating(wanted) else row.dtype
    stays = is_step and not item.step_on_device
    in_ram = copy_in_ram(row, dtype, in_place=False)
    return StateTensor(storage, nbytes_as(row, dtype), row.dtype == dtype, stays, in_ram)


def _made(catalogue: Catalogue, optimizer: Optimizer, model_dtype: str) -> Iterator[int]:
    """The sizes of what the constructor makes on the device of the parameters, in order."""
    if optimizer.kind != _MADE_AT_ONCE:
        return
    for item in optimizer.entries:
        row = _parameter(catalogue, item)
        if row is not None:
            if item.step_on_device:
                yield _STEP
            yield nbytes_as(row, live_dtype(row.dtype, model_dtype))


def _parameter(catalogue: Catalogue, item: OptimizerEntry) -> TensorRow | None:
    """The parameter or, where it is not in the file, state of its shape and dtype."""
    if item.parameter is not None and catalogue.row_of(item.parameter) >= 0:
        return catalogue.tensors[catalogue.row_of(item.parameter)]
    rows = (catalogue.tensors[index] for index in catalogue.subtree_rows(item.entry)) if item.entry is not None else ()
    return next((row for row in rows if catalogue.labels[row.entry] != "step"), None)

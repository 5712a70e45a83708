"""What an optimizer's state dict says of its parameters: their ids, groups, saved names, and shapes by their state."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.groups import groups_of
from core.catalogue.optimizers.kinds import kind_of
from core.catalogue.optimizers.models import device_at
from core.dtypes import Shape
from core.pickling.nodes import get

_SHAPED = (
    *("exp_avg", "momentum_buffer", "exp_avg_sq", "square_avg", "sum", "prev", "ax", "exp_inf", "acc_delta"),
    *("variance", "state1"),
)
"""State tensors that have the shape of their parameter, in ``torch/optim``; ``state1`` is that of bitsandbytes."""

_FACTORED = (("row_var", "col_var"), ("exp_avg_sq_row", "exp_avg_sq_col"))
"""Row and column of factored state: in ``torch/optim/_adafactor.py``, and in transformers without the sizes of 1."""

_OF_ALL = "prev_flat_grad"
"""LBFGS keeps its state for all parameters with the first (``torch/optim/lbfgs.py``)."""


class Parameter(NamedTuple):
    """One id of one group; ``shape`` is None when the state does not tell."""

    param_id: Any
    group: int
    entry: int | None
    shape: Shape | None
    name: str | None
    step_on_device: bool


class OptimizerParameters:
    """The parameters of the optimizer at ``entry`` in the order of its ``groups``."""

    def __init__(self, catalogue: Catalogue, entry: int) -> None:
        self.catalogue = catalogue
        self.entry = entry
        self.groups = groups_of(catalogue.values[entry])
        self.parameters = [*self._read()]

    @cached_property
    def kind(self) -> str | None:
        """The optimizer's class where it can be told."""
        return kind_of(self.catalogue.values[self.entry])

    @cached_property
    def shapes(self) -> list[list[Shape | None]]:
        """The shapes group by group; those of groups without parameters are left out."""
        found: dict[int, list[Shape | None]] = {}
        for parameter in self.parameters:
            found.setdefault(parameter.group, []).append(parameter.shape)
        return [*found.values()]

    @cached_property
    def is_named(self) -> bool:
        """Whether names of parameters were saved."""
        return any(parameter.name is not None for parameter in self.parameters)

    def devices(self, parameter: Parameter) -> Iterator[str | None]:
        """Where the state of a parameter lies, but for scalars, which may stay on the CPU."""
        if parameter.entry is not None:
            for child in self.catalogue.children(parameter.entry):
                if self.catalogue.shape(child):
                    yield device_at(self.catalogue, child)

    def _read(self) -> Iterator[Parameter]:
        if type(get(self.catalogue.values[self.entry], "state")) is list:
            yield from self._read_list()
            return
        state_of = self._state()
        for index, group in enumerate(self.groups):
            params, names = get(group, "params"), get(group, "param_names")
            on_device = get(group, "capturable") is True or get(group, "fused") is True
            named = names if type(names) is list else []
            for position, param_id in enumerate(params if type(params) is list else ()):
                entry = state_of.get(param_id) if isinstance(param_id, (str, int)) else None
                name = param_id if isinstance(param_id, str) else None
                if position < len(named) and isinstance(named[position], str):
                    name = named[position]
                yield Parameter(param_id, index, entry, self._shape(entry), name, on_device)

    def _read_list(self) -> Iterator[Parameter]:
        """The parameters of fastai: one after the other, and where one group ends the file does not say."""
        labels, children = self.catalogue.labels, self.catalogue.children
        for child in children(self.entry):
            for number, entry in enumerate(children(child) if labels[child] == "state" else ()):
                has_state = bool(children(entry))
                yield Parameter(number, 0, entry if has_state else None, self._shape(entry), None, False)

    def _state(self) -> dict[Any, int]:
        """The entry of each id in ``state``."""
        labels, children = self.catalogue.labels, self.catalogue.children
        return {
            labels[item]: item
            for child in children(self.entry)
            if labels[child] == "state"
            for item in children(child)
            if isinstance(labels[item], (str, int))
        }

    def _shape(self, entry: int | None) -> Shape | None:
        """The shape that a parameter with this state must have."""
        if entry is None:
            return None
        labels = self.catalogue.labels
        shapes: dict[str, Shape] = {}
        for child in self.catalogue.children(entry):
            shape = self.catalogue.shape(child)
            if isinstance(labels[child], str) and shape is not None:
                shapes[labels[child]] = shape
        return _shape_of(shapes)


def _shape_of(shapes: dict[str, Shape]) -> Shape | None:
    for name in _SHAPED:
        if name in shapes:
            return shapes[name]
    for row, column in _FACTORED:
        if row in shapes and column in shapes and shapes[column]:
            lines = shapes[row][:-1] if row == "row_var" else shapes[row]
            return (*lines, shapes[column][-1])
    others = {shape for name, shape in shapes.items() if name != "step" and shape}
    return others.pop() if len(others) == 1 and _OF_ALL not in shapes else None

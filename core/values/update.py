"""How large the step is that Adam's moments stand for: ``lr·m̂/(√v̂+ε)``, held against the weights.

``m̂ = exp_avg / (1 - β₁ᵗ)`` and ``v̂ = exp_avg_sq / (1 - β₂ᵗ)``, or the largest ``v`` so far with amsgrad, as in
``torch/optim/adam.py`` (``_single_tensor_adam``). With the ``step`` that is saved beside them this is the step that was
taken last, and about the one that comes next: a gradient moves ``m`` by 1 - β₁ of the difference only. Weight decay,
which AdamW takes off the weights besides, is no part of it.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived_from_matches
from core.catalogue.optimizers.groups import STEP, groups_of
from core.catalogue.optimizers.hyperparameters import group_options
from core.catalogue.rows import OptimizerEntry
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.numbers.reader import Numbers
from core.progress import Tick, ignore
from core.values.statistics import plain_float

KNOWN: Final = ("Adam", "AdamW")
"""The optimizers whose formula this is."""
_DECADES: Final = range(-12, 3)
_OPTIONS: Final = ("lr", "betas", "eps", "amsgrad")
"""What torch's own Adam has in its groups; others by that name compute something else."""


class Moments(NamedTuple):
    """The optimizer's state of one parameter: its entry, of the tensors in it those that have its shape, by name.

    ``options`` are those of its group, the ``group``th of the optimizer at entry ``optimizer``; ``plain_step`` is the
    value at ``step`` where that is a plain number, and ``kind`` is the optimizer's class where it can be told.
    """

    parameter: int
    name: str
    kind: str | None
    parts: dict[str, int]
    step: int | None
    options: dict[str, Any]
    optimizer: int
    group: int
    plain_step: float | None = None


class UpdateSize(NamedTuple):
    """The step of some ``numbers``: its L2 norm and that of the weights, and the largest change of one number.

    ``relative`` counts the numbers by the change in shares of the weight, in decades from ``10**edges[i]`` on; those
    below the first and above the last are in these, ``still`` are those that do not change.
    """

    numbers: int
    step: float
    lr: float
    norm: float
    weight_norm: float
    largest: float
    still: int
    edges: tuple[int, ...]
    relative: tuple[int, ...]

    @property
    def share(self) -> float:
        """The norm of the step in shares of that of the weights; infinite where all weights are 0."""
        return self.norm / self.weight_norm if self.weight_norm else float("inf")


def moments_of(catalogue: Catalogue, entry: int) -> Moments | None:
    """The state that an optimizer keeps of the parameter at an entry, or which an entry of that state is part of.

    None where there is none in the file, or cannot be told whose it is.
    """
    place = _places(catalogue).get(entry)
    if place is None:
        return None
    optimizer = catalogue.optimizers[place[0]]
    item = optimizer.entries[place[1]]
    assert item.parameter is not None
    assert item.entry is not None
    shape = catalogue.shape(item.parameter)
    children = {catalogue.label_text(child): child for child in catalogue.children(item.entry)}
    parts = {
        name: child
        for name, child in children.items()
        if catalogue.rows[child] >= 0 and catalogue.shape(child) == shape
    }
    step = children.get(STEP)
    if shape == () and step is not None:
        parts.pop(STEP, None)
    options = list(group_options(catalogue, optimizer.entry))
    own = options[item.group] if item.group < len(options) else {}
    name = item.name or catalogue.label_text(item.parameter)
    plain = catalogue.values[step] if step is not None and catalogue.rows[step] < 0 else None
    steps = plain_float(plain)
    return Moments(item.parameter, name, optimizer.kind, parts, step, own, optimizer.entry, item.group, steps)


def planned_moments(preview: Preview, entry: int) -> Moments | None:
    """As `moments_of`, with the options and the plain step that would be saved."""
    found = moments_of(preview.catalogue, entry)
    if found is None:
        return None
    shape_of = preview.planned.shape
    parts = {name: part for name, part in found.parts.items() if shape_of(part) == shape_of(found.parameter)}
    rewrite = preview.rewrite
    groups = groups_of(preview.catalogue.values[found.optimizer])
    options = dict(found.options)
    for key in options if found.group < len(groups) else ():
        value = preview.planned_value(groups[found.group], key)[0]
        if type(value) in (tuple, list):
            value = type(value)(rewrite.value_of(value, slot, each) for slot, each in enumerate(value))
        options[key] = value
    step = found.plain_step
    if step is not None and found.step is not None:
        step = rewrite.value_at(preview.catalogue.tree, found.step)
    plain = plain_float(step)
    return found._replace(parts=parts, options=options, plain_step=plain)


def update_size(numbers: Numbers, moments: Moments, tick: Tick = ignore) -> UpdateSize:
    """The size of the step that the moments stand for.

    Raises `CheckpointError` where the optimizer is another, or what the formula needs is not in the file.
    """
    lr, (beta1, beta2), eps, second = _asked(moments)
    step = _step(numbers, moments)
    catalogue = numbers.catalogue
    weights, first, square = (
        numbers.tensor(catalogue.rows[entry])
        for entry in (moments.parameter, moments.parts["exp_avg"], moments.parts[second])
    )
    size, root = lr / (1 - beta1**step), sqrt(1 - beta2**step)
    sums = _Sums()
    total, done = weights.size, 0
    for tile in weights.tiles():
        tick(done, total)
        m, v = _plain(first.read(tile.box)), _plain(square.read(tile.box))
        with np.errstate(all="ignore"):
            sums.add(size * m / (np.sqrt(v) / root + eps), _plain(tile.values))
        done += tile.values.size
    return sums.told(step, lr)


@derived_from_matches
def _places(catalogue: Catalogue) -> dict[int, tuple[int, int]]:
    """For each parameter with state, and each entry of that state, which optimizer and which of its entries it is."""
    found: dict[int, tuple[int, int]] = {}
    for number, optimizer in enumerate(catalogue.optimizers):
        for place, item in enumerate(optimizer.entries):
            for entry in _entries(catalogue, item):
                found.setdefault(entry, (number, place))
    return found


def _entries(catalogue: Catalogue, item: OptimizerEntry) -> list[int]:
    if item.entry is None or item.parameter is None or catalogue.rows[item.parameter] < 0:
        return []
    return [item.parameter, item.entry, *catalogue.children(item.entry)]


def _asked(moments: Moments) -> tuple[float, tuple[float, float], float, str]:
    """lr, betas, eps and the name of the second moment that the formula divides by."""
    kinds = (moments.kind or "").split(" or ")
    options = moments.options
    if not set(kinds) <= set(KNOWN) or any(name not in options for name in _OPTIONS):
        if not moments.kind:
            raise CheckpointError(
                "The next step can be predicted only for torch's Adam and AdamW, not for this optimizer."
            )
        raise CheckpointError(
            "The next step can be predicted only for torch's Adam and AdamW, not for {kind}.", kind=moments.kind
        )
    second = "max_exp_avg_sq" if options["amsgrad"] is True else "exp_avg_sq"
    missing = [name for name in ("exp_avg", second) if name not in moments.parts]
    if missing:
        raise CheckpointError(
            "This file has no {state} for {name} with the same shape as the parameter.",
            state=missing[0],
            name=moments.name,
        )
    betas = options["betas"]
    told = (
        options["lr"],
        *(betas if type(betas) in (tuple, list) and len(betas) == 2 else (None, None)),
        options["eps"],
    )
    if not all(type(each) in (int, float) for each in told):
        raise CheckpointError(
            "The group's lr, betas and eps are not plain numbers, so the next step cannot be predicted."
        )
    lr, beta1, beta2, eps = told
    if not (0 <= beta1 < 1 and 0 <= beta2 < 1):
        raise CheckpointError(
            "The group's betas are {beta1:g} and {beta2:g}; Adam needs them from 0 up to below 1.",
            beta1=beta1,
            beta2=beta2,
        )
    return lr, (beta1, beta2), eps, second


def _step(numbers: Numbers, moments: Moments) -> float:
    """How many steps were taken: a number, or a tensor of one."""
    catalogue, entry = numbers.catalogue, moments.step
    value: Any = None
    if entry is not None and catalogue.rows[entry] >= 0:
        found = numbers.tensor(catalogue.rows[entry])
        value = float(found.read().reshape(-1)[0]) if found.size == 1 else None
    else:
        value = moments.plain_step
    if value is None:
        raise CheckpointError(
            "This file has no step count for {name}, so the next step cannot be predicted.", name=moments.name
        )
    if not 1 <= value < float("inf"):
        raise CheckpointError(
            "The step of {name} is {value:g}: no step has been taken yet.", name=moments.name, value=value
        )
    return float(value)


def _plain(values: NDArray[Any]) -> NDArray[Any]:
    """Numbers to reckon with; torch takes a complex one as two (``torch.view_as_real``)."""
    if values.dtype.kind == "c":
        values = np.ascontiguousarray(values).view(values.real.dtype)
    return values.astype(np.float64).reshape(-1)


class _Sums:
    """What is summed up piece by piece."""

    def __init__(self) -> None:
        self._squares = self._weight_squares = self._largest = 0.0
        self._count = self._still = 0
        self._relative = np.zeros(len(_DECADES), np.int64)

    def add(self, change: NDArray[Any], weights: NDArray[Any]) -> None:
        """Take a piece in; both are flat, of the same numbers in the same order."""
        size = np.abs(change)
        self._count += size.size
        self._squares += float(size @ size)
        self._weight_squares += float(weights @ weights)
        self._largest = float(np.fmax(self._largest, size.max(initial=0)))
        moved = size != 0
        self._still += size.size - int(moved.sum())
        decades = np.floor(np.log10(size[moved] / np.abs(weights[moved])))
        decades = np.clip(np.nan_to_num(decades, nan=_DECADES[-1], posinf=_DECADES[-1]), _DECADES[0], _DECADES[-1])
        self._relative += np.bincount(decades.astype(np.int64) - _DECADES[0], minlength=len(_DECADES))

    def told(self, step: float, lr: float) -> UpdateSize:
        return UpdateSize(
            self._count,
            step,
            lr,
            sqrt(self._squares),
            sqrt(self._weight_squares),
            self._largest,
            self._still,
            tuple(_DECADES),
            tuple(self._relative.tolist()),
        )

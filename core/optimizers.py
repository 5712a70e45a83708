"""Finds optimizer state wherever it lies and says which parameter each piece belongs to.

An optimizer's state dict is ``{'state': {id: {...}}, 'param_groups': [{'params': [id, …]}, …]}``. The ids
are positions (torch ≥ 1.2), memory addresses (before) or names (FSDP). torch matches them to parameters by
their order in the groups; so do we, helped by the shapes of the state and by ``param_names`` where saved.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.graph import get, mapping, pairs
from core.light import Any, NamedTuple
from core.matching import Effort, match_by_custom, match_by_order
from core.tree import Tree

_BUFFERS = ("running_mean", "running_var", "num_batches_tracked")
_SHAPED = ("exp_avg", "momentum_buffer", "exp_avg_sq", "square_avg", "sum", "prev", "ax", "exp_inf", "acc_delta")
"""State tensors that have the shape of their parameter, in ``torch/optim``."""

_MAX_COMPARISONS = 5_000
"""Optimizers times models; nobody saves that many of both."""


class OptimizerEntry(NamedTuple):
    """One parameter as the optimizer knows it. A named tuple, because there may be a hundred thousand.

    ``entry`` is its dict in ``state`` (None when it never got a gradient), ``group`` the index of its group,
    ``parameter`` the entry of the model's tensor and ``name`` its key, where they could be told.
    ``step_on_device`` says whether torch keeps its ``step`` with the parameter (capturable or fused).
    """

    entry: int | None
    param_id: Any
    group: int
    parameter: int | None
    name: str | None
    step_on_device: bool


class Optimizer(NamedTuple):
    """An optimizer's state dict at ``entry``; ``kind`` such as ``Adam`` where it can be told.

    ``params`` counts the parameters in all groups, ``matched`` those whose name is known, ``model`` is the
    entry of the state dict they belong to.
    """

    entry: int
    kind: str | None
    groups: int
    params: int
    matched: int
    model: int | None
    entries: tuple[OptimizerEntry, ...]


def find_optimizers(
    tree: Tree,
    rows: Sequence[int],
    storage_of: Sequence[int],
    state_dicts: Sequence[int],
    spans: Sequence[tuple[int, int]],
) -> tuple[Optimizer, ...]:
    """Describe each optimizer and match its parameters to the state dict that fits best.

    ``rows`` has the row of each entry that is a tensor, and ``storage_of`` the storage of each row.
    """
    if not spans:
        return ()
    few = state_dicts[: max(1, _MAX_COMPARISONS // len(spans))]
    models = [_Model(tree, rows, storage_of, entry) for entry in few]
    effort = Effort()
    return tuple(_describe(tree, rows, models, entry, effort) for entry, _ in spans)


class _Model:
    """The parameters of a state dict in order: buffers by name and second names of tied weights left out."""

    def __init__(self, tree: Tree, rows: Sequence[int], storage_of: Sequence[int], entry: int) -> None:
        self.entry = entry
        self.by_name: dict[str, int] = {}
        self.names: list[str] = []
        self.shapes: list[tuple[int, ...]] = []
        self.entries: list[int] = []
        tied: set[tuple[int, int, tuple[int, ...]]] = set()
        facts, child, end = tree.facts, entry + 1, tree.ends[entry]
        while child < end:
            name, row = tree.labels[child], rows[child]
            if row >= 0 and isinstance(name, str):
                self.by_name[name] = child
                shape = facts.shapes[row]
                place = (storage_of[row], facts.offsets[row], shape)
                if name.rpartition(".")[2] not in _BUFFERS and place not in tied:
                    tied.add(place)
                    self.names.append(name)
                    self.shapes.append(shape)
                    self.entries.append(child)
            child = tree.ends[child]


class _Parameter(NamedTuple):
    """One id of one group before it is matched; ``shape`` is None when the state does not tell."""

    param_id: Any
    group: int
    entry: int | None
    shape: tuple[int, ...] | None
    name: str | None
    step_on_device: bool


def _describe(tree: Tree, rows: Sequence[int], models: Sequence[_Model], entry: int, effort: Effort) -> Optimizer:
    groups = [group for group in get(tree.values[entry], "param_groups") if mapping(group) is not None]
    parameters, keys = _parameters(tree, rows, entry, groups)
    best: list[int | None] = [None] * len(parameters)
    model: _Model | None = None
    best_count = 0
    for candidate in models:
        match = _match(parameters, candidate, effort)
        count = sum(index is not None for index in match)
        if count > best_count:
            best, model, best_count = match, candidate, count
    entries = [_entry(tree, parameter, match) for parameter, match in zip(parameters, best, strict=True)]
    matched = sum(item.name is not None for item in entries)
    return Optimizer(
        entry,
        _kind(keys, groups),
        len(groups),
        len(parameters),
        matched,
        model.entry if model else None,
        tuple(entries),
    )


def _entry(tree: Tree, parameter: _Parameter, match: int | None) -> OptimizerEntry:
    name = parameter.name
    if name is None and match is not None:
        name = tree.labels[match]
    return OptimizerEntry(parameter.entry, parameter.param_id, parameter.group, match, name, parameter.step_on_device)


def _parameters(
    tree: Tree, rows: Sequence[int], entry: int, groups: Sequence[Any]
) -> tuple[list[_Parameter], set[str]]:
    """The parameters in the order of the groups, and the names of their state."""
    state_of: dict[Any, int] = {}
    child, end = entry + 1, tree.ends[entry]
    while child < end:
        if tree.labels[child] == "state":
            item = child + 1
            while item < tree.ends[child]:
                if isinstance(tree.labels[item], (str, int)):
                    state_of[tree.labels[item]] = item
                item = tree.ends[item]
        child = tree.ends[child]
    found: list[_Parameter] = []
    keys: set[str] = set()
    for index, group in enumerate(groups):
        params = get(group, "params")
        names = get(group, "param_names")
        on_device = get(group, "capturable") is True or get(group, "fused") is True
        params = params if type(params) is list else []
        for position, param_id in enumerate(params):
            entry_of_state = state_of.get(param_id) if isinstance(param_id, (str, int)) else None
            shape, state_keys = _state_shape(tree, rows, entry_of_state)
            keys |= state_keys
            name = param_id if isinstance(param_id, str) else None
            if type(names) is list and position < len(names) and isinstance(names[position], str):
                name = names[position]
            found.append(_Parameter(param_id, index, entry_of_state, shape, name, on_device))
    return found, keys


def _state_shape(tree: Tree, rows: Sequence[int], entry: int | None) -> tuple[tuple[int, ...] | None, set[str]]:
    """The shape the parameter must have, and the names of its state tensors and values."""
    if entry is None:
        return None, set()
    shapes: dict[str, tuple[int, ...]] = {}
    keys: set[str] = set()
    child, end = entry + 1, tree.ends[entry]
    while child < end:
        label = tree.labels[child]
        if isinstance(label, str):
            keys.add(label)
            if rows[child] >= 0:
                shapes[label] = tree.facts.shapes[rows[child]]
        child = tree.ends[child]
    for name in _SHAPED:
        if name in shapes:
            return shapes[name], keys
    others = {shape for name, shape in shapes.items() if name != "step" and shape}
    return (others.pop() if len(others) == 1 else None), keys


def _match(parameters: Sequence[_Parameter], model: _Model, effort: Effort) -> list[int | None]:
    """The entry of the model's tensor for each parameter, None where none fits."""
    if any(parameter.name is not None for parameter in parameters):
        return [model.by_name.get(parameter.name) if parameter.name is not None else None for parameter in parameters]
    if all(parameter.group == 0 for parameter in parameters) and len(parameters) == len(model.names):
        fits = all(parameter.shape in (None, shape) for parameter, shape in zip(parameters, model.shapes, strict=True))
        return list(model.entries) if fits else [None] * len(parameters)
    groups: dict[int, list[tuple[int, ...] | None]] = {}
    for parameter in parameters:
        groups.setdefault(parameter.group, []).append(parameter.shape)
    found = match_by_order(list(groups.values()), model.shapes, effort)
    if any(index is None for group in found for index in group):
        found = match_by_custom(list(groups.values()), model.names, model.shapes) or found
    return [None if index is None else model.entries[index] for group in found for index in group]


def _kind(state: set[str], groups: Sequence[Any]) -> str | None:
    """The optimizer's class, from the names of its state and options (``torch/optim``)."""
    options = {key for key, _ in pairs(groups[0]) if isinstance(key, str)} if groups else set()
    for name, state_needs, option_needs in _KINDS:
        if state_needs <= state | (state_needs if not state else set()) and option_needs <= options:
            if name == "Adam" and get(groups[0], "decoupled_weight_decay") is True:
                return "AdamW"
            return "Adam or AdamW" if name == "Adam" and "decoupled_weight_decay" not in options else name
    return None


_KINDS: tuple[tuple[str, set[str], set[str]], ...] = (
    ("NAdam", {"exp_avg", "exp_avg_sq"}, {"momentum_decay"}),
    ("Adamax", {"exp_avg", "exp_inf"}, {"betas"}),
    ("Adam", {"exp_avg", "exp_avg_sq"}, {"betas", "amsgrad"}),
    ("RAdam", {"exp_avg", "exp_avg_sq"}, {"betas", "decoupled_weight_decay"}),
    ("Adam", {"exp_avg", "exp_avg_sq"}, {"betas"}),
    ("SGD", set(), {"momentum", "dampening", "nesterov"}),
    ("RMSprop", {"square_avg"}, {"alpha", "centered"}),
    ("Adadelta", {"square_avg"}, {"rho"}),
    ("Adagrad", {"sum"}, {"lr_decay"}),
    ("Rprop", {"prev"}, {"etas"}),
    ("ASGD", {"ax"}, {"lambd", "t0"}),
    ("LBFGS", set(), {"history_size"}),
    ("Muon", {"momentum_buffer"}, {"ns_steps"}),
    ("Adafactor", set(), {"beta2_decay"}),
    ("Adafactor", set(), {"clip_threshold", "relative_step"}),  # that of transformers
    ("Lion", {"exp_avg"}, {"betas"}),
)

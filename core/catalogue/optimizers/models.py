"""The models of a file as an optimizer meets them: their parameters in the order of ``model.parameters()``.

A model is a state dict, or a whole pickled module. Buffers are no parameters, and tied weights are one; torch goes
through both in the same order (``torch/nn/modules/module.py``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import BUFFER, PARAMETER, UNREADABLE, module_tree, outermost_modules
from core.catalogue.optimizers.matching import in_model_order
from core.dtypes import NO_DEVICE, Shape

_BUFFERS = ("running_mean", "running_var", "num_batches_tracked")

MAX_COMPARISONS = 5_000
"""Optimizers times models; nobody saves that many of both."""

MAX_LONE = 100
"""Tensors of no model among which that of an optimizer is looked for."""


class Model:
    """One model: the ``names``, ``shapes`` and ``entries`` of its parameters in order; ``by_name`` has buffers too."""

    def __init__(self, catalogue: Catalogue, entry: int, named: Iterable[tuple[str, int, bool]]) -> None:
        self.catalogue = catalogue
        self.entry = entry
        self.by_name: dict[str, int] = {}
        self.names: list[str] = []
        self.shapes: list[Shape] = []
        self.entries: list[int] = []
        places: dict[tuple[int, int, Shape], None] = {}
        rows, storage_of, offsets = catalogue.rows, catalogue.storage_of, catalogue.tree.facts.offsets
        for name, child, may_be_parameter in named:
            row, shape = rows[child], catalogue.shape(child)
            if shape is None:
                continue
            self.by_name[name] = child
            place = (storage_of[row], offsets[row], shape) if row >= 0 else (-1, id(catalogue.values[child]), shape)
            if may_be_parameter and place not in places:
                places[place] = None
                self.names.append(name)
                self.shapes.append(shape)
                self.entries.append(child)
        self.places = tuple(places)
        """Where the parameters lie: the same for two names of one state dict."""

    @property
    def is_tensor(self) -> bool:
        """Whether it is a single tensor of no model."""
        return self.entries == [self.entry]

    @cached_property
    def name_of(self) -> dict[int, str]:
        """The name of each tensor by its entry."""
        return {entry: name for name, entry in self.by_name.items()}

    @cached_property
    def in_order(self) -> bool:
        """Whether the parameters have the model's order; not in safetensors files, which name no devices either."""
        return None not in self.devices and in_model_order(self.names)

    @cached_property
    def devices(self) -> frozenset[str | None]:
        """Where the parameters were saved."""
        return frozenset(device_at(self.catalogue, entry) for entry in self.entries)

    @cached_property
    def path(self) -> tuple[str | int, ...]:
        """The keys that lead to it."""
        return path_of(self.catalogue, self.entry)


def models_of(catalogue: Catalogue, optimizers: int) -> list[Model]:
    """The models of a file in file order: state dicts and whole pickled modules.

    None where ``optimizers`` and models are too many to be compared: see `MAX_COMPARISONS`.
    """
    modules = outermost_modules(catalogue.tree) if catalogue.globals else ()
    found: list[Model] = []
    whole, entries = set(modules), sorted({*catalogue.state_dicts, *modules})
    if len(entries) > 1 and len(entries) * max(1, optimizers) > MAX_COMPARISONS:
        return []  # of some alone a wrong one might be the only one that fits
    for entry in entries:
        named = _in_module(catalogue, entry) if entry in whole else _in_state_dict(catalogue, entry)
        if named is not None:
            found.append(Model(catalogue, entry, named))
    return found


def candidates_of(catalogue: Catalogue, optimizers: Sequence[int]) -> list[Model]:
    """Return the models of a file, and where one of the optimizers may train a single tensor, each tensor of no model.

    So is the temperature of SAC, ``log_alpha``, which has an optimizer of its own.
    """
    models = models_of(catalogue, len(optimizers))
    taken = {model.entry for model in models} | {*catalogue.state_dicts, *optimizers}
    taken |= {each.entry for each in catalogue.optimizers}
    return models + [Model(catalogue, *each) for each in _lone_tensors(catalogue, taken)]


def _lone_tensors(catalogue: Catalogue, taken: Collection[int]) -> list[tuple[int, list[tuple[str, int, bool]]]]:
    """The tensors outside the taken entries; none where there are too many to be of use."""
    labels, rows, ends, compounds = catalogue.labels, catalogue.rows, catalogue.tree.ends, catalogue.tree.compounds
    found: list[tuple[int, list[tuple[str, int, bool]]]] = []
    at = 0
    while at < len(labels):
        if at in taken:
            at = ends[at]
        elif rows[at] >= 0 or at in compounds:
            found.append((at, [(str(labels[at]), at, True)]))
            at = ends[at]
            if len(found) > MAX_LONE:
                return []
        else:
            at += 1
    return found


def device_at(catalogue: Catalogue, entry: int) -> str | None:
    """Where the tensor at an entry was saved; None where its file names no devices."""
    row = catalogue.row_of(entry)
    device = catalogue.device_of(row) if row >= 0 else NO_DEVICE
    return None if device == NO_DEVICE else device


def path_of(catalogue: Catalogue, entry: int) -> tuple[str | int, ...]:
    """The texts and numbers among the keys from the root down."""
    return tuple(key for key in catalogue.path(entry) if isinstance(key, str) or type(key) is int)


def is_buffer(name: str) -> bool:
    """Whether a key of a state dict is that of a buffer of torch's own norms."""
    return name.rpartition(".")[2] in _BUFFERS


def _in_state_dict(catalogue: Catalogue, entry: int) -> Iterator[tuple[str, int, bool]]:
    labels, rows, compounds = catalogue.labels, catalogue.rows, catalogue.tree.compounds
    for child in catalogue.children(entry):
        name = labels[child]
        if (rows[child] >= 0 or child in compounds) and isinstance(name, str):
            yield name, child, not is_buffer(name)


def _in_module(catalogue: Catalogue, entry: int) -> list[tuple[str, int, bool]] | None:
    """The names of a pickled module, each with its entry and whether it is a parameter; None where code is needed."""
    found: list[tuple[str, int, bool]] = []
    prefixes: list[str] = []
    for index, node in enumerate(module_tree(catalogue, entry)):
        if node.kind == UNREADABLE:
            return None
        name = (prefixes[node.parent] if index else "") + (node.label if index else "")
        prefixes.append(f"{name}." if index else "")
        if node.kind in (PARAMETER, BUFFER) and catalogue.shape(node.entry) is not None:
            found.append((name, node.entry, node.kind == PARAMETER))
    return found

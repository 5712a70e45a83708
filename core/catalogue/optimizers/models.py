"""The models of a file as an optimizer meets them: their parameters in the order of ``model.parameters()``.

A model is a state dict, or a whole pickled module. Buffers are no parameters, and tied weights are one; torch goes
through both in the same order (``torch/nn/modules/module.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from core.catalogue.optimizers.matching import Shape, in_model_order
from core.catalogue.tree import Tree
from core.dtypes import NO_DEVICE
from core.pickling.nodes import mapping

_BUFFERS = ("running_mean", "running_var", "num_batches_tracked")

MAX_COMPARISONS = 5_000
"""Optimizers times models; nobody saves that many of both."""


class Tensors(NamedTuple):
    """Where tensors are looked up: ``rows`` has the row of each entry, ``storage_of`` the storage of each row."""

    tree: Tree
    rows: Sequence[int]
    storage_of: Sequence[int]

    def device(self, entry: int) -> str | None:
        """Where the tensor at an entry was saved; None where its file names no devices."""
        row = self.rows[entry] if self.rows[entry] >= 0 else next(iter(self.made_of(entry)), -1)
        device = self.tree.facts.devices[row] if row >= 0 else NO_DEVICE
        return None if device == NO_DEVICE else device

    def shape(self, entry: int) -> Shape | None:
        """The shape of the tensor at an entry; None where there is none, or none is said."""
        row = self.rows[entry]
        if row >= 0:
            return self.tree.facts.shapes[row]
        compound = self.tree.compounds.get(entry)
        return compound.shape if compound is not None else None

    def made_of(self, entry: int) -> list[int]:
        """The rows of the tensors that the one at an entry is made of: itself where it has a storage of its own.

        Those of a DTensor or a sparse tensor, reached through tensors and plain containers; what else an object in it
        holds, such as the map of ranks in a mesh, is about it.
        """
        if entry not in self.tree.compounds:
            return [self.rows[entry]] if self.rows[entry] >= 0 else []
        found: list[int] = []
        pending = [*self.below(entry)][::-1]
        while pending:
            child = pending.pop()
            value = self.tree.values[child]
            if self.rows[child] >= 0:
                found.append(self.rows[child])
            elif child in self.tree.compounds or type(value) in (tuple, list) or mapping(value) is not None:
                pending += [*self.below(child)][::-1]
        return found

    def below(self, entry: int) -> Iterator[int]:
        """The entries directly below one."""
        child, ends = entry + 1, self.tree.ends
        while child < ends[entry]:
            yield child
            child = ends[child]

    def path(self, entry: int) -> tuple[str | int, ...]:
        """The texts and numbers among the keys from the root down."""
        keys: list[str | int] = []
        while entry > 0:
            label = self.tree.labels[entry]
            if isinstance(label, str) or type(label) is int:
                keys.append(label)
            entry = self.tree.parents[entry]
        return tuple(reversed(keys))


class Model:
    """One model: the ``names``, ``shapes`` and ``entries`` of its parameters in order; ``by_name`` has buffers too."""

    def __init__(self, tensors: Tensors, entry: int, named: Iterable[tuple[str, int, bool]]) -> None:
        self.tensors = tensors
        self.entry = entry
        self.by_name: dict[str, int] = {}
        self.names: list[str] = []
        self.shapes: list[Shape] = []
        self.entries: list[int] = []
        places: dict[tuple[int, int, Shape], None] = {}
        facts, rows, storage_of = tensors.tree.facts, tensors.rows, tensors.storage_of
        values = tensors.tree.values
        for name, child, may_be_parameter in named:
            row, shape = rows[child], tensors.shape(child)
            if shape is None:
                continue
            self.by_name[name] = child
            place = (storage_of[row], facts.offsets[row], shape) if row >= 0 else (-1, id(values[child]), shape)
            if may_be_parameter and place not in places:
                places[place] = None
                self.names.append(name)
                self.shapes.append(shape)
                self.entries.append(child)
        self.places = tuple(places)
        """Where the parameters lie: the same for two names of one state dict."""

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
        return frozenset(map(self.tensors.device, self.entries))

    @cached_property
    def path(self) -> tuple[str | int, ...]:
        """The keys that lead to it."""
        return self.tensors.path(self.entry)


def models_of(tensors: Tensors, state_dicts: Sequence[int], optimizers: int, *, may_be_whole: bool) -> list[Model]:
    """The models of a file in file order: state dicts and, where there may be some, whole pickled modules.

    None where ``optimizers`` and models are too many to be compared: see `MAX_COMPARISONS`.
    """
    modules: Sequence[int] = ()
    if may_be_whole:
        from core.catalogue.modules import outermost_modules  # noqa: PLC0415 - few files hold whole modules

        modules = outermost_modules(tensors.tree)
    found: list[Model] = []
    whole, entries = set(modules), sorted({*state_dicts, *modules})
    if len(entries) > 1 and len(entries) * optimizers > MAX_COMPARISONS:
        return []  # of some alone a wrong one might be the only one that fits
    for entry in entries:
        named = _in_module(tensors, entry) if entry in whole else _in_state_dict(tensors, entry)
        if named is not None:
            found.append(Model(tensors, entry, named))
    return found


def is_buffer(name: str) -> bool:
    """Whether a key of a state dict is that of a buffer of torch's own norms."""
    return name.rpartition(".")[2] in _BUFFERS


def _in_state_dict(tensors: Tensors, entry: int) -> Iterator[tuple[str, int, bool]]:
    labels, rows, compounds = tensors.tree.labels, tensors.rows, tensors.tree.compounds
    for child in tensors.below(entry):
        name = labels[child]
        if (rows[child] >= 0 or child in compounds) and isinstance(name, str):
            yield name, child, not is_buffer(name)


def _in_module(tensors: Tensors, entry: int) -> list[tuple[str, int, bool]] | None:
    """The names of a pickled module, each with its entry and whether it is a parameter; None where code is needed."""
    from core.catalogue.modules import BUFFER, PARAMETER, UNREADABLE, nodes_of  # noqa: PLC0415 - few files hold whole modules

    found: list[tuple[str, int, bool]] = []
    prefixes: list[str] = []
    for index, node in enumerate(nodes_of(tensors.tree, entry)):
        if node.kind == UNREADABLE:
            return None
        name = (prefixes[node.parent] if index else "") + (node.label if index else "")
        prefixes.append(f"{name}." if index else "")
        if node.kind in (PARAMETER, BUFFER) and tensors.shape(node.entry) is not None:
            found.append((name, node.entry, node.kind == PARAMETER))
    return found

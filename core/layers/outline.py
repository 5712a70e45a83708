"""A model as a tree of its modules, each with its layer, and blocks that are alike told once."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from math import prod

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived_from_matches
from core.layers.held import Model, models_of
from core.layers.layer import CANNOT_TELL, Held, Layer
from core.layers.shapes import Names, layers_of

_DEEPEST, _LONGEST = 64, 4000
"""Modules in each other that are told apart; the rest of a path stays together, and so does one of more letters."""
_MOST_ASKED = 6_000
"""Tensors of a file of which single modules are asked for, as at a click."""
_PARAMETRIZED = ".parametrizations."
_BUFFERS = frozenset({"running_mean", "running_var", "num_batches_tracked"})


@dataclass(frozen=True, slots=True)
class Part:
    """One module: its name in the one above and its path, its layer (None where it has no tensors of its own and the
    file no class), its own tensors by name, and the modules in it; ``transient`` are the buffers that are in no state
    dict.

    ``alike`` is the same number for modules that have the same modules and tensors in them. ``parameters`` counts the
    elements of all float tensors below but those that are known to be buffers, each tensor once; ``frozen`` those of
    them that are not trained, and ``unsaid`` those of which the file does not say it.
    """

    name: str
    path: str
    layer: Layer | None
    own: Mapping[str, Held]
    parts: tuple[Part, ...]
    alike: int
    parameters: int
    nbytes: int
    frozen: int
    unsaid: int
    transient: tuple[Held, ...] = ()

    def walk(self) -> Iterator[Part]:
        """This module and all in it, each before those in it."""
        pending = [self]
        while pending:
            part = pending.pop()
            yield part
            pending += part.parts[::-1]


@dataclass(frozen=True, slots=True)
class Run:
    """Modules that lie beside each other, have numbers for names and are alike; or one alone."""

    first: Part
    times: int
    last: str


def outline(model: Model) -> Part:
    """The tree of a model's modules."""
    modules = _modules(model)
    with_tensors = {path: names for path, names in modules.items() if names}
    layers = {**layers_of(with_tensors, in_order=model.in_order), **model.named}
    below: dict[str, dict[str, str]] = {"": {}}
    for path in {**model.named, **modules}:
        _enter(below, path)
    return _Builder(modules, layers, below, model.transient).part("", "")


@derived_from_matches
def outlines(catalogue: Catalogue) -> tuple[tuple[Model, Part], ...]:
    """Every model of a file with its tree, worked out once."""
    return tuple((model, outline(model)) for model in models_of(catalogue))


def module_of(catalogue: Catalogue, entries: Container[int]) -> Part | None:
    """The innermost module that has all tensors and modules of a model among some entries; None where there is none."""
    for model, whole in outlines(catalogue) if len(catalogue.tensors) <= _MOST_ASKED else ():
        paths = [held.key.split(".")[:-1] for held in model.held if held.entry in entries]
        paths += [path.split(".") if path else [] for entry, path in model.modules.items() if entry in entries]
        if paths:
            alike = takewhile(lambda names: names[0] == names[1], zip(min(paths), max(paths), strict=False))
            path = ".".join(name for name, _ in alike)
            return next((part for part in whole.walk() if part.path == path), None)
    return None


def runs(parts: Sequence[Part]) -> Iterator[Run]:
    """The modules in another, those put together that are alike."""
    for (_, _, numbered), each in groupby(
        enumerate(parts), lambda pair: (pair[1].alike, _number_gap(pair), pair[1].name.isdecimal())
    ):
        group = [part for _, part in each]
        if numbered and len(group) > 1:
            yield Run(group[0], len(group), group[-1].name)
        else:
            yield from (Run(part, 1, part.name) for part in group)


def _number_gap(pair: tuple[int, Part]) -> int:
    at, part = pair
    return int(part.name) - at if part.name.isdecimal() and len(part.name) < 10 else 0


def _modules(model: Model) -> dict[str, dict[str, Held]]:
    """The items of each module by name; parts of what stands for one tensor are counted to the module of that."""
    keys = frozenset(held.key for held in model.held)
    found: dict[str, dict[str, Held]] = {}
    for held in model.held:
        path, dot, name = held.key.rpartition(".")
        if held.key.startswith("."):  # of a module without a name, which is none of those told apart here
            path, name = "", held.key
        elif dot and (whole := _tensor_above(path, keys)) is not None:  # what quantises a weight: weight.absmax
            path = whole.rpartition(".")[0]
            name = held.key[len(path) + 1 if path else 0 :]
        elif _PARAMETRIZED in held.key:
            path, _, name = held.key.partition(_PARAMETRIZED)
            name = f"{_PARAMETRIZED[1:]}{name}"
        elif name in {"_packed_params", "dtype"} and path.rpartition(".")[2] == "_packed_params":
            path, _, last = path.rpartition(".")
            name = f"{last}.{name}"
        found.setdefault(path, {})[name] = held
    for path in [path for path, names in found.items() if names.keys() & {"in_proj_weight", "q_proj_weight"}]:
        below = f"{path}.out_proj" if path else "out_proj"
        if found.get(below, {}).keys() <= {"weight", "bias"}:
            found[path] |= {f"out_proj.{name}": held for name, held in found.pop(below, {}).items()}
    return found


def _tensor_above(path: str, keys: frozenset[str]) -> str | None:
    """The nearest tensor that has the name of a module, or of one of the two around it."""
    for _ in range(3):
        if path and path in keys:
            return path
        path = path.rpartition(".")[0]
    return None


def _enter(below: dict[str, dict[str, str]], path: str) -> None:
    """Note a module and those around it, by name and path."""
    if not path or path in below:
        return
    names, above, at = path.split(".", _DEEPEST if len(path) <= _LONGEST else 0), "", 0
    for number, name in enumerate(names):
        at += len(name) + (number > 0)
        here = path[:at]
        below[above].setdefault(name, here)
        if here not in below:
            below[here] = {}
        above = here


class _Builder:
    """Makes the parts, the inner ones first."""

    def __init__(
        self,
        modules: Mapping[str, Names],
        layers: Mapping[str, Layer],
        below: Mapping[str, Mapping[str, str]],
        transient: Mapping[str, tuple[Held, ...]],
    ) -> None:
        self._modules, self._layers, self._below, self._transient = modules, layers, below, transient
        self._alike: dict[object, int] = {}
        self._places: set[object] = set()

    def part(self, name: str, path: str) -> Part:
        own = self._modules.get(path, {})
        parts = tuple(self.part(inner, at) for inner, at in self._below.get(path, {}).items() if at != path)
        layer, transient = self._layers.get(path), self._transient.get(path, ())
        parameters = frozen = unsaid = nbytes = 0
        for each, held in own.items():
            if held.place is not None and held.place in self._places:
                continue
            self._places.add(held.place)
            nbytes += held.nbytes
            if held.is_float and held.parameter is not False and each not in _BUFFERS:
                count = prod(held.shape or ())
                parameters += count
                frozen += count * (held.trainable is False)
                unsaid += count * (held.trainable is None)
        kind = None if layer is None or layer.grade == CANNOT_TELL else layer.call
        made = (
            kind,
            tuple((each, held.shape, held.dtype, held.parameter is False, held.frozen) for each, held in own.items()),
            tuple((held.key.rpartition(".")[2], held.shape, held.dtype) for held in transient),
            tuple((inner.name, inner.alike) for inner in parts),
        )
        return Part(
            name,
            path,
            layer,
            own,
            parts,
            self._alike.setdefault(made, len(self._alike)),
            parameters + sum(inner.parameters for inner in parts),
            nbytes + sum(inner.nbytes for inner in parts),
            frozen + sum(inner.frozen for inner in parts),
            unsaid + sum(inner.unsaid for inner in parts),
            transient,
        )

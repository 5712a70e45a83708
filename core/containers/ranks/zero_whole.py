"""The model and the optimizer's state that ranks of DeepSpeed's ZeRO saved, as one graph.

The model's parameters are in fp32, as ``zero_to_fp32`` gives them; what is no parameter that is trained is as it was
saved. The optimizer's state is that of each parameter by its name, as FSDP's ``optim_state_dict`` has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from core.containers.ranks.assembling import Assembly, Run, Stored, like, stored
from core.containers.ranks.zero_layout import ParameterSlice, fits, stretches
from core.containers.ranks.zero_state import Model, Partition
from core.dtypes import Shape
from core.errors import Malformed
from core.pickling.nodes import Call, DictNode, get, pairs
from core.words import say

_PUT_TOGETHER = frozenset(
    {
        *("module", "optimizer", "param_shapes", "buffer_names", "shared_params"),
        *("frozen_param_shapes", "frozen_param_fragments"),
    }
)
"""What of a model's file the whole has in another form, or is told by."""
_STEP = "step"


class _Group(NamedTuple):
    """Parameters that an optimizer treats alike: their ``weights`` by rank, and in them the ``places`` of each."""

    shapes: Mapping[str, Shape]
    weights: Sequence[Run]
    places: Mapping[str, Sequence[ParameterSlice]]


class ZeroWhole:
    """The whole of all ``partitions``, by rank; ``models`` are the files of the model, of rank 0 alone but in ZeRO 3.

    Raises `Malformed` where they do not fit each other.
    """

    def __init__(self, models: Sequence[Model], partitions: Sequence[Partition], assembly: Assembly) -> None:
        self._models, self._partitions, self._assembly = models, partitions, assembly
        self._stage = partitions[0].stage
        check_alike(partitions)
        _check_models(models, partitions[0])
        self._check_copies()
        weights = zip(*(partition.groups for partition in partitions), strict=True)
        self._groups = [
            _Group(shapes, runs, stretches(self._stage, shapes, [run.length for run in runs]))
            for shapes, runs in zip(models[0].shapes, weights, strict=True)
        ]

    def _check_copies(self) -> None:
        """Raises `Malformed` where a file has the numbers of another one, all of them."""
        known: dict[tuple[int | None, ...], str] = {}
        for partition in self._partitions:
            tensors = [stored(value) for state in partition.states for value in state.values()]
            runs = [*partition.groups, *(each.run for each in tensors if each is not None and each.shape)]
            sums = tuple(self._assembly.checksum(run.storage) for run in runs if run.length)
            if sums and None not in sums and sums in known:
                raise Malformed(
                    say(
                        "{one} and {other} hold the same numbers: one is a copy of the other.",
                        one=known[sums],
                        other=partition.name,
                    )
                )
            known[sums] = partition.name

    def root(self) -> DictNode:
        """``module``, ``optimizer``, and what else the model's file has."""
        others = [(key, value) for key, value in pairs(self._models[0].root) if key not in _PUT_TOGETHER]
        found = [("module", self._module()), ("optimizer", self._optimizer()), *others]
        return DictNode([each for pair in found for each in pair])

    # -- the model -----------------------------------------------------------------------------------------

    def _module(self) -> Any:
        model = self._models[0]
        found = {name: self._of(group, name, group.weights) for group in self._groups for name in group.shapes}
        found.update({name: self._frozen(name, shape) for name, shape in model.frozen.items()})
        found.update({name: found[of] for name, of in model.shared.items() if of in found})
        module = get(model.root, "module")
        others = {name: node for name, node in pairs(module) if name in found or not _is_placeholder(node)}
        flat: list[Any] = []
        for name in {**others, **found}:
            flat += [name, found[name] if name in found else self._own(others[name])]
        return like(module, flat)

    def _of(self, group: _Group, name: str, runs: Sequence[Run]) -> Call:
        own = (runs[rank].part(first, count) for rank, first, count in group.places[name])
        return self._assembly.in_a_row(group.shapes[name], runs[0].dtype, own)

    def _frozen(self, name: str, shape: Shape) -> Call:
        """A parameter that is not trained: in ZeRO 3 each rank has a part of it, which may be filled up."""
        left, runs = prod(shape), list[Run]()
        for model in self._models:
            part = stored(model.fragments.get(name))
            if part is not None and (not runs or part.run.dtype == runs[0].dtype):
                runs.append(part.run.part(0, min(part.run.length, left)))
                left -= runs[-1].length
        if left or len(runs) < len(self._models):
            raise Malformed(say("Numbers of the frozen parameter {name} are missing.", name=name))
        return self._assembly.in_a_row(shape, runs[0].dtype, runs)

    def _own(self, node: Any) -> Any:
        """What each rank has, as it is."""
        found = stored(node)
        return node if found is None else self._assembly.copy(found)

    # -- the optimizer -------------------------------------------------------------------------------------

    def _optimizer(self) -> DictNode:
        state: list[Any] = []
        for number, group in enumerate(self._groups):
            kinds = list(self._kinds(number, group))
            for name in group.shapes if kinds else ():
                values = [each for kind, value in kinds for each in (kind, self._state_of(group, name, value))]
                state += [name, DictNode(values)]
        return DictNode(["state", DictNode(state), "param_groups", list(self._param_groups())])

    def _kinds(self, number: int, group: _Group) -> Iterator[tuple[Any, Any]]:
        """The kinds of state of a group: the runs of all ranks, or one value that is that of each parameter.

        Raises `Malformed` where the ranks have not as many numbers as of the weights.
        """
        weights = [run.length for run in group.weights]
        for kind, value in self._partitions[0].states[number].items():
            each = [stored(partition.states[number].get(kind)) for partition in self._partitions]
            tensors = [found for found in each if found is not None and len(found.shape) == 1 and kind != _STEP]
            if not tensors:
                yield kind, value if each[0] is None else each[0]
                continue
            runs = [found.run for found in tensors]
            alike = len(runs) == len(each) and len({run.dtype for run in runs}) == 1
            if not alike or not fits(self._stage, [run.length for run in runs], weights):
                raise Malformed(
                    say(
                        "The optimizer's {kind} has other numbers of elements than the weights: the files are of "
                        "different saves.",
                        kind=kind,
                    )
                )
            yield kind, runs

    def _state_of(self, group: _Group, name: str, value: Any) -> Any:
        if type(value) is Stored:
            return self._assembly.copy(value)
        return self._of(group, name, value) if type(value) is list and value and type(value[0]) is Run else value

    def _param_groups(self) -> Iterator[DictNode]:
        """The groups of the optimizer, whose parameters are named: DeepSpeed numbers the flat ones that they are in."""
        names = [list(group.shapes) for group in self._groups]
        said = self._partitions[0].param_groups or [DictNode(["params", [number]]) for number in range(len(names))]
        for group in said:
            numbers = get(group, "params")
            known = [at for at in numbers if type(at) is int and 0 <= at < len(names)] if type(numbers) is list else []
            others = [each for key, value in pairs(group) if key != "params" for each in (key, value)]
            yield DictNode([*others, "params", [name for at in known for name in names[at]]])


def check_alike(partitions: Sequence[Partition]) -> None:
    """Raises `Malformed` where files of optimizers cannot be of one save."""
    for other in partitions[1:]:
        if _facts(other) != _facts(partitions[0]):
            raise _of_two_saves(partitions[0].name, other.name)


def _facts(partition: Partition) -> tuple[object, ...]:
    return partition.stage, partition.ranks, partition.version, len(partition.groups)


def _check_models(models: Sequence[Model], partition: Partition) -> None:
    """Raises `Malformed` where files of the model are not of the save of the others."""
    for model in models:
        if (model.shapes, model.frozen) != (models[0].shapes, models[0].frozen):
            raise _of_two_saves(models[0].name, model.name)
        if len(model.shapes) != len(partition.groups):
            raise _of_two_saves(model.name, partition.name)


def _of_two_saves(one: str, other: str) -> Malformed:
    return Malformed(
        say("{one} and {other} are of different saves: what they say does not go together.", one=one, other=other)
    )


def _is_placeholder(node: Any) -> bool:
    """Whether a tensor stands for a parameter that ZeRO 3 has cut up: it is empty."""
    found = stored(node)
    return found is not None and not found.run.length

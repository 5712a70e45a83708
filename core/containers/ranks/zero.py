"""DeepSpeed's checkpoints of ZeRO 1, 2 and 3: the parts of all ranks, as one state dict with fp32 weights.

A path is the folder of a save, the one above it, whose ``latest`` names the newest save, or any file of it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import accumulate
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from core.containers.content import Content, Missing, Read, Several
from core.containers.joining import ReadPart, join, read_parts
from core.containers.known_files import role_of
from core.containers.location import Location, located
from core.containers.ranks.assembling import Assembly, RankRun, Stored, branches, like, stored
from core.containers.ranks.zero_names import LATEST, FilesOfRank, is_of_zero, is_zero, newest, others_in, saves_in
from core.containers.ranks.zero_state import Model, Partition, model_of, partition_of
from core.dtypes import Shape
from core.errors import CheckpointError, Malformed
from core.pickling.nodes import Call, DictNode, by_names, get, pairs
from core.progress import Tick
from core.words import marked

PARTITIONS_PARAMETERS = 3
"""The stage of ZeRO that cuts each parameter."""
_ALIGNED = 2
"""ZeRO 1 and 2 fill up a group to a multiple of so many numbers a rank."""


class ParameterSlice(NamedTuple):
    """``length`` numbers of a parameter, which ``rank`` has from its number ``first`` on."""

    rank: int
    first: int
    length: int


def stretches(stage: int, shapes: Mapping[str, Shape], counts: Sequence[int]) -> dict[str, list[ParameterSlice]]:
    """Where the parameters of a group lie, of which each rank has so many numbers.

    Raises `Malformed` where that is not as many as the parameters take.
    """
    if stage >= PARTITIONS_PARAMETERS:
        return _each_cut(shapes, counts)
    wanted, step = sum(map(prod, shapes.values())), _ALIGNED * len(counts)
    found = sum(counts)
    if wanted > found or -(-wanted // step) != -(-found // step) or len(set(counts[:-1])) > 1:
        raise _not_alike(wanted, found)
    ends = list(accumulate(counts))
    firsts = accumulate(map(prod, shapes.values()), initial=0)
    return {
        name: list(_within(first, prod(shape), counts, ends))
        for (name, shape), first in zip(shapes.items(), firsts, strict=False)
    }


def fits(stage: int, counts: Sequence[int], weights: Sequence[int]) -> bool:
    """Whether a state of a group lies as its weights do, by how many numbers the ranks have of either.

    Of weights ZeRO 1 and 2 leave out what fills up the end.
    """
    last = counts[-1] >= weights[-1] if stage < PARTITIONS_PARAMETERS else counts[-1] == weights[-1]
    return last and list(counts[:-1]) == list(weights[:-1])


def _within(first: int, count: int, counts: Sequence[int], ends: Sequence[int]) -> Iterator[ParameterSlice]:
    """Some numbers among those of all ranks."""
    rank = bisect_right(ends, first)
    while count:
        begin = first - ends[rank] + counts[rank]
        some = min(count, counts[rank] - begin)
        if some:
            yield ParameterSlice(rank, begin, some)
        first, count, rank = first + some, count - some, rank + 1


def _each_cut(shapes: Mapping[str, Shape], counts: Sequence[int]) -> dict[str, list[ParameterSlice]]:
    found: dict[str, list[ParameterSlice]] = {}
    ranks, first = len(counts), 0
    for name, shape in shapes.items():
        elements = prod(shape)
        each = -(-elements // ranks)
        own = (min(each, elements - rank * each) for rank in range(ranks))
        found[name] = [ParameterSlice(rank, first, count) for rank, count in enumerate(own) if count > 0]
        first += each
    if set(counts) != {first}:
        raise _not_alike(first * ranks, sum(counts))
    return found


def _not_alike(wanted: int, found: int) -> Malformed:
    return Malformed(
        "The model needs {wanted:,} numbers, but the ranks have {found:,}: the files are from different saves. Put "
        "the files of one save into a separate folder.",
        wanted=wanted,
        found=found,
    )


_PUT_TOGETHER = (
    *("module", "optimizer", "param_shapes", "buffer_names", "shared_params"),
    *("frozen_param_shapes", "frozen_param_fragments"),
)
"""What of a model's file the whole has in another form, or is told by; a tuple, as a key of a file may have no hash."""
_STEP = "step"


class _Group(NamedTuple):
    """Parameters that an optimizer treats alike: their ``weights`` by rank, and in them the ``places`` of each."""

    shapes: Mapping[str, Shape]
    weights: Sequence[RankRun]
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
                    "{one} and {other} hold the same numbers: one is a copy of the other.",
                    one=known[sums],
                    other=partition.name,
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
        others = {name: node for name, node in by_names(module).items() if name in found or not _is_placeholder(node)}
        flat: list[Any] = []
        for name in {**others, **found}:
            flat += [name, found[name] if name in found else self._own(others[name])]
        return like(module, flat)

    def _of(self, group: _Group, name: str, runs: Sequence[RankRun]) -> Call:
        own = (runs[rank].part(first, count) for rank, first, count in group.places[name])
        return self._assembly.in_a_row(group.shapes[name], runs[0].dtype, own)

    def _frozen(self, name: str, shape: Shape) -> Call:
        """A parameter that is not trained: in ZeRO 3 each rank has a part of it, which may be filled up."""
        left, runs = prod(shape), list[RankRun]()
        for model in self._models:
            part = stored(model.fragments.get(name))
            if part is not None and (not runs or part.run.dtype == runs[0].dtype):
                runs.append(part.run.part(0, min(part.run.length, left)))
                left -= runs[-1].length
        if left or len(runs) < len(self._models):
            raise Malformed("Numbers of the frozen parameter {name} are missing.", name=name)
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
                    "The optimizer's {kind} and the weights differ in their number of elements: the files are from "
                    "different saves.",
                    kind=kind,
                )
            yield kind, runs

    def _state_of(self, group: _Group, name: str, value: Any) -> Any:
        if type(value) is Stored:
            return self._assembly.copy(value)
        return self._of(group, name, value) if type(value) is list and value and type(value[0]) is RankRun else value

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
    return Malformed("{one} and {other} are from different saves: they contradict each other.", one=one, other=other)


def _is_placeholder(node: Any) -> bool:
    """Whether a tensor stands for a parameter that ZeRO 3 has cut up: it is empty."""
    found = stored(node)
    return found is not None and not found.run.length


KIND = "DeepSpeed"
_EXPERTS = marked(
    "Each group of experts has its own ranks, and the files do not say which of them belong to one model."
)
_MISSING = marked("Ranks are missing, so the model cannot be put together. The parts that are there are shown.")
MODEL_PARALLEL = marked(
    "Pthfinder joins the files of each model-parallel rank separately. Which tensors are sharded, and how, is only "
    "in the model's code, not in the files."
)


class _Place(NamedTuple):
    """The folder of a save, and the names in it."""

    folder: Path
    names: Sequence[str]


def claims(location: Location) -> bool:
    """Whether it is a file of such a save, its folder, or the one above it."""
    return not location.alone and _place(location) is not None


def read(location: Location, tick: Tick, read_other: Read) -> Content:
    """The whole, or its parts where it cannot be put together.

    Raises `Malformed` where files of different saves are together.
    """
    place = _place(location)
    assert place is not None
    saves = saves_in(place.names)
    parts = read_parts(place.folder, [name for saved in saves for name in saved.names], read_other, tick)
    several = Several(KIND, tuple(part.name for part in parts), (), others_in(place.names), can_be_parts=True)
    content = join(parts, None, several)
    save = _Save(saves, {part.name: part for part in parts})
    if location.as_parts:
        with suppress(CheckpointError):
            several = save.told(several)
        return branches(content, parts, several)
    several = save.told(several)
    if several.note or not save.partitions:
        return branches(content, parts, several)
    assembly = Assembly(content, len(parts))
    trees = [(f"mp_rank_{saved.mp}", save.tree(saved, assembly)) for saved in saves]
    if len(trees) == 1:
        return assembly.finish(trees[0][1], several)
    root = DictNode([each for tree in trees for each in tree])
    return assembly.finish(root, several._replace(note=MODEL_PARALLEL))


class _Save:
    """All files of a save, once their storages have the names that they have among those of all."""

    def __init__(self, saves: Sequence[FilesOfRank], parts: Mapping[str, ReadPart]) -> None:
        self._saves, self._parts = saves, parts

    @cached_property
    def partitions(self) -> dict[str, Partition]:
        """What the files of optimizers say, by their names. Raises `Malformed` for one that is none."""
        names = (name for saved in self._saves for name in saved.optimizers.values())
        return {name: partition_of(self._parts[name]) for name in names}

    def told(self, several: Several) -> Several:
        """The same with the stage, with what is missing, and with why the parts cannot be put together."""
        stages = {each.stage for each in self.partitions.values()}
        kind = f"{KIND} ZeRO {stages.pop()}" if len(stages) == 1 else KIND
        missing = tuple(Missing(name) for saved in self._saves for name in self._missing(saved))
        note = _MISSING if missing else None
        if any(each.ranks is None for each in self.partitions.values()):
            note = _EXPERTS
        return several._replace(kind=kind, missing=missing, note=note)

    def _missing(self, saved: FilesOfRank) -> list[str]:
        known = [self.partitions[name] for name in saved.optimizers.values()]
        if not known:
            count = len(saved.models) if is_zero(self._parts) else 0
            return saved.missing(count, PARTITIONS_PARAMETERS) if count else []
        check_alike(known)
        return saved.missing(known[0].ranks or 0, known[0].stage)

    def tree(self, saved: FilesOfRank, assembly: Assembly) -> DictNode:
        """The whole of one rank of model parallelism."""
        models = [model_of(self._parts[name]) for name in saved.models.values()]
        return ZeroWhole(models, [self.partitions[name] for name in saved.optimizers.values()], assembly).root()


def _place(location: Location) -> _Place | None:
    if not location.is_folder and location.name != LATEST:
        is_one = is_of_zero(location.name) and is_zero(location.names)
        return _Place(location.folder, location.names) if is_one else None
    if any(map(is_of_zero, location.names)):
        return _Place(location.folder, location.names)
    folder = None if any(map(role_of, location.names)) else newest(location)  # or it is the folder of a run
    if folder is None:
        return None
    with located(folder) as below:
        return _Place(folder, below.names) if any(map(is_of_zero, below.names)) else None

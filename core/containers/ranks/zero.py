"""DeepSpeed's checkpoints of ZeRO 1, 2 and 3: the parts of all ranks, as one state dict with fp32 weights.

A path is the folder of a save, the one above it, whose ``latest`` names the newest save, or any file of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from core.containers.content import Content, Missing, Read, Several
from core.containers.joining import ReadPart, join, read_parts
from core.containers.known_files import role_of
from core.containers.location import Location, located
from core.containers.ranks.assembling import Assembly
from core.containers.ranks.branches import branches
from core.containers.ranks.zero_layout import PARTITIONS_PARAMETERS
from core.containers.ranks.zero_names import LATEST, FilesOfRank, is_of_zero, is_zero, newest, others_in, saves_in
from core.containers.ranks.zero_state import Partition, model_of, partition_of
from core.containers.ranks.zero_whole import ZeroWhole, check_alike
from core.errors import CheckpointError
from core.pickling.nodes import DictNode
from core.progress import Tick
from core.words import marked

KIND = "DeepSpeed"
_EXPERTS = marked("Each group of experts has ranks of its own: which of them make up a model the files do not say.")
_MISSING = marked("Ranks are missing, so the model cannot be put together. The parts that are there are shown.")
MODEL_PARALLEL = marked(
    "Each rank of model parallelism is put together by itself. Which of their tensors are cut, and how, is in the code "
    "of the model and not in the files."
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

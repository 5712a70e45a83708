"""Files that the ranks of FSDP wrote, each with ``torch.save``: ShardedTensors, DTensors and flat parameters.

What is cut is put together, of the pieces in the files of all ranks; everything else is that of the first rank. A file
is one of these by what is in it, not by its name alone.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from core.containers.content import Content, Missing, Read, Several
from core.containers.joining import ReadPart, join, read_parts
from core.containers.known_files import Role, role_of
from core.containers.location import Location, located
from core.containers.ranks.assembling import Assembly
from core.containers.ranks.branches import branches
from core.containers.ranks.cannot_tell import CannotTell
from core.containers.ranks.rank_names import RankFiles, is_of_a_rank, rank_files
from core.containers.ranks.rank_trees import MISSING, RankTrees
from core.errors import CheckpointError
from core.formats import zip_reader
from core.formats.zip_archive import read_record
from core.pickling.nodes import DictNode
from core.progress import Tick, ignore

KIND = "FSDP"
_MARKS = (b"torch.distributed._shard.sharded_tensor", b"torch.distributed.tensor", b"torch.distributed._tensor")
"""What the pickle of a rank names: modules of torch."""
_CLASSES = {"torch.distributed._shard": "ShardedTensor", "torch.distributed": "DTensor"}


def claims(location: Location) -> bool:
    """Whether it is a file of a rank with pieces of tensors in it, or a folder of such."""
    if location.alone or (not location.is_folder and not is_of_a_rank(location.name)):
        return False
    if location.is_folder and any(role_of(name) is Role.OPTIMIZER for name in location.names):
        return False  # the folder of a run, whose ranks have states of random numbers of their own
    with suppress(CheckpointError):
        return bool(_groups(location))
    return False


def read(location: Location, tick: Tick, read_other: Read) -> Content:
    """The whole, or the parts where it cannot be put together.

    Raises `Malformed` where files of different saves are together.
    """
    groups = _groups(location)
    names = [name for group in groups for name in group.names.values()]
    parts = read_parts(location.folder, names, read_other, tick)
    content = join(parts, None, Several(KIND, tuple(names)))
    by_name = {part.name: part for part in parts}
    assembly = Assembly(content, len(parts))
    trees = [_trees(group, by_name, assembly) for group in groups]
    missing = tuple(
        Missing(name) for group, tree in zip(groups, trees, strict=True) for name in group.missing(tree.ranks)
    )
    extra = tuple(name for name in location.names if is_of_a_rank(name) and name not in by_name)
    of_torch = {mark: any(name.module.startswith(mark) for name in content.mentions.names) for mark in _CLASSES}
    pieces = next((_CLASSES[mark] for mark, is_there in of_torch.items() if is_there), "")
    several = Several(KIND, tuple(names), missing, extra, can_be_parts=True, pieces=pieces)
    if location.as_parts:
        return branches(content, parts, several)
    try:
        roots = [tree.root() for tree in trees]
    except CannotTell as why:
        return branches(content, parts, several._replace(note=MISSING if missing else why.note))
    labels = [group.label for group in groups]
    if len(set(labels)) < len(labels):
        labels = [f"{group.stem}*{group.end}" for group in groups]
    labelled = [each for pair in zip(labels, roots, strict=True) for each in pair]
    notes = [tree.note for tree in trees if tree.note]
    return assembly.finish(
        roots[0] if len(roots) == 1 else DictNode(labelled), several._replace(note=notes[0] if notes else None)
    )


def _trees(group: RankFiles, parts: dict[str, ReadPart], assembly: Assembly) -> RankTrees:
    return RankTrees({rank: parts[name].content for rank, name in group.names.items()}, assembly)


def _groups(location: Location) -> list[RankFiles]:
    """The files of each kind that lie together, of those kinds that are pieces of tensors."""
    return [group for group in rank_files(location.names) if _is_sharded(location.folder, group)]


def _is_sharded(folder: Path, group: RankFiles) -> bool:
    """Whether the file of one of the ranks names what pieces are made by."""
    name = next(iter(group.names.values()))
    with located(folder / name, alone=True) as location:
        if not zip_reader.looks_like(location.head):
            return False
        record = (archive := zip_reader.read_archive(location.file, ignore)).record("data.pkl")
        if record is None or archive.is_torchscript:
            return False
        data = read_record(location.file, record)
    return any(mark in data for mark in _MARKS)

"""Code that loads a checkpoint of many files: shards one after the other, DCP by torch itself, the rest as one.

Shards are files of one state dict each, whose names differ in a number. DCP is made one file by
``dcp_to_torch_save`` of ``torch/distributed/checkpoint/format_utils.py``, which needs no process group. What ranks
saved is put together by their framework alone, or saved as one file here. The files of a run, and the members of a zip
of checkpoints, are branches of one tree: each is loaded under its key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from core.catalogue.checkpoint import Checkpoint
from core.catalogue.quoting import comment, literal
from core.formats.archives import Archive
from core.formats.register import format_of
from core.formats.several import SeveralArchive
from core.remote.address import as_path
from core.words import say

_DIGITS = re.compile(r"(?<!\d)\d++(?=-of-)")
_MADE = re.compile(r"\bcheckpoint( \|?= )")
_GLOB = re.compile(r"[*?\[\]]")


class BranchFile(NamedTuple):
    """Which file a branch is: its ``name`` in the folder or, of a ``member``, in the zip, whether it holds
    ``safetensors``, and of several the pattern of their names, below the ``folder`` of that name.
    """

    name: str
    safetensors: bool
    member: bool = False
    folder: str = ""
    shards: str = ""


def branch_files(checkpoint: Checkpoint) -> tuple[BranchFile, ...]:
    """The files of a run's folder, or the members of a zip of checkpoints, in the order of the branches.

    None of another checkpoint, nor where a branch is put together of the files of ranks.
    """
    archive, member = checkpoint.archive, not checkpoint.format.folders
    if not checkpoint.format.of_branches or not isinstance(archive, SeveralArchive):
        return ()
    found: list[BranchFile] = []
    for name, each in zip(archive.names, archive.archives, strict=True):
        if isinstance(each, SeveralArchive):
            pattern = _pattern(each.names) if format_of(each.kind).cut else ""
            safe = all(_is_safe(part) for part in each.archives)
            found.append(BranchFile(name, safe, folder=name.rpartition("/")[0], shards=pattern))
        elif not (_is_safe(each) or format_of(each.kind).of_torch):
            return ()
        else:
            found.append(BranchFile(name, _is_safe(each), member))
        if isinstance(each, SeveralArchive) and not found[-1].shards:
            return ()
    return tuple(found)


def _is_safe(archive: Archive) -> bool:
    return format_of(archive.kind).way == "safetensors"


def is_many(checkpoint: Checkpoint) -> bool:
    """Whether no one file holds all of it."""
    return checkpoint.several is not None and len(checkpoint.parts) > 1


def call_of(checkpoint: Checkpoint) -> str:
    """What loads it, at the beginning of a sentence: a call, or what many take."""
    if not is_many(checkpoint):
        return "torch.load(f)" if checkpoint.format.always_folder else checkpoint.format.call
    of_torch = shards(checkpoint) and not are_safetensors(checkpoint)
    return say("torch.load of each file") if of_torch else say("Loading these files")


def path_of(checkpoint: Checkpoint) -> Path:
    """The path that code is about: that of the file, the one in a folder too, and of many files their folder."""
    if is_many(checkpoint):
        return checkpoint.path if checkpoint.path.is_dir() else checkpoint.path.parent
    part = checkpoint.parts[0].path
    in_folder = not checkpoint.format.folders and part != checkpoint.path and checkpoint.path.is_dir()
    return part if in_folder else checkpoint.path


def path_as_typed(checkpoint: Checkpoint, typed: str) -> str:
    """The same by what was typed to open it."""
    path = path_of(checkpoint)
    if path == checkpoint.path:
        return typed
    if path == checkpoint.path.parent:
        return str(as_path(typed).parent)
    return str(as_path(typed) / path.relative_to(checkpoint.path))


def is_dcp(checkpoint: Checkpoint) -> bool:
    """Whether torch.distributed.checkpoint wrote it."""
    return is_many(checkpoint) and checkpoint.format.always_folder


def shards(checkpoint: Checkpoint) -> str:
    """The pattern of the names of shards; nothing for what is none."""
    return _pattern(checkpoint.part_names) if is_many(checkpoint) and checkpoint.format.cut else ""


def _pattern(names: Iterable[str]) -> str:
    patterns = {_DIGITS.sub("*", _GLOB.sub("?", name)) for name in names}
    return patterns.pop() if len(patterns) == 1 else ""


def are_safetensors(checkpoint: Checkpoint) -> bool:
    """Whether all its files are safetensors."""
    return all(each.way == "safetensors" for each in checkpoint.part_formats)


def load_shards(pattern: str, folder: str, loading: Sequence[str]) -> list[str]:
    """``checkpoint`` of all shards of a folder; ``loading`` are the lines that make it of the file ``part``."""
    lines = [line.replace("checkpoint = ", "checkpoint |= ", 1) for line in loading]
    return [
        "checkpoint = {}",
        f"for part in sorted(Path({folder}).glob({literal(pattern)})):",
        *(f"    {line}" for line in lines),
    ]


def load_branch(label: str, file: BranchFile, f: str, loading: Callable[[str], list[str]]) -> list[str]:
    """``checkpoint[label]`` of the file of one branch; ``loading`` gives the lines that make ``checkpoint`` of a path.

    A member of a zip is read inside ``with zipfile.ZipFile(f) as archive``.
    """
    if file.member:
        lines = loading(f"archive.open({literal(file.name)})")
    elif file.shards:
        lines = loading(f"Path({f}, {literal(file.folder)})" if file.folder else f)
    else:
        lines = loading(f"Path({f}, {literal(file.name)})")
    return [_MADE.sub(lambda made: f"checkpoint[{literal(label)}]{made[1]}", line) for line in lines]


def load_dcp(folder: str, loading: Sequence[str]) -> list[str]:
    """``checkpoint`` of a folder of torch.distributed.checkpoint; ``loading`` makes it of the file ``one``."""
    passes = comment(say("all of it passes through RAM"))
    return ["one = 'one.pth'", f"dcp_to_torch_save({folder}, one)  {passes}", *loading]

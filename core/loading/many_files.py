"""Code that loads a checkpoint of many files: shards one after the other, DCP by torch itself, the rest as one.

Shards are files of one state dict each, whose names differ in a number. DCP is made one file by
``dcp_to_torch_save`` of ``torch/distributed/checkpoint/format_utils.py``, which needs no process group. What ranks
saved is put together by their framework alone, or saved as one file here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from core.catalogue.checkpoint import Checkpoint
from core.formats.safetensors import SafetensorsArchive
from core.formats.several import SeveralArchive
from core.loading.quoting import literal
from core.words import say

_DIGITS = re.compile(r"\d+(?=-of-)")
_GLOB = re.compile(r"[*?\[\]]")


def is_many(checkpoint: Checkpoint) -> bool:
    """Whether no one file holds all of it."""
    return checkpoint.several is not None and len(checkpoint.parts) > 1


def call_of(checkpoint: Checkpoint) -> str:
    """What loads it, at the beginning of a sentence: a call, or what many take."""
    if not is_many(checkpoint):
        return "safetensors.torch.load_file(f)" if checkpoint.container == "safetensors" else "torch.load(f)"
    of_torch = shards(checkpoint) and not are_safetensors(checkpoint)
    return say("torch.load of each file") if of_torch else say("Loading these files")


def path_of(checkpoint: Checkpoint) -> Path:
    """The path that code is about: that of the file, of many files their folder."""
    return checkpoint.path.parent if is_many(checkpoint) and not checkpoint.path.is_dir() else checkpoint.path


def is_dcp(checkpoint: Checkpoint) -> bool:
    """Whether torch.distributed.checkpoint wrote it."""
    return is_many(checkpoint) and checkpoint.container == "dcp"


def shards(checkpoint: Checkpoint) -> str:
    """The pattern of the names of shards; nothing for what is none."""
    if not is_many(checkpoint) or checkpoint.container != "sharded":
        return ""
    names = checkpoint.part_names
    patterns = {_DIGITS.sub("*", _GLOB.sub("?", name)) for name in names}
    return patterns.pop() if len(patterns) == 1 else ""


def are_safetensors(checkpoint: Checkpoint) -> bool:
    """Whether all its files are safetensors."""
    archive = checkpoint.archive
    return isinstance(archive, SeveralArchive) and all(
        isinstance(each, SafetensorsArchive) for each in archive.archives
    )


def load_shards(pattern: str, folder: str, loading: Sequence[str]) -> list[str]:
    """``checkpoint`` of all shards of a folder; ``loading`` are the lines that make it of the file ``part``."""
    lines = [line.replace("checkpoint = ", "checkpoint |= ", 1) for line in loading]
    return [
        "checkpoint = {}",
        f"for part in sorted(Path({folder}).glob({literal(pattern)})):",
        *(f"    {line}" for line in lines),
    ]


def load_dcp(folder: str, loading: Sequence[str]) -> list[str]:
    """``checkpoint`` of a folder of torch.distributed.checkpoint; ``loading`` makes it of the file ``one``."""
    return ["one = 'one.pth'", f"dcp_to_torch_save({folder}, one)  # all of it passes through RAM", *loading]

"""Megatron's checkpoints: a folder for each rank of tensor and pipeline parallelism, shown as branches.

A file is ``iter_0000500/mp_rank_01_002/model_optim_rng.pt``: its rank of tensor parallelism first, then of pipeline,
then of experts; without a pipeline ``mp_rank_01``. ``latest_checkpointed_iteration.txt`` says which save is the newest.
Which tensors are cut, and along which dimension, is in the layers of the model, as ``tools/checkpoint`` of Megatron-LM
knows them, and not in the files. Source: ``get_checkpoint_name`` of ``megatron/training/checkpointing.py``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod
from pathlib import Path
from typing import NamedTuple

from core.containers.content import Content, Missing, Read, Several
from core.containers.joining import inside, join, read_parts
from core.containers.location import Location, located, names_in
from core.containers.ranks.assembling import branches
from core.errors import CheckpointError
from core.progress import Tick
from core.words import marked

KIND = "Megatron"
LATEST = "latest_checkpointed_iteration.txt"
_FOLDER = re.compile(r"mp_rank_(\d{2,5})(?:_(\d{3,5}))?(?:_(\d{3,5}))?")
_FILE = re.compile(r"(?:model_optim_rng|model_rng|model_weights|optim|distrib_optim)\.(?:pt|ckpt)")
_NOTE = marked(
    "Each rank has its part of the tensors. The files do not say which tensors are sharded, or along which "
    "dimension; only the model's code does. Merge the files with Megatron's tools/checkpoint/convert.py."
)
_MOST_DIGITS = 12
_MOST = 65_536


class _Save(NamedTuple):
    """The folder of a save, the folders of ranks there, and the files in them."""

    folder: Path
    ranks: Sequence[str]
    names: Sequence[str]


def claims(location: Location) -> bool:
    """Whether it is a file of a rank that is not the only one, the folder of a rank or of a save, or the one above."""
    if location.alone:
        return False
    save = _save(location)
    return save is not None and (location.is_folder or location.name == LATEST or len(save.ranks) > 1)


def read(location: Location, tick: Tick, read_other: Read) -> Content:
    """The parts as branches; what is the newest save in another format as that."""
    save = _save(location)
    assert save is not None
    if not save.names:
        with located(save.folder) as newest:
            return read_other(newest, tick)
    parts = read_parts(save.folder, save.names, read_other, tick)
    extents, missing = _missing(save)
    sizes = " × ".join(
        f"{name} {extent}" for name, extent in zip(("TP", "PP", "EP"), extents, strict=False) if extent > 1
    )
    note = _NOTE if len(save.ranks) > 1 or missing else None
    kind = f"{KIND} {sizes}" if sizes else KIND
    several = Several(kind, tuple(save.names), tuple(map(Missing, missing)), note=note)
    return branches(join(parts, None, several), parts, several)


def _save(location: Location) -> _Save | None:
    if location.is_folder or location.name == LATEST:
        if LATEST in location.names:
            return _newest(location)
        folder = location.path.parent if _FOLDER.fullmatch(location.name) else location.path
    elif _FILE.fullmatch(location.name) and _FOLDER.fullmatch(location.folder.name):
        folder = location.folder.parent
    else:
        return None
    save = _of_folder(folder)
    return save if save.names else None


def _newest(location: Location) -> _Save | None:
    """The save that the file names; without names of its own where it is a folder of torch.distributed.checkpoint."""
    try:
        with located(location.folder / LATEST, alone=True) as file:
            told = file.file.peek(0, _MOST_DIGITS + 1).decode(errors="replace").strip()
        is_number = told.isdecimal() and told.isascii()
        folder = inside(location.folder, f"iter_{int(told):07d}" if is_number else told)
    except CheckpointError:
        return None
    save = _of_folder(folder)
    return save if save.names or ".metadata" in names_in(folder) else None


def _of_folder(folder: Path) -> _Save:
    ranks = [name for name in names_in(folder) if _FOLDER.fullmatch(name)]
    names = [f"{rank}/{name}" for rank in ranks for name in names_in(folder / rank) if _FILE.fullmatch(name)]
    return _Save(folder, ranks, names)


def _place(rank: str) -> tuple[int, ...]:
    found = _FOLDER.fullmatch(rank)
    return tuple(int(number) for number in (found.groups() if found else ()) if number is not None)


def _missing(save: _Save) -> tuple[list[int], list[str]]:
    """How many ranks there are of each kind of parallelism, by the folders, and the files that are not there."""
    names, places = save.names, list(map(_place, save.ranks))
    longest = max(map(len, places))
    extents = [max(place[at] for place in places if len(place) > at) + 1 for at in range(longest)]
    if prod(extents) > _MOST:
        return extents, []
    here = {_place(name.partition("/")[0]) for name in names}
    missing: list[str] = []
    for number in range(prod(extents)):
        rest, place = number, list[int]()
        for extent in reversed(extents):
            rest, at = divmod(rest, extent)
            place.insert(0, at)
        if tuple(place) not in here and len(set(map(len, places))) == 1:
            digits = (f"{at:02d}" if index == 0 else f"{at:03d}" for index, at in enumerate(place))
            missing.append(f"mp_rank_{'_'.join(digits)}/{names[0].partition('/')[2]}")
    return extents, missing

"""The files of a DeepSpeed checkpoint, by their names.

``save_checkpoint`` makes a folder for each save, its tag, and beside it the file ``latest`` with the name of the newest
one. Sources: ``_get_ckpt_name`` and ``_get_rank_zero_ckpt_name`` of ``deepspeed/runtime/engine.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from core.containers.joining import inside
from core.containers.location import Location, located
from core.errors import CheckpointError, Malformed

_MP = r"mp_rank_(?P<mp>\d{1,6}(?:_\d{1,6})*)"
_OPTIMIZER = re.compile(rf"(?P<kind>bf16_|fp16_)?zero_pp_rank_(?P<rank>\d{{1,6}})_{_MP}_?optim_states\.pt")
_PARTITIONED = re.compile(rf"zero_pp_rank_(?P<rank>\d{{1,6}})_{_MP}_model_states\.pt")
_MODEL = re.compile(rf"{_MP}_model_states\.pt")
_OTHERS = re.compile(r"(?:layer_\d+.*|expert_\d+_.*)model_states\.pt|expp_rank_\d+_.*optim_states\.pt")
LATEST = "latest"
_MOST_TAG = 256


class FilesOfRank(NamedTuple):
    """The files of one model-parallel rank, ``mp``. Each dict has the number of a data-parallel rank and its file.

    Except in ZeRO 3, ``models`` has rank 0 alone.
    """

    mp: str
    models: dict[int, str]
    optimizers: dict[int, str]

    @property
    def names(self) -> list[str]:
        return [*self.models.values(), *self.optimizers.values()]

    def missing(self, count: int, stage: int) -> list[str]:
        """The names of the files that are not there, of ``count`` ranks."""
        some = next(iter(self.optimizers.values()), "")
        kind = some[: some.find("zero_pp_rank_")] if some else ""
        of_rank = f"_mp_rank_{self.mp}"
        models = [f"zero_pp_rank_{rank}{of_rank}_model_states.pt" for rank in range(count) if rank not in self.models]
        if stage < 3:
            models = [] if self.models else [f"mp_rank_{self.mp}_model_states.pt"]
        absent = (rank for rank in range(count) if rank not in self.optimizers)
        return [*models, *(f"{kind}zero_pp_rank_{rank}{of_rank}_optim_states.pt" for rank in absent)]


def is_zero(names: Iterable[str]) -> bool:
    """Whether files of these names are a checkpoint of ZeRO: what DeepSpeed saves without it is one file."""
    return any(_OPTIMIZER.fullmatch(name) or _PARTITIONED.fullmatch(name) for name in names)


def is_of_zero(name: str) -> bool:
    """Whether a file may belong to such a checkpoint."""
    return any(pattern.fullmatch(name) for pattern in (_OPTIMIZER, _PARTITIONED, _MODEL))


def saves_in(names: Iterable[str]) -> list[FilesOfRank]:
    """The files by ranks of model parallelism. Raises `Malformed` where two are of the same rank."""
    found: dict[str, FilesOfRank] = {}
    plain: dict[str, str] = {}
    for name in names:
        model, optimizer, only = (pattern.fullmatch(name) for pattern in (_PARTITIONED, _OPTIMIZER, _MODEL))
        if only:
            plain[only["mp"]] = name
        match = model or optimizer
        if match is None:
            continue
        saved = found.setdefault(match["mp"], FilesOfRank(match["mp"], {}, {}))
        of_kind, rank = saved.models if model else saved.optimizers, int(match["rank"])
        if rank in of_kind:
            raise Malformed(
                "{one} and {other} are both from rank {rank}: the folder has files of two saves. Move the files of "
                "one save to another folder.",
                one=of_kind[rank],
                other=name,
                rank=rank,
            )
        of_kind[rank] = name
    for mp, name in plain.items():
        saved = found.setdefault(mp, FilesOfRank(mp, {}, {}))
        if not saved.models:
            saved.models[0] = name
    by_rank = sorted(found.values(), key=lambda saved: [int(number) for number in saved.mp.split("_")])
    return [
        FilesOfRank(mp, dict(sorted(models.items())), dict(sorted(others.items()))) for mp, models, others in by_rank
    ]


def others_in(names: Iterable[str]) -> tuple[str, ...]:
    """Files of experts and of layers, which DeepSpeed keeps for itself."""
    return tuple(name for name in names if _OTHERS.fullmatch(name))


def newest(location: Location) -> Path | None:
    """The folder that the file ``latest`` beside a location names; None where there is no such file or folder."""
    if LATEST not in location.names:
        return None
    try:
        with located(location.folder / LATEST, alone=True) as file:
            tag = file.file.peek(0, _MOST_TAG).decode(errors="replace").strip()
        folder = inside(location.folder, tag)
    except CheckpointError:
        return None
    return folder if folder.is_dir() else None

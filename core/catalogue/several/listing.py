"""The checkpoints of one folder as rows: which there are, and what each is, from directories and pickles alone."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.catalogue.build import build_catalogue
from core.catalogue.checkpoint import Checkpoint, open_checkpoint
from core.catalogue.several.how_far import HowFar, said_by_name, said_inside
from core.errors import CheckpointError
from core.progress import Tick, ignore

_SCALE = 1000


@dataclass(frozen=True)
class Listed:
    """One checkpoint of a folder.

    ``name`` is what it is called there, with the folder below it where it lies in one. ``modified`` are seconds since
    1970, of the newest of its files. ``devices`` are those that tensors were saved on, most bytes first, none where
    the format says none. ``link`` is where a symbolic link leads. ``error`` says why it does not open; empty where it
    does, and where ``is_read`` says that nobody has looked yet.
    """

    name: str
    path: Path
    far: HowFar
    bytes: int | None = None
    modified: float | None = None
    devices: tuple[str, ...] = ()
    link: str = ""
    error: str = ""
    is_read: bool = False


def beforehand(folder: Path, names: Iterable[str]) -> list[Listed]:
    """The rows of a folder before any checkpoint of it is opened, with what names and the folder say, in order."""
    return in_order([_by_name(folder, name) for name in names])


def looked_into(row: Listed, tick: Tick | None = None) -> Listed:
    """The row of a checkpoint once it has been opened, or why it does not open. Raises `Cancelled` when ``tick`` does.

    Reads directories and pickles, no tensor; nothing is kept of it.
    """
    try:
        checkpoint = open_checkpoint(row.path, tick)
        catalogue = build_catalogue(checkpoint, tick)
    except CheckpointError as error:
        return Listed(
            row.name, row.path, row.far, row.bytes, row.modified, link=row.link, error=str(error), is_read=True
        )
    totals = sorted(catalogue.devices, key=lambda total: -total.bytes)
    devices = () if checkpoint.container == "safetensors" else tuple(total.device for total in totals)
    modified = _newest(checkpoint)
    far = said_inside(checkpoint).or_else(said_by_name(row.name, surely=True)) or row.far
    return Listed(
        row.name,
        row.path,
        far,
        checkpoint.bytes,
        row.modified if modified is None else modified,
        devices,
        row.link,
        is_read=True,
    )


def checkpoints_of(
    folder: Path, names: Iterable[str], tick: Tick | None = None, tell: Callable[[Listed], object] | None = None
) -> list[Listed]:
    """The rows of all checkpoints that a folder holds, in order; ``tell`` hears of each as soon as it is read.

    ``names`` are those of `core.errors.NotOne`, which opening the folder raises. Raises `Cancelled` when ``tick`` does.
    """
    rows, tick = beforehand(folder, names), tick or ignore
    found = []
    for place, row in enumerate(rows):
        tick(_SCALE * place, _SCALE * len(rows))
        found.append(looked_into(row, _one_of(tick, place, len(rows))))
        if tell is not None:
            tell(found[-1])
    return in_order(found)


def in_order(rows: Sequence[Listed]) -> list[Listed]:
    """By step, or by epoch where none says a step; what says neither comes last. Those alike by their names."""
    by_step = any(row.far.step is not None for row in rows)

    def key(row: Listed) -> tuple[bool, float, float, list[tuple[int, str]]]:
        first, second = (row.far.step, row.far.epoch) if by_step else (row.far.epoch, row.far.step)
        return not row.far, *(float("inf") if each is None else each for each in (first, second)), natural(row.name)

    return sorted(rows, key=key)


def natural(name: str) -> list[tuple[str, int]]:
    """What names are sorted by as people do: ``e9`` before ``e10``."""
    return [(text, int(digits[:15] or 0)) for text, digits in re.findall(r"([^0-9]*)([0-9]*)", name.lower())]


def _one_of(tick: Tick, place: int, count: int) -> Tick:
    """A tick for one of several whose share of the whole is the same."""

    def partly(done: int, total: int) -> None:
        share = min(1.0, done / total) if total > 0 else 0.0
        tick(int(_SCALE * (place + share)), _SCALE * count)

    return partly


def _by_name(folder: Path, name: str) -> Listed:
    path = folder / name
    link, size, modified = "", None, None
    try:
        if path.is_symlink():
            link = os.fspath(path.readlink())
        found = path.stat()
        modified = found.st_mtime
        size = None if path.is_dir() else found.st_size
    except OSError:  # nothing is there where the link leads
        pass
    return Listed(name, path, said_by_name(name) or said_by_name(link), size, modified, link=link)


def _newest(checkpoint: Checkpoint) -> float | None:
    """When the newest of its files was written."""
    times = []
    for path in checkpoint.paths:
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times, default=None)

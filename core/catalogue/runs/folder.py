"""The checkpoints of a folder, a row each: how far training had come, size, date, devices.

Reads directories and pickles, as opening does, and keeps nothing of what it has opened.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from core.catalogue.build import open_catalogue
from core.catalogue.checkpoint import Checkpoint
from core.catalogue.runs.how_far import said_by_name, said_inside
from core.errors import CheckpointError
from core.progress import Tick, ignore

"""Containers that save no device."""
_SCALE: Final = 1000


@dataclass(frozen=True)
class CheckpointRow:
    """One checkpoint of a folder.

    ``name`` is what it is called there, with the folder below it where it lies in one. ``step`` and ``epoch`` are None
    where neither the file nor its name says any; ``bytes`` are those of all its files, ``modified`` the seconds since
    1970 at which the newest of them was written, both 0 where nobody knows. ``devices`` come by their bytes, most
    first. ``links_to`` is what a symbolic link says; ``problem`` is why it does not open, else empty; ``is_read``
    whether somebody has looked.
    """

    name: str
    path: Path
    step: int | None = None
    epoch: float | None = None
    bytes: int = 0
    modified: float = 0.0
    tensors: int = 0
    devices: tuple[str, ...] = ()
    links_to: str = ""
    problem: str = ""
    is_read: bool = False


def by_names(folder: Path, names: Sequence[str]) -> tuple[CheckpointRow, ...]:
    """The rows as far as names and the directory tell; nothing is opened."""
    return _in_order([_by_name(folder, name) for name in names])


def checkpoints_in(
    folder: Path, names: Sequence[str], tick: Tick = ignore, tell: Callable[[CheckpointRow], object] | None = None
) -> tuple[CheckpointRow, ...]:
    """The checkpoints that `core.errors.SeveralCheckpoints` names, in the order of training; those without a number
    come last. One that does not open is a row that says why.

    ``tell`` hears of each row as soon as it is read. Raises `Cancelled` when ``tick`` does.
    """
    rows = []
    for done, row in enumerate(by_names(folder, names)):
        tick(_SCALE * done, _SCALE * len(names))
        rows.append(_looked_into(row, _one_of(tick, done, len(names))))
        if tell is not None:
            tell(rows[-1])
    return _in_order(rows)


def _one_of(tick: Tick, place: int, count: int) -> Tick:
    """A tick for one of several whose shares of the whole are alike."""

    def partly(done: int, total: int) -> None:
        share = min(1.0, done / total) if total > 0 else 0.0
        tick(int(_SCALE * (place + share)), _SCALE * count)

    return partly


def _in_order(rows: Sequence[CheckpointRow]) -> tuple[CheckpointRow, ...]:
    """By step, or by epoch where no row says a step; what says neither comes last. Those alike by name."""
    last = math.inf

    def place(row: CheckpointRow) -> tuple[bool, float, float, list[tuple[str, int]]]:
        step, epoch = (last if number is None else number for number in (row.step, row.epoch))
        return step == epoch == last, step, epoch, _natural(row.name)

    return tuple(sorted(rows, key=place))


def _natural(name: str) -> list[tuple[str, int]]:
    """What names are sorted by as people do: ``e9`` before ``e10``."""
    return [(text, int(digits[:15] or 0)) for text, digits in re.findall(r"([^0-9]*)([0-9]*)", name.lower())]


def _by_name(folder: Path, name: str) -> CheckpointRow:
    """What the name and the directory say."""
    path = folder / name
    size, modified, link = 0, 0.0, ""
    with suppress(OSError):  # opening it says why
        link = os.fspath(path.readlink()) if path.is_symlink() else ""
        found = path.stat()
        size, modified = (0 if path.is_dir() else found.st_size), found.st_mtime
    far = said_by_name(name) or said_by_name(link)
    return CheckpointRow(name, path, *far, bytes=size, modified=modified, links_to=link)


def _looked_into(row: CheckpointRow, tick: Tick) -> CheckpointRow:
    """The same with what the checkpoint itself says, which counts more than its name."""
    try:
        catalogue = open_catalogue(row.path, tick)
    except CheckpointError as error:
        return replace(row, problem=str(error), is_read=True)
    checkpoint = catalogue.checkpoint
    totals = catalogue.devices if checkpoint.format.devices else ()
    far = said_inside(checkpoint).or_else(said_by_name(row.name, surely=True))
    return replace(
        row,
        step=far.step if far else row.step,
        epoch=far.epoch if far else row.epoch,
        bytes=checkpoint.bytes,
        modified=_newest(checkpoint) or row.modified,
        tensors=len(catalogue.tensors),
        devices=tuple(total.device for total in sorted(totals, key=lambda total: -total.bytes)),
        is_read=True,
    )


def _newest(checkpoint: Checkpoint) -> float:
    """When the newest of its files was written; 0 where none can be asked."""
    times = [0.0]
    for path in checkpoint.paths:
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times)

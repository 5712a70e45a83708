"""The checkpoints of a folder, a row each: how far training had come, size, date, devices.

Reads directories and pickles, as opening does. What the file itself says of its step or epoch counts more than its
name; names are those of transformers (``checkpoint-500``), Lightning (``epoch=3-step=400.ckpt``), DeepSpeed
(``global_step100``) and of hand-written loops (``ckpt_0001.pt``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.errors import CheckpointError
from core.progress import Tick, ignore

_STEPS: Final = ("global_step", "step", "steps", "iteration", "iter_num", "iter", "it", "iterations", "num_steps")
_EPOCHS: Final = ("epoch", "epochs", "current_epoch")
_EPOCH_NAME: Final = re.compile(r"(?:^|[^a-z])(?:epoch|ep|e)[-_=]*(\d{1,12})(?!\d)", re.IGNORECASE)
_STEP_NAME: Final = re.compile(r"(?:step|iter|iteration|checkpoint|ckpt)[-_=]*(\d{1,12})(?!\d)", re.IGNORECASE)
_LAST_NUMBER: Final = re.compile(r"(?:^|[-_.])(\d{1,12})(?:\.[a-z]+)?$", re.IGNORECASE)
_NO_DEVICES: Final = frozenset({"safetensors"})
"""Containers that save no device."""


@dataclass(frozen=True)
class CheckpointRow:
    """One checkpoint of a folder.

    ``step`` and ``epoch`` are None where neither the file nor its name says any; ``bytes`` are those of all its files,
    ``modified`` the seconds since 1970 at which the newest of them was written. ``devices`` come by their bytes, most
    first. ``links_to`` is what a symbolic link says; ``problem`` is why it does not open, else empty.
    """

    path: Path
    step: int | None = None
    epoch: int | None = None
    bytes: int = 0
    modified: float = 0.0
    tensors: int = 0
    devices: tuple[str, ...] = ()
    links_to: str = ""
    problem: str = ""

    @property
    def name(self) -> str:
        """What it is called in its folder."""
        return self.path.name


def by_names(folder: Path, names: Sequence[str]) -> tuple[CheckpointRow, ...]:
    """The rows as far as names and the directory tell; nothing is opened."""
    return _in_order([_by_name(folder / name) for name in names])


def checkpoints_in(folder: Path, names: Sequence[str], tick: Tick = ignore) -> tuple[CheckpointRow, ...]:
    """The checkpoints that `core.errors.SeveralCheckpoints` names, in the order of training; those without a number
    come last. One that does not open is a row that says why. Raises `Cancelled` when ``tick`` does.
    """
    rows = []
    for done, name in enumerate(names):
        tick(done, len(names))
        rows.append(_looked_into(_by_name(folder / name), lambda *_: tick(done, len(names))))  # noqa: B023 - used at once
    return _in_order(rows)


def _in_order(rows: Sequence[CheckpointRow]) -> tuple[CheckpointRow, ...]:
    """By step; where some row has none, by epoch; as numbers in names count where there is neither."""
    by_step = all(row.step is not None for row in rows if row.epoch is not None)

    def place(row: CheckpointRow) -> tuple[bool, int, str]:
        one, two = (row.step, row.epoch) if by_step else (row.epoch, row.step)
        number = one if one is not None else two
        return number is None, number or 0, row.name

    return tuple(sorted(rows, key=place))


def _by_name(path: Path) -> CheckpointRow:
    """What the name and the directory say."""
    name = path.name
    epoch, step = _EPOCH_NAME.search(name), _STEP_NAME.search(name)
    number = step or (None if epoch else _LAST_NUMBER.search(name))
    size, modified, link = 0, 0.0, ""
    try:
        link = str(path.readlink()) if path.is_symlink() else ""
        found = path.stat()
        size, modified = (0 if path.is_dir() else found.st_size), found.st_mtime
    except OSError:
        pass  # opening it says why
    return CheckpointRow(
        path,
        step=int(number[1]) if number else None,
        epoch=int(epoch[1]) if epoch else None,
        bytes=size,
        modified=modified,
        links_to=link,
    )


def _looked_into(row: CheckpointRow, tick: Tick) -> CheckpointRow:
    """The same with what the checkpoint itself says."""
    try:
        catalogue = open_catalogue(row.path, tick)
    except CheckpointError as error:
        return CheckpointRow(
            row.path, row.step, row.epoch, row.bytes, row.modified, links_to=row.links_to, problem=str(error)
        )
    checkpoint = catalogue.checkpoint
    totals = () if checkpoint.container in _NO_DEVICES else catalogue.devices
    step, epoch = _said(catalogue, _STEPS), _said(catalogue, _EPOCHS)
    if row.epoch is None and row.step is not None and step is None and epoch == row.step:
        row = CheckpointRow(row.path, None, epoch, links_to=row.links_to)  # the number of the name is the epoch
    return CheckpointRow(
        row.path,
        step=row.step if step is None else step,
        epoch=row.epoch if epoch is None else epoch,
        bytes=checkpoint.bytes,
        modified=max((_written(part.path) for part in checkpoint.parts), default=row.modified),
        tensors=len(catalogue.tensors),
        devices=tuple(total.device for total in sorted(totals, key=lambda total: -total.bytes)),
        links_to=row.links_to,
    )


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _said(catalogue: Catalogue, names: Sequence[str]) -> int | None:
    """A whole number that stands under one of some names at the top of the file."""
    named = [entry for entry in catalogue.children(0) if _is_named(catalogue, entry)]
    found = {catalogue.labels[entry]: catalogue.values[entry] for entry in named}
    return next((found[name] for name in names if type(found.get(name)) is int and found[name] >= 0), None)


def _is_named(catalogue: Catalogue, entry: int) -> bool:
    label = catalogue.labels[entry]
    return isinstance(label, str) and label in (*_STEPS, *_EPOCHS)

"""Saving the fixed checkpoint beside the event loop, and the names that it may have."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from core.dtypes import NO_DEVICE
from core.edits.preview import Preview
from core.formats.register import SUFFIXES
from core.progress import Tick
from core.remote.address import RemotePath
from core.saving.new_name import COPY, FIXED, INCOMPLETE, beside
from core.saving.save import save
from core.saving.save_report import SaveReport
from gui.jobs.latest_job import LatestJob
from gui.look.plain_text import one_line

EVERYWHERE: Final = frozenset({"cpu", "meta", NO_DEVICE})
"""Devices that every machine has, and what stands for none."""
_LONGEST_NAME: Final = 44


@dataclass(frozen=True)
class SaveRequest:
    """All that one save needs, captured when the user says so."""

    preview: Preview
    target: Path
    container: str | None = None
    """None keeps the container of the source."""
    shard_size: int | None = None
    """The most bytes of a file in a folder; None for one file, or for shards as the source has them."""
    overwrite: bool = False
    accept_odd: bool = False
    accept_missing: bool = False
    accept_damage: bool = False


class Saver(QObject):
    """Runs one save at a time."""

    progress = Signal(object, object)
    waiting = Signal(object)
    """The `News` of a server that the source is read from."""
    saved = Signal(object)
    """The writer's `SaveReport`."""
    failed = Signal(object)
    cancelled = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestJob(self)
        self._latest.progress.connect(self.progress)
        self._latest.waiting.connect(self.waiting)
        self._latest.done.connect(self.saved)
        self._latest.failed.connect(self.failed)
        self._latest.cancelled.connect(self.cancelled)

    @property
    def busy(self) -> bool:
        """True while a save is under way."""
        return self._latest.busy

    def save(self, request: SaveRequest) -> None:
        """Start; one of `saved`, `failed` and `cancelled` follows."""
        self._latest.ask(lambda tick: write(request, tick))

    def cancel(self) -> None:
        """Ask the save to stop; the target stays as it was."""
        self._latest.cancel()


def write(request: SaveRequest, tick: Tick) -> SaveReport:
    """Do the save; runs on a worker thread."""
    return save(
        request.preview,
        request.target,
        container=request.container,
        shard_size=request.shard_size,
        overwrite=request.overwrite,
        accept_odd=request.accept_odd,
        accept_missing=request.accept_missing,
        accept_damage=request.accept_damage,
        tick=tick,
    )


def default_target(source: Path, *, changed: bool = True, missing: bool = False) -> Path:
    """`epoch27-fixed.pth` beside `epoch27.pth`; `best-fixed.pth.tar` beside `best.pth.tar`; `-copy` if not changed.

    Where something of the source is missing the name says that of the copy too.
    """
    return beside(source, INCOMPLETE if missing else FIXED if changed else COPY)


def short_name(name: str) -> str:
    """A file name for a line of a dialog; a long one keeps its beginning and its ending."""
    half, name = _LONGEST_NAME // 2, one_line(name)
    return name if len(name) <= _LONGEST_NAME else f"{name[:half]}…{name[1 - half :]}"


def typed_name(text: str, cursor: int, suggested: str) -> str:
    """What is meant while a name is typed before the suggested ending: one that has an ending needs no other."""
    typed, rest = text[:cursor], text[cursor:]
    return typed if rest == suggested and Path(typed).suffix in SUFFIXES else text


def with_ending(name: str, ending: str) -> str:
    """A file name with an ending, where it has none of its own."""
    bare = bool(name) and not Path(name).suffix and not name.endswith(".")
    return name + ending if bare else name


def is_source(target: Path, source: Path) -> bool:
    """Whether a target is the source itself, under whatever name."""
    try:
        return target.samefile(source)
    except OSError:
        return target == source


def is_there(target: Path) -> bool:
    """Whether a file of this computer is there already; False where that cannot be asked, as saving tells why."""
    return not isinstance(target, RemotePath) and os.path.exists(target)  # noqa: PTH110 - pathlib raises

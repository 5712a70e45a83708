"""Opening a file beside the event loop: one at a time, the latest wins."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from core.catalogue import Catalogue, build_catalogue
from core.checkpoint import no_collector, open_checkpoint
from core.edits import Plan
from core.preview import Preview, preview
from core.search import index_of
from gui.computers import gpus_here
from gui.jobs import Job, Tick
from gui.models.diagnosis_doctor import ENGINE
from gui.models.warm import warm
from gui.panels.diagnosis.panel import BOARD
from gui.planner import work_out_now

SLOW: Final = 200
"""Milliseconds after which an opening is worth a progress page."""
_SCALE: Final = 10_000


@dataclass(frozen=True)
class Opened:
    """What opening gives: the catalogue and the preview of the empty plan, both made on the worker thread."""

    catalogue: Catalogue
    preview: Preview


class Opener(QObject):
    """Opens files for one window."""

    started = Signal(object)
    """The path."""
    slow = Signal(object)
    """The path; it takes longer than `SLOW`."""
    progress = Signal(object, object)
    opened = Signal(object)
    """An `Opened`."""
    failed = Signal(object, object)
    """The path and the exception."""
    cancelled = Signal(object)
    """The path."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: Job | None = None
        self._path = Path()
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(SLOW)
        self._clock.timeout.connect(lambda: self.slow.emit(self._path))

    @property
    def busy(self) -> bool:
        """True while a file is being opened."""
        return self._job is not None

    def open(self, path: Path) -> None:
        """Start opening; an opening still under way is dropped."""
        if self._job is not None:
            self._job.drop()
        self._path = path
        job = self._job = Job(lambda tick: read(path, tick))
        job.progress.connect(self.progress)
        job.done.connect(self._done)
        job.failed.connect(self._failed)
        job.cancelled.connect(self._cancelled)
        self._clock.start()
        self.started.emit(path)
        job.start()

    def cancel(self) -> None:
        """Stop opening; `cancelled` follows."""
        if self._job is not None:
            self._job.cancel()

    def drop(self) -> None:
        """Stop opening and say nothing about it any more."""
        if self._job is not None:
            self._job.drop()
        self._end()

    def _end(self) -> None:
        self._job = None
        self._clock.stop()

    def _done(self, result: Opened) -> None:
        self._end()
        self.opened.emit(result)

    def _failed(self, error: Exception) -> None:
        self._end()
        self.failed.emit(self._path, error)

    def _cancelled(self) -> None:
        self._end()
        self.cancelled.emit(self._path)


def read(path: Path, tick: Tick) -> Opened:
    """Open a file and make all that the window needs to show it; runs on a worker thread.

    Raises `CheckpointError` and `Cancelled`.
    """
    checkpoint = open_checkpoint(path, part(tick, 0.0, 0.6))
    catalogue = build_catalogue(checkpoint, part(tick, 0.6, 0.95))
    with no_collector():  # it walks all that is made, and while it does the window stands still
        catalogue.fill()
        first = preview(catalogue, Plan())
        work_out_now(first)
        index_of(catalogue)
        warm(catalogue)
    for module in (ENGINE, BOARD):
        import_module(module)
    gpus_here()  # which asks the driver: to import what speaks with it takes longer than a blink
    tick(_SCALE, _SCALE)
    return Opened(catalogue, first)


def part(tick: Tick, begin: float, end: float) -> Tick:
    """A tick for one part of the work, whose own full scale is `begin` to `end` of the whole."""

    def partly(done: int, total: int) -> None:
        share = done / total if total > 0 else 0.0
        tick(int(_SCALE * (begin + (end - begin) * min(1.0, share))), _SCALE)

    return partly


def first_bytes(path: Path, count: int = 48) -> bytes:
    """How a file begins, for an error page; nothing when it cannot be read."""
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(count)
    except OSError:
        return b""

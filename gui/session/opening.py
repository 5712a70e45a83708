"""Opening a file beside the event loop: one at a time, the latest wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from core.catalogue.build import build_catalogue, open_place
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import no_collector
from core.catalogue.search import index_of
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.errors import SeveralCheckpoints
from core.files.byte_source import open_stream
from core.progress import Tick
from core.recipes.kept_plan import Carried, carry
from core.remote.address import RemotePath
from core.remote.traffic import traffic_of_thread
from core.runs.members import members_named
from gui.document.rows import fill_caches
from gui.jobs.latest_job import LatestJob
from gui.session.computers import gpus_here
from gui.session.session import work_out_now

SLOW: Final = 200
"""Milliseconds after which an opening is worth a progress page."""
_SCALE: Final = 10_000
WHOLE: Final = ""
ALONE: Final = "alone"
PARTS: Final = "parts"
LINKED: Final = "linked"
RUN: Final = "run"
"""What is shown of a path: all that belongs together, this file by itself, the files of ranks as they are, all with
links followed that lead out of the folder, or the checkpoints in a folder, even where it is one itself.
"""


@dataclass(frozen=True)
class Opened:
    """What opening gives, all made on the worker thread: the catalogue, the preview of the empty plan, and the plan
    that was there before, where the same file is read again. ``received`` are the bytes that came over a network.
    """

    catalogue: Catalogue
    preview: Preview
    kept: Carried | None = None
    received: int = 0


class Earlier(Protocol):
    """A plan that was made before for the file that is read."""

    def fitted(self, catalogue: Catalogue) -> Carried | None:
        """Return the plan as far as it fits the file now; None where there was none. Called on the worker thread."""


@dataclass(frozen=True)
class Before:
    """What was open before its file changed."""

    catalogue: Catalogue
    plan: Plan

    def fitted(self, catalogue: Catalogue) -> Carried | None:
        """The plan with its entries found again by their keys."""
        return carry(self.plan, self.catalogue, catalogue) if self.plan else None


class Opener(QObject):
    """Opens files for one window."""

    started = Signal(object)
    """The path."""
    slow = Signal(object)
    """The path; it takes longer than `SLOW`."""
    progress = Signal(object, object)
    waiting = Signal(object)
    """The `core.remote.traffic.News` of a server that is waited for."""
    opened = Signal(object)
    """An `Opened`."""
    failed = Signal(object, object)
    """The path and the exception."""
    cancelled = Signal(object)
    """The path."""
    ended = Signal()
    """It has come to one of these ends."""

    def __init__(self, parent: QObject | None = None, ahead: Sequence[str] = ()) -> None:
        """``ahead`` are modules that the window will want next; they are imported where the file is read."""
        super().__init__(parent)
        self._ahead = ahead
        self._latest = LatestJob(self, done=self._done, failed=self._failed, cancelled=self._cancelled)
        self._latest.progress.connect(self.progress)
        self._latest.waiting.connect(self.waiting)
        self._path = Path()
        self._showing = WHOLE
        self._clock = QTimer(self, singleShot=True, interval=SLOW)
        self._clock.timeout.connect(lambda: self.slow.emit(self._path))

    @property
    def busy(self) -> bool:
        return self._latest.busy

    @property
    def path(self) -> Path:
        """The file that was opened last, or is being opened."""
        return self._path

    def open(self, path: Path, earlier: Earlier | None = None, showing: str = WHOLE, *, download: bool = False) -> None:
        """Start opening; an opening still under way is dropped. ``earlier`` is what was planned for it before.

        ``download`` fetches all of a file whose server gives no parts of it.
        """
        self._path, self._showing = path, showing
        self._clock.start()
        self._latest.ask(lambda tick: read(path, tick, earlier, self._ahead, showing, download=download))
        self.started.emit(path)

    @property
    def showing(self) -> str:
        """`WHOLE`, `ALONE` or `PARTS`: what is wanted of it."""
        return self._showing

    def cancel(self) -> None:
        """Stop opening; `cancelled` follows."""
        self._latest.cancel()

    def drop(self) -> None:
        """Stop opening and say nothing about it any more."""
        self._latest.drop()
        self._clock.stop()

    def _done(self, result: Opened) -> None:
        self._clock.stop()
        self.opened.emit(result)
        self.ended.emit()

    def _failed(self, error: Exception) -> None:
        self._clock.stop()
        self.failed.emit(self._path, error)
        self.ended.emit()

    def _cancelled(self) -> None:
        self._clock.stop()
        self.cancelled.emit(self._path)
        self.ended.emit()


def read(  # noqa: PLR0913 - as `Opener.open`
    path: Path,
    tick: Tick,
    earlier: Earlier | None = None,
    ahead: Sequence[str] = (),
    showing: str = WHOLE,
    *,
    download: bool = False,
) -> Opened:
    """Open a file and make all that the window needs to show it; runs on a worker thread.

    Raises `CheckpointError` and `Cancelled`.
    """
    members = members_named([str(path)], whole=True) if showing == RUN else None
    if members is not None:
        raise SeveralCheckpoints(str(path), members.names)
    # First: what stays would lie among what goes with the document, and keep the memory of it from the system.
    for module in ahead:
        import_module(module)
    gpus_here()  # which asks the driver: to import what speaks with it takes longer than a blink
    alone, as_parts = showing == ALONE, showing == PARTS
    tick_opening, links = part(tick, 0.0, 0.6), showing == LINKED
    how = {"alone": alone, "as_parts": as_parts, "follow_links": links, "download": download}
    checkpoint = open_place(path, tick_opening, **how)
    catalogue = build_catalogue(checkpoint, part(tick, 0.6, 0.95))
    with no_collector():  # it walks all that is made, and while it does the window stands still
        catalogue.fill()
        first = preview(catalogue, Plan())
        work_out_now(first)
        index_of(catalogue)
        fill_caches(catalogue)
        kept = earlier.fitted(catalogue) if earlier is not None else None
    tick(_SCALE, _SCALE)
    return Opened(catalogue, first, kept, traffic_of_thread().received)


def part(tick: Tick, begin: float, end: float) -> Tick:
    """A tick for one part of the work, whose own full scale is `begin` to `end` of the whole."""

    def partly(done: int, total: int) -> None:
        share = done / total if total > 0 else 0.0
        tick(int(_SCALE * (begin + (end - begin) * min(1.0, share))), _SCALE)

    return partly


def first_bytes(path: Path, count: int = 48) -> bytes:
    """Return how a file begins, for an error page; nothing when it cannot be read, or lies elsewhere."""
    if isinstance(path, RemotePath):
        return b""
    try:
        with open_stream(path) as file:
            return file.read(count)
    except OSError:
        return b""

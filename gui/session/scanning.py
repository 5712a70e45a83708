"""The scan of all values of the open file: asked for once, done beside the event loop, kept as long as the file is."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal

from core.catalogue.catalogue import Catalogue
from core.errors import CheckpointError
from core.progress import Tick
from core.remote.trouble import Unreachable
from core.spread.choice import crew_for
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.session.session import Session, SessionService

if TYPE_CHECKING:
    from core.values.scan import Scan

ENGINE: Final = "core.values.scan"
"""Imported by the thread that scans: the window starts without."""


class Scanner(SessionService):
    """The last scan of one document. It is about the file on the disk, which no plan changes."""

    changed = Signal()
    """`scan`, `busy`, `problem` or `outdated` is new."""
    progress = Signal(object, object)
    """`(done, total)` in bytes."""
    waiting = Signal(object)
    """The `News` of a server that the scan waits for."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._latest = LatestJob(self, done=self._take, failed=self._fail, cancelled=self._give_up)
        self._latest.progress.connect(self.progress)
        self._latest.waiting.connect(self.waiting)
        self._asked: Catalogue | None = None
        self._scanned: Path | None = None
        self.scan: Scan | None = None
        self.problem = ""
        """Why there is no scan, if one was asked for and did not come to its end."""
        self.unreachable = False
        """That was a server which may answer the next time."""
        self.outdated = False
        """The file was scanned, and has been read again since."""
        session.opened.connect(self._reopen)
        session.closed.connect(self._reopen)

    @property
    def busy(self) -> bool:
        return self._latest.busy

    def start(self) -> None:
        """Scan the file; while one scan is under way another is not begun."""
        catalogue = self._session.catalogue
        if catalogue is None or self.busy:
            return
        self._asked, self.problem, self.unreachable = catalogue, "", False
        self._latest.ask(lambda tick: _scan(catalogue, tick))
        self.changed.emit()

    def cancel(self) -> None:
        """Stop the scan at its next tick; what was found before it stays."""
        self._latest.cancel()

    def _take(self, scan: Scan) -> None:
        assert self._asked is not None
        self._scanned = self._asked.checkpoint.path
        self.scan, self.outdated = scan, False
        self.changed.emit()

    def _fail(self, error: Exception) -> None:
        self._session.could_not_read(error)
        self.unreachable = isinstance(error, Unreachable)
        self.problem = str(error) if isinstance(error, CheckpointError) else f"{type(error).__name__}: {error}"
        self.changed.emit()

    def _give_up(self) -> None:
        self.problem = say("You stopped the scan early; the rest of the file was not checked.")
        self.changed.emit()

    def _reopen(self) -> None:
        """What was found is about entries of a file that is not there any more."""
        catalogue = self._session.catalogue
        self._latest.drop()
        again = catalogue is not None and catalogue.checkpoint.path == self._scanned
        self.outdated = again and (self.scan is not None or self.outdated)
        self.scan, self._asked, self.problem, self.unreachable = None, None, "", False
        self._scanned = self._scanned if again else None
        self.changed.emit()


def _scan(catalogue: Catalogue, tick: Tick) -> Scan:
    """A large file is read by several processes, which end with the scan, however it ends."""
    with crew_for(catalogue.checkpoint.bytes) as crew:
        found: Scan = import_module(ENGINE).scan(catalogue, tick, crew)
    return found

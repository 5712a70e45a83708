"""The second file that the open document is compared with: read and compared beside the event loop."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal

from core.catalogue.build import build_catalogue, open_place
from core.catalogue.catalogue import Catalogue
from core.errors import CheckpointError
from core.progress import Tick
from core.text import clip
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.session.badge_layers import BadgeLayers
from gui.session.opening import part
from gui.session.reloading import SourceWatch
from gui.session.session import NO_ENTRY, Session, SessionService

if TYPE_CHECKING:
    from gui.document.compared import Compared
    from gui.document.taking import Offer

LAYER: Final = "difference"
"""The badges of a comparison."""
TAKING: Final = "gui.document.taking"
ENGINE: Final = "gui.document.compared"
"""These are imported when there is something to compare: the window starts without."""


class Comparison(SessionService):
    """What the document of a session is compared with. All panels ask the one comparison of their session."""

    changed = Signal()
    """`compared`, `path`, `busy` or `outdated` is new."""
    found = Signal()
    """Two files have just been compared, as the user wanted."""
    progress = Signal(object, object)
    waiting = Signal(object)
    """The `News` of a server that the other file is waited for."""
    there_changed = Signal(int)
    """Which entry that only the other file has the user looks at; `NO_ENTRY` for none."""
    failed = Signal(object, object)
    """The path of a file that cannot be compared with, and the `CheckpointError`."""
    reveal_there_requested = Signal(int)
    """A panel asks the tree to show such an entry."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._badges = BadgeLayers.of(session)
        self._latest = LatestJob(self, done=self._take, failed=self._fail, cancelled=self._give_up)
        self._latest.progress.connect(self.progress)
        self._latest.waiting.connect(self.waiting)
        self._taking = LatestJob(self, done=self._plan, failed=self._refuse)
        self._watch = SourceWatch(self)
        self._watch.changed.connect(self._outdate)
        self.compared: Compared | None = None
        """The answer; None while there is none."""
        self.path: Path | None = None
        """The file that is compared with, or is being read for it."""
        self.outdated = False
        """The other file has changed on the disk since."""
        self.there = NO_ENTRY
        """The entry that only the other file has and the user looks at."""
        session.opened.connect(self._reopen)
        session.closed.connect(self.end)

    @property
    def busy(self) -> bool:
        return self._latest.busy

    @property
    def on(self) -> bool:
        """There is something to end."""
        return self.path is not None

    def start(self, path: Path, *, download: bool = False) -> None:
        """Compare with a file; what was compared before stays until there is an answer.

        ``download`` fetches all of a file whose server gives no parts of it.
        """
        mine = self._session.catalogue
        if mine is None:
            return
        if _same_file(mine, path):
            text = say("{name} is the file that is open. Compare it with another one.", name=clip(path.name))
            self._session.refused.emit(text)
            return
        self.path = path
        self._latest.ask(lambda tick: compare(mine, path, tick, download=download))
        self.changed.emit()

    def again(self) -> None:
        """Read the other file anew and compare."""
        if self.path is not None:
            self.start(self.path)

    def cancel(self) -> None:
        self._latest.cancel()

    def end(self) -> None:
        if not self.on:
            return
        self._latest.drop()
        self._taking.drop()
        self._watch.watch(None)
        self._badges.clear(LAYER)
        self.path, self.compared, self.outdated, self.there = None, None, False, NO_ENTRY
        self.changed.emit()

    def look_there(self, entry: int) -> None:
        """Say which entry that only the other file has is looked at."""
        if entry != self.there:
            self.there = entry
            self.there_changed.emit(entry)

    def reveal_there(self, entry: int) -> None:
        """Ask the tree to show an entry that only the other file has."""
        self.reveal_there_requested.emit(entry)

    # ---- taking theirs

    def offer(self, entries: Sequence[int]) -> Offer | None:
        """Return what can be taken from the other file for some entries and all below; None without such a file."""
        if self.compared is None:
            return None
        found: Offer = import_module(TAKING).offer(self.compared, entries, only_there=self.there != NO_ENTRY)
        return found

    def take(self, found: Offer) -> None:
        """Plan what was offered, as one step; very much of it once it has been worked out beside the event loop."""
        if found.make is None:
            self._plan(found)
        else:
            self._taking.ask(lambda _tick: found.made())

    def _plan(self, found: Offer) -> None:
        if self.compared is None:
            return
        if found.edits and not self._session.set_plan(found.plan(self._session.plan), found.step(self.compared)):
            return
        if found.told:
            self._session.refused.emit(found.told)

    def _refuse(self, error: Exception) -> None:
        if not isinstance(error, CheckpointError):
            raise error
        self._session.refused.emit(str(error))

    # ---- the document and the files

    def _reopen(self) -> None:
        """End the comparison when another document comes; compare again when the same one was read again."""
        path, before = self.path, self.compared
        now = self._session.catalogue
        self.end()
        same = before is not None and now is not None and before.mine.checkpoint.path == now.checkpoint.path
        if same and path is not None:
            self.start(path)

    def _outdate(self, _path: Path) -> None:
        self.outdated = True
        self.changed.emit()

    # ---- the answer

    def _take(self, compared: Compared) -> None:
        self.compared, self.outdated = compared, False
        self.path = compared.theirs.checkpoint.path
        self._watch.watch(compared.theirs)
        self._badges.put(LAYER, compared.mine, compared.badges)
        self.changed.emit()
        self.found.emit()

    def _fail(self, error: Exception) -> None:
        path = self.path
        self._give_up()
        if not isinstance(error, CheckpointError):
            raise error
        self.failed.emit(path, error)

    def _give_up(self) -> None:
        """Back to what was compared before, if anything was."""
        self.path = self.compared.theirs.checkpoint.path if self.compared is not None else None
        self.changed.emit()


def compare(mine: Catalogue, path: Path, tick: Tick, *, download: bool = False) -> Compared:
    """Open a second file and find out how it differs; on any thread. Raises `CheckpointError` and `Cancelled`."""
    checkpoint = open_place(path, part(tick, 0.0, 0.06), download=download)
    theirs = build_catalogue(checkpoint, part(tick, 0.06, 0.1))
    theirs.fill()
    compared: Compared = import_module(ENGINE).compare(mine, theirs, part(tick, 0.1, 1.0))
    return compared


def _same_file(mine: Catalogue, path: Path) -> bool:
    try:
        return path.samefile(mine.checkpoint.path)
    except OSError:
        return False

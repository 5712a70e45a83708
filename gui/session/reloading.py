"""Reads the file again that is open, when the user asks or somebody else has written it, and keeps the plan."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import Checkpoint
from core.files.byte_source import FileIdentity
from core.words import marked, say, say_count
from gui.look import messages
from gui.session.opening import Before, Opened, Opener
from gui.session.session import Session

# -- noticing that what lies on the disk is no longer what was opened ------------------------------------------


SETTLED: Final = 300
"""Milliseconds for which a file has to stay as it is before it is worth a look: it may still be written."""
MOST_FILES: Final = 100
"""Files of one checkpoint that are watched; of more only the folders are, which tell of files that come and go."""


class _Seen(NamedTuple):
    """What lies on the disk at a moment."""

    identity: FileIdentity
    missing: tuple[str, ...] = ()
    """Files of a whole that are not there."""
    listings: tuple[FileIdentity | None, ...] = ()
    """The files that say which belong to it."""


_UNKNOWN = _Seen(FileIdentity(-1, -1, -1, -1))


class SourceWatch(QObject):
    """Watches the files of one document, and their folders: who saves by renaming puts another file in its place.

    What lies elsewhere is not watched: no server is asked about it until the user reads it again.
    """

    changed = Signal(object)
    """The path; something else is there now, and nobody has written to it for `SETTLED`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._checkpoint: Checkpoint | None = None
        self._known: _Seen | None = None
        self._seen: _Seen | None = None
        self._watcher = QFileSystemWatcher(self)
        self._pause = QTimer(self, singleShot=True, interval=SETTLED)
        self._pause.timeout.connect(self._look)
        self._watcher.fileChanged.connect(self._pause.start)
        self._watcher.directoryChanged.connect(self._pause.start)

    def watch(self, catalogue: Catalogue | None) -> None:
        """Watch the files of another document, or of none."""
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        self._pause.stop()
        self._checkpoint = self._known = self._seen = None
        if catalogue is not None and not catalogue.checkpoint.is_elsewhere:
            checkpoint = self._checkpoint = catalogue.checkpoint
            self._known = _Seen(checkpoint.identity, _missing(checkpoint), _listings(checkpoint))
            self._watcher.addPaths([*map(str, _watched(checkpoint)), *map(str, _folders(checkpoint))])

    def look_again(self) -> None:
        """Tell of the change once more: it came at a bad time."""
        if self._known is not None:
            self._known = _UNKNOWN
            self._pause.start()

    def _look(self) -> None:
        now = self._there()
        if self._checkpoint is None or now is None or now == self._known:
            return  # gone: what comes in its place is told as a change of the folder
        if now != self._seen:
            self._seen = now
            self._pause.start()
            return
        self._known = now  # told once
        watched = set(self._watcher.files())
        lost = [str(path) for path in _watched(self._checkpoint) if str(path) not in watched]
        if lost:
            self._watcher.addPaths(lost)
        self.changed.emit(self._checkpoint.path)

    def _there(self) -> _Seen | None:
        checkpoint = self._checkpoint
        if checkpoint is None:
            return None
        try:
            return _Seen(checkpoint.seen_now(), _missing(checkpoint), _listings(checkpoint))
        except OSError:
            return None


def _watched(checkpoint: Checkpoint) -> list[Path]:
    """The files to be watched one by one."""
    listings = checkpoint.several.listings if checkpoint.several is not None else ()
    paths = [*(part.path for part in checkpoint.parts), *listings]
    return paths if len(paths) <= MOST_FILES else list(listings)


def _folders(checkpoint: Checkpoint) -> list[Path]:
    """The folders that its files are in."""
    return list(dict.fromkeys((checkpoint.path.parent, *(part.path.parent for part in checkpoint.parts))))[:MOST_FILES]


def _listings(checkpoint: Checkpoint) -> tuple[FileIdentity | None, ...]:
    """The identity of each, None for one that is gone."""
    paths = checkpoint.several.listings if checkpoint.several is not None else ()
    return tuple(FileIdentity.of(path.stat()) if path.exists() else None for path in paths)


def _missing(checkpoint: Checkpoint) -> tuple[str, ...]:
    """The files of a whole that are not there now."""
    several = checkpoint.several
    folder = checkpoint.path if checkpoint.path.is_dir() else checkpoint.path.parent
    return tuple(gone.name for gone in several.missing if not (folder / gone.name).exists()) if several else ()


class Reloader(QObject):
    """Keeps one session in step with its file. ``at_work`` says that this is no time for it: while one saves, say."""

    def __init__(self, session: Session, opener: Opener, at_work: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._opener, self._at_work = session, opener, at_work
        self._unasked = False
        self.watch = SourceWatch(self)
        self.watch.changed.connect(self._source_changed)
        session.closed.connect(lambda: self.watch.watch(None))

    def reload(self, showing: str | None = None) -> None:
        """Read the file again and keep the plan, as far as it fits what is there now; another view of it, if said."""
        catalogue = self._session.catalogue
        if catalogue is not None and not self._opener.busy:
            self._session.settle()
            before = Before(catalogue, self._session.plan)
            self._opener.open(catalogue.checkpoint.path, before, self._opener.showing if showing is None else showing)

    def _source_changed(self, _path: Path) -> None:
        if self._opener.busy or self._at_work():
            self.watch.look_again()
            return
        self._unasked = True
        self.reload()

    def take(self, opened: Opened) -> None:
        """A file is on show: watch it, and put the plan in place that was there before it was read again."""
        self.watch.watch(opened.catalogue)
        unasked, self._unasked = self._unasked, False
        kept = opened.kept
        if kept is not None and kept.plan:
            self._session.set_plan(kept.plan, say("restored changes"))
        if kept is not None and kept.lost:
            told = say_count(
                len(kept.lost),
                "{n:,} pending change was lost: the file no longer has what it changes",
                "{n:,} pending changes were lost: the file no longer has what they change",
            )
            messages.say(told, "warning")
        elif unasked:
            name = opened.catalogue.checkpoint.name
            text = marked("{name} has changed on disk and was reloaded")
            if kept is not None:
                text = marked("{name} has changed on disk and was reloaded; your pending changes are kept")
            messages.say(say(text, name=name), "info")

    def told(self, path: Path, error: Exception) -> bool:
        """Whether a failure was of a reading that nobody had asked for, and is told without leaving the document."""
        unasked, self._unasked = self._unasked, False
        if unasked:
            text = say(
                "{name} has changed on disk and cannot be read now. You see the old version. {error}",
                name=path.name,
                error=error,
            )
            messages.say(text, "warning")
        return unasked

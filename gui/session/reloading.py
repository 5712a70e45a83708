"""Reads the file again that is open, when the user asks or somebody else has written it, and keeps the plan."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from core.recipes.kept_plan import Carried
from core.words import marked, say, say_count
from gui.look import messages
from gui.session.opening import Before, Opened, Opener
from gui.session.session import Session
from gui.session.watching import SourceWatch


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
            messages.say(_about_lost(kept), "warning")
        elif unasked:
            name = opened.catalogue.checkpoint.name
            text = marked("{name} has changed on the disk and was read again")
            if kept is not None:
                text = marked("{name} has changed on the disk and was read again, with your pending changes kept")
            messages.say(say(text, name=name), "info")

    def told(self, path: Path, error: Exception) -> bool:
        """Whether a failure was of a reading that nobody had asked for, and is told without leaving the document."""
        unasked, self._unasked = self._unasked, False
        if unasked:
            text = say(
                "{name} has changed on the disk and cannot be read now; shown is how it was. {error}",
                name=path.name,
                error=error,
            )
            messages.say(text, "warning")
        return unasked


def _about_lost(kept: Carried) -> str:
    return say_count(
        len(kept.lost),
        "{n:,} pending change could not be kept: what it was about is not in the file any more",
        "{n:,} pending changes could not be kept: what they were about is not in the file any more",
    )

"""Saving from the window: the dialog, what is said when it is done, and the question before changes are let go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from core.saving.save import SaveReport
from core.text import size_text
from gui.look import messages
from gui.look.messages import Choice, Offer, Question
from gui.look.settings import Settings
from gui.look.wording import seconds_text
from gui.save.dialog import SaveDialog
from gui.save.saver import is_source
from gui.session.opening import Opener
from gui.session.session import Session


class Saving(QObject):
    """Shows the dialog, once at a time. ``open_file`` opens a file as the user would, who is asked about changes."""

    def __init__(
        self, window: QWidget, session: Session, opener: Opener, remembered: Settings, open_file: Callable[[Path], None]
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._opener = window, session, opener
        self._settings, self._open_file = remembered, open_file
        self.dialog: SaveDialog | None = None
        self._after: Callable[[], object] | None = None  # what was asked for when the question came up
        self._news: Callable[[], object] | None = None  # what is to be said once the file is open again

    @property
    def unsaved(self) -> bool:
        """Whether there are changes that no file has yet."""
        return bool(self._session.plan) and not self._session.undo_stack.isClean()

    def ask(self) -> None:
        """Show what will differ and save a fixed copy."""
        self._session.settle()
        preview = self._session.preview
        if preview is None or self.dialog is not None:
            return
        dialog = self.dialog = SaveDialog(preview, self._window)
        dialog.saved.connect(self._saved)
        dialog.finished.connect(self._closed)
        dialog.open()

    def may_leave(self, before: str, go_on: Callable[[], object]) -> bool:
        """Whether the plan may be let go; asks where it holds changes that no file has yet.

        Who wants to save them first gets what was asked for afterwards: ``go_on`` is called then.
        """
        self._session.settle()
        if not self.unsaved:
            return True
        assert self._session.catalogue is not None
        name = self._session.catalogue.checkpoint.path.name
        question = Question(
            f"Save the fixed checkpoint before {before}?",
            f"The pending changes to {name} are not in any file yet. {name} itself has not been touched.",
            (Choice("save", "Save fixed…"), Choice("discard", "Discard changes", True), Choice("stay", "Cancel")),
        )
        answer = messages.ask(question)
        if answer == "save":
            self.ask()
            self._after = go_on if self.dialog is not None else None
        return answer == "discard"

    def tell_news(self) -> None:
        """A file is open: say that it was replaced, if that is why."""
        news, self._news = self._news, None
        if news is not None:
            news()

    def _closed(self, result: int) -> None:
        self.dialog = None
        if not result:
            self._after = None

    def _saved(self, report: SaveReport) -> None:
        path = Path(report.path)
        catalogue = self._session.catalogue
        self._session.mark_saved(path.name)
        self._settings.add_recent_file(path)
        go_on, self._after = self._after, None
        if go_on is not None:
            go_on()
            return
        size = f"{size_text(report.bytes)} in {seconds_text(report.seconds)}"
        if report.left is not None:
            size += f"; a second name of it, {report.left.name}, could not be removed"
        show = Offer("Show in folder", lambda: show_in_folder(path))
        if catalogue is not None and is_source(path, catalogue.checkpoint.path):
            self._news = lambda: messages.say(f"Replaced {path.name} — {size}, read back and compared", "info", show)
            self._opener.open(path)
            return
        again = Offer("Open it", lambda: self._open_file(path))
        messages.say(f"Saved {path.name} — {size}, read back and compared", "info", show, again)


def show_in_folder(path: Path) -> None:
    """Open the folder of a file in the desktop's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

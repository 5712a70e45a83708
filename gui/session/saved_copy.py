"""The copy that was saved last of a document: there to be opened, until something else is done."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal

from gui.session.session import Session, SessionService


class SavedCopy(SessionService):
    """What was saved last; forgotten with the next change of the plan, with the next save, and with the document."""

    changed = Signal()
    """`path` is new."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.path: Path | None = None
        """The new file, or folder; None where there is nothing to tell."""
        self.text = ""
        """How large it is, and how long it took."""
        for signal in (session.opened, session.closed, session.plan_changed):
            signal.connect(self.forget)

    def put(self, path: Path, text: str) -> None:
        """This was saved just now."""
        self.path, self.text = path, text
        self.changed.emit()

    def forget(self) -> None:
        """Forget the copy: something else was done since."""
        if self.path is not None:
            self.path, self.text = None, ""
            self.changed.emit()

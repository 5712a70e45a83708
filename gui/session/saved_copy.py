"""The copy that was saved last of a document: there to be opened, until something else is done."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Signal

from gui.session.session import Session, SessionService


class Copy(NamedTuple):
    """The new file, or folder; how large it is, and how long it took; a sentence on what one might not expect of it."""

    path: Path
    size: str
    note: str = ""


class SavedCopy(SessionService):
    """What was saved last; forgotten with the next change of the plan, with the next save, and with the document."""

    changed = Signal()
    """`copy` is new."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.copy: Copy | None = None
        """None where there is nothing to tell."""
        for signal in (session.opened, session.closed, session.plan_changed):
            signal.connect(self.forget)

    @property
    def path(self) -> Path | None:
        return self.copy.path if self.copy is not None else None

    def put(self, copy: Copy) -> None:
        """This was saved just now."""
        self.copy = copy
        self.changed.emit()

    def forget(self) -> None:
        """Forget the copy: something else was done since."""
        if self.copy is not None:
            self.copy = None
            self.changed.emit()

"""Differences: what is not the same in a second checkpoint, to jump to, to look at, and to take."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from core.words import marked, say
from gui.session.comparison import Comparison
from gui.session.session import Session
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.layouts import Stretch, vertical

if TYPE_CHECKING:
    from gui.diff.board import DifferencesBoard

BOARD: Final = "gui.diff.board"
"""What shows a comparison; imported for the first one."""
_HINT = marked(
    "Compare this file with another checkpoint, such as one from a later epoch, from before a fix, or from "
    "somebody else.\n\nDrop the second file on the right half of the window, or choose it here. What differs "
    "is marked in the tree."
)


class DifferencesPanel(QWidget):
    """A hint while nothing is compared, then the board."""

    choose_asked = Signal()
    """The user wants to choose the second file."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.comparison = Comparison.of(session)
        self.board: DifferencesBoard | None = None
        self.hint = plain_label(say(_HINT), rank="muted", wrap=True)
        self.choose = button(say("Choose a file…"), self.choose_asked.emit)
        self._empty = QWidget()
        vertical(self.hint, self.choose, Stretch(), of=self._empty, margins=(12, 10, 12, 10), spacing=10)
        self.pages = QStackedWidget()
        self.pages.addWidget(self._empty)
        vertical(self.pages, of=self, margins=0)
        for signal in (self.comparison.changed, session.opened, session.closed):
            signal.connect(self._follow)
        self._follow()

    def sizeHint(self) -> QSize:
        return QSize(310, 400)

    def _follow(self) -> None:
        compared = self.comparison.compared
        self.choose.setEnabled(self._session.catalogue is not None and not self.comparison.busy)
        if compared is not None and self.board is None:
            self.board = import_module(BOARD).DifferencesBoard(self._session, self.comparison)
            assert self.board is not None
            self.pages.addWidget(self.board)
        if self.board is not None:
            self.board.show_compared(compared)
            self.pages.setCurrentWidget(self.board if compared is not None else self._empty)

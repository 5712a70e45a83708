"""The memory panel of the window. It stays empty until there is something to show and it comes into view."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QStackedLayout, QWidget

from core.words import say
from gui.memory.board import MemoryBoard
from gui.session.session import Session
from gui.widgets.basic_widgets import plain_label
from gui.widgets.layouts import vertical
from gui.widgets.on_screen import Follower


class MemoryPanel(Follower):
    """Shows a sentence or the board. The board is made when the panel is first seen, so the window opens faster."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._board: MemoryBoard | None = None
        self.empty = plain_label(rank="muted", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        blank = QWidget()
        vertical(self.empty, of=blank, margins=16)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(blank)
        for signal in (session.opened, session.closed):
            signal.connect(self._refresh)
        self._refresh()

    @property
    def board(self) -> MemoryBoard:
        if self._board is None:
            self._board = MemoryBoard(self._session)
            self._stack.addWidget(self._board)
        return self._board

    def sizeHint(self) -> QSize:
        """As wide as the other panels of its side."""
        return QSize(310, 560)

    def _refresh(self) -> None:
        preview = self._session.preview
        self.empty.setText(
            say("Open a checkpoint to see what loading it would take.")
            if preview is None
            else say("This file has no tensors: loading it takes almost no memory.")
        )
        if preview is not None and preview.totals_before:
            self.wait()
        else:
            self.behind = False
            self._stack.setCurrentIndex(0)

    def catch_up(self) -> None:
        """Show the board."""
        self._stack.setCurrentWidget(self.board)

"""Health, as a panel of the window: the board comes when somebody looks; badges in the tree whether or not."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from gui.health.model import badges_of
from gui.session.badge_layers import BadgeLayers
from gui.session.scanning import Scanner
from gui.session.session import Session

if TYPE_CHECKING:
    from gui.health.board import HealthBoard

BOARD = "gui.health.board"
LAYER = "health"
"""Of the badges in the tree."""


class HealthPanel(QWidget):
    """The window opens faster without the board."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._board: HealthBoard | None = None
        self._scanner = Scanner.of(session)
        self._badges = BadgeLayers.of(session)
        self._stack = QStackedLayout(self)
        self._marked: object = None
        self._scanner.changed.connect(self._mark)

    @property
    def board(self) -> HealthBoard:
        if self._board is None:
            board: HealthBoard = import_module(BOARD).HealthBoard(self._session)
            self._stack.addWidget(board)
            self._board = board
        return self._board

    def _mark(self) -> None:
        """Badges for what the scan found, as long as it is about what is open."""
        scan, catalogue = self._scanner.scan, self._session.catalogue
        if scan is self._marked:
            return
        self._marked = scan
        if scan is None or catalogue is None:
            self._badges.clear(LAYER)
        else:
            self._badges.put(LAYER, catalogue, badges_of(scan))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setFocusProxy(self.board)

    def sizeHint(self) -> QSize:
        return QSize(520, 250)

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """As low as it can be where all is in sight then, since table and map scroll by themselves."""
        layout, above = self._board.layout() if self._board is not None else None, self.parentWidget()
        least = layout.minimumHeightForWidth(width) if layout is not None else 0
        return least if above is not None and least <= above.height() else super().heightForWidth(width)

"""What of a page is higher than its panel is scrolled, and the number with the keyboard at it stays in view."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from gui.plots.number_grid import NumberGrid


class ScrolledBody(QScrollArea):
    """A body as wide as its panel. ``grid`` is scrolled to as long as it has the keyboard, once all has its place."""

    def __init__(self, body: QWidget, grid: NumberGrid) -> None:
        super().__init__()
        self._grid = grid
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._uncover)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(body)
        self.verticalScrollBar().rangeChanged.connect(lambda _least, _most: self.uncover())

    def uncover(self) -> None:
        """Bring the grid into view, where the keyboard is there."""
        self._soon.start()

    def _uncover(self) -> None:
        if self._grid.view.hasFocus():
            self.ensureWidgetVisible(self._grid, 0, 0)

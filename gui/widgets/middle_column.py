"""A column in the middle of a page: as wide as lines are read well, and scrolled in a window that is too low for it."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.look import theme
from gui.widgets.layouts import ScrolledColumn, Stretch, horizontal

_MOST = 1000
"""What the column takes of the room as against the margins, until it is as wide as it may be."""


class MiddleColumn(ScrolledColumn):
    """What is put into `column` is up to ``width`` pixels wide, at the usual size of text."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width
        self._frame = QWidget()
        self.column = QVBoxLayout(self._frame)
        around = self._around = QWidget()
        horizontal(Stretch(), (self._frame, _MOST), Stretch(), of=around)
        self.setWidget(around)
        around.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self._fit()
        theme.theme().changed.connect(self._fit)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._around.minimumSizeHint().width(), super().minimumSizeHint().height())

    def _fit(self) -> None:
        self._frame.setMaximumWidth(theme.px(self._width))

"""Tabs that are all in sight: where larger text would have them scrolled, their names are written less large."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QTabBar, QWidget

from gui.look import theme

AIR: Final = 14
"""Pixels beside the words of a tab."""
_ROUNDED: Final = 1
"""Pixels by which a name is wider than its size says."""
_LEAST: Final = 0.9
"""Of the usual size: names are never smaller."""


def write_smaller(bar: QTabBar, beside: int) -> None:
    """Make the names as large as the others around them, or so small that all fit, with so many pixels beside each."""
    around = bar.parentWidget()
    assert isinstance(around, QWidget)
    font = QFont(around.font())
    names = [bar.tabText(tab) for tab in range(bar.count()) if bar.isTabVisible(tab)]
    words = sum(map(QFontMetrics(font).horizontalAdvance, names))
    fitting = (bar.width() - (beside + _ROUNDED) * (len(names) + 1)) / max(words, 1)
    font.setPointSizeF(font.pointSizeF() * min(max(fitting, _LEAST / theme.theme().zoom), 1))
    if font.pointSizeF() != bar.font().pointSizeF():
        bar.setFont(font)


class TabLine(QTabBar):
    """Tabs in a column of a panel, as wide as the column."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        write_smaller(self, AIR)

    def tabLayoutChange(self) -> None:  # noqa: N802 - Qt's name
        """There are other tabs."""
        super().tabLayoutChange()
        if self.parentWidget() is not None:
            write_smaller(self, AIR)

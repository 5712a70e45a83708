"""Tabs that are all in sight: where larger text would have them scrolled, their names are written less large."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QApplication, QTabBar, QWidget

from gui.look import theme
from gui.widgets.basic_widgets import set_state

_AIR: Final = 14
"""Pixels beside the words of a tab."""
TIGHT: Final = 7
"""The same where there are many."""
_ROUNDED: Final = 1
"""Pixels by which a name is wider than its size says."""
_LEAST: Final = 0.9
"""Of the usual size: names are never smaller."""


def fit_names(bar: QTabBar) -> None:
    """Write the names as large as what is around them; where not all fit, first closer together, then smaller."""
    around = bar.parentWidget()
    assert isinstance(around, QWidget)
    font = QFont(around.font())
    names = [bar.tabText(tab) for tab in range(bar.count()) if bar.isTabVisible(tab)]
    words = sum(map(QFontMetrics(font).horizontalAdvance, names))
    tight = "true" if words + _AIR * len(names) > bar.width() else "false"
    if tight != bar.property("tight"):
        set_state(bar, "tight", tight)
        QApplication.sendEvent(bar, QEvent(QEvent.Type.StyleChange))  # tabs are laid out anew
    fitting = (bar.width() - (TIGHT + _ROUNDED) * (len(names) + 1)) / max(words, 1)
    font.setPointSizeF(font.pointSizeF() * min(max(fitting, _LEAST / theme.theme().zoom), 1))
    if font.pointSizeF() != bar.font().pointSizeF():
        bar.setFont(font)


class TabLine(QTabBar):
    """Tabs in a column of a panel, as wide as the column."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fit_names(self)

    def tabLayoutChange(self) -> None:  # noqa: N802 - Qt's name
        """There are other tabs."""
        super().tabLayoutChange()
        if self.parentWidget() is not None:
            fit_names(self)

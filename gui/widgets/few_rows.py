"""Buttons in no more rows than a panel can spare: what has no room in them is in a menu at their end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy

from core.words import say
from gui.look.plain_text import caption
from gui.widgets.arranging import Arranging
from gui.widgets.basic_widgets import add_action

_GAP = 6


class FewRows(Arranging):
    """Those in a row are as wide as each other; the first button is always on show."""

    def __init__(self, *buttons: QPushButton) -> None:
        super().__init__()
        self._buttons = buttons
        self._spare = 0
        self.menu = QMenu(self)
        self.menu.setToolTipsVisible(True)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.more = QPushButton("⋯")
        self.more.setProperty("chip", True)
        self.more.setToolTip(say("Further buttons"))
        self.more.setAccessibleName(say("Further buttons"))
        self.more.setMenu(self.menu)
        for each in (*buttons, self.more):
            each.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def spare(self, pixels: int) -> None:
        """Take no more height than this, or one row where that is more."""
        self._spare = pixels
        self._arrange()

    @property
    def left_out(self) -> Sequence[QPushButton]:
        """Those in the menu."""
        return self._buttons[sum(map(len, self._rows())) :]

    def sizeHint(self) -> QSize:
        rows = len(self._rows())
        return QSize(self._buttons[0].sizeHint().width(), rows * self._high + (rows - 1) * _GAP)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.more.sizeHint().width() * 2 + _GAP, self.sizeHint().height())

    @property
    def _high(self) -> int:
        return max(each.sizeHint().height() for each in (*self._buttons, self.more))

    def _rows(self) -> list[list[QPushButton]]:
        most = max(1, (self._spare + _GAP) // (self._high + _GAP))
        rooms = [self.width()] * len(self._buttons)
        rows = _filled(self._buttons, rooms)
        beside = self.width() - self.more.sizeHint().width() - _GAP
        return rows if len(rows) <= most else _filled(self._buttons, [*rooms[: most - 1], beside])

    def _arrange(self) -> None:
        rows, high = self._rows(), self._high
        left_out = self.left_out
        for place, row in enumerate(rows):
            room, top = self.width(), place * (high + _GAP)
            if left_out and place == len(rows) - 1:
                wide = self.more.sizeHint().width()
                self.more.setGeometry(room - wide, top, wide, high)
                room -= wide + _GAP
            share = (room + _GAP) // len(row)
            for at, each in enumerate(row):
                each.setGeometry(QRect(at * share, top, share - _GAP, high))
        for each in self._buttons:
            each.setVisible(each not in left_out)
        self.more.setVisible(bool(left_out))
        self.updateGeometry()

    def _fill_menu(self) -> None:
        self.menu.clear()
        for each in self.left_out:
            words = each.accessibleName() or each.text()
            add_action(self.menu, caption(words), each.click, each.toolTip(), enabled=each.isEnabled())


def _filled(buttons: Sequence[QPushButton], rooms: Sequence[int]) -> list[list[QPushButton]]:
    """Fill rows one after the other, as many as there are ``rooms``; a button alone may be wider than its row."""
    rows: list[list[QPushButton]] = []
    for room in rooms:
        rest = buttons[sum(map(len, rows)) :]
        row = list(rest[:1])
        for each in rest[1:]:
            wide = max(other.sizeHint().width() for other in (*row, each))
            if (wide + _GAP) * (len(row) + 1) - _GAP > room:
                break
            row.append(each)
        if row:
            rows.append(row)
    return rows

"""A dialog that fits: as large as what it shows in the room that there is, and the rest is scrolled to.

What has to be seen before the button, and the buttons, never scroll away.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QScrollArea, QVBoxLayout, QWidget

from gui.look import theme

_WIDTH = 620
_LEAST_HEIGHT = 360
_KEPT = 2


class FittingDialog(QDialog):
    """`scrolling` is the column that scrolls where there is no room, `staying` the one that stays in sight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.coming_and_going: tuple[QLabel, ...] = ()
        """Labels that have lines kept for them, so that what lies below never moves."""
        self._page, self._foot = QWidget(), QWidget()
        self.scrolling, self.staying = QVBoxLayout(self._page), QVBoxLayout(self._foot)
        for column, spacing in ((self.scrolling, 12), (self.staying, 8)):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(spacing)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._page)
        whole = self._whole = QVBoxLayout(self)
        whole.setContentsMargins(22, 20, 22, 18)
        whole.setSpacing(12)
        whole.addWidget(area, 1)
        whole.addWidget(self._foot)

    @property
    def room_for_words(self) -> int:
        """The width of what is shown."""
        ends = self._whole.contentsMargins()
        return self._room()[0] - ends.left() - ends.right()

    def fit(self) -> None:
        """Be as large as all of it, where there is room; where there is none, no line is kept free either."""
        if self._is_higher_than_room(_KEPT):
            self._is_higher_than_room(0)
        width, most = self._room()
        self._foot.setFixedHeight(_height(self.staying, self.room_for_words))
        self.setFixedSize(width, max(min(self._wanted, most), _LEAST_HEIGHT))

    def _is_higher_than_room(self, kept: int) -> bool:
        """Keep so many lines for what comes and goes."""
        for label in self.coming_and_going:
            label.setMinimumHeight(kept * label.fontMetrics().lineSpacing())
            label.setVisible(bool(kept or label.text()))
        return self._wanted > self._room()[1]

    @property
    def _wanted(self) -> int:
        """The height of all of it."""
        inner, ends = self.room_for_words, self._whole.contentsMargins()
        around = ends.top() + ends.bottom() + self._whole.spacing()
        return _height(self.scrolling, inner) + _height(self.staying, inner) + around

    def _room(self) -> tuple[int, int]:
        room = self.screen().availableGeometry().size()
        parent = self.parentWidget()
        if parent is not None:
            room = room.boundedTo(parent.window().size())
        return min(theme.px(_WIDTH), room.width()), room.height()


def _height(column: QVBoxLayout, width: int) -> int:
    wanted = column.totalHeightForWidth(width) if column.hasHeightForWidth() else column.totalSizeHint().height()
    return max(wanted, column.totalMinimumSize().height())

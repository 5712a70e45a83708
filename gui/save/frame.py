"""A dialog that fits: as large as what it shows in the room that there is, and the rest is scrolled to.

What has to be seen before the button, and the buttons, never scroll away.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QScrollArea, QVBoxLayout, QWidget

from gui.look import theme

_WIDTH = 620
_LEAST_HEIGHT = 360


class FittingDialog(QDialog):
    """`scrolling` is the column that scrolls where there is no room, `staying` the one that stays in sight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        """Be as large as all of it, where there is room."""
        (width, most), inner, ends = self._room(), self.room_for_words, self._whole.contentsMargins()
        self._foot.setFixedHeight(_height(self.staying, inner))
        ends_and_spacing = ends.top() + ends.bottom() + self._whole.spacing()
        wanted = _height(self.scrolling, inner) + self._foot.height() + ends_and_spacing
        self.setFixedSize(width, max(min(wanted, most), _LEAST_HEIGHT))

    def _room(self) -> tuple[int, int]:
        room = self.screen().availableGeometry().size()
        parent = self.parentWidget()
        if parent is not None:
            room = room.boundedTo(parent.window().size())
        return min(theme.px(_WIDTH), room.width()), room.height()


def _height(column: QVBoxLayout, width: int) -> int:
    wanted = column.totalHeightForWidth(width) if column.hasHeightForWidth() else column.totalSizeHint().height()
    return max(wanted, column.totalMinimumSize().height())

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
    """`upper` is the column that scrolls where there is no room, `lower` the one that stays in sight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page, self._foot = QWidget(), QWidget()
        self.upper, self.lower = QVBoxLayout(self._page), QVBoxLayout(self._foot)
        for column, spacing in ((self.upper, 12), (self.lower, 8)):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(spacing)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(22, 20, 22, 18)
        whole.setSpacing(12)
        whole.addWidget(area, 1)
        whole.addWidget(self._foot)

    @property
    def room_for_words(self) -> int:
        """The width of what is shown."""
        ends = self.layout().contentsMargins()
        return self._room()[0] - ends.left() - ends.right()

    def fit(self) -> None:
        """Be as large as all of it, where there is room."""
        (width, most), inner, ends = self._room(), self.room_for_words, self.layout().contentsMargins()
        self._foot.setFixedHeight(_height(self._foot, inner))
        ends_and_spacing = ends.top() + ends.bottom() + self.layout().spacing()
        wanted = _height(self._page, inner) + self._foot.height() + ends_and_spacing
        self.setFixedSize(width, max(min(wanted, most), _LEAST_HEIGHT))

    def _room(self) -> tuple[int, int]:
        room = self.screen().availableGeometry().size()
        parent = self.parentWidget()
        if parent is not None:
            room = room.boundedTo(parent.window().size())
        return min(theme.px(_WIDTH), room.width()), room.height()


def _height(column: QWidget, width: int) -> int:
    layout = column.layout()
    wanted = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
    return max(wanted, layout.totalMinimumSize().height())

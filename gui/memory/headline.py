"""The answer on top of the panel: which way to take, and why."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from gui.look import icons, theme
from gui.look.wording import breakable
from gui.widgets.basic_widgets import plain_label

_ICON = 16


class Headline(QFrame):
    """A sentence on a ground that says whether it is a good one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._good: bool | None = None
        self._mark = plain_label()
        self._mark.setFixedSize(_ICON, _ICON)
        self.label = plain_label(wrap=True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(9, 6, 9, 6)
        layout.setSpacing(7)
        layout.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.label, 1)

    def say(self, text: str, good: bool | None) -> None:
        """Show a sentence; None: it says nothing good and nothing bad."""
        self._good = good
        colours = theme.colours()
        name, ink = {
            True: ("good", colours.on_good),
            False: ("warning", colours.on_warning),
            None: ("info", colours.text),
        }[good]
        self.label.setText(breakable(text))
        self.label.setStyleSheet(f"color: {ink};")
        self._mark.setPixmap(icons.pixmap(name, _ICON, ink))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line, ground = {
            True: (colours.good_line, colours.good),
            False: (colours.warning_line, colours.warning),
            None: (colours.border, colours.hover),
        }[self._good]
        painter.setPen(QPen(QColor(line), 1))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.end()

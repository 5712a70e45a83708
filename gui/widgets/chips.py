"""A line of device chips as a widget of its own, for panels that are no table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.text import listed
from gui.look import theme
from gui.look.palette import chip, device_colour, paint_chip
from gui.look.plain_text import one_line
from gui.look.roles import Role, set_role

_GAP = 5
_BETWEEN = 10
#: More than fit on any line.
_MOST_SHOWN = 40


class ChipLine(QWidget):
    """Coloured squares with the names of the devices, and a text after them where it has room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.StaticText)
        self._devices: tuple[str, ...] = ()
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_devices(self, devices: Sequence[str], text: str = "") -> None:
        self._devices = tuple(map(one_line, devices))
        self._text = text
        named = [*self._devices[:_MOST_SHOWN], *(["…"] if len(self._devices) > _MOST_SHOWN else [])]
        self.setAccessibleName(" ".join([listed(named), text]).strip())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(theme.key_font())
        shown = self._devices[:_MOST_SHOWN]
        chips = sum(chip() + _GAP + metrics.horizontalAdvance(device) + _BETWEEN for device in shown)
        return QSize(chips + metrics.horizontalAdvance(self._text) + 2, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        font = theme.key_font()
        metrics = QFontMetrics(font)
        painter.setFont(font)
        dark = theme.is_dark()
        left = 0
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine)
        for place, device in enumerate(self._devices):
            rest = len(self._devices) - place
            width = chip() + _GAP + metrics.horizontalAdvance(device)
            more = metrics.horizontalAdvance(f" +{rest - 1}") if rest > 1 else 0
            if place and left + width + more > self.width():
                painter.setPen(self.palette().windowText().color())
                painter.drawText(self.rect().adjusted(left, 0, 0, 0), flags, f"+{rest}")
                left = self.width()
                break
            square = QRectF(left + 0.5, (self.height() - chip()) / 2, chip(), chip())
            paint_chip(painter, square, device_colour(device, dark), dark)
            left += chip() + _GAP
            painter.setPen(self.palette().windowText().color())
            painter.drawText(self.rect().adjusted(left, 0, 0, 0), flags, device)
            left += metrics.horizontalAdvance(device) + _BETWEEN
        painter.setPen(theme.colours().muted)
        if metrics.horizontalAdvance(self._text) <= self.width() - left:  # half a number would be another one
            painter.drawText(self.rect().adjusted(left, 0, 0, 0), flags, self._text)
        painter.end()

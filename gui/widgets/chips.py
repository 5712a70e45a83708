"""A line of device chips as a widget of its own, for panels that are no table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.text import listed
from gui.look import theme
from gui.look.palette import chip, device_colour, others_width, paint_chip, paint_others
from gui.look.plain_text import one_line, tooltip
from gui.look.roles import Role, set_role

_GAP = 5
_BETWEEN = 10
#: More than fit on any line.
_MOST_SHOWN = 40


class ChipLine(QWidget):
    """Coloured squares with the names of the devices, as many as fit, and a text after them where it has room.

    The tooltip says what they are ``about`` and has all names.
    """

    def __init__(self, about: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._about = about
        set_role(self, Role.StaticText)
        self._devices: tuple[str, ...] = ()
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_devices(self, devices: Sequence[str], text: str = "") -> None:
        self._devices = tuple(map(one_line, devices))
        self._text = text
        named = [*self._devices[:_MOST_SHOWN], *(["…"] if len(self._devices) > _MOST_SHOWN else [])]
        self.setAccessibleName(" ".join([listed(named), text]).strip())
        self.setToolTip(tooltip("\n".join(filter(None, (self._about, listed(named))))) or "")
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
            rest = len(self._devices) - place - 1
            width = chip() + _GAP + metrics.horizontalAdvance(device)
            more = _BETWEEN + others_width(metrics, rest) if rest else 0
            if place and left + width + more > self.width():
                room = QRect(left, 0, self.width() - left, self.height())
                paint_others(painter, room, self._devices[place:], self.palette().windowText().color(), dark)
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

"""Text in two lines at most."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from core.words import say
from gui.widgets.basic_widgets import PlainLabel

_LINES: Final = 2
_NARROWEST: Final = 120


class TwoLines(PlainLabel):
    """Text in two lines at most: what does not fit gives way at its end, and the tooltip has it."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Two lines, whatever the text; those of some languages are higher than the font says."""
        word = say("Why?")
        sample = self.fontMetrics().boundingRect(QRect(0, 0, 10_000, 10_000), 0, "\n".join([word] * _LINES))
        return QSize(2 * _NARROWEST, sample.height() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, self.sizeHint().height())

    @property
    def shown(self) -> str:
        """What of the text can be read."""
        return fitted(self.fontMetrics(), self.text(), self.contentsRect().size())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        side = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft) | int(Qt.TextFlag.TextWordWrap)
        role = self.foregroundRole()
        self.style().drawItemText(
            painter, self.contentsRect(), side, self.palette(), self.isEnabled(), self.shown, role
        )
        painter.end()


def fitted(metrics: QFontMetrics, text: str, room: QSize) -> str:
    """The text, or its longest beginning with `…`, that fits into some pixels when it is wrapped."""
    flags = int(Qt.TextFlag.TextWordWrap)

    def fits(length: int) -> bool:
        shown = text if length == len(text) else f"{text[:length].rstrip()} …"
        return metrics.boundingRect(QRect(0, 0, room.width(), 10_000), flags, shown).height() <= room.height()

    if fits(len(text)):
        return text
    least, most = 0, len(text) - 1
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if fits(middle) else (least, middle - 1)
    return f"{text[:least].rstrip()} …"

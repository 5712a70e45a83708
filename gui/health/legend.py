"""What the colours of the map mean: squares with words, and a ramp with the numbers at its ends."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.health.colouring import Colouring
from gui.look.plain_text import one_line, tooltip
from gui.look.roles import Role, set_role

_SQUARE: Final = 10
_GAP: Final = 4
_BETWEEN: Final = 10
_RAMP: Final = 70


class Legend(QWidget):
    """Its parts stand beside each other, in as many lines as they need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.StaticText)
        self._colouring: Colouring | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_colours(self, colouring: Colouring | None) -> None:
        """Tell what other colours mean."""
        self._colouring = colouring
        words = [] if colouring is None else [part for part in (*colouring.scale, *_names(colouring)) if part]
        self.setAccessibleName(", ".join(words))
        self.setToolTip(tooltip("\n".join(map(one_line, words))) or "")
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """In a narrow panel there are more lines."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The lines that a width makes."""
        parts = self._laid_out(width)
        return parts[-1][1].bottom() + 1 if parts else 0

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(200, self.heightForWidth(max(self.width(), 1)))

    def _laid_out(self, width: int) -> list[tuple[int, QRect]]:
        """The parts with their places: -1 is the ramp, others count the swatches."""
        if self._colouring is None:
            return []
        metrics = QFontMetrics(self.font())
        sizes = [(place, self._width(text, metrics)) for place, text in enumerate(_names(self._colouring))]
        if self._colouring.ramp:
            low, high = map(metrics.horizontalAdvance, self._colouring.scale)
            sizes.insert(0, (-1, low + _GAP + _RAMP + _GAP + high))
        found: list[tuple[int, QRect]] = []
        left = top = 0
        for place, size in sizes:
            if left and left + size > width:
                left, top = 0, top + metrics.height() + 1
            found.append((place, QRect(left, top, size, metrics.height())))
            left += size + _BETWEEN
        return found

    @staticmethod
    def _width(text: str, metrics: QFontMetrics) -> int:
        return _SQUARE + _GAP + metrics.horizontalAdvance(one_line(text))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint squares, ramp and words."""
        colouring = self._colouring
        if colouring is None:
            return
        painter = QPainter(self)
        ink = self.palette().windowText().color()
        for place, rect in self._laid_out(self.width()):
            painter.setPen(ink)
            if place < 0:
                self._paint_ramp(painter, rect, colouring)
                continue
            colour, text = colouring.swatches[place]
            square = QRect(rect.left(), rect.center().y() - _SQUARE // 2 + 1, _SQUARE, _SQUARE)
            if colour:
                painter.fillRect(square, QColor(colour))
            words = rect.adjusted(_SQUARE + _GAP, 0, 1, 0)
            painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), one_line(text))
        painter.end()

    @staticmethod
    def _paint_ramp(painter: QPainter, rect: QRect, colouring: Colouring) -> None:
        low, high = colouring.scale
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        painter.drawText(rect, flags | int(Qt.AlignmentFlag.AlignLeft), low)
        painter.drawText(rect, flags | int(Qt.AlignmentFlag.AlignRight), high)
        left = rect.left() + painter.fontMetrics().horizontalAdvance(low) + _GAP
        bar = QRect(left, rect.center().y() - _SQUARE // 2 + 1, _RAMP, _SQUARE)
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        for place, colour in enumerate(colouring.ramp):
            gradient.setColorAt(place / (len(colouring.ramp) - 1), QColor(colour))
        painter.fillRect(bar, gradient)


def _names(colouring: Colouring) -> list[str]:
    return [swatch.text for swatch in colouring.swatches]

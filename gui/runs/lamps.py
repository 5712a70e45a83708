"""The health of a run as a row of lamps, one for each checkpoint, in the order of training."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.words import say
from gui.look import theme
from gui.look.plain_text import one_line, tooltip
from gui.look.roles import Role, set_role
from gui.runs.model import Lamp, RunRow

_HEIGHT, _WIDEST, _GAP = 16, 26, 3
_GAPS_FROM = 6
"""Pixels of a lamp from which on there is a gap between two of them."""


class Lamps(QWidget):
    """Each lamp is filled where its checkpoint was read, and a frame where the others tell of it."""

    pointed = Signal(int)
    """The place of the checkpoint that was clicked, or that the arrow keys are at."""
    chosen = Signal(int)
    """Enter, or a double click."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[RunRow] = ()
        self._at = -1
        set_role(self, Role.Chart)
        self.setAccessibleName(say("Health of the run"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_rows(self, rows: Sequence[RunRow]) -> None:
        self.rows = rows
        self._at = min(self._at, len(rows) - 1)
        self.update()

    def mark(self, at: int) -> None:
        """Frame the lamp of the checkpoint that is selected; -1 for none."""
        self._at = at
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, theme.px(_HEIGHT) + 4 + self._label_height())

    minimumSizeHint = sizeHint

    def _label_height(self) -> int:
        return QFontMetrics(self.font()).height()

    def _width(self) -> float:
        """Pixels from one lamp to the next."""
        return min(theme.px(_WIDEST), (self.width() - 4) / max(len(self.rows), 1))

    def place_at(self, point: QPoint) -> int:
        """The place of the lamp at a point, or -1."""
        at = int((point.x() - 2) // self._width()) if self.rows else -1
        return at if 0 <= at < len(self.rows) and point.y() <= theme.px(_HEIGHT) + 4 else -1

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide, high = self._width(), theme.px(_HEIGHT)
        gap = _GAP if wide >= _GAPS_FROM else 0
        for at, row in enumerate(self.rows):
            rect = QRectF(2 + at * wide + gap / 2, 2, max(wide - gap, 1), high)
            self._paint_lamp(painter, rect, row.lamp)
            if at == self._at:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(theme.colours().text), 2))
                painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), 4, 4)
        self._paint_labels(painter, wide, high)
        if self.hasFocus():
            painter.setPen(QColor(theme.colours().accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    @staticmethod
    def _paint_lamp(painter: QPainter, rect: QRectF, lamp: Lamp) -> None:
        """Colour and shape: what is sick is crossed out, what is broken is half as high."""
        c = theme.colours()
        ink = {
            Lamp.UNKNOWN: c.border, Lamp.HEALTHY: c.good_line, Lamp.LIKELY_HEALTHY: c.good_line,
            Lamp.SICK: c.error, Lamp.LIKELY_SICK: c.error, Lamp.BROKEN: c.warning_line,
        }[lamp]  # fmt: skip
        filled = lamp in (Lamp.HEALTHY, Lamp.SICK, Lamp.BROKEN)
        painter.setPen(QPen(QColor(ink), 1.4))
        painter.setBrush(QColor(ink) if filled else QColor(c.base))
        if lamp is Lamp.BROKEN:
            rect = rect.adjusted(0, rect.height() / 2, 0, 0)
        painter.drawRoundedRect(rect.adjusted(0.7, 0.7, -0.7, -0.7), 3, 3)
        if lamp in (Lamp.SICK, Lamp.LIKELY_SICK) and rect.width() >= _GAPS_FROM:
            middle = rect.center()
            arm = min(rect.width(), rect.height()) / 4
            painter.setPen(QPen(QColor(c.base if filled else ink), 1.6))
            for way in (-arm, arm):
                painter.drawLine(middle - QPointF(arm, way), middle + QPointF(arm, way))

    def _paint_labels(self, painter: QPainter, wide: float, high: int) -> None:
        """The first, the last, and where health changes, as far as there is room."""
        if not self.rows:
            return
        metrics = QFontMetrics(self.font())
        last = len(self.rows) - 1
        turn = next((at for at in range(1, last) if _is_turn(self.rows, at)), -1)
        taken: list[tuple[float, float]] = []
        painter.setPen(QColor(theme.colours().muted))
        for at in dict.fromkeys(each for each in (turn, 0, last) if each >= 0):
            text = one_line(self.rows[at].called)
            width = metrics.horizontalAdvance(text)
            left = max(0.0, min(2 + (at + 0.5) * wide - width / 2, self.width() - width))
            if all(left > end + 8 or left + width + 8 < begin for begin, end in taken):
                taken.append((left, left + width))
                painter.drawText(int(left), high + 4 + metrics.ascent(), text)

    # ---- mouse and keyboard

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            at = self.place_at(event.pos())
            QToolTip.showText(event.globalPos(), (tooltip(self.rows[at].tip) or "") if at >= 0 else "", self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self.place_at(event.position().toPoint())
        if at >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._go(at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        at = self.place_at(event.position().toPoint())
        if at >= 0:
            self.chosen.emit(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys go from lamp to lamp, Enter opens."""
        key, last = event.key(), len(self.rows) - 1
        ways = {Qt.Key.Key_Left: self._at - 1, Qt.Key.Key_Right: self._at + 1, Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        if self.rows and key in ways:
            self._go(max(0, min(last, ways[Qt.Key(key)])))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._at >= 0:
            self.chosen.emit(self._at)
        else:
            super().keyPressEvent(event)

    def _go(self, at: int) -> None:
        self.mark(at)
        self.setAccessibleDescription(one_line(self.rows[at].tip))
        self.pointed.emit(at)


def _is_turn(rows: Sequence[RunRow], at: int) -> bool:
    sick = (Lamp.SICK, Lamp.LIKELY_SICK)
    return rows[at].lamp in sick and rows[at - 1].lamp not in sick

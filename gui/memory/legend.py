"""Who holds memory, in colour: the legend that the bars and the timeline share."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.words import say
from gui.look import theme
from gui.memory.bars_model import (
    ANONYMOUS,
    CONTEXT,
    KEPT,
    MAPPED,
    MOMENTARY,
    RESERVED,
    SEGMENT_NAMES,
    SEGMENT_TIPS,
    SEGMENTS,
)

# They differ in lightness as well as in hue, for eyes that do not tell hues apart. (light theme, dark theme)
_COLOURS = {
    CONTEXT: ("#6b7280", "#8b93a1"),
    "model": ("#2457a6", "#4f8ae0"),
    "optimizer": ("#a98fdb", "#c9b4f2"),
    "other": ("#3f9a8f", "#62c2b5"),
    "leftover": ("#d9622f", "#f0885a"),
    RESERVED: ("#8a93a3", "#7d8695"),
    MOMENTARY: ("#b0892b", "#d9b45a"),
    ANONYMOUS: ("#7d5b3a", "#c79b6d"),
    MAPPED: ("#d8bf9f", "#7d6850"),
    KEPT: ("#7d5b3a", "#c79b6d"),
}
_HATCHED = (RESERVED, MOMENTARY, KEPT)
_SQUARE = 10
_GAP = 5
_BETWEEN = 11


def owner_colour(owner: str) -> QColor:
    """The colour of an owner in the theme in use."""
    return QColor(_COLOURS[owner][theme.is_dark()])


def owner_brush(owner: str) -> QBrush:
    """How an owner's part is filled: memory without tensors is hatched."""
    hatched = owner in _HATCHED
    return QBrush(owner_colour(owner), Qt.BrushStyle.BDiagPattern if hatched else Qt.BrushStyle.SolidPattern)


def paint_owner(painter: QPainter, rect: QRectF, owner: str) -> None:
    """Fill a part of a bar; hatching gets a frame so that its end is seen."""
    painter.fillRect(rect, owner_brush(owner))
    if owner in _HATCHED and rect.width() > 2:
        painter.setPen(QPen(owner_colour(owner), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))


class Legend(QWidget):
    """Coloured squares with names, in as many lines as they need; names that nothing shows are left out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.owners: list[str] = []
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_owners(self, owners: Collection[str]) -> None:
        """Show these, in the order in which they are stacked."""
        self.owners = [owner for owner in SEGMENTS if owner in owners]
        self.setAccessibleName(say("Legend: ") + ", ".join(SEGMENT_NAMES[owner] for owner in self.owners))
        self.updateGeometry()
        self.update()

    def rects(self, width: int) -> list[QRect]:
        """Where each name goes at a width."""
        metrics = QFontMetrics(self.font())
        found: list[QRect] = []
        at = QPoint(0, 0)
        for owner in self.owners:
            size = QSize(_SQUARE + _GAP + metrics.horizontalAdvance(SEGMENT_NAMES[owner]), metrics.height() + 1)
            if at.x() and at.x() + size.width() > width:
                at = QPoint(0, at.y() + size.height())
            found.append(QRect(at, size))
            at += QPoint(size.width() + _BETWEEN, 0)
        return found

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """Narrower means higher."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The height of all lines."""
        return max((rect.bottom() + 1 for rect in self.rects(width)), default=0)

    def sizeHint(self) -> QSize:
        """All in a line where there is room."""
        rects = self.rects(1 << 20)
        return QSize(rects[-1].right() + 1, rects[-1].height()) if rects else QSize(0, 0)

    def minimumSizeHint(self) -> QSize:
        """As wide as the longest name."""
        rects = self.rects(1 << 20)
        return QSize(max((rect.width() for rect in rects), default=0), self.heightForWidth(max(60, self.width())))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint squares and names."""
        painter = QPainter(self)
        for owner, rect in zip(self.owners, self.rects(self.width()), strict=True):
            top = rect.top() + (rect.height() - _SQUARE) / 2
            paint_owner(painter, QRectF(rect.left(), top, _SQUARE, _SQUARE), owner)
            painter.setPen(QColor(theme.colours().muted))
            room = rect.adjusted(_SQUARE + _GAP, 0, 2, 0)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), SEGMENT_NAMES[owner])
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Say what a name means."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for owner, rect in zip(self.owners, self.rects(self.width()), strict=True):
                if rect.contains(event.pos()):
                    QToolTip.showText(event.globalPos(), SEGMENT_TIPS[owner], self)
                    return True
            QToolTip.hideText()
            return True
        return super().event(event)

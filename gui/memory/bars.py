"""Who holds memory, in colour: bars, and the legend that they share."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.text import listed, titled
from core.words import say
from gui.look import theme
from gui.look.plain_text import tooltip
from gui.look.roles import Role, set_role
from gui.memory.model import (
    ANONYMOUS,
    CONTEXT,
    KEPT,
    MAPPED,
    MOMENTARY,
    RESERVED,
    SEGMENT_NAMES,
    SEGMENT_TIPS,
    SEGMENTS,
    DeviceBar,
    PhaseBar,
    range_text,
)
from gui.widgets.basic_widgets import bigger

# They differ in lightness as well as in hue, for eyes that do not tell hues apart. (light theme, dark theme)
_MODEL, _OPTIMIZER = ("#2457a6", "#4f8ae0"), ("#a98fdb", "#c9b4f2")
_LOADED, _NO_TENSOR, _SPARE = ("#d9622f", "#f0885a"), ("#6b7280", "#8b93a1"), ("#b6bcc7", "#525966")
_COLOURS = {
    CONTEXT: _NO_TENSOR,
    "model": _MODEL,
    "optimizer": _OPTIMIZER,
    "other": ("#eeb18f", "#8a4b32"),
    "leftover": _LOADED,
    RESERVED: _SPARE,
    MOMENTARY: _SPARE,
    ANONYMOUS: _MODEL,
    MAPPED: ("#9dbbe6", "#2c4b80"),
    KEPT: _NO_TENSOR,
}
_SQUARE = 10
_GAP = 5
_BETWEEN = 11


def owner_colour(owner: str) -> QColor:
    """The colour of an owner in the theme in use."""
    return QColor(_COLOURS[owner][theme.is_dark()])


def paint_owner(painter: QPainter, rect: QRectF, owner: str, *, pale: bool = False) -> None:
    """Fill a part of a bar; what may be held or not is a frame alone."""
    colour = owner_colour(owner)
    if pale:
        colour.setAlpha(_PALE)
    if owner != KEPT:
        painter.fillRect(rect, colour)
    elif rect.width() > 2:
        painter.setPen(QPen(colour, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))


class Legend(QWidget):
    """Coloured squares with names, in as many lines as they need; names that nothing shows are left out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.StaticText)
        self.owners: list[str] = []
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_owners(self, owners: Collection[str]) -> None:
        """Show these, in the order in which they are stacked."""
        shown = {RESERVED if owner == MOMENTARY else owner for owner in owners} - {KEPT}  # the figures say the range
        self.owners = [owner for owner in SEGMENTS if owner in shown]
        names = listed(say(SEGMENT_NAMES[owner]) for owner in self.owners)
        self.setAccessibleName(say("Legend: {names}", names=names))
        self.updateGeometry()
        self.update()

    def rects(self, width: int) -> list[QRect]:
        """Where each name goes at a width."""
        metrics = QFontMetrics(self.font())
        found: list[QRect] = []
        at = QPoint(0, 0)
        for owner in self.owners:
            size = QSize(_SQUARE + _GAP + metrics.horizontalAdvance(say(SEGMENT_NAMES[owner])), metrics.height() + 1)
            if at.x() and at.x() + size.width() > width:
                at = QPoint(0, at.y() + size.height())
            found.append(QRect(at, size))
            at += QPoint(size.width() + _BETWEEN, 0)
        return found

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """Narrower means higher."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        return max((rect.bottom() + 1 for rect in self.rects(width)), default=0)

    def sizeHint(self) -> QSize:
        rects = self.rects(1 << 20)
        return QSize(rects[-1].right() + 1, rects[-1].height()) if rects else QSize(0, 0)

    def minimumSizeHint(self) -> QSize:
        rects = self.rects(1 << 20)
        return QSize(max((rect.width() for rect in rects), default=0), self.heightForWidth(max(60, self.width())))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        for owner, rect in zip(self.owners, self.rects(self.width()), strict=True):
            top = rect.top() + (rect.height() - _SQUARE) / 2
            paint_owner(painter, QRectF(rect.left(), top, _SQUARE, _SQUARE), owner)
            painter.setPen(QColor(theme.colours().muted))
            room = rect.adjusted(_SQUARE + _GAP, 0, 2, 0)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), say(SEGMENT_NAMES[owner]))
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for owner, rect in zip(self.owners, self.rects(self.width()), strict=True):
                if rect.contains(event.pos()):
                    QToolTip.showText(event.globalPos(), say(SEGMENT_TIPS[owner]), self)
                    return True
            QToolTip.hideText()
            return True
        return super().event(event)


_BAR = 12
_WIDEST_NAME = 84
_FIGURE = "00.0 GiB"
_SHRUNK = 0.92
_PALE = 70
"""How much is seen of a phase that is never reached, of 255."""


class BarLine(QWidget):
    """One bar: the name of a device or a phase, the stack with the line of the card's capacity and a frame around what
    was measured, the figure.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.Chart)
        self.bar: DeviceBar | PhaseBar | None = None
        self.scale = 1
        self._names = self._figures = ""
        bigger(self, _SHRUNK)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_bar(self, bar: DeviceBar | PhaseBar, scale: int, names: str, figures: str = "") -> None:
        """Show this bar; `scale` bytes take the full width, `names` and `figures` are the longest of all bars."""
        self.bar, self.scale, self._names, self._figures = bar, max(1, scale), names, figures
        self.setToolTip(tooltip(bar.tip) or "")
        self.setAccessibleName(titled(bar.label, range_text(bar.total, bar.segments)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, max(_BAR, QFontMetrics(self.font()).height()) + 1)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def track(self) -> QRectF:
        metrics = QFontMetrics(self.font())
        left = min(_WIDEST_NAME, metrics.horizontalAdvance(self._names)) + 9
        right = max(map(metrics.horizontalAdvance, (_FIGURE, self._figures))) + 5
        return QRectF(left, (self.height() - _BAR) / 2, max(20, self.width() - left - right), _BAR)

    def paintEvent(self, _event: QPaintEvent) -> None:
        bar = self.bar
        if bar is None:
            return
        painter = QPainter(self)
        metrics = QFontMetrics(self.font())
        colours, track = theme.colours(), self.track()
        painter.setPen(QColor(colours.muted))
        name = metrics.elidedText(bar.label, Qt.TextElideMode.ElideMiddle, int(track.left()) - 6)
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(self.rect(), middle | int(Qt.AlignmentFlag.AlignLeft), name)
        over = bool(bar.capacity) and bar.total > bar.capacity
        painter.setPen(QColor(colours.error if over else colours.text))
        painter.drawText(self.rect(), middle | int(Qt.AlignmentFlag.AlignRight), range_text(bar.total, bar.segments))
        self._paint_stack(painter, bar, track)
        if 0 < bar.capacity <= self.scale:
            at = round(min(track.right() - 1, track.left() + track.width() * bar.capacity / self.scale)) - 0.5
            painter.setPen(QPen(QColor(colours.error if over else colours.text), 2))
            painter.drawLine(QPointF(at, track.top() - 1), QPointF(at, track.bottom() + 1))
        painter.end()

    def _paint_stack(self, painter: QPainter, bar: DeviceBar | PhaseBar, track: QRectF) -> None:
        room = min(1.0, bar.capacity / self.scale)  # none where nobody knows how much there is
        ground = QRectF(track.left(), track.top(), track.width() * room, track.height())
        painter.fillRect(ground, QColor(theme.colours().hover))
        left = track.left()
        for part in bar.segments:
            width = track.width() * part.nbytes / self.scale
            right = min(left + width, track.right())
            if right > left:
                gap = 1.0 if width > 3 else 0.0
                box = QRectF(left, track.top(), right - left - gap, track.height())
                paint_owner(painter, box, part.owner, pale=not bar.reached)
            left += width
        if bar.measured is not None:
            width = min(track.width(), track.width() * bar.measured / self.scale)
            painter.setPen(QPen(QColor(theme.colours().text), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(track.left(), track.top(), width, track.height()))

"""The plot of a timeline.

The only module that imports pyqtgraph, which takes longer than the window has: it is itself imported when a timeline
is first shown.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pyqtgraph
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QHelpEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from core.memory.sizes import memory_text
from core.words import say
from gui.look import theme
from gui.look.plain_text import tooltip
from gui.look.roles import Role, set_role
from gui.memory.bars_model import SEGMENTS, Timeline
from gui.memory.legend import owner_brush, owner_colour

_THICK = 0.66
_SMALL = 0.9
#: Pixels that a label of the axis takes.
_TICK = 58
#: Six phases and the axis below them, without one name over another.
_LEAST_LINES = 8
_UNITS = ((1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1, "B"))


class BytesAxis(pyqtgraph.AxisItem):
    """Ticks in KiB, MiB or GiB, one unit for all of them."""

    def tickStrings(  # noqa: N802 - pyqtgraph's name
        self, values: Sequence[float], _scale: float, _spacing: float
    ) -> list[str]:
        """The labels."""
        most = max((abs(value) for value in values), default=0)
        unit, name = next(((unit, name) for unit, name in _UNITS if most >= unit), _UNITS[-1])
        return [f"{value / unit:g} {name}" if value else "0" for value in values]

    def tickSpacing(  # noqa: N802 - pyqtgraph's name
        self, least: float, most: float, size: float
    ) -> list[tuple[float, float]]:
        """Steps of 1, 2 or 5 that leave room for the labels: in a narrow panel pyqtgraph's own are too many."""
        wanted = max(1.0, (most - least) * _TICK / max(1.0, size))
        unit = next(unit for unit, _ in _UNITS if most >= unit or unit == 1)
        power = 10.0 ** math.floor(math.log10(wanted / unit))
        steps = (step * power * unit for step in (1, 2, 5, 10))
        return [(next(step for step in steps if step >= wanted * 0.999), 0.0)]


class TimelinePlot(pyqtgraph.PlotWidget):
    """Phases from top to bottom, each a stack of who holds how much, on one scale with the card's capacity."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._bytes = BytesAxis("bottom")
        super().__init__(parent, axisItems={"bottom": self._bytes})
        self.timeline = Timeline("", (), 0)
        self._stacks: dict[tuple[str, bool], pyqtgraph.BarGraphItem] = {}
        self._measured: dict[str, int] = {}
        self._outline = pyqtgraph.BarGraphItem(x0=[0.0], y=[0.0], width=[0.0], height=_THICK)
        self._limit = pyqtgraph.InfiniteLine(angle=90)
        self.setMenuEnabled(False)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.invertY(True)
        self.setFrameShape(self.Shape.NoFrame)
        self.setMinimumHeight(_LEAST_LINES * QFontMetrics(self.font()).height())
        self.setAccessibleName(say("Memory phase by phase"))
        set_role(self, Role.Chart)
        self.getViewBox().setDefaultPadding(0.0)
        self.setMouseTracking(True)
        self.addItem(self._limit, ignoreBounds=True)
        self._limit.setZValue(10)
        for owner in SEGMENTS:
            for reached in (True, False):
                item = pyqtgraph.BarGraphItem(x0=[0.0], y=[0.0], width=[0.0], height=_THICK)
                self._stacks[owner, reached] = item
                self.addItem(item)
        self._outline.setZValue(5)
        self.addItem(self._outline)
        self.restyle()

    def restyle(self) -> None:
        """Take the colours and the font of the theme."""
        colours = theme.colours()
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _SMALL)
        self.setBackground(QColor(colours.window))
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setPen(QColor(colours.border))
            axis.setTextPen(QColor(colours.text if side == "left" else colours.muted))
            axis.setStyle(tickFont=font, tickLength=0 if side == "left" else -4)
        self._colour_limit()
        self._outline.setOpts(brush=QBrush(Qt.BrushStyle.NoBrush), pen=pyqtgraph.mkPen(QColor(colours.text), width=2))
        for (owner, reached), item in self._stacks.items():
            brush = owner_brush(owner)
            colour = owner_colour(owner)
            if not reached:
                colour.setAlpha(70)
                brush.setColor(colour)
            item.setOpts(brush=brush, pen=QPen(QColor(colours.window), 0) if reached else QPen(Qt.PenStyle.NoPen))

    def _colour_limit(self) -> None:
        """The line of the card's capacity is red once it is crossed, as it is in the list."""
        crossed = any(phase.total > self.timeline.capacity for phase in self.timeline.phases)
        colour = theme.colours().error if crossed else theme.colours().text
        self._limit.setPen(pyqtgraph.mkPen(QColor(colour), width=2))

    def show_timeline(self, timeline: Timeline, measured: Mapping[str, int]) -> None:
        """Show a device through all phases; an outline around a bar is what was `measured` at most in that phase."""
        self.timeline, self._measured = timeline, dict(measured)
        pieces: dict[tuple[str, bool], list[tuple[float, float, float]]] = {key: [] for key in self._stacks}
        for place, phase in enumerate(timeline.phases):
            left = 0
            for part in phase.segments:
                pieces[part.owner, phase.reached].append((float(left), float(place), float(part.nbytes)))
                left += part.nbytes
        for key, item in self._stacks.items():
            found = pieces[key]
            item.setVisible(bool(found))
            columns = list(zip(*found, strict=True)) if found else [[0.0], [0.0], [0.0]]
            item.setOpts(x0=list(columns[0]), y=list(columns[1]), width=list(columns[2]), height=_THICK)
        most = max((*(phase.total for phase in timeline.phases), *measured.values()), default=0)
        rows = [
            (place, measured[phase.phase]) for place, phase in enumerate(timeline.phases) if phase.phase in measured
        ]
        self._outline.setVisible(bool(rows))
        rows = rows or [(0, 0)]
        self._outline.setOpts(x0=[0.0] * len(rows), y=[place for place, _ in rows], width=[width for _, width in rows])
        self.getAxis("left").setTicks([[(place, phase.phase) for place, phase in enumerate(timeline.phases)]])
        shows_limit = 0 < timeline.capacity <= 4 * most
        self._limit.setVisible(shows_limit)
        self._limit.setValue(timeline.capacity)
        self._colour_limit()
        right = max(most, timeline.capacity if shows_limit else 0, 1) * 1.04
        self.setRange(xRange=(0, right), yRange=(-0.6, max(1, len(timeline.phases)) - 0.4), padding=0)

    def tip_at(self, place: QPointF) -> str:
        """The figures of the phase at a place of the widget."""
        y = self.getViewBox().mapSceneToView(place).y()
        index = round(y)
        if not 0 <= index < len(self.timeline.phases):
            return ""
        phase = self.timeline.phases[index]
        text = phase.tip(self.timeline.device)
        if phase.phase in self._measured:
            text += say("\nmeasured: {measured:,} bytes at most", measured=self._measured[phase.phase])
        if self.timeline.capacity:
            text += say(
                "\nthe card has {capacity:,} ({memory})",
                capacity=self.timeline.capacity,
                memory=memory_text(self.timeline.capacity),
            )
        return text

    def viewportEvent(self, event: QEvent) -> bool:
        """Exact figures beside the pointer, as soon as it rests and while it moves on."""
        if event.type() in (QEvent.Type.ToolTip, QEvent.Type.MouseMove):
            if isinstance(event, QHelpEvent):
                self._tell(event.pos(), event.globalPos())
                return True
            position = event.position().toPoint()  # type: ignore[attr-defined]
            self._tell(position, event.globalPosition().toPoint())  # type: ignore[attr-defined]
        return bool(super().viewportEvent(event))

    def _tell(self, at: QPoint, where: QPoint) -> None:
        text = self.tip_at(QPointF(at))
        if text:
            QToolTip.showText(where, tooltip(text) or "", self)
        else:
            QToolTip.hideText()

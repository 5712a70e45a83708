"""What all plots share: colours and font of the theme, axes for a narrow panel, a sentence on what is pointed at.

pyqtgraph takes longer to import than the window has: modules of this package are themselves imported when a plot is
first shown, beside the event loop.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pyqtgraph
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from gui.look import theme
from gui.look.plain_text import tooltip
from gui.look.roles import Role, set_role
from gui.plots.number_text import told_apart

_SMALL = 0.9
_LABEL = "-0.00000 "
"""A label of a horizontal axis, with what parts it from the next one."""
_LINES = 2.4
"""Lines between two labels of a vertical one."""


class NumberAxis(pyqtgraph.AxisItem):
    """Few ticks, with short labels; on a logarithmic axis, where `decades` is set, powers of ten."""

    decades = False
    whole = False
    """Only whole numbers: an index, a count."""

    def tickStrings(  # noqa: N802 - pyqtgraph's name
        self, values: Sequence[float], _scale: float, _spacing: float
    ) -> list[str]:
        if self.decades:
            return [f"1e{value:g}" if float(value).is_integer() else "" for value in values]
        if self.whole:
            return [f"{round(value):,}" if float(value).is_integer() else "" for value in values]
        return told_apart(map(float, values))

    def tickSpacing(  # noqa: N802 - pyqtgraph's name
        self, least: float, most: float, size: float
    ) -> list[tuple[float, float]]:
        """Steps of 1, 2 or 5 that leave room for the labels."""
        flat = self.orientation in ("bottom", "top")
        metrics = QFontMetrics(self.style["tickFont"] or QFont())
        room = metrics.horizontalAdvance(_LABEL) if flat else _LINES * metrics.height()
        wanted = max((most - least) * room / max(1.0, size), 1e-300)
        if self.whole or self.decades:
            wanted = max(1.0, wanted)
        power = 10.0 ** math.floor(math.log10(wanted))
        return [(next(step * power for step in (1, 2, 5, 10) if step * power >= wanted * 0.999), 0.0)]


class Plot(pyqtgraph.PlotWidget):
    """A plot without menus. A subclass says in `tip_at` what is at a place, and in `step` where arrow keys lead."""

    told = Signal(str)
    """What is pointed at, with the mouse or by the arrow keys; nothing when the pointer has left."""
    picked = Signal(object)
    """The index of the number that was clicked, or marked by the arrow keys when Enter was pressed."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        self.bottom, self.left = NumberAxis("bottom"), NumberAxis("left")
        super().__init__(parent, axisItems={"bottom": self.bottom, "left": self.left})
        self.setAccessibleName(name)
        set_role(self, Role.Chart)
        self.setMenuEnabled(False)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.getViewBox().setDefaultPadding(0.0)
        self._pressed: QPointF | None = None
        self._index: tuple[int, ...] | None = None
        self._click = QTimer(self, singleShot=True)  # the first half of a double click is none
        self._click.timeout.connect(lambda: self.picked.emit(self._index))
        theme.theme().follow(self.restyle)

    tallest = 0.0
    """Times its width that it is high at most, where it has a shape that is best read in; 0 for as high as its room."""

    def event(self, event: QEvent) -> bool:
        """Keep the shape, once what is inside has its size."""
        taken = super().event(event)
        if event.type() == QEvent.Type.Resize and self.tallest:
            self.setMaximumHeight(max(round(self.tallest * self.width()), self.minimumHeight()))
        return bool(taken)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint().expandedTo(self.minimumSize())

    def restyle(self) -> None:
        """Take the colours and the font of the theme."""
        colours = theme.colours()
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _SMALL)
        self.setBackground(QColor(colours.window))
        for axis in (self.bottom, self.left):
            axis.setPen(QColor(colours.border))
            axis.setTextPen(QColor(colours.muted))
            axis.setStyle(tickFont=font, tickLength=-4, hideOverlappingLabels=True)

    def tip_at(self, _place: QPointF) -> str:
        """What is at a place of the widget, in a few words."""
        raise NotImplementedError

    def index_at(self, _place: QPointF) -> tuple[int, ...] | None:
        """The index of the number at a place of the widget, where that is a single one."""
        return None

    def marked_index(self) -> tuple[int, ...] | None:
        """The index of the number that the arrow keys have marked."""
        return None

    def step(self, _right: int, _down: int) -> str:
        """Go on by so many bins or cells from the last place pointed at, and say what is there."""
        raise NotImplementedError

    # ---- pointing

    def viewportEvent(self, event: QEvent) -> bool:
        """Exact figures beside the pointer, as soon as it rests and while it moves on."""
        if event.type() == QEvent.Type.Leave:
            self.told.emit("")
        elif isinstance(event, QHelpEvent):
            self._tell(event.pos(), event.globalPos())
            return True
        elif event.type() == QEvent.Type.MouseMove:
            position = event.position().toPoint()  # type: ignore[attr-defined]
            self._tell(position, event.globalPosition().toPoint())  # type: ignore[attr-defined]
        return bool(super().viewportEvent(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrow keys point at one bin or cell after the other."""
        ways = {
            Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
        }  # fmt: skip
        way = ways.get(Qt.Key(event.key()))
        marked = self.marked_index()
        if marked is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.picked.emit(marked)
            event.accept()
            return
        if way is None:
            super().keyPressEvent(event)
            return
        far = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        self._say(self.step(way[0] * far, way[1] * far))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position() if event.button() == Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click, where the pointer has not moved, is a question about one number."""
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        if pressed is None or (event.position() - pressed).manhattanLength() >= QApplication.startDragDistance():
            return
        self._index = self.index_at(event.position())
        if self._index is not None:
            self._click.start(QApplication.doubleClickInterval())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Forget the click that a double click begins with."""
        self._pressed = None
        self._click.stop()
        event.accept()

    def _tell(self, at: QPoint, where: QPoint) -> None:
        text = self.tip_at(QPointF(at))
        self._say(text)
        if text:
            QToolTip.showText(where, tooltip(text) or "", self)
        else:
            QToolTip.hideText()

    def _say(self, text: str) -> None:
        self.setAccessibleDescription(text)
        self.told.emit(text)

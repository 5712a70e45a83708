"""Curves over the steps of a run, with a number of the optimizer beside them, and the map of layers and steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pyqtgraph
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QWidget

from core.runs.texts import number_text as step_text
from core.text import titled
from core.words import say
from gui.look import theme
from gui.look.palette import listed_colour
from gui.look.plain_text import one_line
from gui.plots.heat_map import CellPlot
from gui.plots.pictures import Picture
from gui.plots.plot import NumberAxis, Plot
from gui.runs.model import Curve, RunRow, number

MOST_LINES = 7
"""Lines that are drawn at once: those that can be told apart."""
_NEAR = 40
"""Pixels from the pointer within which a line is meant."""
_LABEL = 120
"""Pixels that the names of layers take beside the map, at most."""


def line_colour(place: int) -> QColor:
    """The colour of a line."""
    return listed_colour((4, 5, 2, 3, 0, 1, 6)[place % MOST_LINES], theme.is_dark())


class RunPlot(Plot):
    """Lines over steps; the ``beside`` one is dashed and has its scale at the right. Its places are rows of the run."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(say("Drift over steps"), parent)
        self.curves: Sequence[Curve] = ()
        self.beside: Curve | None = None
        self._places: Sequence[float] = ()
        self._names: Sequence[str] = ()
        self._at, self._first_sick = -1, -1
        self._items: list[pyqtgraph.PlotDataItem] = []
        self._right = NumberAxis("right")
        self._over = pyqtgraph.ViewBox(enableMenu=False, enableMouse=False)
        self._dashed = pyqtgraph.PlotDataItem(connect="finite")
        self._sick = pyqtgraph.InfiniteLine(angle=90)
        self._mark = pyqtgraph.InfiniteLine(angle=90)
        item = self.getPlotItem()
        item.setAxisItems({"right": self._right})
        item.scene().addItem(self._over)
        self._right.linkToView(self._over)
        self._over.setXLink(self.getViewBox())
        self._over.addItem(self._dashed, ignoreBounds=True)
        for each in (self._sick, self._mark):
            self.addItem(each, ignoreBounds=True)
        self.getViewBox().sigResized.connect(self._lay_over)
        self.bottom.whole = True
        self.restyle()

    def show_curves(
        self, curves: Sequence[Curve], beside: Curve | None, places: Sequence[float], names: Sequence[str]
    ) -> None:
        """Draw lines; ``places`` are where each row of the run stands, ``names`` what it is called."""
        self.curves, self.beside = curves[:MOST_LINES], beside
        self._places, self._names = places, names
        self._draw()

    def mark(self, at: int, first_sick: int) -> None:
        """Mark the row that is selected, and the first that is sick; -1 for none."""
        self._at, self._first_sick = at, first_sick
        for line, place in ((self._mark, at), (self._sick, first_sick)):
            shown = 0 <= place < len(self._places) and math.isfinite(self._places[place])
            line.setVisible(shown)
            if shown:
                line.setValue(self._places[place])

    def restyle(self) -> None:
        super().restyle()
        colours = theme.colours()
        font = self.bottom.style["tickFont"]
        self._right.setPen(QColor(colours.border))
        self._right.setTextPen(QColor(colours.muted))
        self._right.setStyle(tickFont=font, tickLength=-4, hideOverlappingLabels=True)
        self._mark.setPen(pyqtgraph.mkPen(QColor(colours.accent), style=Qt.PenStyle.DotLine))
        self._sick.setPen(pyqtgraph.mkPen(QColor(colours.error), width=1.5))
        self._draw()

    def _lay_over(self) -> None:
        self._over.setGeometry(self.getViewBox().sceneBoundingRect())
        self._over.linkedViewChanged(self.getViewBox(), self._over.XAxis)

    def _draw(self) -> None:
        for item in self._items:
            self.removeItem(item)
        self._items = []
        for place, curve in enumerate(self.curves):
            item = pyqtgraph.PlotDataItem(connect="finite", **_style(line_colour(place), len(curve.rows)))
            item.setData(self._x(curve), _finite(curve.values))
            self.addItem(item, ignoreBounds=True)
            self._items.append(item)
        self._draw_beside()
        known = [place for place in self._places if math.isfinite(place)] or [0.0]
        sides = (max(known) - min(known)) * 0.02 or 0.5
        low, high = _range([value for curve in self.curves for value in curve.values])
        self.setRange(xRange=(min(known) - sides, max(known) + sides), yRange=(low, high), padding=0)
        self.left.setVisible(bool(self.curves))
        self.mark(self._at, self._first_sick)

    def _draw_beside(self) -> None:
        self._right.setVisible(self.beside is not None)
        if self.beside is None:
            self._dashed.setData([], [])
            return
        pen = pyqtgraph.mkPen(QColor(theme.colours().muted), width=1.5, style=Qt.PenStyle.DashLine)
        self._dashed.setData(self._x(self.beside), _finite(self.beside.values), pen=pen)
        self._over.setRange(yRange=_range(self.beside.values), padding=0)
        self._lay_over()

    def _x(self, curve: Curve) -> list[float]:
        return [self._places[at] for at in curve.rows]

    # ---- pointing

    def _row_at(self, place: QPointF) -> int:
        """The row of the run that is nearest to a place of the widget, or -1."""
        if not self.getViewBox().sceneBoundingRect().contains(place):
            return -1
        x = self.getViewBox().mapSceneToView(place).x()
        drawn = [*self.curves, *([self.beside] if self.beside is not None else [])]
        rows = {at for curve in drawn for at in curve.rows if math.isfinite(self._places[at])}
        return min(rows, key=lambda at: abs(self._places[at] - x), default=-1)

    def _curve_at(self, place: QPointF, row: int) -> int:
        """The line that is meant at a place; -1 where none is near."""
        near = {}
        for number_, curve in enumerate(self.curves):
            value = dict(zip(curve.rows, curve.values, strict=True)).get(row, math.nan)
            if math.isfinite(value):
                at = self.getViewBox().mapViewToScene(QPointF(self._places[row], value))
                near[number_] = abs(at.y() - place.y())
        nearest = min(near, key=lambda each: near[each], default=-1)
        return nearest if nearest >= 0 and near[nearest] <= _NEAR else -1

    def tip_at(self, place: QPointF) -> str:
        return self._text(self._row_at(place))

    def index_at(self, place: QPointF) -> tuple[int, ...] | None:
        row = self._row_at(place)
        return None if row < 0 else (row, self._curve_at(place, row))

    def marked_index(self) -> tuple[int, ...] | None:
        return (self._at, 0 if self.curves else -1) if self._at >= 0 else None

    def step(self, right: int, _down: int) -> str:
        if not self._places:
            return ""
        self.mark(max(0, min(len(self._places) - 1, self._at + right)), self._first_sick)
        return self._text(self._at)

    def _text(self, row: int) -> str:
        if not 0 <= row < len(self._names):
            return ""
        drawn = [*self.curves, *([self.beside] if self.beside is not None else [])]
        found = [(curve.name, dict(zip(curve.rows, curve.values, strict=True)).get(row)) for curve in drawn]
        lines = [titled(name, number(value)) for name, value in found if value is not None]
        return "\n".join((self._names[row], *lines))


def _style(colour: QColor, count: int) -> dict[str, object]:
    dots = {"symbol": "o", "symbolSize": 5, "symbolBrush": colour, "symbolPen": None} if count <= 80 else {}
    return {"pen": pyqtgraph.mkPen(colour, width=1.6), **dots}


def _finite(values: Sequence[float]) -> np.ndarray:
    found = np.asarray(values, np.float64)
    return np.where(np.isfinite(found), found, np.nan)


def _range(values: Sequence[float]) -> tuple[float, float]:
    finite = [value for value in values if math.isfinite(value)]
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    margin = (high - low) * 0.06 or abs(high) * 0.1 or 1.0
    return low - margin, high + margin


class RunMap(CellPlot):
    """A row for each layer, a column for each checkpoint."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._layers: Sequence[str] = ()
        self._names: Sequence[str] = ()
        self._told: Callable[[int, int], float] = lambda _row, _column: math.nan
        super().__init__(parent)
        self.setAccessibleName(say("Map of layers and steps"))
        self.setMouseEnabled(x=False, y=False)  # the wheel scrolls nothing away here

    def show_layers(
        self,
        values: Sequence[Sequence[float]],
        told: Callable[[int, int], float],
        layers: Sequence[str],
        names: Sequence[str],
        *,
        diverging: bool,
    ) -> Picture:
        """Show ``values`` as colours; ``told`` gives the number of a cell as people read it."""
        self._layers, self._names, self._told = layers, names, told
        exact = np.asarray(values, np.float64).reshape(len(layers), len(names))
        picture = Picture(exact, lambda row, column: (row, column), exact)
        self.show_picture(picture, diverging=diverging)
        self._name_axes()
        return picture

    def text_of(self, row: int, column: int) -> str:
        if not (0 <= row < len(self._layers) and 0 <= column < len(self._names)):
            return ""
        return f"{self._layers[row]}\n{titled(self._names[column], number(self._told(row, column)))}"

    def restyle(self) -> None:
        super().restyle()
        self._name_axes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_layers"):
            self._name_axes()

    def _name_axes(self) -> None:
        """As many names as there is room for."""
        if not self._layers or not self._names:
            return
        metrics = QFontMetrics(self.bottom.style["tickFont"] or QFont())
        area: QRectF = self.getViewBox().sceneBoundingRect()
        every = max(1, math.ceil(len(self._layers) * metrics.height() * 1.3 / max(area.height(), 1)))
        left = [
            (at + 0.5, metrics.elidedText(one_line(name), Qt.TextElideMode.ElideLeft, theme.px(_LABEL)))
            for at, name in list(enumerate(self._layers))[::every]
        ]
        self.left.setTicks([left])
        self.left.setWidth(max(metrics.horizontalAdvance(text) for _, text in left) + 10)
        widest = max(map(metrics.horizontalAdvance, self._names)) + 12
        across = max(1, math.ceil(len(self._names) * widest / max(area.width(), 1)))
        self.bottom.setTicks([[(at + 0.5, name) for at, name in list(enumerate(self._names))[::across]]])


def short_name(row: RunRow | None, name: str) -> str:
    """What stands below a column: the step, else the epoch or the name."""
    if row is None:
        return name
    return step_text(row.row.step) if row.row.step is not None else row.called

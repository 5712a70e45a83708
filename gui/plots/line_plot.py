"""Numbers of one dimension, as a line over their index."""

from __future__ import annotations

import numpy as np
import pyqtgraph
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from core.text import index_text
from core.words import say
from gui.look import theme
from gui.plots import colour_maps
from gui.plots.number_text import exact_text
from gui.plots.pictures import Picture
from gui.plots.plot import Plot

MOST = 2048
"""Numbers that are drawn, at most."""
_DOTTED = 80
"""Up to so many each number has a dot."""


class LinePlot(Plot):
    """A `Picture` of one column: its rows from left to right. What is no number stands in its colour at the foot."""

    tallest = 0.75

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(say("Numbers by index"), parent)
        self.picture: Picture | None = None
        self._at = -1
        self._line = pyqtgraph.PlotDataItem(connect="finite")
        self._odd = pyqtgraph.ScatterPlotItem(size=9, symbol="d")
        self._mark = pyqtgraph.InfiniteLine(angle=90)
        self._zero = pyqtgraph.InfiniteLine(0, angle=0)
        for item in (self._zero, self._line, self._odd, self._mark):
            self.addItem(item, ignoreBounds=True)
        self.bottom.whole = True
        self._mark.hide()
        self.restyle()

    def show_picture(self, picture: Picture) -> None:
        self.picture, self._at = picture, -1
        self._mark.hide()
        self._draw()

    def restyle(self) -> None:
        super().restyle()
        colours = theme.colours()
        self._zero.setPen(pyqtgraph.mkPen(QColor(colours.border), style=Qt.PenStyle.DashLine))
        self._mark.setPen(pyqtgraph.mkPen(QColor(colours.accent), style=Qt.PenStyle.DotLine))
        self._draw()

    def _draw(self) -> None:
        if self.picture is None:
            return
        step = self.picture.steps[0]
        y = self.picture.values.reshape(-1).astype(np.float64)
        finite = np.isfinite(y)
        x = np.arange(len(y)) * step
        accent = QColor(theme.colours().accent)
        dots = {"symbol": "o", "symbolSize": 5, "symbolBrush": accent, "symbolPen": None} if len(y) <= _DOTTED else {}
        self._line.setData(
            x, np.where(finite, y, np.nan), pen=pyqtgraph.mkPen(accent, width=1), **(dots or {"symbol": None})
        )
        low, high = (float(y[finite].min()), float(y[finite].max())) if finite.any() else (0.0, 0.0)
        margin = (high - low) * 0.06 or abs(high) * 0.1 or 1.0
        self._odd.setData(
            [
                {"pos": (x[place], low - margin / 2), "brush": _colour(y[place]), "pen": None}
                for place in np.flatnonzero(~finite)
            ]
        )
        sides = max(0.5, len(y) * step * 0.02)
        self.setRange(
            xRange=(-sides, max(0, (len(y) - 1) * step) + sides), yRange=(low - margin, high + margin), padding=0
        )

    # ---- pointing

    def tip_at(self, place: QPointF) -> str:
        if self.picture is None or not self.getViewBox().sceneBoundingRect().contains(place):
            return ""
        return self._text(round(self.getViewBox().mapSceneToView(place).x() / self.picture.steps[0]))

    def index_at(self, place: QPointF) -> tuple[int, ...] | None:
        if self.picture is None or not self.getViewBox().sceneBoundingRect().contains(place):
            return None
        return self._index_of(round(self.getViewBox().mapSceneToView(place).x() / self.picture.steps[0]))

    def marked_index(self) -> tuple[int, ...] | None:
        return self._index_of(self._at)

    def _index_of(self, at: int) -> tuple[int, ...] | None:
        return self.picture.place(at, 0) if self.picture is not None and 0 <= at < len(self.picture.values) else None

    def step(self, right: int, _down: int) -> str:
        if self.picture is None or not self.picture.values.size:
            return ""
        self._at = max(0, min(len(self.picture.values) - 1, self._at + right))
        self._mark.setValue(self._at * self.picture.steps[0])
        self._mark.show()
        return self._text(self._at)

    def _text(self, at: int) -> str:
        picture = self.picture
        if picture is None or not 0 <= at < len(picture.values):
            return ""
        place = picture.place(at, 0)
        return f"{index_text(place or ())} = {exact_text(picture.exact[at, 0])}"


def _colour(value: float) -> QColor:
    return QColor(colour_maps.NAN if np.isnan(value) else colour_maps.INFINITE)

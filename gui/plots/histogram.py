"""Histograms, one or several laid over each other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from core.text import series, titled
from core.words import say
from gui.look import theme
from gui.plots.plot import Plot

_LEAST = 0.5
"""Where bins without a number lie on a logarithmic axis of counts."""
_HEIGHT = 7


@dataclass(frozen=True)
class Layer:
    """One histogram: ``edges`` is one longer than ``counts``; ``colour`` is ``#rrggbb``, empty for the accent."""

    name: str
    edges: Sequence[float] | NDArray[Any]
    counts: Sequence[int] | NDArray[Any]
    colour: str = ""

    @cached_property
    def total(self) -> int:
        """How many numbers are in it."""
        return int(np.sum(self.counts))


class HistogramPlot(Plot):
    """Bins as steps. ``show_layers`` takes one or several; of several the heights are shares, so that sizes do not
    matter. With ``log_edges`` the numbers stand on a logarithmic axis (all edges above 0), with `set_log_counts` the
    counts do.
    """

    tallest = 0.75

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(say("Histogram"), parent)
        self.layers: tuple[Layer, ...] = ()
        self.log_edges = False
        self.log_counts = False
        self._bin = -1
        self._x: list[np.ndarray] = []
        self._curves: list[pyqtgraph.PlotCurveItem] = []
        self._mark = pyqtgraph.LinearRegionItem((0, 0), movable=False)
        self._mark.setZValue(10)
        self._mark.hide()
        self._zero = pyqtgraph.InfiniteLine(0, angle=90)
        self.addItem(self._zero, ignoreBounds=True)
        self.addItem(self._mark, ignoreBounds=True)
        self.setMinimumHeight(_HEIGHT * self.fontMetrics().height())
        self.restyle()

    def show_layers(self, layers: Sequence[Layer], *, log_edges: bool = False) -> None:
        """Show other histograms; those named first lie on top."""
        self.layers, self.log_edges = tuple(layers), log_edges
        self._bin = -1
        self._mark.hide()
        self._draw()

    def set_log_counts(self, log: bool) -> None:
        """Whether the counts stand on a logarithmic axis, where bins with few numbers can be seen."""
        self.log_counts = log
        self._draw()

    def restyle(self) -> None:
        super().restyle()
        if hasattr(self, "_mark"):
            colours = theme.colours()
            marked = QColor(colours.accent)
            marked.setAlpha(50)
            self._mark.setBrush(marked)
            for line in self._mark.lines:
                line.setPen(QColor(colours.accent))
            self._zero.setPen(pyqtgraph.mkPen(QColor(colours.border), style=Qt.PenStyle.DashLine))
            self._draw()

    def _draw(self) -> None:
        for curve in self._curves:
            self.removeItem(curve)
        self._curves, self._x = [], []
        tops = [self._floor]
        for layer in self.layers:
            edges = np.asarray(layer.edges, np.float64)
            self._x.append(np.log10(edges) if self.log_edges else edges)
            heights = self._heights(layer)
            tops.append(float(heights.max(initial=0.0)))
            self._curves.append(self._curve(layer, self._x[-1], heights))
        for curve in reversed(self._curves):
            self.addItem(curve)
        self.bottom.decades = self.log_edges
        self.left.decades = self.log_counts
        self.left.whole = not self.log_counts and len(self.layers) == 1
        self._zero.setVisible(not self.log_edges)
        filled = [x for x in self._x if len(x) > 1]
        if filled:
            left, right = min(x[0] for x in filled), max(x[-1] for x in filled)
            margin = (right - left) * 0.02 or 0.5
            floor = self._floor
            self.setRange(
                xRange=(left - margin, right + margin),
                yRange=(floor, max(tops) + (max(tops) - floor) * 0.06),
                padding=0,
            )

    @property
    def _floor(self) -> float:
        if not self.log_counts:
            return 0.0
        totals = [layer.total for layer in self.layers if layer.total]
        return float(np.log10(_LEAST / (max(totals, default=1) if len(self.layers) > 1 else 1)))

    def _heights(self, layer: Layer) -> np.ndarray:
        counts = np.asarray(layer.counts, np.float64)
        if len(self.layers) > 1:
            counts = counts / max(layer.total, 1)
        if not self.log_counts:
            return counts
        return np.log10(np.maximum(counts, 10.0**self._floor))

    def _curve(self, layer: Layer, x: np.ndarray, heights: np.ndarray) -> pyqtgraph.PlotCurveItem:
        colour = QColor(layer.colour or theme.colours().accent)
        filled = QColor(colour)
        filled.setAlpha(110 if len(self.layers) == 1 else 60)
        return pyqtgraph.PlotCurveItem(
            x, heights, stepMode="center", fillLevel=self._floor, brush=filled, pen=pyqtgraph.mkPen(colour, width=1)
        )

    # ---- pointing

    def tip_at(self, place: QPointF) -> str:
        """The bin below a place: its range, its count and share, of each histogram."""
        if not self.getViewBox().sceneBoundingRect().contains(place):
            return ""
        return self._tip(self.getViewBox().mapSceneToView(place).x())

    def step(self, right: int, _down: int) -> str:
        if not self.layers or not len(self.layers[0].counts):
            return ""
        bins = len(self.layers[0].counts)
        self._bin = max(0, min(bins - 1, self._bin + right)) if self._bin >= 0 else (0 if right > 0 else bins - 1)
        edges = self._x[0]
        self._mark.setRegion((edges[self._bin], edges[self._bin + 1]))
        self._mark.show()
        return self._tip(float(edges[self._bin] + edges[self._bin + 1]) / 2)

    def _tip(self, x: float) -> str:
        found = []
        for layer, edges in zip(self.layers, self._x, strict=True):
            place = bisect_right(edges, x) - 1
            if not 0 <= place < len(layer.counts):
                continue
            count = int(layer.counts[place])
            share = f"{count / layer.total:.3%}" if layer.total else ""
            low, high = layer.edges[place], layer.edges[place + 1]
            told = series((say("{low:.4g} to {high:.4g}: {count:,}", low=low, high=high, count=count), share))
            found.append(titled(layer.name, told) if layer.name else told)
        return "\n".join(found)

"""The page "Histogram": how the numbers of a tensor are distributed."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from core.words import say
from gui.look.plain_text import tooltip
from gui.plots.histogram import HistogramPlot, Layer
from gui.values.fact_grid import FactGrid
from gui.values.facts import distinct, percentiles
from gui.values.reading import Known
from gui.widgets.basic_widgets import plain_label
from gui.widgets.side_by_side import SideBySide

_LEAST = 110
"""Pixels of the height of the plot."""


class HistogramPage(QWidget):
    """The histogram with its two logarithmic axes, percentiles below it, and the numbers themselves where they are few.

    As long as not all numbers have been read the histogram is that of those in the picture.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.known: Known | None = None
        self.plot = HistogramPlot()
        self.log_counts = QCheckBox(say("Log counts"))
        few = say("Counts on a logarithmic axis: bins with few numbers can be seen")
        self.log_edges = QCheckBox(say("Log magnitudes"))
        small = say("Magnitudes on a logarithmic axis, zeros left out: small numbers are told apart")
        for box, about in ((self.log_counts, few), (self.log_edges, small)):
            box.setToolTip(tooltip(f"{box.text()}\n{about}") or "")  # a narrow panel cuts the words of the box
        self.percentiles = FactGrid(say("Percentiles"))
        self.distinct = plain_label(rank="muted", wrap=True)
        self.plot.setMinimumHeight(_LEAST)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(SideBySide(self.log_counts, self.log_edges, spacing=12))
        layout.addWidget(self.plot, 1)
        layout.addWidget(self.percentiles)
        layout.addWidget(self.distinct)
        self.log_counts.toggled.connect(self.plot.set_log_counts)
        self.log_edges.toggled.connect(self._draw)

    def show_known(self, known: Known) -> None:
        """Show what is known by now."""
        self.known = known
        self.percentiles.show_facts(percentiles(known))
        self.percentiles.setVisible(bool(self.percentiles.facts))
        text = distinct(known.distribution) if known.settled else ""
        self.distinct.setText(text)
        self.distinct.setVisible(bool(text))
        self._draw()

    def _draw(self, *_toggled: object) -> None:
        if self.known is None:
            return
        found = self.known.distribution
        self.log_edges.setEnabled(found.log_histogram is not None)
        log = self.log_edges.isChecked() and found.log_histogram is not None
        histogram = found.log_histogram if log else found.histogram
        name = "" if self.known.settled else say("of a sample")
        layers = [Layer(name, histogram.edges, histogram.counts)] if histogram is not None else []
        self.plot.show_layers(layers, log_edges=log)

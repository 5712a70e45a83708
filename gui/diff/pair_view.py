"""Both tensors as pictures and numbers; imported when the first pair is shown, for pyqtgraph takes a while."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from core.text import clip
from gui.diff.pair import Pair
from gui.look import theme
from gui.look.palette import paint_chip
from gui.plots.grid_model import Source
from gui.plots.heat_map import HeatMap
from gui.plots.histogram import HistogramPlot, Layer
from gui.plots.number_grid import NumberGrid
from gui.widgets.basic_widgets import plain_label

_LONGEST_NAME = 28
_CHIP = 11
_HISTOGRAM, _PICTURE, _NUMBERS = 132, 190, 190
"""Pixels that each part takes at least."""
_CHARACTERS = 10
NAMES = ("mine", "theirs", "difference")


class PairView(QWidget):
    """From top to bottom: the histograms laid over each other, the difference as a heat map, the numbers in rows."""

    failed = Signal(str)
    """The numbers cannot be read any more; the sentence says why."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = ColourKey()
        self.histogram = HistogramPlot()
        self.histogram.setAccessibleName("Histograms of both tensors")
        self.histogram.setFixedHeight(_HISTOGRAM)
        self.picture_title = plain_label("mine - theirs", rank="muted")
        self.picture = HeatMap()
        self.picture.plot.setAccessibleName("Heat map of the difference")
        self.picture.setFixedHeight(_PICTURE)
        self.grid = NumberGrid()
        self.grid.setMinimumHeight(_NUMBERS)
        self.grid.model.failed.connect(self.failed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for part in (self.key, self.histogram, self.picture_title, self.picture):
            column.addWidget(part)
        column.addWidget(self.grid, 1)
        column.addStretch(0)

    def show_pair(self, pair: Pair, mine: str, theirs: str) -> None:
        """Show another pair; the names are those of the files."""
        colours = theme.colours()
        names = f"mine {clip(mine, _LONGEST_NAME)}", f"theirs {clip(theirs, _LONGEST_NAME)}"
        inks = colours.accent, THEIRS_DARK if colours.dark else THEIRS_LIGHT
        self.key.show_names(tuple(zip(names, inks, strict=True)))
        layers = [
            Layer(name, pair.edges.tolist(), counts.tolist(), ink)
            for name, counts, ink in zip(NAMES, (pair.mine, pair.theirs), inks, strict=False)
        ]
        self.histogram.show_layers(layers if len(pair.edges) else ())
        self.histogram.setVisible(len(pair.edges) > 0)
        self.key.setVisible(len(pair.edges) > 0)
        for part in (self.picture_title, self.picture, self.grid):
            part.setVisible(pair.picture is not None)
        if pair.picture is None or pair.numbers is None:
            return
        note = f" · {pair.picture.note}" if pair.picture.note else ""
        self.picture_title.setText(f"mine - theirs{note}")
        self.picture.show_picture(pair.picture, diverging=True)
        numbers = pair.numbers
        self.grid.show_source(
            Source(numbers.size, len(NAMES), numbers.read, numbers.place, characters=_CHARACTERS, names=NAMES)
        )


THEIRS_LIGHT, THEIRS_DARK = "#d55e00", "#f0ae1e"
"""Stand apart from the accent for every kind of eye."""


class ColourKey(QWidget):
    """Which colour is which file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names: tuple[tuple[str, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_names(self, names: tuple[tuple[str, str], ...]) -> None:
        """Names, each with its colour."""
        self.names = names
        self.setAccessibleName(", ".join(name for name, _colour in names))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A line for each: names of files are long."""
        return QSize(120, len(self.names) * (self.fontMetrics().height() + 3))

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint squares and names."""
        painter = QPainter(self)
        height = self.fontMetrics().height() + 3
        for line, (name, colour) in enumerate(self.names):
            top = line * height
            square = QRectF(0.5, top + (height - _CHIP) / 2, _CHIP, _CHIP)
            paint_chip(painter, square, QColor(colour), theme.is_dark())
            painter.setPen(self.palette().windowText().color())
            painter.drawText(_CHIP + 6, top + self.fontMetrics().ascent() + 1, name)
        painter.end()

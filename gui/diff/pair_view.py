"""Both tensors as pictures and numbers; imported when the first pair is shown, for pyqtgraph takes a while."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.text import clip, listed
from core.words import marked, say
from gui.diff.pair import Pair
from gui.look import theme
from gui.look.palette import chip, paint_chip
from gui.look.roles import Role, set_role
from gui.plots.grid_model import Source
from gui.plots.heat_map import HeatMap
from gui.plots.histogram import HistogramPlot, Layer
from gui.plots.number_grid import NumberGrid
from gui.plots.pictures import Picture
from gui.plots.plane_bar import PlaneBar
from gui.widgets.basic_widgets import plain_label
from gui.widgets.layouts import vertical
from gui.widgets.tabs import TabLine

_LONGEST_NAME = 28
_LEAST, _ROOMY = 165, 420
"""Pixels that one part takes at least, with its tab, and from which on all have room."""
_PICTURE = 90
_CHARACTERS = 10
NAMES = (marked("this file"), marked("other file"), marked("difference"))


class PairView(QWidget):
    """The histograms laid over each other, the difference as a heat map, the numbers in rows: one below the other
    where there is room, else each on a tab.
    """

    failed = Signal(str)
    """The numbers cannot be read any more; the sentence says why."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = TabLine()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.key = ColourKey()
        self.histogram = HistogramPlot()
        self.histogram.setAccessibleName(say("Histograms of both tensors"))
        self.picture_title = plain_label(say("this file − other file"), rank="muted")
        self.planes = PlaneBar()
        self.picture = HeatMap()
        self.picture.plot.setAccessibleName(say("Heat map of the difference"))
        self.picture.setMinimumHeight(_PICTURE)
        self.grid = NumberGrid()
        self.grid.model.failed.connect(self.failed)
        self.parts = (
            _column(self.key, self.histogram),
            _column(self.picture_title, self.planes, self.picture),
            _column(self.grid),
        )
        column = vertical(self.tabs, of=self, margins=0, spacing=6)
        for part, words in zip(self.parts, (say("Histograms"), say("Difference"), say("Numbers")), strict=True):
            self.tabs.addTab(words)
            column.addWidget(part, 1)
        self.setMinimumHeight(_LEAST)
        self.tabs.currentChanged.connect(self._share_room)

    def show_pair(self, pair: Pair, mine: str, theirs: str) -> None:
        """Show another pair; the names are those of the files."""
        colours = theme.colours()
        names = (
            say("{name} (this file)", name=clip(mine, _LONGEST_NAME)),
            say("{name} (other file)", name=clip(theirs, _LONGEST_NAME)),
        )
        inks = colours.accent, THEIRS_DARK if colours.dark else THEIRS_LIGHT
        self.key.show_names(tuple(zip(names, inks, strict=True)))
        layers = [
            Layer(name, pair.edges.tolist(), counts.tolist(), ink)
            for name, counts, ink in zip(map(say, NAMES), (pair.mine, pair.theirs), inks, strict=False)
        ]
        self.histogram.show_layers(layers if len(pair.edges) else ())
        for tab, there in enumerate((len(pair.edges) > 0, pair.picture is not None, pair.numbers is not None)):
            self.tabs.setTabVisible(tab, there)
        self.planes.show_plane(pair.plane)
        self.planes.setVisible(self.planes.is_needed)
        self._share_room()
        if pair.picture is None or pair.numbers is None:
            return
        self.show_picture(pair.picture)
        numbers = pair.numbers
        heads = tuple(map(say, NAMES))
        self.grid.show_source(
            Source(numbers.size, len(heads), numbers.read, numbers.place, characters=_CHARACTERS, names=heads)
        )

    def show_picture(self, picture: Picture) -> None:
        note = f" · {picture.note}" if picture.note else ""
        self.picture_title.setText(say("this file − other file") + note)
        self.picture.show_picture(picture, diverging=True)

    def sizeHint(self) -> QSize:
        """As little as will do: what is around it scrolls only where that is more than there is."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tabs come and go with the room."""
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        sliders = self.planes.sizeHint().height() if self.planes.is_needed else 0
        roomy = self.height() >= _ROOMY + sliders
        self.tabs.setVisible(not roomy)
        for tab, part in enumerate(self.parts):
            part.setVisible(self.tabs.isTabVisible(tab) and (roomy or tab == self.tabs.currentIndex()))
        one = self.parts[max(0, self.tabs.currentIndex())]
        needed = self.tabs.sizeHint().height() + one.minimumSizeHint().height()
        self.setMinimumHeight(min(max(_LEAST, needed), _ROOMY - 1))  # room that it makes itself is none for all


def _column(*widgets: QWidget) -> QWidget:
    part = QWidget()
    column = vertical(of=part, margins=0, spacing=4)
    for widget in widgets:
        column.addWidget(widget, int(widget is widgets[-1]))
    column.addStretch(0)
    return part


THEIRS_LIGHT, THEIRS_DARK = "#d55e00", "#f0ae1e"
"""Stand apart from the accent for every kind of eye."""


class ColourKey(QWidget):
    """Which colour is which file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.StaticText)
        self.names: tuple[tuple[str, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_names(self, names: tuple[tuple[str, str], ...]) -> None:
        self.names = names
        self.setAccessibleName(listed(name for name, _colour in names))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A line for each: names of files are long."""
        return QSize(120, len(self.names) * (self.fontMetrics().height() + 3))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        height = self.fontMetrics().height() + 3
        for line, (name, colour) in enumerate(self.names):
            top = line * height
            square = QRectF(0.5, top + (height - chip()) / 2, chip(), chip())
            paint_chip(painter, square, QColor(colour), theme.is_dark())
            painter.setPen(self.palette().windowText().color())
            painter.drawText(chip() + 6, top + self.fontMetrics().ascent() + 1, name)
        painter.end()

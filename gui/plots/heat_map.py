"""A picture of numbers: a colour a cell, and a bar that says which colour is which number."""

from __future__ import annotations

import numpy as np
import pyqtgraph
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.text import index_text
from core.words import say
from gui.look import theme
from gui.look.roles import Role, set_role
from gui.plots import colour_maps
from gui.plots.number_text import exact_text, number_text
from gui.plots.pictures import Picture
from gui.plots.plot import Plot
from gui.widgets.layouts import vertical

_GLOWING = 400
"""Cells with a ring around them, at most: where there are more, they are seen without."""
_RING = 11
_STRIP = 10


class CellPlot(Plot):
    """The cells alone. The wheel zooms in, dragging moves, a double click shows all again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(say("Heat map"), parent)
        self.picture: Picture | None = None
        self.diverging = True
        self.limit = 0.0
        self._cell: tuple[int, int] | None = None
        self._image = pyqtgraph.ImageItem(axisOrder="row-major")
        self._rings = pyqtgraph.ScatterPlotItem(size=_RING, pxMode=True)
        self._mark = pyqtgraph.ScatterPlotItem(size=_RING + 2, pxMode=True, symbol="s")
        for item in (self._image, self._rings, self._mark):
            self.addItem(item)
        self.getViewBox().invertY(True)
        self.setMouseEnabled(x=True, y=True)
        self.bottom.whole = self.left.whole = True
        self.restyle()

    def show_picture(self, picture: Picture, *, diverging: bool | None = None, square: bool = False) -> None:
        """Show other numbers, all of them; `HeatMap.show_picture` says the rest."""
        self.picture = picture
        self.diverging = picture.has_negative if diverging is None else diverging
        self.limit = picture.limit
        self._cell = None
        self._mark.clear()
        tiles = picture.gap is not None
        for axis in (self.bottom, self.left):
            axis.setVisible(not tiles)
        self.getViewBox().setAspectLocked(square or tiles)
        self._draw()
        self.show_all()

    def show_all(self) -> None:
        """Show all cells, as before zooming."""
        if self.picture is not None:
            rows, columns = self._extent
            self.setRange(QRectF(0, 0, columns, rows), padding=0)

    def restyle(self) -> None:
        super().restyle()
        self._draw()

    @property
    def _extent(self) -> tuple[float, float]:
        assert self.picture is not None
        (rows, columns), (tall, wide) = self.picture.values.shape, self.picture.steps
        return max(1, rows * tall), max(1, columns * wide)

    def _draw(self) -> None:
        picture = self.picture
        if picture is None or not picture.values.size:
            self._image.clear()
            self._rings.clear()
            return
        dark = theme.is_dark()
        pixels = colour_maps.painted(picture.values, self.limit, diverging=self.diverging, dark=dark, gap=picture.gap)
        self._image.setImage(pixels, levels=None, autoLevels=False)
        rows, columns = self._extent
        self._image.setRect(QRectF(0, 0, columns, rows))
        self._ring(picture)

    def _ring(self, picture: Picture) -> None:
        """A halo of some pixels around what is no number: one cell of a large picture is smaller than a pixel."""
        odd = np.argwhere(~np.isfinite(picture.values))
        if len(odd) > _GLOWING:
            odd = odd[:0]
        spots = []
        for row, column in odd:
            nan = bool(np.isnan(picture.values[row, column]))
            colour = QColor(colour_maps.NAN if nan else colour_maps.INFINITE)
            pale = QColor(colour)
            pale.setAlpha(90)
            spots.append({"pos": self._middle(row, column), "brush": pale, "pen": pyqtgraph.mkPen(colour, width=1.5)})
        self._rings.setData(spots)

    def _middle(self, row: int, column: int) -> tuple[float, float]:
        assert self.picture is not None
        tall, wide = self.picture.steps
        return (column + 0.5) * wide, (row + 0.5) * tall

    # ---- pointing

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show all again."""
        super().mouseDoubleClickEvent(event)
        self.show_all()

    def tip_at(self, place: QPointF) -> str:
        cell = self._cell_at(place)
        return "" if cell is None else self.text_of(*cell)

    def index_at(self, place: QPointF) -> tuple[int, ...] | None:
        cell = self._cell_at(place)
        return None if cell is None or self.picture is None else self.picture.place(*cell)

    def marked_index(self) -> tuple[int, ...] | None:
        return None if self._cell is None or self.picture is None else self.picture.place(*self._cell)

    def _cell_at(self, place: QPointF) -> tuple[int, int] | None:
        """Return the cell at a place; of several that share the pixel one that is no number, which its ring shows."""
        view = self.getViewBox()
        if self.picture is None or not view.sceneBoundingRect().contains(place):
            return None
        at, (across, down) = view.mapSceneToView(place), view.viewPixelSize()
        (tall, wide), (rows, columns) = self.picture.steps, self.picture.values.shape
        row, column = int(at.y() // tall), int(at.x() // wide)
        if not (0 <= row < rows and 0 <= column < columns):
            return None
        above, left = (max(int(first), 0) for first in ((at.y() - down / 2) // tall, (at.x() - across / 2) // wide))
        below, right = int((at.y() + down / 2) // tall) + 1, int((at.x() + across / 2) // wide) + 1
        odd = np.argwhere(~np.isfinite(self.picture.values[above:below, left:right]))
        return (above + int(odd[0, 0]), left + int(odd[0, 1])) if len(odd) else (row, column)

    def text_of(self, row: int, column: int) -> str:
        """What is said about a cell; nothing where there is none."""
        picture = self.picture
        if picture is None or not (0 <= row < picture.values.shape[0] and 0 <= column < picture.values.shape[1]):
            return ""
        place = picture.place(row, column)
        if place is None:
            return ""
        return f"{index_text(place)} = {exact_text(picture.exact[row, column])}"

    def step(self, right: int, down: int) -> str:
        if self.picture is None or not self.picture.values.size:
            return ""
        rows, columns = self.picture.values.shape
        row, column = self._cell or (0, 0)
        if self._cell is not None:
            row, column = max(0, min(rows - 1, row + down)), max(0, min(columns - 1, column + right))
        self._cell = row, column
        pen = pyqtgraph.mkPen(QColor(theme.colours().text), width=2)
        self._mark.setData([{"pos": self._middle(row, column), "pen": pen, "brush": QColor(0, 0, 0, 0)}])
        return self.text_of(row, column)


class ColourBar(QWidget):
    """The scale of the colours, from the lowest number to the highest, and what NaN and infinity look like."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.StaticText)
        self.labels = ("", "", "")
        self.signs: tuple[tuple[str, str], ...] = ()
        self._diverging = True

    def show_scale(self, picture: Picture, limit: float, diverging: bool) -> None:
        finite = picture.values[np.isfinite(picture.values)]
        more = bool(finite.size and np.abs(finite).max() > limit)
        top = ("≥ " if more else "") + number_text(limit)
        low = ("≤ " if more else "") + number_text(-limit)
        self.labels = (low, "0", top) if diverging else ("0", "", top)
        if not limit:
            self.labels = ("", "0", "")
        signs = (("NaN", colour_maps.NAN, np.isnan), ("±Inf", colour_maps.INFINITE, np.isinf))
        self.signs = tuple((name, colour) for name, colour, test in signs if test(picture.values).any())
        self._diverging = diverging
        self.setAccessibleName(say("Colours: {labels}", labels=" … ".join(filter(None, self.labels))))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, _STRIP + self.fontMetrics().height() + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        metrics = self.fontMetrics()
        right = self.width()
        for name, colour in reversed(self.signs):
            right -= metrics.horizontalAdvance(name) + _STRIP + 12
            painter.fillRect(QRectF(right + 6, 0, _STRIP, _STRIP), QColor(colour))
            painter.setPen(self.palette().windowText().color())
            painter.drawText(QPointF(right + 10 + _STRIP, metrics.ascent() - 2), name)
        strip = QRectF(0, 0, max(40, right - 4), _STRIP)
        gradient = QLinearGradient(strip.topLeft(), strip.topRight())
        colours = colour_maps.table(self._diverging, theme.is_dark())
        for at in np.linspace(0, colour_maps.STEPS - 1, 17).astype(int):
            gradient.setColorAt(at / (colour_maps.STEPS - 1), QColor(*map(int, colours[at][:3])))
        painter.fillRect(strip, gradient)
        painter.setPen(QColor(theme.colours().border))
        painter.drawRect(strip.adjusted(0, 0, -1, -1))
        painter.setPen(QColor(theme.colours().muted))
        below = QRectF(0, _STRIP + 2, strip.width(), metrics.height())
        sides = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight)
        for text, side in zip(self.labels, sides, strict=True):
            painter.drawText(below, side, text)
        painter.end()


class HeatMap(QWidget):
    """Cells, and the bar of their colours below."""

    def __init__(self, plot: CellPlot | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = plot or CellPlot()
        self.bar = ColourBar()
        self.told = self.plot.told
        vertical((self.plot, 1), self.bar, of=self, margins=0, spacing=4)
        self.setFocusProxy(self.plot)

    def show_picture(self, picture: Picture, *, diverging: bool | None = None, square: bool = False) -> None:
        """Show numbers. ``diverging`` has two colours with 0 in their middle (None: where a number is negative), else
        one colour from 0 up; ``square`` cells keep their shape. Tiles are always square.
        """
        self.plot.show_picture(picture, diverging=diverging, square=square)
        self.bar.show_scale(picture, self.plot.limit, self.plot.diverging)

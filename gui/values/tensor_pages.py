"""The pages of one tensor: histogram, picture, each number, and what the optimizer keeps beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from core.edits.preview import Preview
from core.errors import CheckpointError
from core.values.distribution import Histogram
from core.words import marked, say, say_count
from gui.jobs.latest_job import LatestJob
from gui.look.plain_text import caption, tooltip
from gui.look.wording import breakable
from gui.plots.grid_model import Source
from gui.plots.heat_map import HeatMap
from gui.plots.histogram import HistogramPlot, Layer
from gui.plots.line_plot import LinePlot
from gui.plots.number_grid import NumberGrid
from gui.plots.number_text import widest
from gui.plots.pictures import Picture, has_kernels
from gui.plots.plane import Plane
from gui.session.session import Session
from gui.values import reading
from gui.values.changing import can_be_edited, changed_cells
from gui.values.fact_grid import FactGrid
from gui.values.facts import distinct, percentiles
from gui.values.reading import PARTS, Glance, Known, View
from gui.values.update_model import Beside, beside, part_title, relative_histogram, size_lines
from gui.widgets.basic_widgets import CutBox, CutButton, CutLabel, plain_label
from gui.widgets.layouts import ScrolledColumn, Stretch, horizontal, vertical
from gui.widgets.side_by_side import SideBySide

_LEAST = 110
"""Pixels of the height of the plot."""


# -- “Histogram”: how the numbers are distributed --------------------------------------------------------------


class HistogramPage(QWidget):
    """The histogram with its two logarithmic axes, percentiles below it, and the numbers themselves where they are few.

    As long as not all numbers have been read the histogram is that of those in the picture.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.known: Known | None = None
        self.plot = HistogramPlot()
        self.log_counts = QCheckBox(say("Log counts"))
        few = say("Show counts on a logarithmic axis, so that you see bins with few numbers")
        self.log_edges = QCheckBox(say("Log |x|"))
        small = say("Show magnitudes on a logarithmic axis without zeros, so that you can tell small numbers apart")
        for box, about in ((self.log_counts, few), (self.log_edges, small)):
            box.setToolTip(tooltip(f"{box.text()}\n{about}") or "")  # a narrow panel cuts the words of the box
        self.percentiles = FactGrid(say("Percentiles"))
        self.distinct = plain_label(rank="muted", wrap=True)
        self.plot.setMinimumHeight(_LEAST)
        vertical(
            SideBySide(self.log_counts, self.log_edges, spacing=12),
            (self.plot, 1),
            self.percentiles,
            self.distinct,
            Stretch(0),
            of=self,
            margins=(0, 4, 0, 0),
            spacing=4,
        )
        self.log_counts.toggled.connect(self.plot.set_log_counts)
        self.log_edges.toggled.connect(self._draw)

    def show_known(self, known: Known) -> None:
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


# -- “Picture”: the numbers as colours, or as a line where there is one dimension ------------------------------


class PicturePage(QWidget):
    """Heat map or line, with what there is to choose: kernels as tiles, a part of complex numbers."""

    changed = Signal()
    """Another picture of the same tensor is wanted."""
    picked = Signal(object)
    """The index of a number that was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heat_map, self.line = HeatMap(), LinePlot()
        self.pictures = QStackedWidget()
        self.pictures.addWidget(self.heat_map)
        self.pictures.addWidget(self.line)
        self.tiles = QCheckBox(say("Kernels as tiles"))
        self.tiles.setToolTip(say("Show all kernels side by side, grouped by output channel; otherwise one plane"))
        self.part = CutBox(8)
        self.part.addItems(list(PARTS))
        self.part.setAccessibleName(say("Part of complex numbers"))
        self.part.setToolTip(say("Which part of complex numbers is shown"))
        for widget in (self.tiles, self.part):
            widget.hide()
        self.note = CutLabel()
        self.note.setProperty("rank", "muted")
        head = horizontal(self.tiles, self.part, (self.note, 1))
        vertical(head, (self.pictures, 1), of=self, margins=(0, 4, 0, 0), spacing=4)
        self.tiles.toggled.connect(lambda _on: self.changed.emit())
        for plot in (self.heat_map.plot, self.line):
            plot.picked.connect(self.picked)
        self.part.activated.connect(lambda _place: self.changed.emit())

    def begin(self, glance: Glance, view: View) -> None:
        """Offer what there is to choose for another tensor."""
        self.tiles.blockSignals(True)
        self.tiles.setChecked(view.tiles)
        self.tiles.blockSignals(False)
        self.tiles.setVisible(has_kernels(glance.shape))
        self.part.setVisible(glance.is_complex)
        self.part.setCurrentText(view.part)
        self.show_picture(glance.picture, view)

    def show_picture(self, picture: Picture, view: View) -> None:
        is_line = view.plane.column_axis is None
        self.pictures.setCurrentWidget(self.line if is_line else self.heat_map)
        if is_line:
            self.line.show_picture(picture)
        else:
            self.heat_map.show_picture(picture)
        self.note.setText(say("Shown: {note}", note=picture.note) if picture.note else "")
        self.note.setToolTip(say("Colours and lines show only these numbers; the facts are about all of them."))


# -- “Numbers”: each number, to be looked at, copied and edited ------------------------------------------------


def source_of(preview: Preview, row: int, plane: Plane, glance: reading.Glance) -> Source:
    """The numbers of a plane of a tensor row, as they would be saved, with what is a pending change."""
    return Source(
        plane.rows,
        plane.columns,
        lambda rows, columns: reading.cells(preview, row, plane, rows, columns),
        plane.index,
        editable=can_be_edited(preview, row),
        characters=widest(glance.numpy_dtype),
        changed=lambda first, size: changed_cells(preview, row, plane, first, size),
    )


class NumbersPage(QWidget):
    """The grid, and a line to go to an index."""

    said = Signal(str, bool)
    """What is to be told, and whether it went wrong."""
    moved = Signal(object)
    """Another plane of the tensor is to be seen: that of an index gone to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plane = Plane.of(())
        self.grid = NumberGrid()
        self.index = QLineEdit()
        self.index.setPlaceholderText(say("index, such as 12, 0"))
        self.index.setAccessibleName(say("Go to index"))
        self.index.setToolTip(say("Go to a number: its index along each dimension, negative ones from the end (Enter)"))
        head = horizontal(plain_label(say("Go to"), rank="muted"), (self.index, 1))
        vertical(head, (self.grid, 1), of=self, margins=(0, 4, 0, 0), spacing=4)
        self.index.returnPressed.connect(self._go)
        self.grid.copied.connect(lambda text: self.said.emit(text, not text.startswith("Copied")))
        self.grid.model.failed.connect(lambda text: self.said.emit(text, True))

    def show_plane(self, plane: Plane, source: Source, *, stay: bool = False) -> None:
        self.plane = plane
        self.index.setEnabled(bool(plane.shape) and 0 not in plane.shape)
        self.index.setPlaceholderText(
            say("index, such as {example}", example=", ".join(str(length - 1) for length in plane.shape))
        )
        self.grid.show_source(source, stay=stay)

    def _go(self) -> None:
        plane = self.plane
        typed = [part for part in re.split(r"[\s,;×\[\]()]+", self.index.text()) if part]
        found = [int(part) for part in typed if re.fullmatch(r"-?\d{1,18}", part)]
        lengths = plane.shape
        if len(found) != len(lengths) or len(found) != len(typed):
            self.said.emit(
                say_count(
                    len(lengths),
                    "An index of this tensor is {n} whole number, such as {example}.",
                    "An index of this tensor is {n} whole numbers, such as {example}.",
                    example=", ".join("0" * len(lengths)),
                ),
                True,
            )
            return
        places = [place + length if place < 0 else place for place, length in zip(found, lengths, strict=True)]
        for axis, (place, length) in enumerate(zip(places, lengths, strict=True)):
            if not 0 <= place < length:
                self.said.emit(say("Dimension {axis} goes from 0 to {last:,}.", axis=axis, last=length - 1), True)
                return
        self.go_to(places)
        self.said.emit("", False)

    def go_to(self, index: Sequence[int]) -> None:
        """Highlight a number, in the plane that it is in, with the keyboard at it."""
        plane = self.plane
        for axis in plane.others:
            plane = plane.moved(axis, index[axis])
        if plane.index(0, 0) != self.plane.index(0, 0):
            self.moved.emit(plane)
        row = index[plane.row_axis] if plane.row_axis is not None else 0
        column = index[plane.column_axis] if plane.column_axis is not None else 0
        self.grid.go_to(row, column)
        self.grid.setFocus()


# -- “Update”: the moments, and the size of the next step against the weights ----------------------------------


_PLOTS: Final = 4
_RELATIVE: Final = marked("change of each number, relative to its size")


class UpdatePage(QWidget):
    """A page that follows `show_row`. Histograms of large tensors are of samples and say so, the step is of all."""

    told = Signal(str)
    """What is pointed at in a histogram."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._latest = LatestJob(self, done=self._show, failed=self._fail)
        self._row = -1
        self.found: Beside | None = None
        self.words = plain_label(wrap=True)
        self.plots: list[HistogramPlot] = []
        self.links: list[QPushButton] = []
        inside = QWidget()
        self._column = vertical(self.words, of=inside, margins=(0, 0, 4, 0), spacing=3)
        vertical(ScrolledColumn(inside), of=self, margins=(0, 4, 0, 0))
        for _ in range(_PLOTS + 1):
            self._add_plot()
        self._column.addStretch(0)

    def _add_plot(self) -> None:
        link = CutButton()
        link.setProperty("link", True)
        plot = HistogramPlot()
        plot.told.connect(self.told)
        self.links.append(link)
        self.plots.append(plot)
        link.clicked.connect(partial(self._go, len(self.links) - 1))
        self._column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(plot, 1)

    @property
    def busy(self) -> bool:
        return self._latest.busy

    def show_row(self, row: int) -> None:
        """Show what is beside a tensor; once it is known it stays."""
        preview = self._session.preview
        if row == self._row:
            return
        self._row = row
        self.found = None
        for link, plot in zip(self.links, self.plots, strict=True):
            link.hide()
            plot.hide()
        if preview is not None:
            self.words.setText(say("Reading …"))
            self._latest.ask(partial(beside, preview, preview.catalogue.tensors[row].entry))

    def forget(self) -> None:
        self._row = -1
        self._latest.drop()

    def _show(self, found: Beside) -> None:
        self.found = found
        self.words.setText(breakable("\n".join(size_lines(found))))
        relative = relative_histogram(found.size) if found.size is not None else None
        shown: list[tuple[str, int, Histogram | None]] = [(_RELATIVE, -1, relative)] if relative is not None else []
        shown += [(part_title(found, part), part.entry, part.histogram) for part in found.parts]
        for (title, entry, histogram), link, plot in zip(shown, self.links, self.plots, strict=False):
            link.setText(caption(title))
            link.setEnabled(entry >= 0)
            link.setToolTip(
                tooltip(say("Go to this tensor") if entry >= 0 else say("How many numbers change by how much")) or ""
            )
            link.setProperty("entry", entry)
            link.show()
            plot.setVisible(histogram is not None)
            if histogram is not None:
                plot.setAccessibleName(title)
                plot.show_layers(
                    [Layer("", histogram.edges.tolist(), histogram.counts.tolist())], log_edges=histogram.log
                )

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, CheckpointError):
            raise error
        self.words.setText(str(error))
        self._session.could_not_read(error)

    def _go(self, place: int, _checked: bool = False) -> None:
        entry = self.links[place].property("entry")
        if entry is not None and entry >= 0:
            self._session.reveal(entry)

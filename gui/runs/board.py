"""The right side of a run: lines for what is chosen, and below them a map of all layers, or their table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import inf

from PySide6.QtCore import QItemSelectionModel, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QSplitter, QStackedWidget, QTabWidget, QWidget

from core.text import count_text, listed, size_text
from core.words import marked, say
from gui.look import theme
from gui.look.plain_text import one_line, tooltip
from gui.look.roles import Role, set_role
from gui.plots.heat_map import HeatMap
from gui.runs.model import (
    MEASURES,
    Curve,
    Drifted,
    LayerRow,
    Measure,
    RunRow,
    number,
    options_of,
    places_of,
)
from gui.runs.plots import MOST_LINES, RunMap, RunPlot, line_colour, short_name
from gui.widgets.basic_widgets import CutBox, button, plain_label
from gui.widgets.delegates import CellDelegate
from gui.widgets.layouts import Stretch, horizontal, vertical
from gui.widgets.table_view import Column, Sizing, TableModel, TableView

_SQUARE, _GAP, _BETWEEN = 10, 4, 12


def _raw(measure: Measure, row: LayerRow) -> float:
    value = row.number(measure)
    return value if value == value else -inf  # noqa: PLR0124 - NaN is sorted nowhere


def _text(measure: Measure, row: LayerRow) -> str:
    return number(row.number(measure))


_number = partial(Column[LayerRow], number=True, sizing=Sizing.ResizeToContents)
COLUMNS = (
    Column[LayerRow](
        marked("Tensor"),
        marked("The selected ones are drawn"),
        lambda row: row.name,
        raw=lambda row: row.path,
        tip=lambda row: row.name,
        paint=partial(CellDelegate, mono=True, cut=Qt.TextElideMode.ElideLeft),
        sizing=Sizing.Stretch,
    ),
    *(
        _number(
            measure.title,
            measure.tip,
            partial(_text, measure),
            raw=partial(_raw, measure),
        )
        for measure in MEASURES
    ),
)


class LineNames(QWidget):
    """Which colour is which line, in one line of text; what has no room is in the tooltip."""

    def __init__(self) -> None:
        super().__init__()
        set_role(self, Role.StaticText)
        self.names: list[tuple[str, str, bool]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_names(self, curves: Sequence[Curve], beside: Curve | None) -> None:
        """Name the lines, and the one that is dashed."""
        self.names = [(curve.name, line_colour(at).name(), False) for at, curve in enumerate(curves)]
        if beside is not None:
            self.names.append((say("{name} (right scale)", name=beside.name), theme.colours().muted, True))
        words = [one_line(name) for name, _, _ in self.names]
        self.setAccessibleName(listed(words))
        self.setToolTip(tooltip("\n".join(words)) or "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, QFontMetrics(self.font()).height() + 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        metrics = QFontMetrics(self.font())
        room = self.width() // max(len(self.names), 1) - _SQUARE - _GAP - _BETWEEN
        left, middle = 0, self.height() // 2
        for name, colour, dashed in self.names:
            style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
            painter.setPen(QPen(QColor(colour), 2.4, style))
            painter.drawLine(left, middle, left + _SQUARE + _GAP, middle)
            left += _SQUARE + 2 * _GAP
            painter.setPen(self.palette().windowText().color())
            text = metrics.elidedText(one_line(name), Qt.TextElideMode.ElideLeft, max(room, 30))
            width = metrics.horizontalAdvance(text)
            flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
            painter.drawText(QRect(left, 0, width + 2, self.height()), flags, text)
            left += width + _BETWEEN
        painter.end()


class RunBoard(QWidget):
    """Shows what the files say of their optimizers at once, and how the weights drift once that was read."""

    drift_asked = Signal()
    """The numbers of all checkpoints are to be read."""
    picked = Signal(int, str)
    """A row of the run, and the path of the tensor or layer that was clicked there; empty for none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[RunRow] = ()
        self._drift: Drifted | None = None
        self._options: Sequence[Curve] = ()
        self._layers: Sequence[LayerRow] = ()
        self._at, self._first_sick = -1, -1
        self.measure, self.beside, self.grouping = CutBox(10), CutBox(12), CutBox(8)
        self.plot, self.names = RunPlot(), LineNames()
        self.map_plot = RunMap()
        self.map = HeatMap(self.map_plot)
        self.map_means = plain_label(rank="muted", wrap=True)
        self.model = TableModel(COLUMNS, self)
        self.table = TableView(self.model, say("How the tensors drift"), self, padding=5)
        self.invitation = plain_label(wrap=True, rank="muted")
        self.drift_button = button(
            say("Show the drift"),
            self.drift_asked.emit,
            tip=say(
                "Read all numbers of all checkpoints to see how far each tensor moved. The results are kept, so "
                "nothing is read twice."
            ),
        )
        self.below, self.tabs = QStackedWidget(), QTabWidget()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        for each in MEASURES:
            self.measure.addItem(say(each.title))
            self.measure.setItemData(self.measure.count() - 1, tooltip(say(each.tip)), Qt.ItemDataRole.ToolTipRole)
        self.grouping.addItems([say("Layers"), say("Tensors")])
        self.measure.setAccessibleName(say("What is drawn"))
        self.beside.setAccessibleName(say("Value to draw in the same chart"))
        self.beside.setToolTip(
            tooltip(say("A value from the files over the same steps, such as the learning rate")) or ""
        )
        self.grouping.setAccessibleName(say("Layers or single tensors"))
        self.table.horizontalHeader().setResizeContentsPrecision(0)  # of those that are seen
        self.table.allow_sorting()
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.map_plot.setMinimumHeight(60)
        self.plot.setMinimumHeight(110)
        invited, mapped = QWidget(), QWidget()
        vertical(
            Stretch(),
            self.invitation,
            (self.drift_button, 0, Qt.AlignmentFlag.AlignHCenter),
            Stretch(2),
            of=invited,
            margins=(24, 8, 24, 8),
            spacing=10,
        )
        self.invitation.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vertical(self.map_means, (self.map, 1), of=mapped, margins=(0, 4, 0, 0), spacing=2)
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(mapped, say("Map"))
        self.tabs.addTab(self.table, say("Table"))
        self.below.addWidget(invited)
        self.below.addWidget(self.tabs)
        head = horizontal(self.measure, plain_label(say("beside"), rank="muted"), (self.beside, 1), self.grouping)
        above, splitter = QWidget(), QSplitter(Qt.Orientation.Vertical)
        vertical(head, self.names, (self.plot, 1), of=above, margins=0, spacing=4)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(above)
        splitter.addWidget(self.below)
        vertical(splitter, of=self, margins=0)

    def _connect(self) -> None:
        self.measure.currentIndexChanged.connect(self._draw_all)
        self.beside.currentIndexChanged.connect(self._draw_lines)
        self.grouping.currentIndexChanged.connect(self._list)
        self.table.selectionModel().selectionChanged.connect(self._draw_lines)
        self.model.modelReset.connect(self._draw_lines)
        self.plot.picked.connect(self._pick_line)
        self.map_plot.picked.connect(self._pick_cell)
        theme.theme().follow(self._draw_all)

    # ---- what is shown

    def show_rows(self, rows: Sequence[RunRow], first_sick: int) -> None:
        """Show other checkpoints; the drift stays that of the rows it was worked out of. -1 is no sick one."""
        self._rows, self._first_sick = rows, first_sick
        before = self.beside.currentText()
        self._options = options_of([each.row for each in rows])
        self.beside.blockSignals(True)
        self.beside.clear()
        self.beside.addItems([say("nothing"), *(one_line(each.name) for each in self._options)])
        at = self.beside.findText(before) if before else int(bool(self._options))
        self.beside.setCurrentIndex(max(at, 0))
        self.beside.blockSignals(False)
        whole = [each.row for each in rows if each.row.is_complete and not each.row.links_to]
        self.invitation.setText(
            say(
                "How far did the weights move from step to step, and in which layers? This reads all "
                "numbers of {count}, {size}.",
                count=count_text(len(whole), "checkpoint"),
                size=size_text(sum(row.bytes for row in whole)),
            )
        )
        self.drift_button.setEnabled(len(whole) > 1)
        self._draw_all()

    def show_drift(self, found: Drifted | None) -> None:
        """Show how the weights drift, or invite to find out."""
        self._drift = found
        self._list()

    @property
    def has_drift(self) -> bool:
        return self._drift is not None

    def mark(self, at: int) -> None:
        """Mark the checkpoint that is selected in the list."""
        self._at = at
        self.plot.mark(at, self._first_sick)
        rows = self._rows_of_drift()
        if at in rows:
            self.model.set_rows([replace(layer, at=rows.index(at)) for layer in self._layers])

    def _list(self, *_changed: object) -> None:
        found = self._drift
        for each in (self.measure, self.grouping):
            each.setEnabled(found is not None)
        self.below.setCurrentIndex(int(found is not None))
        self._layers = [] if found is None else found.tensors if self.grouping.currentIndex() else found.layers
        self.model.set_rows(self._layers)
        if self._layers:
            self.table.selectRow(0)
        self._draw_all()

    def _draw_all(self, *_changed: object) -> None:
        self._draw_map()
        self._draw_lines()

    def _rows_of_drift(self) -> list[int]:
        """The places of the rows of the drift among those of the run now; -1 for what has gone."""
        now = {each.row.name: at for at, each in enumerate(self._rows)}
        return [now.get(name, -1) for name in self._drift.names] if self._drift is not None else []

    def _draw_lines(self, *_changed: object) -> None:
        measure = MEASURES[self.measure.currentIndex()]
        rows = self._rows_of_drift()
        curves = []
        for layer in self._selected():
            each = zip(rows, measure.curve(layer.points), strict=True)
            kept = [(at, value) for at, value in each if at >= 0]
            curves.append(Curve(layer.name, tuple(at for at, _ in kept), tuple(value for _, value in kept)))
        at = self.beside.currentIndex() - 1
        beside = self._options[at] if 0 <= at < len(self._options) else None
        self.names.show_names(curves, beside)
        self.plot.show_curves(
            curves, beside, places_of([each.row for each in self._rows]), [each.called for each in self._rows]
        )
        self.plot.mark(self._at, self._first_sick)

    def _selected(self) -> list[LayerRow]:
        chosen = self.table.selectionModel().selectedRows()[:MOST_LINES]
        return [self.model.rows[index.row()] for index in chosen if index.row() < len(self.model.rows)]

    def _draw_map(self) -> None:
        if self._drift is None:
            return
        measure = MEASURES[self.measure.currentIndex()]
        layers = self._layers[1:]
        rows = {each.row.name: each for each in self._rows}
        picture = self.map_plot.show_layers(
            [measure.map_row(layer.points) for layer in layers],
            lambda row, column: measure.number(layers[row].points, column),
            [layer.name for layer in layers],
            [short_name(rows.get(name), name) for name in self._drift.names],
            diverging=measure.diverging,
        )
        self.map.bar.show_scale(picture, self.map_plot.limit, self.map_plot.diverging)
        self.map_means.setText(
            say("{what}: {means}. Click to open the tensor.", what=say(measure.title), means=say(measure.map_means))
        )

    # ---- what is clicked

    def _pick_line(self, index: tuple[int, int]) -> None:
        row, line = index
        selected = self._selected()
        self.picked.emit(row, selected[line].path if 0 <= line < len(selected) else "")

    def _pick_cell(self, index: tuple[int, int]) -> None:
        layer, column = index
        row = self._rows_of_drift()[column]
        if row >= 0:
            self.picked.emit(row, self._layers[1:][layer].path)

    def select_layers(self, paths: Sequence[str]) -> None:
        """Draw the lines of some layers."""
        selection = self.table.selectionModel()
        selection.clearSelection()
        flag = QItemSelectionModel.SelectionFlag
        for at, row in enumerate(self.model.rows):
            if row.path in paths:
                selection.select(self.model.index(at, 0), flag.Select | flag.Rows)

"""Numbers in a grid that scrolls through any size: a table of what is seen, and scroll bars of its own."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QScrollBar, QWidget

from core.words import say, say_count
from gui.jobs.latest_job import LatestJob
from gui.plots.grid_model import GridModel, Place, Source
from gui.plots.number_table import NumberTable, Selected
from gui.plots.number_text import exact_text

MOST_COPIED: Final = 1_000_000
"""Numbers that Ctrl+C copies, at most."""
_LONGEST_BAR: Final = 1 << 30
"""Steps of a scroll bar, at most: Qt counts them in 32 bits."""


class NumberGrid(QWidget):
    """A grid of a `Source`. Arrow keys, Page Up and Down, Home and End go through all of it, with Shift they select,
    Ctrl+C copies. Where the source can be edited, what is typed replaces the highlighted number, and Enter, F2 or a
    double click edits it.
    """

    copied = Signal(str)
    """How much was copied, or why nothing was."""
    scrolled = Signal(object, object)
    """The first row and column that are seen: for grids that stand side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = GridModel(self)
        self.selected: Selected | None = None
        self.view = NumberTable(self, self)
        self.upright, self.flat = QScrollBar(Qt.Orientation.Vertical), QScrollBar(Qt.Orientation.Horizontal)
        self._quiet = False
        self._copying = LatestJob(self, done=self._put_on_clipboard, failed=lambda error: self.copied.emit(str(error)))
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.view, 0, 0)
        layout.addWidget(self.upright, 0, 1)
        layout.addWidget(self.flat, 1, 0)
        self.setFocusProxy(self.view)
        self.model.moved.connect(self._follow)
        self.upright.valueChanged.connect(lambda value: self._scroll(row=value))
        self.flat.valueChanged.connect(lambda value: self._scroll(column=value))

    def show_source(self, source: Source, *, stay: bool = False) -> None:
        """Show other numbers; with ``stay`` the place and the selection stay."""
        if not stay:
            self.selected = None
        self.model.set_source(source, stay=stay)
        self.view.fit()

    def go_to(self, row: int, column: int) -> None:
        """Select a cell and bring it into view."""
        self.select((row, column), (row, column))

    def select(self, start: Place, end: Place) -> None:
        """Select the cells between two corners and bring the second into view."""
        source = self.model.source
        if not source.rows or not source.columns:
            return
        inside = [
            (max(0, min(row, source.rows - 1)), max(0, min(column, source.columns - 1))) for row, column in (start, end)
        ]
        self.selected = Selected(inside)
        (row, column), model = inside[1], self.model
        rows, columns = self.view.whole_cells()
        top = min(model.top, row) if row < model.top + rows else row - rows + 1
        left = min(model.left, column) if column < model.left + columns else column - columns + 1
        model.move(top, left)
        self.show_selection()

    def scroll_to(self, top: int, left: int) -> None:
        """Show another part."""
        self.model.move(top, left)

    def show_selection(self) -> None:
        """Have the table show what of the selection it has."""
        selection, current = QItemSelection(), QModelIndex()
        if self.selected is not None:
            model, (rows, columns) = self.model, (self.selected.rows, self.selected.columns)
            top, bottom = max(0, rows.start - model.top), min(model.rowCount(), rows.stop - model.top) - 1
            left, right = max(0, columns.start - model.left), min(model.columnCount(), columns.stop - model.left) - 1
            if top <= bottom and left <= right:
                selection.select(model.index(top, left), model.index(bottom, right))
            row, column = self.selected[1]
            if 0 <= row - model.top < model.rowCount() and 0 <= column - model.left < model.columnCount():
                current = model.index(row - model.top, column - model.left)
        chosen = self.view.selectionModel()
        chosen.setCurrentIndex(current, QItemSelectionModel.SelectionFlag.NoUpdate)
        chosen.select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    # ---- scrolling

    def _follow(self) -> None:
        """The scroll bars say where the window is."""
        model = self.model
        rows, columns = self.view.whole_cells()
        self._quiet = True
        _set_bar(self.upright, model.top, model.source.rows, rows)
        _set_bar(self.flat, model.left, model.source.columns, columns)
        self._quiet = False
        self.show_selection()
        self.scrolled.emit(model.top, model.left)

    def _scroll(self, row: int | None = None, column: int | None = None) -> None:
        if self._quiet:
            return
        model = self.model
        top = model.top if row is None else row * _scale(model.source.rows)
        left = model.left if column is None else column * _scale(model.source.columns)
        if row is not None and row == self.upright.maximum():
            top = model.source.rows
        if column is not None and column == self.flat.maximum():
            left = model.source.columns
        model.move(top, left)

    # ---- copying

    def copy(self) -> None:
        """Copy what is selected: cells with tabs, rows with line breaks, as spreadsheets take them."""
        selected, source = self.selected, self.model.source
        if selected is None:
            return
        rows, columns = selected.rows, selected.columns
        count = (rows.stop - rows.start) * (columns.stop - columns.start)
        if count > MOST_COPIED:
            self.copied.emit(
                say(
                    "{count:,} numbers are too many for the clipboard; select at most {most_copied:,}.",
                    count=count,
                    most_copied=MOST_COPIED,
                )
            )
            return
        self._copying.ask(lambda _tick: _as_text(source, rows, columns))

    def _put_on_clipboard(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        count = text.count("\n") + text.count("\t") + 1
        self.copied.emit(say_count(count, "Copied {n:,} number", "Copied {n:,} numbers"))


def _as_text(source: Source, rows: slice, columns: slice) -> str:
    return "\n".join("\t".join(map(exact_text, row)) for row in source.read(rows, columns))


def _scale(count: int) -> int:
    """Rows that one step of a scroll bar stands for."""
    return max(1, -(-count // _LONGEST_BAR))


def _set_bar(bar: QScrollBar, at: int, count: int, seen: int) -> None:
    scale = _scale(count)
    bar.setRange(0, max(0, -(-(count - seen) // scale)))
    bar.setPageStep(max(1, seen // scale))
    bar.setValue(bar.maximum() if at >= count - seen else at // scale)
    bar.setVisible(count > seen)

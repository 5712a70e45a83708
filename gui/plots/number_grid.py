"""Numbers in a grid that scrolls through any size: a table of what is seen, and scroll bars of its own."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QGridLayout, QHeaderView, QScrollBar, QTableView, QWidget

from core.words import say, say_count
from gui.jobs.latest_job import LatestJob
from gui.look import theme
from gui.plots.grid_model import GridModel, Index, Place, Source
from gui.plots.number_text import exact_text

MOST_COPIED: Final = 1_000_000
"""Numbers that Ctrl+C copies, at most."""
_LONGEST_BAR: Final = 1 << 30
"""Steps of a scroll bar, at most: Qt counts them in 32 bits."""
_PADDING: Final = 14
_WHEEL: Final = 120


class Selected(tuple[Place, Place]):
    """The corner where a selection began and the one where it ended, in the source."""

    __slots__ = ()

    @property
    def rows(self) -> slice:
        """Its rows."""
        return slice(min(self[0][0], self[1][0]), max(self[0][0], self[1][0]) + 1, 1)

    @property
    def columns(self) -> slice:
        """Its columns."""
        return slice(min(self[0][1], self[1][1]), max(self[0][1], self[1][1]) + 1, 1)


class NumberGrid(QWidget):
    """A grid of a `Source`. Arrow keys, Page Up and Down, Home and End go through all of it, with Shift they select,
    Ctrl+C copies, and a double click or F2 edits, where the source can be edited.
    """

    copied = Signal(str)
    """How much was copied, or why nothing was."""
    scrolled = Signal(object, object)
    """The first row and column that are seen: for grids that stand side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = GridModel(self)
        self.view = _Table(self)
        self.selected: Selected | None = None
        self.upright, self.flat = QScrollBar(Qt.Orientation.Vertical), QScrollBar(Qt.Orientation.Horizontal)
        self._quiet = False
        self._copying = LatestJob(self)
        self._copying.done.connect(self._put_on_clipboard)
        self._copying.failed.connect(lambda error: self.copied.emit(str(error)))
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


class _Table(QTableView):
    """The cells that are seen. It never scrolls itself: whoever wants another part asks the grid."""

    def __init__(self, grid: NumberGrid) -> None:
        super().__init__(grid)
        self._grid = grid
        self.setModel(grid.model)
        self.setAccessibleName(say("Numbers"))
        self.setFont(theme.key_font())
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAutoScroll(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)  # the grid selects
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setHighlightSections(False)
            header.setSectionsClickable(False)
            header.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        grid.model.moved.connect(self._widen_header)

    # ---- size

    def fit(self) -> None:
        """Cells as large as the numbers of the source need, and as many as there is room for."""
        metrics = QFontMetrics(self.font())
        source = self._grid.model.source
        characters = max(source.characters, len(str(max(source.columns - 1, 0))))
        height, width = metrics.height() + 6, metrics.horizontalAdvance("0") * characters + _PADDING
        for header, size in ((self.verticalHeader(), height), (self.horizontalHeader(), width)):
            header.setMinimumSectionSize(min(size, header.minimumSectionSize()))
            header.setDefaultSectionSize(size)
        self._widen_header()
        rows, columns = self.whole_cells()
        self._grid.model.resize(rows, columns)

    def whole_cells(self) -> tuple[int, int]:
        """Rows and columns that are seen whole."""
        room = self.viewport().size()
        tall, wide = self.verticalHeader().defaultSectionSize(), self.horizontalHeader().defaultSectionSize()
        return max(1, room.height() // max(1, tall)), max(1, room.width() // max(1, wide))

    def _widen_header(self) -> None:
        """Room for the largest index there is, so that the columns stay where they are while one scrolls."""
        widest = "8" * len(str(max(self._grid.model.source.rows - 1, 0)))
        self.verticalHeader().setFixedWidth(QFontMetrics(self.font()).horizontalAdvance(widest) + _PADDING)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Room for more cells, or for fewer."""
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()

    def scrollTo(  # noqa: N802 - Qt's name
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """The grid has brought it into view."""

    # ---- mouse and keyboard

    def _place(self, point: QPoint) -> Place | None:
        index, model = self.indexAt(point), self._grid.model
        place = index.row() + model.top, index.column() + model.left
        there = index.isValid() and place[0] < model.source.rows and place[1] < model.source.columns
        return place if there else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a selection, or with Shift go on with it."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        place = self._place(event.position().toPoint())
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            goes_on = event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._grid.selected
            self._grid.select(self._grid.selected[0] if goes_on and self._grid.selected else place, place)
        elif place is not None and not self._holds(place):
            self._grid.go_to(*place)
        event.accept()

    def _holds(self, place: Place) -> bool:
        selected = self._grid.selected
        return (
            selected is not None
            and selected.rows.start <= place[0] < selected.rows.stop
            and selected.columns.start <= place[1] < selected.columns.stop
        )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag a selection, on beyond the edge too."""
        if not event.buttons() & Qt.MouseButton.LeftButton or self._grid.selected is None:
            return
        room, model = self.viewport().rect(), self._grid.model
        point = event.position().toPoint()
        inside = QPoint(max(0, min(point.x(), room.right())), max(0, min(point.y(), room.bottom())))
        row = min(self.rowAt(inside.y()) % (1 << 31), model.rowCount() - 1) + model.top
        column = min(self.columnAt(inside.x()) % (1 << 31), model.columnCount() - 1) + model.left
        self._grid.select(
            self._grid.selected[0],
            (row + _beyond(point.y(), room.height()), column + _beyond(point.x(), room.width())),
        )

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit the number."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.edit(index)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Nothing else comes of it."""
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Three rows or columns a notch; with Shift sideways."""
        turned = event.angleDelta()
        down, right = turned.y(), turned.x()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not right:
            down, right = 0, down
        grid = self._grid
        grid.scroll_to(grid.model.top - _notches(down), grid.model.left - _notches(right))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through all of the numbers."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self._grid.copy()
            event.accept()
            return
        if event.matches(QKeySequence.StandardKey.SelectAll):
            source = self._grid.model.source
            top, left = self._grid.model.top, self._grid.model.left
            self._grid.select((source.rows - 1, source.columns - 1), (0, 0))
            self._grid.scroll_to(top, left)
            event.accept()
            return
        way = self._way(event)
        if way is None or self.state() == self.State.EditingState:
            super().keyPressEvent(event)
            return
        grid = self._grid
        start, end = grid.selected or Selected([(grid.model.top, grid.model.left)] * 2)
        if grid.selected is not None:
            end = end[0] + way[0], end[1] + way[1]
        grid.select(start if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else end, end)
        event.accept()

    def _way(self, event: QKeyEvent) -> Place | None:
        """Rows and columns that a key goes on by."""
        source = self._grid.model.source
        page = self.whole_cells()[0]
        far = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        rows, columns = source.rows, source.columns
        ways = {
            Qt.Key.Key_Left: (0, -columns if far else -1), Qt.Key.Key_Right: (0, columns if far else 1),
            Qt.Key.Key_Up: (-rows if far else -1, 0), Qt.Key.Key_Down: (rows if far else 1, 0),
            Qt.Key.Key_PageUp: (-page, 0), Qt.Key.Key_PageDown: (page, 0),
            Qt.Key.Key_Home: (-rows if far else 0, -columns), Qt.Key.Key_End: (rows if far else 0, columns),
        }  # fmt: skip
        return ways.get(Qt.Key(event.key()))


def _beyond(at: int, length: int) -> int:
    return -1 if at < 0 else 1 if at >= length else 0


def _notches(turned: int) -> int:
    return round(3 * turned / _WHEEL)

"""Numbers in a grid that scrolls through any size: a table of what is seen, and scroll bars of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QHeaderView,
    QLineEdit,
    QScrollBar,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from core.words import say, say_count
from gui.jobs.latest_job import LatestJob
from gui.look import theme
from gui.plots.grid_model import GridModel, Index, Place, Source
from gui.plots.number_text import exact_text

_PADDING: Final = 14
"""Pixels beside a number."""
_TIGHT: Final = 8
"""The same at least."""
_FEWEST: Final = 6
"""Characters in which a number can be read: `-1e-05`."""
_WHEEL: Final = 120
_EDITING_KEYS: Final = (Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_COMMANDS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


class Selected(tuple[Place, Place]):
    """The corner where a selection began and the one where it ended, in the source."""

    __slots__ = ()

    @property
    def rows(self) -> slice:
        return slice(min(self[0][0], self[1][0]), max(self[0][0], self[1][0]) + 1, 1)

    @property
    def columns(self) -> slice:
        return slice(min(self[0][1], self[1][1]), max(self[0][1], self[1][1]) + 1, 1)


# -- the cells that are seen: what mouse and keyboard do with them ---------------------------------------------


class NumberTable(QTableView):
    """The cells that are seen. It never scrolls itself: whoever wants another part asks the grid."""

    def __init__(self, grid: NumberGrid, parent: QWidget) -> None:
        super().__init__(parent)
        self._grid = grid
        self.setModel(grid.model)
        self.setAccessibleName(say("Numbers"))
        self.setFont(theme.key_font())
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAutoScroll(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)  # the grid selects
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)  # and says which cell is edited
        self.setItemDelegate(CellDelegate(self, self._go_on))
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
        one = metrics.horizontalAdvance("0")
        height, width = metrics.height() + 6, one * characters + _PADDING
        if source.names:  # few columns, which are read against each other
            width = min(width, max(self.viewport().width() // source.columns, one * _FEWEST + _TIGHT))
        self._grid.model.characters = (width - _TIGHT) // one
        for header, size in ((self.verticalHeader(), height), (self.horizontalHeader(), width)):
            header.setMinimumSectionSize(min(size, header.minimumSectionSize()))
            header.setDefaultSectionSize(size)
        self._widen_header()
        rows, columns = self.whole_cells()
        grid, selected = self._grid, self._grid.selected
        kept = selected is not None and grid.model.shows(*selected[1])
        grid.model.resize(rows, columns)
        if selected is not None and kept:
            grid.select(*selected)

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
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
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
        place = self._place(event.position().toPoint())
        if place is not None:
            self._grid.go_to(*place)
            self._begin()
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the event: nothing else comes of it."""
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
        """Go through all of the numbers, and edit the one that is highlighted."""
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
        typed = "" if event.modifiers() & _COMMANDS else event.text().strip()
        editing = self.state() == self.State.EditingState
        if not editing and way is None and (event.key() in _EDITING_KEYS or (typed and typed.isprintable())):
            self._begin("" if event.key() in _EDITING_KEYS else typed)
            event.accept()
            return
        if way is None or editing:
            super().keyPressEvent(event)
            return
        grid = self._grid
        start, end = grid.selected or Selected([(grid.model.top, grid.model.left)] * 2)
        if grid.selected is not None:
            end = end[0] + way[0], end[1] + way[1]
        grid.select(start if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else end, end)
        event.accept()

    def keyboardSearch(self, _typed: str) -> None:  # noqa: N802 - Qt's name
        """What is typed is a number: nothing else becomes the current cell by it."""

    def _begin(self, typed: str = "") -> None:
        """Edit the highlighted cell, from what is typed on; where none is, the first that is seen."""
        grid = self._grid
        grid.go_to(*(grid.selected[1] if grid.selected else (grid.model.top, grid.model.left)))
        index = self.currentIndex()
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.edit(index)
            delegate = self.itemDelegate()
            if typed and isinstance(delegate, CellDelegate):
                delegate.begin_with(typed)

    def _go_on(self, down: int, right: int) -> None:
        """A number has been typed: the next cell is highlighted, unless it was none."""
        grid = self._grid
        if grid.selected is not None and not grid.model.refused:
            row, column = grid.selected[1]
            grid.go_to(row + down, column + right)

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


# -- a cell: painted so that a selection does not hide NaN, edited as spreadsheets do it -----------------------


_FRAME: Final = 3
_WAYS: Final = {
    Qt.Key.Key_Return: (1, 0),
    Qt.Key.Key_Enter: (1, 0),
    Qt.Key.Key_Tab: (0, 1),
    Qt.Key.Key_Backtab: (0, 1),
}


class CellDelegate(QStyledItemDelegate):
    """``go_on(down, right)`` is called once a number has been typed and Enter or Tab leads to the next cell."""

    def __init__(self, parent: QObject, go_on: Callable[[int, int], None]) -> None:
        super().__init__(parent)
        self._go_on = go_on
        self._editor: QLineEdit | None = None

    # ---- looks

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """What is no number keeps its colour where it is selected, in a frame."""
        if index.data(Qt.ItemDataRole.BackgroundRole) is None or not option.state & QStyle.StateFlag.State_Selected:
            super().paint(painter, option, index)
            return
        plain = QStyleOptionViewItem(option)
        plain.state &= ~(QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)
        super().paint(painter, plain, index)
        painter.save()
        for width, colour in ((_FRAME, theme.colours().accent), (1, theme.colours().base)):
            painter.setPen(QPen(QColor(colour), width))
            inside = width // 2 if width > 1 else _FRAME
            painter.drawRect(option.rect.adjusted(inside, inside, -inside - 1, -inside - 1))
        painter.restore()

    # ---- editing

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = super().createEditor(parent, option, index)
        assert isinstance(editor, QLineEdit)
        self._editor = editor
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """The number with all its digits; what has been typed stays, whatever is read meanwhile."""
        if not isinstance(editor, QLineEdit) or not editor.isModified():
            super().setEditorData(editor, index)

    def begin_with(self, typed: str) -> None:
        """What was typed takes the place of the number that is about to be edited."""
        if self._editor is not None:
            self._editor.selectAll()
            self._editor.insert(typed)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Enter goes down and Tab goes right once the number is taken, with Shift the other way; Esc gives up."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and isinstance(editor, QWidget):
            way = _WAYS.get(Qt.Key(event.key()))
            if way is not None:
                back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier or event.key() == Qt.Key.Key_Backtab
                sign = -1 if back else 1
                self.commitData.emit(editor)
                self.closeEditor.emit(editor, self.EndEditHint.NoHint)
                self._go_on(sign * way[0], sign * way[1])
                return True
        return bool(super().eventFilter(editor, event))


# -- the grid --------------------------------------------------------------------------------------------------


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

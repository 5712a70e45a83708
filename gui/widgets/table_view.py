"""Tables: what each column is, the rows, and the view that the tree and the panels share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QHeaderView, QTableView, QWidget

from core.words import say
from gui.look import scale, theme
from gui.look.plain_text import one_line, tooltip
from gui.widgets.delegates import CellDelegate
from gui.widgets.wrapped_text import even_lines

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
Sizing = QHeaderView.ResizeMode
RowT = TypeVar("RowT")


@dataclass(frozen=True)
class Column(Generic[RowT]):
    """All about a column: what it is called, what its cells say of a row, and how they are shown."""

    title: str
    means: str
    text: Callable[[RowT], str]
    _: KW_ONLY
    raw: Callable[[RowT], Any] | None = None
    """What the column is sorted by, where that is not the text."""
    tip: Callable[[RowT], str] | None = None
    """More about a cell, as plain text."""
    spoken: Callable[[RowT], str] | None = None
    """What a screen reader says, where that is not the text."""
    roles: Mapping[int, Callable[[RowT], Any]] = field(default_factory=dict)
    """What the cells answer to other roles: `ItemRole.CHIPS`, a font …"""
    number: bool = False
    """Numbers stand on the right."""
    paint: Callable[[QTableView], QAbstractItemDelegate] | None = None
    """Makes what paints the cells, where plain text is not enough."""
    sizing: Sizing = Sizing.Interactive
    width: int | None = None
    """Pixels at first, for usual text."""

    def answer(self, row: RowT, role: int) -> Any:
        """What a cell answers to a role of Qt."""
        if role == Role.DisplayRole:
            return one_line(self.text(row))
        if role == Role.AccessibleTextRole:
            return one_line((self.spoken or self.text)(row))
        if role == Role.ToolTipRole:
            return tooltip(self.tip(row) if self.tip is not None else "")
        if role == Role.TextAlignmentRole:
            return self.alignment
        known = self.roles.get(role)
        return known(row) if known is not None else None

    def heading(self, role: int) -> Any:
        """What the heading answers to a role of Qt."""
        if role in (Role.DisplayRole, Role.AccessibleTextRole):
            return say(self.means) if role == Role.AccessibleTextRole and not self.title else say(self.title)
        if role == Role.ToolTipRole:
            return say(self.means)
        return self.alignment if role == Role.TextAlignmentRole else None

    @property
    def alignment(self) -> Qt.AlignmentFlag:
        """On which side text stands."""
        side = Qt.AlignmentFlag.AlignRight if self.number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


class TableModel(QAbstractTableModel, Generic[RowT]):
    """Rows of one sort, and the columns that tell of them."""

    def __init__(self, columns: Sequence[Column[RowT]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = columns
        self.rows: list[RowT] = []
        self._unsorted: list[RowT] = []
        self._order: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)

    def set_rows(self, rows: Sequence[RowT]) -> None:
        """Show other rows. As many as before are taken for the same ones, so that selection and scroll stay."""
        rows = list(rows)
        if len(rows) == len(self._unsorted):
            self._unsorted = rows
            self.rows = self._sorted(rows)
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self.columns) - 1))
            return
        self.beginResetModel()
        self._unsorted = rows
        self.rows = self._sorted(rows)
        self.endResetModel()

    def replace_row(self, old: RowT, new: RowT) -> None:
        """Show another row in the place of one; the order stays."""
        for rows in (self._unsorted, self.rows):
            rows[rows.index(old)] = new
        place = self.rows.index(new)
        self.dataChanged.emit(self.index(place, 0), self.index(place, len(self.columns) - 1))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by the raw values of a column; -1 is the original order."""
        self.beginResetModel()
        self._order = (column, order)
        self.rows = self._sorted(self._unsorted)
        self.endResetModel()

    def _sorted(self, rows: list[RowT]) -> list[RowT]:
        place, order = self._order
        if place < 0:
            return list(rows)
        column = self.columns[place]
        return sorted(rows, key=column.raw or column.text, reverse=order == Qt.SortOrder.DescendingOrder)

    # ---- what Qt asks

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        return self.columns[section].heading(role)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        return self.columns[index.column()].answer(self.rows[index.row()], role) if index.isValid() else None


_FRAME: Final = 4
"""Pixels above and below the rows."""
_BESIDE: Final = 16
"""Pixels beside the words that stand for rows."""
_ABOVE: Final = 8
"""Pixels above and below them."""


class TableView(QTableView):
    """A table of rows; `empty_text` stands in it while it has none, the row under the pointer is lit up."""

    resized = Signal()
    """There is room for more rows, or for fewer."""

    def __init__(self, model: QAbstractItemModel, name: str, parent: QWidget | None = None, padding: int = 9) -> None:
        super().__init__(parent)
        self.empty_text = ""
        #: The row under the pointer, or -1; the delegates paint it.
        self.hovered_row = -1
        self._padding = padding
        self.setModel(model)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setItemDelegate(CellDelegate(self))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        # To paint itself a header asks whether all of a column is selected, which takes seconds for half a million
        # rows, and shows nothing of it here: it is told of a selection in which there never is anything.
        header.setSelectionModel(QItemSelectionModel(model, header))
        header.setMinimumSectionSize(24)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.verticalHeader().hide()
        self._set_row_height()
        theme.theme().follow(self._set_row_height)
        if isinstance(model, TableModel):
            for place, column in enumerate(model.columns):
                if column.paint is not None:
                    self.setItemDelegateForColumn(place, column.paint(self))
            self.size_columns(model.columns)

    def size_columns(self, columns: Sequence[Column[Any]]) -> None:
        """Give columns the widths that they have at first, or what is in them asks for now."""
        header = self.horizontalHeader()
        for place, column in enumerate(columns):
            header.setSectionResizeMode(place, column.sizing)
            if column.width is not None:
                header.resizeSection(place, column.width)

    def allow_sorting(self) -> None:
        """Let a click on a heading sort; the third click brings the order of the file back."""
        header = self.horizontalHeader()
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def _set_row_height(self) -> None:
        height = max(QFontMetrics(self.font()).height(), QFontMetrics(theme.key_font()).height())
        height += scale.row_padding(self._padding)
        rows = self.verticalHeader()
        rows.setMinimumSectionSize(height)
        rows.setDefaultSectionSize(height)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._set_row_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the row under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(int(event.position().y())))

    def leaveEvent(self, event: QEvent) -> None:
        """No row is under the pointer any more."""
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, row: int) -> None:
        if row != self.hovered_row:
            self.hovered_row = row
            self.viewport().update()

    def hug_rows(self, at_least: int) -> None:
        """Be no higher than the rows, or the words that stand for them, and no lower than some of the rows."""
        rows, sections, header = self.model().rowCount(), self.verticalHeader(), self.horizontalHeader()
        beside = (0 if header.isHidden() else header.sizeHint().height()) + _FRAME
        words = self._words(self.viewport().width()).height() + sections.defaultSectionSize()
        self.setMaximumHeight(beside + (sections.length() if rows else words))
        least = min(rows, at_least) * sections.defaultSectionSize() if rows else words
        self.setMinimumHeight(min(beside + least, self.maximumHeight()))

    @property
    def words_height(self) -> int:
        """The least height in which the words that stand for the rows are read."""
        return self._words(self.viewport().width()).height() + 2 * _ABOVE + _FRAME

    def _words(self, width: int) -> QRect:
        """Where the words that stand for the rows are in so much width; one line at least."""
        room = QRect(0, 0, max(width - 2 * _BESIDE, 1), 10_000)
        return self.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), self.empty_text or " ")

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802 - Qt's name
        """Qt paints the two cells anew, and the frame is around rows."""
        super().currentChanged(current, previous)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say why there is nothing to see, where there is nothing; frame the row of the keyboard unless selected."""
        super().paintEvent(event)
        if self.model().rowCount() == 0 and self.empty_text:
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            room = self.viewport().rect().adjusted(_BESIDE, _ABOVE, -_BESIDE, -_ABOVE)
            room = even_lines(self.fontMetrics(), room, self.empty_text)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), self.empty_text)
            painter.end()
        frame = self._focus_frame()
        if not frame.isEmpty():
            painter = QPainter(self.viewport())
            painter.setPen(QColor(theme.colours().accent))
            painter.drawRect(frame)
            painter.end()

    def _focus_frame(self) -> QRect:
        """Where the keyboard is but nothing is selected: the row, for it is rows that are selected."""
        current = self.currentIndex()
        if not self.hasFocus() or not current.isValid() or self.selectionModel().isSelected(current):
            return QRect()
        width = min(self.horizontalHeader().length() - self.horizontalOffset(), self.viewport().width())
        return QRect(0, self.rowViewportPosition(current.row()), width - 1, self.rowHeight(current.row()) - 1)

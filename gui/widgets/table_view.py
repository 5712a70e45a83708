"""The table that the tree and the panels share: whole rows, no grid, a heading that may sort."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QItemSelectionModel, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from gui.look import scale, theme
from gui.widgets.delegates import CellDelegate


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
        theme.theme().changed.connect(self._set_row_height)

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
        """Follow the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._set_row_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell of it."""
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

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say why there is nothing to see, where there is nothing."""
        super().paintEvent(event)
        if self.model().rowCount() == 0 and self.empty_text:
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            room = QRect(self.viewport().rect()).adjusted(16, 8, -16, -8)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), self.empty_text)
            painter.end()

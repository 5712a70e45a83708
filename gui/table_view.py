"""The plain table that the smaller panels share: whole rows, no grid, a heading that sorts."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from gui import theme
from gui.delegates import CellDelegate


class TableView(QTableView):
    """A table of rows; `empty_text` stands in it while it has none."""

    def __init__(self, model: QAbstractItemModel, name: str, parent: QWidget | None = None, padding: int = 9) -> None:
        super().__init__(parent)
        self.empty_text = ""
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
        self.setItemDelegate(CellDelegate(self))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(24)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        height = max(QFontMetrics(self.font()).height(), QFontMetrics(theme.key_font()).height()) + padding
        rows.setMinimumSectionSize(height)
        rows.setDefaultSectionSize(height)

    def allow_sorting(self) -> None:
        """Let a click on a heading sort; the third click brings the order of the file back."""
        header = self.horizontalHeader()
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say why there is nothing to see, where there is nothing."""
        super().paintEvent(event)
        if self.model().rowCount() == 0 and self.empty_text:
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            room = QRect(self.viewport().rect()).adjusted(16, 8, -16, -8)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), self.empty_text)
            painter.end()

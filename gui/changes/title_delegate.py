"""What a change is called, uncut: a long title goes on in the next line."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QTableView

from gui.look.plain_text import one_line
from gui.widgets.delegates import PADDING, ROW_PADDING, CellDelegate

_FLAGS = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWrapAnywhere)
_ENDLESS = 1 << 20


class TitleDelegate(CellDelegate):
    """Paints all of a title in as many lines as it takes; `sizeHint` says how high the row must be."""

    def __init__(self, parent: QTableView) -> None:
        super().__init__(parent)
        self._view = parent

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        """Paint the text into `rect`."""
        painter.setFont(self.font(option, index))
        painter.setPen(self.colour(option))
        painter.drawText(rect, _FLAGS, _text(index))

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As high as the lines in the column of now."""
        width = max(self._view.columnWidth(index.column()) - 2 * PADDING, 1)
        metrics = QFontMetrics(option.font)
        lines = metrics.boundingRect(QRect(0, 0, width, _ENDLESS), _FLAGS, _text(index))
        return QSize(width, lines.height() + ROW_PADDING)


def _text(index: QModelIndex | QPersistentModelIndex) -> str:
    return one_line(index.data(Qt.ItemDataRole.DisplayRole) or "")

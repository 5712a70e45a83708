"""What a change is called, uncut: a long title goes on in the next line."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyleOptionViewItem, QTableView

from gui.look.plain_text import one_line
from gui.widgets.delegates import PADDING, ROW_PADDING, CellDelegate, Index

_OPTION = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_OPTION.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)


class TitleDelegate(CellDelegate):
    """Paints all of a title in as many lines as it takes; `sizeHint` says how high the row must be."""

    def __init__(self, parent: QTableView) -> None:
        super().__init__(parent)
        self._view = parent

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the text into `rect`."""
        painter.setFont(self.font(option, index))
        painter.setPen(self.colour(option))
        painter.drawText(QRectF(rect), _text(index), _OPTION)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as the lines in the column of now."""
        width = max(self._view.columnWidth(index.column()) - 2 * PADDING, 1)
        layout = QTextLayout(_text(index), option.font)
        layout.setTextOption(_OPTION)
        layout.beginLayout()
        lines = 0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            lines += 1
        layout.endLayout()
        return QSize(width, max(lines, 1) * QFontMetrics(option.font).lineSpacing() + ROW_PADDING)


def _text(index: Index) -> str:
    return one_line(index.data(Qt.ItemDataRole.DisplayRole) or "")

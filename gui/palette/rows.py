"""The rows of the palette for Qt: the model of its list, and how a row is painted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gui.look import theme
from gui.look.palette import chip, device_colour, paint_chip
from gui.look.plain_text import one_line
from gui.palette.model import PaletteRow
from gui.widgets.item_roles import ItemRole

Index = QModelIndex | QPersistentModelIndex
Elide = Qt.TextElideMode

ROW = ItemRole.OWN
"""The `PaletteRow` itself."""
_PADDING, _GAP, _HEIGHT = 10, 12, 11
_MOST_BESIDE, _BESIDE_A_KEY = 0.45, 0.28
"""The part of a row that what stands beside its text, or beside a key, may take."""


class RowsModel(QAbstractListModel):
    """A list of rows, replaced as a whole."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[PaletteRow] = ()

    def show_rows(self, rows: Sequence[PaletteRow]) -> None:
        """List other rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a row, all that a screen reader needs to say of it, or the row itself."""
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(row.text)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return one_line(", ".join(filter(None, (row.text, row.beside, row.note, row.device))))
        return None


class RowDelegate(QStyledItemDelegate):
    """Text with the letters that were looked for, what is beside it, and note and device at the right end."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Rows of one height."""
        height = max(QFontMetrics(option.font).height(), QFontMetrics(theme.key_font()).height())
        return QSize(100, height + _HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row from its ends inwards; the text has what room is left."""
        row: PaletteRow = index.data(ROW)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        palette = option.palette
        painter.save()
        if selected:
            painter.fillRect(option.rect, palette.color(QPalette.ColorRole.Highlight))
        c = theme.colours()
        strong = palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        pale = QColor(strong if selected else c.muted)
        if not row.enabled:
            strong = QColor(c.muted if selected else c.disabled)
        room = option.rect.adjusted(_PADDING, 0, -_PADDING, 0)
        if row.device:
            room.setRight(self._paint_device(painter, room, row.device, pale))
        if row.note:
            width = _draw_right(painter, room, one_line(row.note), QFont(option.font), pale)
            room.setRight(room.right() - width - _GAP)
        painter.setFont(theme.key_font() if row.mono else option.font)
        beside = one_line(row.beside)
        metrics = QFontMetrics(option.font)
        wanted = (
            min(
                metrics.horizontalAdvance(beside) + _GAP,
                int(room.width() * (_BESIDE_A_KEY if row.mono else _MOST_BESIDE)),
            )
            if beside
            else 0
        )
        text = room.adjusted(0, 0, -wanted, 0)
        taken = _draw_found(painter, text, row, strong, QColor(strong if selected else c.accent))
        if wanted:
            left = QRect(text.left() + taken + _GAP, room.top(), 0, room.height())
            left.setRight(room.right())
            painter.setFont(option.font)
            painter.setPen(pale)
            shown = metrics.elidedText(beside, Elide.ElideMiddle, left.width())
            painter.drawText(left, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)
        painter.restore()

    @staticmethod
    def _paint_device(painter: QPainter, room: QRect, device: str, colour: QColor) -> int:
        """Paint square and name at the right end; returns where the rest may end."""
        font = theme.key_font()
        width = _draw_right(painter, room, one_line(device), font, colour)
        left = room.right() - width - chip() - 5
        dark = theme.is_dark()
        square = QRectF(left, room.top() + (room.height() - chip()) / 2, chip(), chip())
        paint_chip(painter, square, device_colour(device, dark), dark)
        return left - _GAP


def _draw_right(painter: QPainter, room: QRect, text: str, font: QFont, colour: QColor) -> int:
    """Paint a text at the right end; returns its width."""
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(text, Elide.ElideMiddle, room.width() // 3)
    painter.setFont(font)
    painter.setPen(colour)
    side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
    painter.drawText(room, int(side | Qt.TextFlag.TextSingleLine), shown)
    return metrics.horizontalAdvance(shown)


def _draw_found(painter: QPainter, room: QRect, row: PaletteRow, colour: QColor, found: QColor) -> int:
    """Paint the text with the letters that were looked for in another colour and bold; returns its width.

    Where a key is too long its beginning gives way: its end is what tells it from its neighbours.
    """
    text, font = one_line(row.text), painter.font()
    cut = Elide.ElideLeft if row.mono else Elide.ElideRight
    shown = QFontMetrics(font).elidedText(text, cut, room.width() - 4)
    lost = len(text) - len(shown) if row.mono and shown != text else 0
    plain, bold = QTextCharFormat(), QTextCharFormat()
    plain.setForeground(colour)
    bold.setForeground(found)
    bold.setFontWeight(QFont.Weight.Bold)
    ranges = [_range(0, len(shown), plain)]
    ranges += [_range(place - lost, 1, bold) for place in row.places if 0 <= place - lost < len(shown)]
    layout = QTextLayout(shown, font)
    layout.setFormats(ranges)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    layout.draw(painter, QPointF(room.left(), room.top() + (room.height() - line.height()) / 2))
    return round(line.naturalTextWidth())


def _range(start: int, length: int, look: QTextCharFormat) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = start, length, look
    return found

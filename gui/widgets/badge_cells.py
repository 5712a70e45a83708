"""Cells that are badges: the word of a cell in the colour of how bad it is."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from gui.widgets.badges import badges_width, paint_badges
from gui.widgets.delegates import PADDING, ROW_PADDING, CellDelegate, Index
from gui.widgets.item_roles import ItemRole


class BadgeDelegate(CellDelegate):
    """Paints the badges of a cell, cut off at its edge."""

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint them."""
        painter.setClipRect(option.rect)
        paint_badges(painter, rect.adjusted(-PADDING, 0, 0, 0), index.data(ItemRole.BADGES) or (), QFont(option.font))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As wide as they are."""
        width = badges_width(index.data(ItemRole.BADGES) or (), QFont(option.font))
        return QSize(width + PADDING, option.fontMetrics.height() + ROW_PADDING)

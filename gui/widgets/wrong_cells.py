"""Cells that tell what is wrong, in red."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from gui.look import theme
from gui.widgets.delegates import CellDelegate, Index
from gui.widgets.item_roles import ItemRole


class WrongDelegate(CellDelegate):
    """A text, red where the model says under `ItemRole.OWN` that it is about something wrong."""

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the text of the cell into `rect`."""
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        wrong = bool(index.data(ItemRole.OWN)) and not selected
        colour = QColor(theme.colours().error) if wrong else self.colour(option)
        self.draw_text(painter, rect, index.data() or "", self.font(option, index), colour, cut=self.cut)

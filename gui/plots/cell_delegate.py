"""A cell of a grid of numbers: painted so that a selection does not hide NaN, edited as spreadsheets do it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gui.look import theme
from gui.plots.grid_model import Index

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
        """A line for the number."""
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

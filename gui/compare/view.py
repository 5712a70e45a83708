"""The table of a comparison: modules that fold, keys, and what each side has of them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionViewItem, QWidget

from core.words import say
from gui.compare.table_model import (
    IN_FILE,
    IN_MODEL,
    KEY,
    RESULT,
    STATE_ROLE,
    CompareModel,
    state_colour,
)
from gui.widgets.delegates import CellDelegate, Index, KeyDelegate
from gui.widgets.table_view import TableView

_SHAPE_WIDTH = 150
_RESULT_WIDTH = 230


class CompareView(TableView):
    """Folds at a click on an arrow; `chosen` says which entry of the file a click on a key means."""

    chosen = Signal(int)

    def __init__(self, model: CompareModel, parent: QWidget | None = None) -> None:
        super().__init__(model, say("Keys of the file beside those of the model"), parent)
        self._model = model
        self.setItemDelegateForColumn(KEY, KeyDelegate(self))
        for column in (IN_FILE, IN_MODEL):
            self.setItemDelegateForColumn(column, CellDelegate(self, mono=True))
        self.setItemDelegateForColumn(RESULT, _ResultDelegate(self))
        self.setSelectionMode(self.SelectionMode.SingleSelection)
        header = self.horizontalHeader()
        header.setSectionResizeMode(KEY, QHeaderView.ResizeMode.Stretch)
        for column, width in ((IN_FILE, _SHAPE_WIDTH), (IN_MODEL, _SHAPE_WIDTH), (RESULT, _RESULT_WIDTH)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(column, width)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """An arrow folds."""
        index = self.indexAt(event.position().toPoint())
        branch = self._model.branch(index.row()) if index.isValid() else None
        super().mousePressEvent(event)
        if branch is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if branch.children:
            arrow = KeyDelegate.arrow_rect(self.visualRect(index.siblingAtColumn(KEY)), branch.depth)
            if arrow.contains(event.position().toPoint()):
                self._toggle(index.row())
        else:
            self._choose(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click anywhere on a module folds it."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self._model.branch(index.row()).children:
            self._toggle(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right fold and unfold, Enter shows the key in the tree."""
        index = self.currentIndex()
        if index.isValid():
            branch = self._model.branch(index.row())
            unfolded = self._model.tree.unfolded(branch)
            if branch.children and event.key() == (Qt.Key.Key_Left if unfolded else Qt.Key.Key_Right):
                self._toggle(index.row())
                return
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose(index)
                return
        super().keyPressEvent(event)

    def _toggle(self, row: int) -> None:
        place = self.verticalScrollBar().value()
        self._model.toggle(row)
        self.setCurrentIndex(self._model.index(row, KEY))
        self.verticalScrollBar().setValue(place)

    def _choose(self, index: QModelIndex) -> None:
        key = self._model.branch(index.row()).key
        if key is not None and key.entry is not None:
            self.chosen.emit(key.entry)


class _ResultDelegate(CellDelegate):
    """The state of a key, in its colour."""

    def colour_of(self, option: QStyleOptionViewItem, index: Index) -> QColor:
        """The colour of the text."""
        state = index.data(STATE_ROLE)
        if state is None or option.state & QStyle.StateFlag.State_Selected:
            return self.colour(option, pale=state is None)
        return state_colour(state)

    def paint_content(self, painter: object, rect: object, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the words."""
        text = index.data(Qt.ItemDataRole.DisplayRole) or ""
        self.draw_text(painter, rect, text, self.font(option, index), self.colour_of(option, index))  # type: ignore[arg-type]

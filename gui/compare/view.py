"""The table of a comparison: modules that fold, keys, and what each side has of them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from core.diagnosis.model_match.key_rows import ComparedKey
from core.words import marked, say
from gui.compare.model import (
    MISSING,
    SAME,
    STATE_SIGNS,
    STATE_WORDS,
    UNEXPECTED,
    Branch,
    CompareTree,
    name_of,
    side_text,
)
from gui.look import theme
from gui.widgets.delegates import CellDelegate, Index, KeyDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_view import Column, Sizing, TableModel, TableView

_SHAPE_WIDTH = 150
_RESULT_WIDTH = 230
STATE_ROLE = ItemRole.OWN
"""The state of a row, for its colour."""


class CompareModel(TableModel[Branch]):
    """Rows of modules and keys; the tree says which are visible."""

    def __init__(self, parent: QObject | None = None) -> None:
        self.tree = CompareTree(())
        roles = {
            ItemRole.DEPTH: lambda branch: branch.depth,
            ItemRole.UNFOLDED: lambda branch: self.tree.unfolded(branch) if branch.children else None,
            ItemRole.SUMMARY: lambda branch: branch.key is None,
            STATE_ROLE: lambda branch: branch.key.state if branch.key is not None else None,
        }
        column = partial(Column[Branch], means="", tip=_tip, roles=roles)
        shape = partial(column, paint=partial(CellDelegate, mono=True), width=_SHAPE_WIDTH)
        columns = (
            column(marked("Key"), text=lambda branch: branch.name, paint=KeyDelegate, sizing=Sizing.Stretch),
            shape(marked("In the file"), text=_in_file),
            shape(marked("In the model"), text=_in_model),
            column("load_state_dict(strict=True)", text=self._result, paint=_ResultDelegate, width=_RESULT_WIDTH),
        )
        super().__init__(columns, parent)

    def set_tree(self, tree: CompareTree) -> None:
        """Show another comparison."""
        self.tree = tree
        self._show()

    def toggle(self, row: int) -> None:
        """Fold or unfold the module in a row."""
        self.tree.toggle(self.rows[row])
        self._show()

    def show_only_differences(self, on: bool) -> None:
        """Leave out what fits, or not."""
        self.tree.show_only_differences(on)
        self._show()

    def _show(self) -> None:
        self.beginResetModel()
        self.rows = self.tree.visible
        self.endResetModel()

    def _result(self, branch: Branch) -> str:
        key = branch.key
        if key is None:
            return "" if self.tree.unfolded(branch) else branch.summary
        return f"{STATE_SIGNS[key.state]} {say(STATE_WORDS[key.state])}"


def _in_file(branch: Branch) -> str:
    key = branch.key
    return side_text(key.key_in_file is not None, key.have) if key is not None else ""


def _in_model(branch: Branch) -> str:
    key = branch.key
    return side_text(key.key_wanted is not None, key.want) if key is not None else ""


def _tip(branch: Branch) -> str:
    return branch.summary if branch.key is None else _key_tip(branch.key)


def _key_tip(key: ComparedKey) -> str:
    return f"{name_of(key)}\n{say(STATE_WORDS[key.state])}"


def state_colour(state: str) -> QColor:
    """The colour of a state; the words and signs say the same."""
    colours = theme.colours()
    if state == SAME:
        return QColor(colours.muted)
    return QColor(colours.error if state == MISSING else colours.accent if state == UNEXPECTED else colours.on_warning)


class CompareView(TableView):
    """Folds at a click on an arrow; `chosen` says which entry of the file a click on a key means."""

    chosen = Signal(int)

    def __init__(self, model: CompareModel, parent: QWidget | None = None) -> None:
        super().__init__(model, say("Keys of the file beside those of the model"), parent)
        self._model = model
        self.setSelectionMode(self.SelectionMode.SingleSelection)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """An arrow folds."""
        index = self.indexAt(event.position().toPoint())
        branch = self._model.rows[index.row()] if index.isValid() else None
        super().mousePressEvent(event)
        if branch is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if branch.children:
            arrow = KeyDelegate.arrow_rect(self.visualRect(index.siblingAtColumn(0)), branch.depth)
            if arrow.contains(event.position().toPoint()):
                self._toggle(index.row())
        else:
            self._choose(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click anywhere on a module folds it."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self._model.rows[index.row()].children:
            self._toggle(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right fold and unfold, Enter shows the key in the tree."""
        index = self.currentIndex()
        if index.isValid():
            branch = self._model.rows[index.row()]
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
        self.setCurrentIndex(self._model.index(row, 0))
        self.verticalScrollBar().setValue(place)

    def _choose(self, index: QModelIndex) -> None:
        key = self._model.rows[index.row()].key
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

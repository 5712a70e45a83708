"""The Qt model of a comparison: a thin adapter over the visible rows of its tree."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

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
from gui.look.plain_text import tooltip
from gui.widgets.item_roles import ItemRole

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
KEY, IN_FILE, IN_MODEL, RESULT = range(4)
HEADINGS = (marked("Key"), marked("In the file"), marked("In the model"), "load_state_dict(strict=True)")
STATE_ROLE = ItemRole.OWN
"""The state of a row, for its colour."""


class CompareModel(QAbstractTableModel):
    """Rows of modules and keys; the tree says which are visible."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tree = CompareTree(())

    def set_tree(self, tree: CompareTree) -> None:
        """Show another comparison."""
        self.beginResetModel()
        self.tree = tree
        self.endResetModel()

    def toggle(self, row: int) -> None:
        """Fold or unfold the module in a row."""
        self.beginResetModel()
        self.tree.toggle(self.tree.visible[row])
        self.endResetModel()

    def show_only_differences(self, on: bool) -> None:
        """Leave out what fits, or not."""
        self.beginResetModel()
        self.tree.show_only_differences(on)
        self.endResetModel()

    def branch(self, row: int) -> Branch:
        """What a row shows."""
        return self.tree.visible[row]

    # ---- what Qt asks

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.tree.visible)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """How many columns there are."""
        return 0 if parent.isValid() else len(HEADINGS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        """The headings."""
        if orientation == Qt.Orientation.Horizontal and role == Role.DisplayRole and 0 <= section < len(HEADINGS):
            return say(HEADINGS[section])
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """One cell."""
        if not index.isValid():
            return None
        branch, column = self.tree.visible[index.row()], index.column()
        if role in (Role.DisplayRole, Role.AccessibleTextRole):
            return self._text(branch, column)
        if role == ItemRole.DEPTH:
            return branch.depth
        if role == ItemRole.UNFOLDED:
            return self.tree.unfolded(branch) if branch.children else None
        if role == STATE_ROLE:
            return branch.key.state if branch.key is not None else None
        if role == ItemRole.SUMMARY:
            return branch.key is None
        if role == Role.ToolTipRole:
            return tooltip(_tip(branch))
        return None

    def _text(self, branch: Branch, column: int) -> str:
        key = branch.key
        if column == KEY:
            return branch.name
        if key is None:
            return branch.summary if column == RESULT and not self.tree.unfolded(branch) else ""
        if column == IN_FILE:
            return side_text(key.key_in_file is not None, key.have)
        if column == IN_MODEL:
            return side_text(key.key_wanted is not None, key.want)
        return f"{STATE_SIGNS[key.state]} {say(STATE_WORDS[key.state])}"


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

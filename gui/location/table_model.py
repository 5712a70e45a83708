"""The names in a folder elsewhere, as Qt's list asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from core.words import say
from gui.location.model import Entry
from gui.look import icons, theme
from gui.look.plain_text import one_line

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


class EntriesModel(QAbstractListModel):
    """Folders and files; what may be a checkpoint stands out, and what is none is grey."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: Sequence[Entry] = ()

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """List others."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """How many there are."""
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """The name, its icon, its colour, and what a screen reader says."""
        entry = self.entries[index.row()]
        if role == Role.DisplayRole:
            return one_line(entry.name)
        if role == Role.DecorationRole:
            return icons.icon(*_icon(entry))
        if role == Role.ForegroundRole and not (entry.is_folder or entry.is_checkpoint):
            return QColor(theme.colours().muted)
        if role == Role.FontRole:
            font = QFont(theme.key_font())
            font.setBold(entry.is_checkpoint and not entry.is_folder)
            return font
        if role == Role.AccessibleTextRole:
            return _spoken(entry)
        return None


def _icon(entry: Entry) -> tuple[str, str]:
    colours = theme.colours()
    if entry.is_folder:
        return "open", colours.text
    return "file", colours.accent if entry.is_checkpoint else colours.muted


def _spoken(entry: Entry) -> str:
    name = one_line(entry.name)
    if entry.is_folder:
        return say("folder {name}", name=name)
    return say("checkpoint {name}", name=name) if entry.is_checkpoint else name

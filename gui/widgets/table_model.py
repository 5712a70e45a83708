"""A table of frozen rows: the base of the models of the smaller panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.words import say
from gui.look.plain_text import one_line, tooltip
from gui.widgets.item_roles import ItemRole

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
RowT = TypeVar("RowT")


@dataclass(frozen=True)
class Heading:
    """A column: its name, what it means, and whether it holds numbers, which stand on the right."""

    text: str
    tip: str
    number: bool = False


class TableModel(QAbstractTableModel, Generic[RowT]):
    """Rows of one sort. A subclass says what each column shows; it holds no state of its own."""

    headings: ClassVar[Sequence[Heading]] = ()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[RowT] = []
        self._unsorted: list[RowT] = []
        self._order: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)

    def set_rows(self, rows: Sequence[RowT]) -> None:
        """Show other rows. As many as before are taken for the same ones, so that selection and scroll stay."""
        rows = list(rows)
        if len(rows) == len(self._unsorted):
            self._unsorted = rows
            self.rows = self._sorted(rows)
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self.headings) - 1))
            return
        self.beginResetModel()
        self._unsorted = rows
        self.rows = self._sorted(rows)
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by the raw values of a column; -1 is the original order."""
        self.beginResetModel()
        self._order = (column, order)
        self.rows = self._sorted(self._unsorted)
        self.endResetModel()

    def _sorted(self, rows: list[RowT]) -> list[RowT]:
        column, order = self._order
        if column < 0:
            return list(rows)
        return sorted(rows, key=lambda row: self.raw(row, column), reverse=order == Qt.SortOrder.DescendingOrder)

    # ---- what a subclass says

    def text(self, row: RowT, column: int) -> str:
        """What a cell shows."""
        raise NotImplementedError

    def raw(self, row: RowT, column: int) -> Any:
        """What a column is sorted by."""
        return self.text(row, column)

    def accessible_text(self, row: RowT, column: int) -> str:
        """What a screen reader says."""
        return self.text(row, column)

    def tip(self, _row: RowT, _column: int) -> str:
        """More about a cell, as plain text."""
        return ""

    def chips(self, _row: RowT, _column: int) -> tuple[str, ...]:
        """The devices a cell shows as chips."""
        return ()

    def note(self, _row: RowT, _column: int) -> str:
        """Text after the chips."""
        return ""

    def extra(self, _row: RowT, _column: int, _role: int) -> Any:
        """The answer to any other role."""
        return None

    # ---- what Qt asks

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """How many columns there are."""
        return 0 if parent.isValid() else len(self.headings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        """Headings and what they mean."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.headings):
            return None
        heading = self.headings[section]
        if role == Role.DisplayRole:
            return say(heading.text)
        if role == Role.AccessibleTextRole:
            return say(heading.text) if heading.text else say(heading.tip)
        if role == Role.ToolTipRole:
            return say(heading.tip)
        return _alignment(heading) if role == Role.TextAlignmentRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """One cell."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        if role == Role.DisplayRole:
            return one_line(self.text(row, column))
        if role == Role.AccessibleTextRole:
            return one_line(self.accessible_text(row, column))
        if role == Role.ToolTipRole:
            return tooltip(self.tip(row, column))
        if role == ItemRole.CHIPS:
            return self.chips(row, column)
        if role == ItemRole.NOTE:
            return self.note(row, column)
        if role == Role.TextAlignmentRole:
            return _alignment(self.headings[column])
        return self.extra(row, column, role)


def _alignment(heading: Heading) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if heading.number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter

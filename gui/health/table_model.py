"""The table of symptoms as Qt asks for it."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from core.text import clip, index_text
from core.words import marked
from gui.document.badges import RowBadge
from gui.health.model import TONES, SymptomRow
from gui.look import theme
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_model import Heading, TableModel

FIRST: Final = 3
"""The column that leads to a number."""


class SymptomsModel(TableModel[SymptomRow]):
    """What, where, and how much of it."""

    headings = (
        Heading(marked("What"), marked("What was noticed; the worst is told first")),
        Heading(
            marked("Where"), marked("The tensor, or the part of an optimizer. Enter or a double click goes there.")
        ),
        Heading(marked("Count"), marked("How many numbers, rows or parameters it is about"), number=True),
        Heading(
            marked("First at"),
            marked("The first number that it is about. A click goes there, where it can be overwritten."),
        ),
    )

    def text(self, row: SymptomRow, column: int) -> str:
        """What a cell shows."""
        return (row.title, row.path, f"{row.symptom.count:,}" if row.symptom.count else "", row.place)[column]

    def raw(self, row: SymptomRow, column: int) -> Any:
        """By how bad it is, by place in the file, by number."""
        return ((row.rank, row.title), row.symptom.entry, row.symptom.count, row.symptom.first)[column]

    def accessible_text(self, row: SymptomRow, column: int) -> str:
        """With the severity, which the eye sees by the colour."""
        return f"{row.symptom.severity}: {row.title}" if column == 0 else self.text(row, column)

    def tip(self, row: SymptomRow, column: int) -> str:
        """Why it was noticed."""
        if column == FIRST:
            return "\n".join(map(index_text, row.symptom.first))
        return f"{row.path}\n{clip(row.symptom.why, 1000)}" if column < 2 else ""

    def extra(self, row: SymptomRow, column: int, role: int) -> Any:
        """The colour of the first column; what leads to a number looks like a link."""
        if column == FIRST and row.place:
            if role == Qt.ItemDataRole.ForegroundRole:
                return QColor(theme.colours().accent)
            if role == Qt.ItemDataRole.FontRole:
                font = theme.key_font()
                font.setUnderline(True)
                return font
        if role == ItemRole.BADGES and column == 0:
            return [RowBadge(TONES[row.symptom.severity], row.title, "")]
        return None

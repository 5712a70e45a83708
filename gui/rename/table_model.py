"""The rows of the preview: a key, what it is called then, and why it cannot be."""

from __future__ import annotations

from typing import Any

from core.edits.outlook import Renaming
from core.words import marked
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_model import Heading, TableModel

KEY, NEW, PROBLEM = range(3)
WRONG = ItemRole.OWN
"""Whether the key of a row cannot be called so."""


class RenamingsModel(TableModel[Renaming]):
    """Old key, new key, problem."""

    headings = (
        Heading(marked("Key"), marked("As it is, with what is planned already")),
        Heading(marked("Becomes"), marked("As it will be in the file you save")),
        Heading(marked("Problem"), marked("Why it cannot be called so")),
    )

    def text(self, row: Renaming, column: int) -> str:
        """What a cell shows."""
        return (row.old, row.new, row.problem)[column]

    def tip(self, row: Renaming, column: int) -> str:
        """All of it."""
        return self.text(row, column)

    def extra(self, row: Renaming, column: int, role: int) -> Any:
        """Whether the cell tells of a problem."""
        return bool(row.problem) and column != KEY if role == WRONG else None

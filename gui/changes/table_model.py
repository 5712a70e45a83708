"""The rows of the list of pending changes."""

from __future__ import annotations

from core.edits.wording import Change
from core.text import size_text
from gui.widgets.table_model import Heading, TableModel


class ChangesModel(TableModel[Change]):
    """Title, extent; the third column is where the panel puts the buttons that remove."""

    headings = (
        Heading("Change", "What will be different in the file you save"),
        Heading("Extent", "How much it touches", number=True),
        Heading("", "Remove"),
    )

    def text(self, row: Change, column: int) -> str:
        """What a cell shows."""
        return (row.title, row.extent, "")[column]

    def accessible_text(self, row: Change, column: int) -> str:
        """The button says what it does."""
        return f"Remove {row.title}" if column == 2 else self.text(row, column)

    def tip(self, row: Change, column: int) -> str:
        """All of it, and the bytes."""
        if column == 1 and row.nbytes:
            return f"{row.extent}, {size_text(row.nbytes)} ({row.nbytes:,} bytes)"
        if column == 2:
            return f"Take “{row.title}” out of the plan; that is a step to undo, too."
        return f"{row.title}: {row.extent}\nDel takes it out of the plan."

"""The rows of the list of pending changes."""

from __future__ import annotations

from core.edits.edits import Change
from core.text import count_text, size_text
from gui.widgets.table_model import Heading, TableModel


def extent(change: Change) -> str:
    """How much a change touches: `390 tensors`, `161 keys`."""
    if change.keys:
        return count_text(change.keys, "key")
    return count_text(change.tensors, "tensor") if change.tensors else "no tensor"


class ChangesModel(TableModel[Change]):
    """Title, extent; the third column is where the panel puts the buttons that remove."""

    headings = (
        Heading("Change", "What will be different in the file you save"),
        Heading("Extent", "How much it touches", number=True),
        Heading("", "Remove"),
    )

    def text(self, row: Change, column: int) -> str:
        """What a cell shows."""
        return (row.title, extent(row), "")[column]

    def spoken(self, row: Change, column: int) -> str:
        """The button says what it does."""
        return f"Remove {row.title}" if column == 2 else self.text(row, column)

    def tip(self, row: Change, column: int) -> str:
        """All of it, and the bytes."""
        if column == 1 and row.nbytes:
            return f"{extent(row)}, {size_text(row.nbytes)} ({row.nbytes:,} bytes)"
        if column == 2:
            return f"Take “{row.title}” out of the plan; that is a step to undo, too."
        return f"{row.title}: {extent(row)}\nDel takes it out of the plan."

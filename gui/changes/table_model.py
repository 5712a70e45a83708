"""The rows of the list of pending changes."""

from __future__ import annotations

from core.edits.edit import Change
from core.text import size_text
from core.words import marked, say
from gui.widgets.table_model import Heading, TableModel


class ChangesModel(TableModel[Change]):
    """Title, extent; the third column is where the panel puts the buttons that remove."""

    headings = (
        Heading(marked("Change"), marked("What will be different in the file you save")),
        Heading(marked("Extent"), marked("How much it touches"), number=True),
        Heading("", marked("Remove")),
    )

    def text(self, row: Change, column: int) -> str:
        """What a cell shows."""
        return (row.title, row.extent, "")[column]

    def accessible_text(self, row: Change, column: int) -> str:
        """The button says what it does."""
        return say("Remove {title}", title=row.title) if column == 2 else self.text(row, column)

    def tip(self, row: Change, column: int) -> str:
        """All of it, and the bytes."""
        if column == 1 and row.nbytes:
            return say(
                "{extent}, {size} ({nbytes:,} bytes)", extent=row.extent, size=size_text(row.nbytes), nbytes=row.nbytes
            )
        if column == 2:
            return say("Take “{title}” out of the plan; that is a step to undo, too.", title=row.title)
        return say("{title}: {extent}\nDel takes it out of the plan.", title=row.title, extent=row.extent)

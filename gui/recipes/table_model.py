"""The rows of a folder: a file, what was done to it, and where it is saved."""

from __future__ import annotations

from typing import Any

from core.recipes.batch import FAILED
from core.words import marked
from gui.recipes.model import FileRow
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_model import Heading, TableModel

FILE, STATE, CHANGES, TARGET = range(4)
WRONG = ItemRole.OWN
"""Whether a row failed."""


class FilesModel(TableModel[FileRow]):
    """File, what became of it, what was done or why not, saved as."""

    headings = (
        Heading(marked("File"), marked("A checkpoint of the folder")),
        Heading(marked("Result"), marked("What became of it")),
        Heading(marked("What was changed"), marked("Or why it could not be")),
        Heading(marked("Saved as"), marked("The new file")),
    )

    def text(self, row: FileRow, column: int) -> str:
        """What a cell shows."""
        return (row.file.name, row.state, row.changes, row.target)[column]

    def tip(self, row: FileRow, _column: int) -> str:
        """All about the file."""
        return row.tip

    def extra(self, row: FileRow, column: int, role: int) -> Any:
        """Whether the cell tells of a failure."""
        failed = row.result is not None and row.result.state == FAILED
        return failed and column in (STATE, CHANGES) if role == WRONG else None

    def show_result(self, place: int, row: FileRow) -> None:
        """A file has had its turn."""
        self.rows[place] = self._unsorted[place] = row
        self.dataChanged.emit(self.index(place, 0), self.index(place, len(self.headings) - 1))

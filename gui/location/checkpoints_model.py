"""The checkpoints of a folder as a table shows them."""

from __future__ import annotations

from typing import Any

from core.catalogue.runs.folder import CheckpointRow
from core.catalogue.runs.texts import date_text, name_text, number_text
from core.text import listed, size_text
from core.words import marked
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_model import Heading, TableModel

NAME, EPOCH, STEP, SIZE, DATE, DEVICES = range(6)
_MOST_DEVICES = 4
WRONG = ItemRole.OWN
"""Whether a cell tells of something wrong."""


class CheckpointsModel(TableModel[CheckpointRow]):
    """Name, epoch, step, size, date, and devices or why it does not open."""

    headings = (
        Heading(marked("Name"), marked("What it is called in the folder, and where a link leads")),
        Heading(marked("Epoch"), marked("What the file says, or else its name"), number=True),
        Heading(marked("Step"), marked("What the file says, or else its name"), number=True),
        Heading(marked("Size"), marked("The bytes of all its files"), number=True),
        Heading(marked("Date"), marked("When it was written")),
        Heading(marked("Devices"), marked("On which devices its tensors were saved, the most bytes first")),
    )

    def text(self, row: CheckpointRow, column: int) -> str:
        """What a cell shows."""
        if column == NAME:
            return name_text(row)
        if column in (EPOCH, STEP):
            return number_text(row.epoch if column == EPOCH else row.step)
        if column == SIZE:
            return size_text(row.bytes) if row.bytes else ""
        if column == DATE:
            return date_text(row)
        return row.problem or (listed(row.devices, _MOST_DEVICES) if row.is_read else "…")

    def chips(self, row: CheckpointRow, column: int) -> tuple[str, ...]:
        """The devices."""
        return row.devices if column == DEVICES else ()

    def extra(self, row: CheckpointRow, column: int, role: int) -> Any:
        """Whether the cell tells why it does not open."""
        return column == DEVICES and bool(row.problem) if role == WRONG else None

    def take(self, row: CheckpointRow) -> None:
        """What one of them says of itself has been read."""
        for rows in (self._unsorted, self.rows):
            for place, each in enumerate(rows):
                if each.path == row.path:
                    rows[place] = row
                    self.dataChanged.emit(self.index(place, 0), self.index(place, len(self.headings) - 1))

    def tip(self, row: CheckpointRow, column: int) -> str:
        """All of it."""
        return ", ".join(row.devices) if column == DEVICES and not row.problem else self.text(row, column)

    def raw(self, row: CheckpointRow, column: int) -> Any:
        """What a column is sorted by."""
        numbers = {EPOCH: row.epoch, STEP: row.step, SIZE: row.bytes, DATE: row.modified}
        number = numbers.get(column, self.text(row, column))
        return -1 if number is None else number

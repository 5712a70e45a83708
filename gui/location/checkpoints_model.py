"""The checkpoints of a folder as a table shows them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from core.catalogue.runs.folder import CheckpointRow
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
            return f"{row.name} → {row.links_to}" if row.links_to else row.name
        if column in (EPOCH, STEP):
            number = row.epoch if column == EPOCH else row.step
            return "" if number is None else f"{round(number, 2):,}"
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


def date_text(row: CheckpointRow) -> str:
    """When it was written, by the clock of this computer; nothing where nobody knows, or no clock ever says that."""
    if not row.modified:
        return ""
    try:
        return f"{datetime.fromtimestamp(row.modified, UTC).astimezone():%Y-%m-%d %H:%M}"
    except (OverflowError, ValueError, OSError):
        return ""

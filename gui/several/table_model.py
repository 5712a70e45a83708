"""The checkpoints of a folder as Qt's table asks for them."""

from __future__ import annotations

from typing import Any

from core.catalogue.several.listing import Listed
from core.words import marked
from gui.several import model
from gui.several.model import DEVICES
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_model import Heading, TableModel

WRONG = ItemRole.OWN
"""Whether a row is of a checkpoint that does not open."""


class SeveralModel(TableModel[Listed]):
    """Name, step, epoch, size, date, and the devices or why there are none."""

    headings = (
        Heading(marked("Name"), marked("A file or folder that is a checkpoint")),
        Heading(marked("Step"), marked("As the file says, or else its name"), number=True),
        Heading(marked("Epoch"), marked("As the file says, or else its name"), number=True),
        Heading(marked("Size"), marked("All its files together"), number=True),
        Heading(marked("Date"), marked("When the newest of its files was written")),
        Heading(marked("Devices"), marked("Where its tensors were saved")),
    )

    def text(self, row: Listed, column: int) -> str:
        """What a cell shows."""
        return model.text(row, column)

    def raw(self, row: Listed, column: int) -> Any:
        """What a column is sorted by."""
        return model.raw(row, column)

    def accessible_text(self, row: Listed, column: int) -> str:
        """What a screen reader says."""
        return model.spoken(row, column)

    def tip(self, row: Listed, _column: int) -> str:
        """Where it lies, and why it does not open."""
        return "\n".join(filter(None, (str(row.path), row.error)))

    def chips(self, row: Listed, column: int) -> tuple[str, ...]:
        """The devices."""
        return row.devices if column == DEVICES else ()

    def extra(self, row: Listed, column: int, role: int) -> Any:
        """Whether the cell tells why it does not open."""
        return column == DEVICES and bool(row.error) if role == WRONG else None

    def take(self, row: Listed) -> None:
        """A checkpoint has been looked into."""
        for rows in (self.rows, self._unsorted):
            place = next((at for at, each in enumerate(rows) if each.path == row.path), None)
            if place is not None:
                rows[place] = row
        place = next((at for at, each in enumerate(self.rows) if each.path == row.path), None)
        if place is not None:
            self.dataChanged.emit(self.index(place, 0), self.index(place, len(self.headings) - 1))

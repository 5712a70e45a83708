"""The Qt model of the differences of two files."""

from __future__ import annotations

from typing import Any, ClassVar

from core.words import marked
from gui.diff.model import DifferenceRow, numbers_of
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_model import Heading, TableModel

KEY, WHAT, DELTA, RELATIVE = range(4)


class DifferencesModel(TableModel[DifferenceRow]):
    """A row for each difference; each column sorts by what it is about, numbers as numbers."""

    headings: ClassVar = (
        Heading(marked("Key"), marked("Where it is in this file, or in the other one if only that has it")),
        Heading(
            marked("Differs in"),
            marked("Δ is the largest absolute difference of two numbers; “theirs” is the other file's"),
        ),
        Heading(marked("max |Δ|"), marked("The largest absolute difference of two numbers"), number=True),
        Heading(
            marked("Relative"),
            marked("‖mine − theirs‖ against the larger of the two norms: 1 is as far apart as one is from 0"),
            number=True,
        ),
    )

    def text(self, row: DifferenceRow, column: int) -> str:
        """What a cell shows."""
        if column == KEY:
            return row.path
        return row.what if column == WHAT else numbers_of(row)[column - DELTA]

    def raw(self, row: DifferenceRow, column: int) -> Any:
        """What a column is sorted by; what differs in no number comes before what does."""
        if column == KEY:
            return row.path
        if column == WHAT:
            return (-1.0 if row.weight is None else row.weight, row.what)
        number = row.numbers[column - DELTA]
        return -1.0 if number is None else number

    def tip(self, row: DifferenceRow, _column: int) -> str:
        """All that differs."""
        return f"{row.path}\n{row.told}"

    def extra(self, row: DifferenceRow, _column: int, role: int) -> Any:
        """The colour of the row."""
        return row.weight if role == ItemRole.WEIGHT else None

"""The statistics of several tensors as Qt asks for them: a row a tensor, columns that sort."""

from __future__ import annotations

from math import inf, isnan
from typing import Any

from core.text import shape_text
from core.words import marked
from gui.values.several_model import SeveralRow
from gui.widgets.table_model import Heading, TableModel

_KEY, _SHAPE, _LOW, _HIGH, _MEAN, _STD, _RMS, _ZEROS, _ILL = range(9)


class SeveralModel(TableModel[SeveralRow]):
    """What is not known yet is a dot."""

    headings = (
        Heading(marked("Key"), marked("The tensor. Enter or a double click goes to it alone.")),
        Heading(marked("Shape"), marked("Its shape, and its dtype in the tooltip")),
        Heading(marked("Min"), marked("The smallest number"), number=True),
        Heading(marked("Max"), marked("The largest number"), number=True),
        Heading(marked("Mean"), marked("The mean"), number=True),
        Heading(marked("Std"), marked("The standard deviation, as torch.std gives it"), number=True),
        Heading(marked("RMS"), marked("The root of the mean square: the norm for each number"), number=True),
        Heading(marked("Zeros"), marked("The share of the numbers that are zero"), number=True),
        Heading(marked("NaN, Inf"), marked("How many numbers are not finite"), number=True),
    )

    def text(self, row: SeveralRow, column: int) -> str:
        """What a cell shows."""
        if column == _KEY:
            return row.key
        if column == _SHAPE:
            return shape_text(row.shape)
        if row.is_pending:
            return "·"
        value = self.value(row, column)
        if value is None:
            return ""
        if column == _ZEROS:
            return f"{value:.3g} %" if value else ""
        if column == _ILL:
            return f"{value:,}" if value else ""
        return f"{value:.4g}"

    def raw(self, row: SeveralRow, column: int) -> Any:
        """Numbers as numbers; what has none is less than all of them."""
        if column == _KEY:
            return row.row
        if column == _SHAPE:
            return len(row.shape), row.shape
        value = self.value(row, column)
        if isinstance(value, complex):
            value = abs(value)
        return -inf if value is None or isnan(value) else value

    def tip(self, row: SeveralRow, column: int) -> str:
        """The exact matter."""
        if row.problem:
            return f"{row.path}\n{row.problem}"
        if column in (_KEY, _SHAPE):
            return f"{row.path}\n{row.dtype} {shape_text(row.shape)}"
        value = self.value(row, column)
        return f"{value!r}" if value is not None and column != _ZEROS else ""

    @staticmethod
    def value(row: SeveralRow, column: int) -> Any:
        """The number of a cell; None where there is none."""
        found = row.statistics
        if found is None:
            return None
        return {
            _LOW: found.minimum,
            _HIGH: found.maximum,
            _MEAN: found.mean,
            _STD: found.std,
            _RMS: row.rms,
            _ZEROS: 100 * found.zeros / found.count if found.count else None,
            _ILL: row.infinite,
        }[column]

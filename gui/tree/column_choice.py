"""What the user has made of the columns of the tree: which show, in which order, how wide; kept between two starts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gui.document.cells import Column

ORDER: Final = (
    Column.KEY,
    Column.SHAPE,
    Column.NUMBERS,
    Column.DTYPE,
    Column.SIZE,
    Column.DEVICE,
    Column.FILE,
    Column.AFTER,
)
"""From left to right, as long as nobody moves any. The key stays first: the hierarchy is drawn in it."""
_WIDEST: Final = 10_000


@dataclass(frozen=True)
class ColumnChoice:
    """`shown` and `widths` (pixels) have only those columns that the user has said something about."""

    order: tuple[Column, ...] = ORDER
    shown: Mapping[Column, bool] = field(default_factory=dict)
    widths: Mapping[Column, int] = field(default_factory=dict)

    def showing(self, column: Column, shown: bool) -> ColumnChoice:
        """The same with a column shown, or hidden."""
        return replace(self, shown={**self.shown, column: shown})

    def moved(self, column: Column, step: int) -> ColumnChoice:
        """The same with a column some places further right; left of the key there is no place."""
        rest = [each for each in self.order if each is not column]
        place = min(max(self.order.index(column) + step, 1), len(rest))
        return replace(self, order=(*rest[:place], column, *rest[place:]))

    def to_text(self) -> str:
        """As it is kept."""
        names = [column.name for column in self.order]
        shown, widths = ({column.name: value for column, value in each.items()} for each in (self.shown, self.widths))
        return json.dumps({"order": names, "shown": shown, "widths": widths})

    @classmethod
    def from_text(cls, text: str) -> ColumnChoice:
        """What was kept; of what cannot be read, that of nobody."""
        try:
            found: Any = json.loads(text) if text else {}
            order = tuple(Column[name] for name in found.get("order", [column.name for column in ORDER]))
            order += tuple(column for column in ORDER if column not in order)  # of a newer program
            shown = {Column[name]: bool(value) for name, value in found.get("shown", {}).items()}
            widths = {Column[name]: min(max(int(value), 0), _WIDEST) for name, value in found.get("widths", {}).items()}
        except (ValueError, KeyError, AttributeError, TypeError):
            return cls()
        if sorted(order) != sorted(ORDER) or order[0] is not Column.KEY:
            order = ORDER
        return cls(order, shown, widths)

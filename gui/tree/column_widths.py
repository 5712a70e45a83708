"""The columns of the tree: what the user has made of them, kept between two starts, and how they share the width.

The width is shared when a file is shown, and when there is more room or less. What rows unfold and what a plan changes
moves no column: *After* takes its room from the keys alone, and comes with the first change that is planned. Key,
shape, dtype, device and After stay in sight as long as they can be read; how large a tensor is gives way first. In a
wide window keys take what the longest one of the file needs, so that what is told of them stands beside them, and
devices are told by their names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gui.document.tree_columns import Column

_KEY: Final = 20
"""Characters of a key, its indent among them, for which other columns become narrower."""
_AIR: Final = 4
"""Characters between the longest key and the next column, in a table with room to spare."""
_USUAL: Final = 44
"""Characters of keys in such a table, where they are shorter."""
_LEAST: Final = 10
"""Characters that keys, and what becomes of them, have in the narrowest table."""
_TINY: Final = {Column.DEVICE: 9, Column.AFTER: 9, Column.KEY: 6}
"""Characters that are left of what each of them has at least, in turn, where that does not fit the table."""
NARROWEST: Final = sum(_TINY.values())
"""Characters of a table in which none of them is scrolled."""
_AFTER: Final = (0.4, 0.55)
"""The parts of what is left for keys and After that After has at least, and at most."""


_MOST: Final = 10_000


@dataclass(frozen=True)
class ColumnChoice:
    """`shown` and `widths` (pixels) have only those columns that the user has said something about."""

    order: tuple[Column, ...] = tuple(Column)
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
        names = [column.name for column in self.order]
        shown, widths = ({column.name: value for column, value in each.items()} for each in (self.shown, self.widths))
        return json.dumps({"order": names, "shown": shown, "widths": widths})

    @classmethod
    def from_text(cls, text: str) -> ColumnChoice:
        """What was kept; of what cannot be read, that of nobody."""
        try:
            found: Any = json.loads(text) if text else {}
            order = tuple(Column[name] for name in found.get("order", [column.name for column in Column]))
            order += tuple(column for column in Column if column not in order)  # of a newer program
            shown = {Column[name]: bool(value) for name, value in found.get("shown", {}).items()}
            widths = {Column[name]: min(max(int(value), 0), _MOST) for name, value in found.get("widths", {}).items()}
        except (ValueError, KeyError, AttributeError, TypeError):
            return cls()
        if sorted(order) != list(Column) or order[0] is not Column.KEY:
            order = tuple(Column)
        return cls(order, shown, widths)


@dataclass(frozen=True)
class Needs:
    """Pixels that the widest cells take."""

    key: int = 0
    """With what it means beside it, of the rows that show first."""
    cells: Mapping[Column, int] = field(default_factory=dict)
    """Of other columns; those that are not named are as wide as they may be."""
    outermost: int = 0
    """The uppermost keys alone: by them one knows where one is."""
    longest: int = 0
    """The longest key of the file with what it means beside it, wherever it lies."""
    devices: int = 0
    """The names of the first few devices beside each other."""

    def has(self, column: Column) -> bool:
        """Whether there is such a column at all."""
        return bool(self.cells.get(column)) or not column.spec.optional


def shared(
    room: int, needs: Needs, character: int, choice: ColumnChoice | None = None, *, planned: bool = False
) -> Mapping[Column, int]:
    """The width of each column in pixels, 0 for those that do not show; together they take the room, if it is not tiny,
    as far as keys have a use for it.

    ``planned`` says whether there is anything to be told in After. Which of the others show does not depend on it.
    """
    choice = choice or ColumnChoice()
    least = _LEAST * character
    widths = _between(needs, character, choice)
    for turn, column in enumerate(_in_turn({column: column.spec.hides for column in Column})):
        legible = least if turn else _KEY * character
        if column in widths and column not in choice.shown and room < _narrow(widths, character) + legible + least:
            del widths[column]
    _narrow_down(widths, choice, character, sum(widths.values()) + _KEY * character + least - room)
    rest = room - sum(widths.values())
    first = max(least, min(needs.outermost, _KEY * character))
    after = choice.widths.get(Column.AFTER) or max(min(round(_after(rest, needs)), rest - first), least)
    shows_after = planned and choice.shown.get(Column.AFTER, True)
    widths[Column.AFTER] = after if shows_after else 0
    most = max(max(needs.key, needs.longest) + _AIR * character, _USUAL * character)
    widths[Column.KEY] = max(min(rest - widths[Column.AFTER], choice.widths.get(Column.KEY) or most), first)
    if Column.DEVICE in widths and Column.DEVICE not in choice.widths:
        spare = rest - after - widths[Column.KEY]  # whatever is planned
        widths[Column.DEVICE] += max(0, min(spare, needs.devices - widths[Column.DEVICE]))
    _give_up(widths, choice, character, sum(widths.values()) - room)
    return {column: widths.get(column, 0) for column in Column}


def _between(needs: Needs, character: int, choice: ColumnChoice) -> dict[Column, int]:
    """The columns between key and After, as wide as they would be with room to spare."""
    widths = {}
    for column in Column:
        if column.spec.room is None or not needs.has(column) or not choice.shown.get(column, column.spec.shown):
            continue
        least, most = (characters * character for characters in column.spec.room)
        widths[column] = choice.widths.get(column) or min(max(needs.cells.get(column, most), least), most)
    return widths


def _in_turn(turns: Mapping[Column, int]) -> list[Column]:
    """The columns whose turn comes, in order."""
    return sorted((column for column, turn in turns.items() if turn), key=turns.__getitem__)


def _least(column: Column, character: int) -> int:
    """The least width of a column in which it can be read."""
    return column.spec.room[0] * character if column.spec.room is not None else 0


def _narrow(widths: Mapping[Column, int], character: int) -> int:
    """The least that columns take together."""
    return sum(min(width, _least(column, character)) for column, width in widths.items())


def _narrow_down(widths: dict[Column, int], choice: ColumnChoice, character: int, short: int) -> None:
    """Make columns narrower by so many pixels, as far as they can be read then; not those that the user has sized."""
    for column in _in_turn({column: column.spec.narrows for column in widths}):
        if column not in choice.widths:
            spared = max(0, min(short, widths[column] - _least(column, character)))
            widths[column] -= spared
            short -= spared


def _give_up(widths: dict[Column, int], choice: ColumnChoice, character: int, short: int) -> None:
    """Cut what stays in the narrowest table rather than have it scrolled."""
    for column, least in _TINY.items():
        if widths.get(column) and column not in choice.widths:
            spared = max(0, min(short, widths[column] - least * character))
            widths[column] -= spared
            short -= spared


def _after(rest: int, needs: Needs) -> float:
    """The room of After: what the keys leave of it, within bounds."""
    least, most = (part * rest for part in _AFTER)
    return min(max(rest - needs.key, least), most)

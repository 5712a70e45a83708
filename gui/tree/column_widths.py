"""How the width of the tree is shared: worked out when a file is shown, and when there is more room or less.

What rows unfold and what a plan changes moves no column: *After* takes its room from the keys alone, and comes with the
first change that is planned. Key, shape, dtype, device and After stay in sight as long as they can be read; how large
a tensor is gives way first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gui.document.cells import Column
from gui.tree.column_choice import ColumnChoice

_NARROWEST: Final = {
    Column.SHAPE: 8,
    Column.DTYPE: 8,
    Column.DEVICE: 11,
    Column.SIZE: 9,
    Column.NUMBERS: 9,
    Column.FILE: 8,
}
_WIDEST: Final = {
    Column.SHAPE: 18,
    Column.DTYPE: 14,
    Column.DEVICE: 23,
    Column.SIZE: 9,
    Column.NUMBERS: 11,
    Column.FILE: 20,
}
"""Widths in characters that the columns between key and After have of themselves."""
_GIVING_WAY: Final = (Column.FILE, Column.SHAPE, Column.DTYPE, Column.DEVICE)
"""Those that become narrower before keys cannot be read."""
_HIDDEN_FIRST: Final = (Column.SIZE, Column.FILE, Column.DTYPE, Column.SHAPE)
"""Those that are not shown where there is no room at all, unless the user wants them."""
_KEY: Final = 20
"""Characters of a key, its indent among them, for which other columns become narrower."""
_LEAST: Final = 10
"""Characters that keys, and what becomes of them, have in the narrowest table."""
_AFTER: Final = (0.4, 0.55)
"""The parts of what is left for keys and After that After has at least, and at most."""
OFF_AT_FIRST: Final = frozenset({Column.NUMBERS})


@dataclass(frozen=True)
class Needs:
    """Pixels that the widest cells take."""

    key: int = 0
    """With what it means beside it."""
    shape: int = 0
    dtype: int = 0
    device: int = 0
    file: int = 0
    """Nothing where all is in one file: there is no such column then."""


def shared(
    room: int, needs: Needs, character: int, choice: ColumnChoice | None = None, *, planned: bool = False
) -> Mapping[Column, int]:
    """The width of each column in pixels, 0 for those that do not show; together they take the room, if it is not tiny.

    ``planned`` says whether there is anything to be told in After. Which of the others show does not depend on it.
    """
    choice = choice or ColumnChoice()
    least = _LEAST * character
    widths = _between(needs, character, choice)
    for column in _HIDDEN_FIRST:
        legible = _KEY * character if column is Column.SIZE else least
        if column in widths and column not in choice.shown and room < _narrow(widths, character) + legible + least:
            del widths[column]
    _narrow_down(widths, choice, character, sum(widths.values()) + _KEY * character + least - room)
    rest = room - sum(widths.values())
    after = choice.widths.get(Column.AFTER) or max(round(_after(rest, needs)), least)
    shows_after = planned and choice.shown.get(Column.AFTER, True)
    widths[Column.AFTER] = after if shows_after else 0
    widths[Column.KEY] = max(rest - widths[Column.AFTER], least)
    return {column: widths.get(column, 0) for column in Column}


def _between(needs: Needs, character: int, choice: ColumnChoice) -> dict[Column, int]:
    """The columns between key and After, as wide as they would be with room to spare."""
    wanted = {Column.SHAPE: needs.shape, Column.DTYPE: needs.dtype, Column.DEVICE: needs.device}
    wanted[Column.FILE] = needs.file
    widths = {}
    for column, most in _WIDEST.items():
        if column is Column.FILE and not needs.file:
            continue
        if choice.shown.get(column, column not in OFF_AT_FIRST):
            own = min(max(wanted.get(column, most * character), _NARROWEST[column] * character), most * character)
            widths[column] = choice.widths.get(column) or own
    return widths


def _narrow(widths: Mapping[Column, int], character: int) -> int:
    """The least that columns take together."""
    return sum(min(width, _NARROWEST[column] * character) for column, width in widths.items())


def _narrow_down(widths: dict[Column, int], choice: ColumnChoice, character: int, short: int) -> None:
    """Make columns narrower by so many pixels, as far as they can be read then; not those that the user has sized."""
    for column in _GIVING_WAY:
        if column in widths and column not in choice.widths:
            spared = max(0, min(short, widths[column] - _NARROWEST[column] * character))
            widths[column] -= spared
            short -= spared


def _after(rest: int, needs: Needs) -> float:
    """The room of After: what the keys leave of it, within bounds."""
    least, most = (part * rest for part in _AFTER)
    return min(max(rest - needs.key, least), most)

"""How the width of the tree is shared: what the program is about comes first, the rest gives way.

Keys, their device and what becomes of them are seen at any width. Shape, size and dtype show where these leave room,
and are told for the selected row in the details as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gui.document.cells import Column

CHARACTERS: Final = {Column.SHAPE: 14, Column.SIZE: 9, Column.DTYPE: 10}
"""Widths in characters of the columns that give way, those first that stay longest."""
_COUNTS: Final = 4
"""Characters more with which `225,000 tensors` fits as a shape."""
_LEGIBLE_KEY: Final = 30
"""Characters of a key, its indent among them, for which other columns give way."""
_LEGIBLE_AFTER: Final = 40
"""Characters of a new device and a new key for which other columns give way."""
_LEAST: Final = 10
"""Characters that a column keeps in the narrowest table."""
_MOST_DEVICE: Final = 23
"""Characters that devices take at most."""


@dataclass(frozen=True)
class Needs:
    """Pixels that the widest cells take."""

    key: int = 0
    noted_key: int = 0
    """The key with what it means beside it."""
    device: int = 0
    """One device, and how many more there are."""
    compact_device: int = 0
    """One device, of several too."""
    devices: int = 0
    """Two devices in full, where there are two."""
    after: int = 0
    compact_after: int = 0
    """The same, without the arrow."""


def shared(room: int, needs: Needs, character: int) -> Mapping[Column, int]:
    """The width of each column in pixels, 0 for those that give way; together they take the room, if it is not tiny."""
    least = _LEAST * character
    device, devices = (min(max(need, least), _MOST_DEVICE * character) for need in (needs.device, needs.devices))
    after = max(needs.after, least)
    widths = {Column.DEVICE: device}
    rest = room - device
    wanted = min(needs.key, _LEGIBLE_KEY * character) + min(after, _LEGIBLE_AFTER * character)
    for column, characters in CHARACTERS.items():
        fits = wanted + characters * character <= rest
        widths[column] = characters * character if fits else 0
        rest -= widths[column]
    for column, more in ((Column.DEVICE, devices - device), (Column.SHAPE, _COUNTS * character)):
        if widths[column] and needs.noted_key + after + more <= rest:
            widths[column] += more
            rest -= more
    short = needs.key + after - rest
    if short > 0:  # new keys are worth more than how many devices there are
        after = max(needs.compact_after, least)
        spared = min(device - min(device, max(needs.compact_device, least)), short)
        widths[Column.DEVICE] -= spared
        rest += spared
    widths[Column.KEY] = max(min(_share_of_key(rest, needs, after), rest - least), least)
    widths[Column.AFTER] = max(rest - widths[Column.KEY], least)
    return widths


def _share_of_key(rest: int, needs: Needs, after: int) -> int:
    """What the keys have of the room that is left for old and new ones."""
    spare = rest - needs.noted_key - after
    if spare >= 0:
        return needs.noted_key + spare * 3 // 5
    if needs.key + after <= rest:
        return rest - after
    return rest * needs.key // (needs.key + after)  # both are cut, in the measure of what they need

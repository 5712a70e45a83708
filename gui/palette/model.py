"""What the palette lists: a row each for an action, or for a key of a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gui.palette import fuzzy

MOST_ROWS: Final = 60
"""More than that nobody reads: another letter is quicker."""
MOST_RECENT: Final = 20
"""Commands that are remembered as used last."""
_TELLING: Final = 4
"""Letters of a word that is looked for in what a command is for; fewer stand in all of them."""


@dataclass(frozen=True)
class PaletteRow:
    """One line of the list."""

    text: str
    beside: str = ""
    """In grey behind it: the menu, or the document."""
    note: str = ""
    """In grey at the right end: a shortcut, or a shape."""
    device: str = ""
    """A device, shown at the right end with its square."""
    places: tuple[int, ...] = ()
    """The letters of the text that were looked for."""
    enabled: bool = True
    mono: bool = False


@dataclass(frozen=True)
class Command:
    """Something that can be done."""

    id: str
    """The same in every run, for what was used last."""
    text: str
    menu: str
    """The menus that lead there."""
    act: Callable[[], object]
    keys: str = ""
    why_not: str = ""
    """Why it cannot be done now; nothing where it can, or where no reason is known."""
    enabled: bool = True
    about: str = ""
    """What it is for, where a word that its name lacks may stand: Preferences are about the language, too."""

    @property
    def row(self) -> PaletteRow:
        beside = " — ".join(filter(None, (self.menu, self.why_not)))
        return PaletteRow(self.text, beside, self.keys, enabled=self.enabled)


def fitting(commands: Sequence[Command], query: str, recent: Sequence[str]) -> list[tuple[Command, PaletteRow]]:
    """The commands that fit a query: what fits best first, and of those alike what was used last.

    Without a query it is what was used last, then what can be done now, in the order of the menus.
    """
    words = fuzzy.words_of(query)
    used = {command_id: place for place, command_id in enumerate(recent)}
    found = []
    for place, command in enumerate(commands):
        whole = f"{command.text} {command.menu}" if command.menu else command.text
        in_text, anywhere = fuzzy.match(words, command.text), fuzzy.match(words, whole)
        if anywhere is None and all(len(word) >= _TELLING and word in command.about.lower() for word in words):
            anywhere = fuzzy.Match(0, ())  # after all that fit by name
        if anywhere is None:
            continue
        score = (in_text.score * 2 if in_text is not None else anywhere.score) if words else 0
        places = tuple(each for each in anywhere.places if each < len(command.text))
        row = command.row
        shown = in_text.places if in_text else places
        row = PaletteRow(row.text, row.beside, row.note, places=shown, enabled=row.enabled)
        recently, first = used.get(command.id, len(used)), min(row.places, default=0)
        order = (not command.enabled and not words, -score, recently, not command.enabled, first, place)
        found.append((order, command, row))
    found.sort(key=lambda each: each[0])
    return [(command, row) for _order, command, row in found]


def used_now(command_id: str, recent: Iterable[str]) -> list[str]:
    """The commands used last, with one that was used just now."""
    return [command_id, *(known for known in recent if known != command_id)][:MOST_RECENT]

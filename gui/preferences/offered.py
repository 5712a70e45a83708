"""What can be preferred: each setting with its name, what it does, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from core.languages import LANGUAGES
from core.memory.known_cards import CARDS
from core.memory.sizes import card_text
from core.text import count_text, size_text
from core.words import marked, say
from gui.look import settings
from gui.look.settings import Setting

Options = list[tuple[Any, str]]
"""Values and how they are called."""
MEGABYTE: Final = 10**6
_RANGES: Final = (500, 2000, 10_000, 50_000)


@dataclass(frozen=True)
class Preference:
    """A line of the dialog."""

    setting: Setting[Any]
    name: str
    tip: str
    options: Callable[[], Options]


@dataclass(frozen=True)
class PreferencePage:
    """A tab of the dialog."""

    name: str
    preferences: tuple[Preference, ...]


def _themes() -> Options:
    return [("system", say("like the system")), ("light", say("light")), ("dark", say("dark"))]


def _languages() -> Options:
    return [("system", say("like the system")), *LANGUAGES.items()]


def _text_sizes() -> Options:
    return [(size, f"{size} %") for size in settings.TEXT_SIZES]


def _densities() -> Options:
    return [("comfortable", say("comfortable")), ("compact", say("compact"))]


def _units() -> Options:
    return [("decimal", "kB, MB, GB"), ("binary", "KiB, MiB, GiB")]


def _gpus() -> Options:
    some = [(count, count_text(count, "GPU")) for count in (1, 2, 4, 8)]
    return [(-1, say("what it has")), (0, say("no GPU")), *some]


def _cards() -> Options:
    return [("", say("as found")), *((name, f"{name} · {card_text(nbytes)}") for name, nbytes in CARDS.items())]


def _recent() -> Options:
    return [(count, f"{count}") for count in (0, 5, 10, 20, 50)]


def _ranges() -> Options:
    return [(0, say("none")), *((megabytes, size_text(megabytes * MEGABYTE)) for megabytes in _RANGES)]


APPEARANCE: Final = PreferencePage(
    marked("Appearance"),
    (
        Preference(settings.THEME, marked("Theme"), marked("The colours of the window"), _themes),
        Preference(
            settings.TEXT_SIZE,
            marked("Text size"),
            marked("Everywhere; Ctrl++ and Ctrl+- do it as well, and Ctrl+0 goes back to 100 %"),
            _text_sizes,
        ),
        Preference(settings.DENSITY, marked("Rows"), marked("How high the rows of tables are"), _densities),
        Preference(
            settings.UNITS,
            marked("Sizes"),
            marked("1 MB is 1,000,000 bytes, 1 MiB is 1,048,576. Memory of a card is always in GiB, as torch tells it"),
            _units,
        ),
        Preference(settings.LANGUAGE, marked("Language"), marked("Of everything but torch's own messages"), _languages),
    ),
)
COMPUTER: Final = PreferencePage(
    marked("Computer"),
    (
        Preference(
            settings.GPUS,
            marked("GPUs of this computer"),
            marked("What files are diagnosed for at first: say so where the file will be loaded somewhere else"),
            _gpus,
        ),
        Preference(
            settings.CARD,
            marked("Card"),
            marked("Whose memory the memory panel begins with; as found means the card of this computer"),
            _cards,
        ),
    ),
)
FILES: Final = PreferencePage(
    marked("Files"),
    (
        Preference(
            settings.MOST_RECENT,
            marked("Recent files"),
            marked("How many files are remembered; pinned ones do not count"),
            _recent,
        ),
        Preference(
            settings.RANGES_KEPT,
            marked("Parts of files elsewhere"),
            marked("How much of what was fetched stays on the disk, so that a file opens at once the next time"),
            _ranges,
        ),
    ),
)
PAGES: Final = (APPEARANCE, COMPUTER, FILES)

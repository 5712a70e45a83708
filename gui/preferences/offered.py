"""What can be preferred: each preference once, with its name, what it means, what to choose from, and what it does.

The dialog offers these, and `put_in_force` has them do what they do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final, Generic, TypeVar

from core.languages import LANGUAGES
from core.memory.known_cards import CARDS, known_card
from core.memory.sizes import MIB, card_text
from core.remote import blocks
from core.text import count_text, size_text, use_decimal_units
from core.words import marked, say
from gui.jobs.job import Job
from gui.look import language, scale, settings, theme
from gui.look.settings import Setting, Settings
from gui.session.computers import assumptions

T = TypeVar("T")
Choices = list[tuple[T, str]]
"""Values and how they are called."""


@dataclass(frozen=True)
class Preference(Generic[T]):
    """A line of the dialog."""

    setting: Setting[T]
    """Where it is remembered."""
    name: str
    tip: str
    choices: Callable[[], Choices[T]]
    effect: Callable[[T], object]
    """Puts a value in force."""
    _: KW_ONLY
    on_change: Callable[[T], object] | None = None
    """What is to be done besides, when the user chooses something else."""
    shown_anew: bool = False
    """Windows must be made anew to show it."""


@dataclass(frozen=True)
class PreferencePage:
    """A tab of the dialog."""

    name: str
    preferences: tuple[Preference[Any], ...]


def _asked_when_needed(_value: object) -> None:
    """Whoever needs the value asks the settings for it."""


# ---- how it looks

THEME: Final = Preference(
    Setting("view/theme", str, "system"),
    marked("Theme"),
    marked("The colours of the window"),
    lambda: [("system", say("same as the system")), ("light", say("light")), ("dark", say("dark"))],
    lambda choice: theme.theme().apply(choice),
)
TEXT_SIZE: Final = Preference(
    Setting("view/text_size", int, scale.USUAL),
    marked("Text size"),
    marked("The size of all text. Ctrl++ and Ctrl+- change it too, and Ctrl+0 goes back to 100 %"),
    lambda: [(size, f"{size} %") for size in scale.TEXT_SIZES],
    scale.apply_size,
)
DENSITY: Final = Preference(
    Setting("view/density", str, "comfortable"),
    marked("Row height"),
    marked("How much room each row of a table takes"),
    lambda: [("comfortable", say("comfortable")), ("compact", say("compact"))],
    scale.apply_density,
)
UNITS: Final = Preference(
    Setting("view/units", str, "binary"),
    marked("Sizes"),
    marked("1 MB is 1,000,000 bytes, 1 MiB is 1,048,576. The memory of a card is always in GiB, as torch reports it"),
    lambda: [("decimal", "kB, MB, GB"), ("binary", "KiB, MiB, GiB")],
    lambda choice: use_decimal_units(choice == "decimal"),
    shown_anew=True,
)
LANGUAGE: Final = Preference(
    Setting("view/language", str, language.SYSTEM),
    marked("Language"),
    marked("The language of everything but torch's own messages"),
    lambda: [(language.SYSTEM, say("same as the system")), *LANGUAGES.items()],
    language.apply,
    shown_anew=True,
)

# ---- the computer


def _gpus() -> Choices[int]:
    some = [(count, count_text(count, "GPU")) for count in (1, 2, 4, 8)]
    return [(-1, say("what it has")), (0, say("no GPU")), *some]


def _cards() -> Choices[str]:
    return [("", say("as found")), *((name, f"{name} · {card_text(nbytes)}") for name, nbytes in CARDS.items())]


GPUS: Final = Preference(
    Setting("computer/gpus", int, -1),
    marked("GPUs of this computer"),
    marked("The computer that each diagnosis starts with. Set it if you will load your files elsewhere"),
    _gpus,
    lambda count: assumptions().assume(count if count >= 0 else None, assumptions().card),
)
CARD: Final = Preference(
    Setting("computer/card", str, ""),
    marked("Card"),
    marked("The card that the Memory panel starts with; “as found” means the card of this computer"),
    _cards,
    lambda name: assumptions().assume(assumptions().gpus, known_card(name)),
)

# ---- files


def _room_for(mebibytes: int) -> None:
    """There can be many thousands of small files to be removed."""
    Job(lambda _tick: blocks.make_room(mebibytes * MIB)).start()


MOST_RECENT: Final = Preference(
    settings.MOST_RECENT,
    marked("Recent files"),
    marked("How many files are remembered; pinned ones do not count"),
    lambda: [(count, f"{count}") for count in (0, 5, 10, 20, 50)],
    _asked_when_needed,
)
RANGES_KEPT: Final = Preference(
    Setting("remote/ranges_kept", int, blocks.MOST // MIB),
    marked("Cache of remote files"),
    marked("How much of what was fetched stays on the disk, so that a file opens at once the next time"),
    lambda: [(0, say("none")), *((size, size_text(size * MIB)) for size in (512, 2048, 10_240, 51_200))],
    lambda mebibytes: blocks.use_at_most(mebibytes * MIB),
    on_change=_room_for,
)

PAGES: Final = (
    PreferencePage(marked("Appearance"), (THEME, TEXT_SIZE, DENSITY, UNITS, LANGUAGE)),
    PreferencePage(marked("Computer"), (GPUS, CARD)),
    PreferencePage(marked("Files"), (MOST_RECENT, RANGES_KEPT)),
)


def put_in_force(remembered: Settings) -> None:
    """Everything but the language, which is chosen before, and by who makes the windows anew."""
    for preference in (each for page in PAGES for each in page.preferences):
        if preference is not LANGUAGE:
            preference.effect(remembered.get(preference.setting))

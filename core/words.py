"""What the program says to people, in the language that they read.

Every sentence is written in English where it is said, as the argument of `say`; a front end puts a catalogue of
translations in (`use`), and English comes out as long as nobody did. What torch itself says, keys, dtypes and code are
never translated: they are values of a sentence, not part of it.

The texts are found by reading the source (`scripts/texts.py`): the first argument of `say` and `marked`, both of
`say_count` and the noun of `core.text.count_text` stand there as plain literals, never as f-strings or variables made
of pieces. A variable is what `marked` or `marked_noun` noted elsewhere.
"""

from __future__ import annotations

import re
from string import Formatter
from typing import Protocol


class Catalogue(Protocol):
    """The translations into one language, as the standard library's `gettext` has them: what has none stays English."""

    def gettext(self, message: str, /) -> str:
        """The translation of a text."""

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        """The translation of a text that speaks of ``n`` things: given are the English for one, and for any other."""


_catalogue: Catalogue | None = None
_language = "en"
WITHOUT_CAPITALS = ("zh", "ja")
"""They also part their letters from Latin ones and digits by a blank, and write no other blanks."""
_THEIRS = "\u3005\u3040-\u30ff\u3400-\u9fff"
_MEET = rf"[{_THEIRS}][^\W_{_THEIRS}]|[^\W_{_THEIRS}][{_THEIRS}]"
_COUNT = rf"\d.*[{_THEIRS}]"
_APART = rf" [{_THEIRS}]"
_THEN_A_BLANK = rf"[{_THEIRS}] "
_formatter = Formatter()


def use(catalogue: Catalogue | None, language: str = "en") -> None:
    """Speak through a catalogue from now on; None is English. Texts that were made before stay as they are."""
    global _catalogue, _language
    _catalogue, _language = catalogue, language


def language() -> str:
    """The language in use: ``en``, ``zh`` or ``ja``."""
    return _language


def say(text: str, /, **values: object) -> str:
    """A text in the language in use, each ``{name}`` in it replaced by the value of that name.

    Values are put in as `str.format` does, so ``{count:,}`` groups digits. Without values braces stand for themselves.
    """
    if _catalogue is not None and text:  # nothing at all is what gettext keeps the head of a catalogue by
        text = _catalogue.gettext(text)
    return _filled(text, values) if values else text


def say_count(count: int, one: str, many: str, /, **values: object) -> str:
    """A text that speaks of so many things: ``one`` for 1 in English, ``many`` for any other number.

    The number is ``{n}`` (or ``{n:,}``) in both. Other languages have as many forms as their catalogue says.
    """
    text = one if count == 1 else many
    if _catalogue is not None:
        text = _catalogue.ngettext(one, many, count)
    return _filled(text, {"n": count, **values})


def _filled(text: str, values: dict[str, object]) -> str:
    """The text with its values put in.

    What a value begins and ends with shows only now: ``cuda:1`` wants a blank beside a Chinese letter, and so does
    ``3 个张量`` before itself, not behind.
    """
    if _language not in WITHOUT_CAPITALS:
        return text.format_map(values)
    said, counts = "", False
    for literal, name, form, conversion in _formatter.parse(text):
        said = _beside(said, literal[1:] if counts and re.match(_APART, literal) else literal)
        if name is not None:
            value = _formatter.convert_field(values[name], conversion)
            value = _formatter.format_field(value, form or "")
            said, counts = _beside(said, value), re.fullmatch(_COUNT, value) is not None
    return said


def _beside(before: str, after: str) -> str:
    """Two pieces of a sentence: a blank parts a Chinese letter from a Latin one, and none from quotation marks."""
    if re.match(_MEET, before[-1:] + after[:1]):
        return f"{before} {after}"
    if re.match("[「“]", after) and re.fullmatch(_THEN_A_BLANK, before[-2:]):
        return before[:-1] + after
    return before + (after[1:] if re.match("[」”]", before[-1:]) and re.match(_APART, after) else after)


def marked(text: str, /) -> str:
    """The text itself, which is noted for translation: for tables that are made before a language is chosen.

    Who shows it calls `say` with it.
    """
    return text


def marked_noun(noun: str, /) -> str:
    """The same for a noun that `core.text.count_text` is called with."""
    return noun


def say_noun(count: int, noun: str, /) -> str:
    """So many of something, as `core.text.count_text` tells it."""
    return say_count(count, *counted(noun))


def counted(noun: str) -> tuple[str, str]:
    """The two texts of a noun with its number: for one of it, and for more."""
    return f"{{n:,}} {noun}", f"{{n:,}} {plural(noun)}"


def plural(noun: str) -> str:
    """More of it in English: ``tensors``, ``entries``, ``prefixes``."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}{'es' if noun.endswith(('s', 'x', 'ch', 'sh')) else 's'}"

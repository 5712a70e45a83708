"""Numbers and texts as people read them. Everything is bounded: a hostile text never makes a long one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from core.words import WITHOUT_CAPITALS, language, say, say_noun

Units = tuple[int, tuple[str, ...]]
"""How many of a unit the next one has, and their names."""
BINARY: Final[Units] = (1024, ("KiB", "MiB", "GiB", "TiB", "PiB"))
_DECIMAL: Final[Units] = (1000, ("kB", "MB", "GB", "TB", "PB"))
_units = BINARY


def use_decimal_units(wanted: bool) -> None:
    """Have `size_text` count in kB and MB from now on, or in KiB and MiB again, as it does at first."""
    global _units
    _units = _DECIMAL if wanted else BINARY


def size_text(nbytes: int, units: Units | None = None) -> str:
    """Bytes with three significant digits, as torch's messages and ``ls -h`` count: ``508 B``, ``4.83 MiB``.

    A front end may prefer decimal units for sizes of which the caller names no ``units``.
    """
    step, names = units or _units
    if nbytes < step:
        return f"{nbytes} B"
    value = float(nbytes)
    for unit in names:
        value /= step
        if value < 999.5 or unit == names[-1]:
            break
    digits = 2 if value < 9.995 else 1 if value < 99.95 else 0
    return f"{value:.{digits}f} {unit}"


def shape_text(shape: Sequence[int]) -> str:
    """``64×3×7×7``; ``scalar`` for a tensor of no dimension."""
    return "×".join(map(str, shape)) if shape else say("scalar")


def index_text(index: Sequence[int]) -> str:
    """``[1234, 2345]``: a place in a tensor as Python writes it; a number that has no dimension is at ``[]``."""
    return f"[{', '.join(map(str, index))}]"


def count_text(count: int, noun: str) -> str:
    """``1,204 tensors``, ``1 tensor``, ``2 entries``, ``2 prefixes``; in another language by its text of the plural."""
    return say_noun(count, noun)


def listed(texts: Iterable[str], most: int | None = None) -> str:
    """Names one after the other, as the language in use parts them, and how many more there are than ``most``.

    ``a, b and 3 more``.
    """
    names = list(texts)
    shown = say(", ").join(names[:most])
    return say("{names} and {more:,} more", names=shown, more=len(names) - most) if most and names[most:] else shown


def enumerated(texts: Sequence[str], most: int) -> str:
    """The same as part of a sentence: ``a``, ``a and b``, ``a, b and 3 more``."""
    shown = [*texts[:most], *([say("{n} more", n=len(texts) - most)] if len(texts) > most else [])]
    return say("{first} and {second}", first=listed(shown[:-1]), second=shown[-1]) if len(shown) > 1 else shown[0]


def alternatives(texts: Sequence[str]) -> str:
    """All of some texts, of which one holds: ``a``, ``a or b``, ``a or b or c``."""
    *others, last = texts
    return say("{first} or {second}", first=alternatives(others), second=last) if others else last


def series(texts: Iterable[str]) -> str:
    """Words or phrases one after the other, as the language in use parts them: ``2 saved, 1 failed``; no empty ones."""
    said = ""
    for text in filter(None, texts):
        said = say("{first}, {second}", first=said, second=text) if said else text
    return said


def clauses(texts: Iterable[str]) -> str:
    """What may have commas in it, one after the other: ``cuda:1 → cpu (2 tensors, 8.00 KiB); drop “optimizer”``."""
    return say("; ").join(texts)


def titled(name: object, text: object) -> str:
    """What is told of something, behind its name: ``model.pth: it is damaged``."""
    return say("{name}: {text}", name=name, text=text)


def bracketed(text: str, note: str) -> str:
    """A text with a note in brackets behind it: ``wrote out.pth (8.00 KiB)``."""
    return say("{text} ({note})", text=text, note=note)


def capital(text: str) -> str:
    """The text with a capital, where the language in use begins a sentence with one."""
    return text if language() in WITHOUT_CAPITALS else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """The text with a full stop at its end, unless one stands there."""
    return text if text.endswith((".", "!", "?", "。", "！", "？")) else say("{text}.", text=text)


def first_sentence(text: str) -> str:
    """What stands before the first full stop, with it."""
    return re.split(r"(?<=\.) |(?<=。)", text, maxsplit=1)[0]


def sentences(*texts: str) -> str:
    """Sentences one after the other, as the language in use parts them; empty ones are left out."""
    said = ""
    for text in filter(None, texts):
        said = say("{first} {second}", first=said, second=text) if said else text
    return said


def shown(text: str) -> str:
    """The text with a sign in the place of each character that a terminal or a window would obey, or not show.

    Those are what Unicode calls controls, formats (marks of direction and of no width), separators and surrogates, and
    some letters and marks that nobody can see. What comes from a file passes this gate before it is seen.
    """
    if text.isprintable() and (text.isascii() or _UNSEEN.isdisjoint(text)):
        return text
    return "".join(char if char.isprintable() and char not in _UNSEEN else "\N{REPLACEMENT CHARACTER}" for char in text)


_UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Joiners, fillers, selectors and the empty braille cell: Python calls them printable, and none leaves a trace."""


def clip(text: str, limit: int = 80) -> str:
    """The text on one line, cut to ``limit`` characters."""
    return shown(text if len(text) <= limit else text[: limit - 1] + "…")


def quoted(text: str, limit: int = 80) -> str:
    """A name that a file gives, on one line and cut to ``limit`` characters, in the quotation marks of the language."""
    return say("“{text}”", text=clip(text, limit))


def clip_middle(text: str, limit: int) -> str:
    """The text on one line, cut to ``limit`` characters in its first half: the end of a key, and values, tell most."""
    if len(text) <= limit:
        return shown(text)
    head = limit // 3
    return shown(f"{text[:head]}…{text[len(text) - (limit - head - 1) :]}")


def shortened(text: str, limit: int) -> str:
    """A line of at most about ``limit`` characters: what is too long loses its middle, and says so."""
    if len(text) <= limit:
        return text
    cut = say("(cut: {count:,} characters)", count=len(text))
    return f"{text[: limit // 2]} … {cut} … {text[-limit // 2 :]}"

"""The one gate before Qt: what files and names say is drawn as it is, never as markup, as a key to press or a new line.

`tests/gui/look/test_qt_gate.py` looks at every text of the window for what went around it.
"""

from __future__ import annotations

import re
from html import escape

from core.text import shown

_LEFT_TO_RIGHT = "\u200e"
_OWN = ("\n", "\u200b", "\u2060", "\u00a0")
"""What the window puts into texts itself, and lets through; the latter three are of `gui.look.wording.breakable`."""
_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
"""What Unicode keeps for scripts from right to left (its annex 9, table 4)."""
_WORDS = re.compile(rf"[{_LETTERS}]+(?: [{_LETTERS}]+)*")
_ORDERED = re.compile(rf"{_LEFT_TO_RIGHT}({_WORDS.pattern}){_LEFT_TO_RIGHT}")


def one_line(text: str) -> str:
    """Text for one line of a list, a label or a picture."""
    return _in_order(shown(_bare(text)))


def _in_order(text: str) -> str:
    """The text with its Arabic and Hebrew words kept in their places: `نموذج/وزن 27` is a path and then a number.

    Left alone such words take digits and signs beside them along from right to left, and change places with each other.
    """
    return text if text.isascii() else _WORDS.sub(rf"{_LEFT_TO_RIGHT}\g<0>{_LEFT_TO_RIGHT}", text)


def _bare(text: str) -> str:
    """The text without those marks: what is drawn passes the gate twice."""
    return _ORDERED.sub(r"\1", text) if _LEFT_TO_RIGHT in text else text


def lines(text: str) -> str:
    """Text for a label that knows no markup. What of it comes from a file must have been made one line before."""
    return _in_order(_parts_shown(_bare(text), _OWN))


def _parts_shown(text: str, own: tuple[str, ...]) -> str:
    if text.isprintable() or not own:
        return shown(text)
    return own[0].join(_parts_shown(part, own[1:]) for part in text.split(own[0]))


def tooltip(text: str) -> str | None:
    """A tooltip as Qt must be given it, or None for nothing.

    Qt guesses whether a tooltip is rich text, and a key such as `<img src=…>` would be taken for it.
    """
    return f'<span style="white-space: pre-wrap">{escape(lines(text))}</span>' if text else None


def caption(text: str) -> str:
    """The words on a button, a box to tick or an entry of a menu: a `&` in them is no key, and a tab no column."""
    return one_line(text).replace("&", "&&")


def title(text: str) -> str:
    """A name in the title of a window, where `[*]` stands for the sign of what is not saved."""
    return one_line(text).replace("[*]", "[*][*]")

"""The one gate before Qt: what files and names say is drawn as it is, never as markup, as a key to press or a new line.

`tests/gui/look/test_qt_gate.py` looks at every text of the window for what went around it.
"""

from __future__ import annotations

from html import escape

from core.text import shown

_OWN = ("\n", "\u200b", "\u00a0")
"""What the window puts into texts itself, and lets through; the latter two are of `gui.look.wording.breakable`."""


def one_line(text: str) -> str:
    """Text for one line of a list, a label or a picture."""
    return shown(text)


def lines(text: str, own: tuple[str, ...] = _OWN) -> str:
    """Text for a label that knows no markup. What of it comes from a file must have been made one line before."""
    if text.isprintable() or not own:
        return shown(text)
    return own[0].join(lines(part, own[1:]) for part in text.split(own[0]))


def tooltip(text: str) -> str | None:
    """A tooltip as Qt must be given it, or None for nothing.

    Qt guesses whether a tooltip is rich text, and a key such as `<img src=…>` would be taken for it.
    """
    return f'<span style="white-space: pre-wrap">{escape(lines(text))}</span>' if text else None


def caption(text: str) -> str:
    """The words on a button, a box to tick or an entry of a menu: a `&` in them is no key, and a tab no column."""
    return shown(text).replace("&", "&&")


def title(text: str) -> str:
    """A name in the title of a window, where `[*]` stands for the sign of what is not saved."""
    return shown(text).replace("[*]", "[*][*]")

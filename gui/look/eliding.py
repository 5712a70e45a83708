"""Texts cut to the room there is, so that what was in quotes still is: ``drop “optimi…”``, never ``drop “optimi…``."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

_CLOSING = {"“": "”", "「": "」", "‘": "’", "'": "'", '"': '"'}


def elided(metrics: QFontMetrics, text: str, cut: Qt.TextElideMode, room: int) -> str:
    """The text cut to some pixels, with the quotation mark that the cut took away put back beside its sign."""
    shown = metrics.elidedText(text, cut, room)
    mark = max(_lost(text, *_parts(text, shown)), key=len)
    if not mark:
        return shown
    head, tail = _parts(text, metrics.elidedText(text, cut, room - metrics.horizontalAdvance(mark)))
    before, after = _lost(text, head, tail)
    return f"{head}{before}…{after}{tail}"


def _parts(text: str, shown: str) -> tuple[str, str]:
    """The beginning and the end of a text that are shown."""
    if shown == text:
        return text, ""
    place = next((at for at, (is_now, was) in enumerate(zip(shown, text, strict=False)) if is_now != was), len(shown))
    return shown[:place], shown[place + 1 :]


def _lost(text: str, head: str, tail: str) -> tuple[str, str]:
    """The marks that belong before and after the sign of the cut."""
    at_cut, at_tail = _open(text, head), _open(text, text[: len(text) - len(tail)])
    if bool(at_cut) == bool(at_tail):
        return "", ""
    return ("", _CLOSING[at_cut]) if at_cut else (at_tail, "")


def _open(text: str, beginning: str) -> str:
    """The quotation mark that is open after the beginning of a text; an apostrophe opens nothing."""
    opened = ""
    for letter in beginning:
        if opened and letter == _CLOSING[opened]:
            opened = ""
        elif not opened and letter in _CLOSING and not (letter in "'\"" and text.count(letter) % 2):
            opened = letter
    return opened

"""Texts cut to the room there is, so that what was in quotes still is: ``drop “optimi…”``, never ``drop “optimi…``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

_LEVEL = re.compile(r"[./]")
"""What parts the levels of a key."""
_LEFT = Qt.TextElideMode.ElideLeft
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


def key_elided(metrics: QFontMetrics, key: str, others: Iterable[str], room: int) -> str:
    """The end of a key; of one that would read like one of the others, the level in which they differ as well."""
    shown = metrics.elidedText(key, _LEFT, room)
    alike = [] if shown == key else [each for each in others if metrics.elidedText(each, _LEFT, room) == shown != each]
    same = min((_common_end(key, each) for each in alike if each != key), default=0)
    if not same:
        return shown
    level = _LEVEL.search(key, len(key) - same)
    end = level.start() if level is not None else len(key)
    first = metrics.elidedText(key[:end], _LEFT, room // 2)
    return first + metrics.elidedText(key[end:], _LEFT, room - metrics.horizontalAdvance(first))


def _common_end(one: str, other: str) -> int:
    """The letters that two texts have in common at their ends."""
    pairs = zip(reversed(one), reversed(other), strict=False)
    return next((at for at, (mine, its) in enumerate(pairs) if mine != its), min(len(one), len(other)))


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

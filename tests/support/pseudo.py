"""A language that nobody speaks, made of the English text: accents on it, 40 % longer, its holes as they were."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from core import words

LANGUAGE = "xx"
_ACCENTS = str.maketrans("aceinouyzACEINOUYZ", "àçéîñôûýžÀÇÉÎÑÔÛÝŽ")
_LEFT = re.compile(r"(\{[^{}]*\}|\{\{|\}\}|&\w+;|&\w|<[^<>]*>|`[^`]*`)")
"""What stays: holes, braces, entities and keys of the keyboard, tags, code."""
_MORE = "·äß·äß "


def pseudo(text: str) -> str:
    """The text in that language."""
    parts = _LEFT.split(text)
    accented = "".join(part if index % 2 else part.translate(_ACCENTS) for index, part in enumerate(parts))
    longer = max(2, round(0.4 * len("".join(parts[::2]))))
    body = accented.rstrip("\n …:")
    return f"{body} {(_MORE * longer)[: longer - 1].rstrip()}{accented[len(body) :]}"


class _Pseudo:
    """Everything translated into it."""

    gettext = staticmethod(pseudo)

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return pseudo(one if count == 1 else many)


PSEUDO = _Pseudo()


@contextmanager
def spoken() -> Iterator[None]:
    """Everything in that language, for a while."""
    words.use(PSEUDO, LANGUAGE)
    try:
        yield
    finally:
        words.use(None)

"""What a file has that no ``torch.save`` writes, so that what torch loads can differ from what is shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from core.text import clauses, clip, titled
from core.words import marked, say

NOT_OF_TORCH = marked("not written by torch.save: what torch loads can differ from what is shown")
"""What such a file is called, wherever it is told."""


class Oddity(NamedTuple):
    """``place`` is a record, a key or a byte of the file, as text; ``what`` is there, in a few words.

    Where only the ``node`` of the graph is known, its place is told by the catalogue.
    """

    place: str
    what: str
    node: Any = None

    def __str__(self) -> str:
        return titled(clip(self.place, 60), self.what) if self.place else self.what


def distinct(oddities: Iterable[Oddity]) -> list[Oddity]:
    """The first of those that say the same."""
    first: dict[tuple[str, str], Oddity] = {}
    for oddity in oddities:
        first.setdefault(oddity[:2], oddity)
    return list(first.values())


def listed_oddities(oddities: Iterable[Oddity], most: int = 3) -> str:
    """The first ``most`` of them in one line, and how many more there are."""
    texts = list(dict.fromkeys(map(str, oddities)))
    shown = clauses(texts[:most])
    return say("{oddities}; and {more:,} more", oddities=shown, more=len(texts) - most) if len(texts) > most else shown

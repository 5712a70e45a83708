"""Badges on rows of the tree: what was found out about an entry, and how much of it lies in a folded row."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from core.text import count_text, listed
from core.words import say
from gui.document.outline import Outline

_MOST_WORDS = 6
"""Kinds of badges that the tooltip of a folded row counts."""


class Tone(IntEnum):
    """What a badge says at a glance. Of several in a folded row the loudest, the highest, gives the colour."""

    NOTE = 0
    CHANGED = 1
    ADDED = 2
    REMOVED = 3
    WARNING = 4
    ERROR = 5


class Badge(NamedTuple):
    """One thing found out about an entry: a word for the badge, and a sentence for its tooltip."""

    entry: int
    tone: Tone
    word: str
    why: str


class RowBadge(NamedTuple):
    """What a row shows of its badges."""

    tone: Tone
    text: str
    why: str


class Badges:
    """The badges that one search for something has left on the entries of a file."""

    def __init__(self, badges: Iterable[Badge]) -> None:
        found: dict[int, list[Badge]] = defaultdict(list)
        for badge in badges:
            found[badge.entry].append(badge)
        self._own = {entry: sorted(of, key=lambda badge: -badge.tone) for entry, of in found.items()}
        self._marked = array("i", sorted(found))
        loudest: dict[Tone, list[int]] = defaultdict(list)
        for entry in self._marked:
            loudest[self._own[entry][0].tone].append(entry)
        wrong = [(Tone.ERROR, loudest.pop(Tone.ERROR, []))]
        self._groups = wrong, sorted(loudest.items(), reverse=True)
        self._stretches: dict[int, list[range]] = {}

    def __len__(self) -> int:
        return len(self._marked)

    def of(self, entry: int) -> Sequence[Badge]:
        """The badges of an entry, the loudest first."""
        return self._own.get(entry, ())

    def badges(self, outline: Outline, node: int, *, folded: bool) -> list[RowBadge]:
        """What a row shows: its own badges and, where it is folded, how many entries below it are marked.

        What is wrong is counted by itself: the number in red is not that of what is only suspicious, too.
        """
        own = () if outline.is_group(node) else self.of(node)
        badges = [RowBadge(own[0].tone, _words(own), "\n".join(badge.why for badge in own))] if own else []
        if folded and self._marked:
            spans = self._below(outline, node)
            for group in self._groups:
                below = [(tone, _within(entries, spans)) for tone, entries in group]
                found = [entry for _, entries in below for entry in entries]
                if found:
                    loudest = next(tone for tone, entries in below if entries)
                    badges.append(RowBadge(loudest, f"{len(found):,}", self._told(outline, found)))
        return badges

    def _told(self, outline: Outline, entries: Sequence[int]) -> str:
        """What lies below, in words."""
        words = Counter(badge.word for entry in entries for badge in self._own[entry])
        told = [f"{word} {count:,}×" for word, count in words.most_common(_MOST_WORDS)]
        tensors = all(outline.catalogue.rows[entry] >= 0 for entry in entries)
        return say(
            "{entries} below: {told}",
            entries=count_text(len(entries), "tensor" if tensors else "entry"),
            told=listed(told) + (" …" if len(words) > _MOST_WORDS else ""),
        )

    def _below(self, outline: Outline, node: int) -> list[range]:
        """The entries below a node, as few stretches as they make."""
        found = self._stretches.get(node)
        if found is None:
            found = self._stretches[node] = stretches(outline, node)
        return found


def stretches(outline: Outline, node: int) -> list[range]:
    """The entries below a node, without itself, as few ranges as they make."""
    ends = outline.catalogue.ends
    if not outline.is_group(node):
        return [range(node + 1, ends[node])]
    found: list[range] = []
    for member in outline.members(node):
        if found and found[-1].stop == member:
            found[-1] = range(found[-1].start, ends[member])
        else:
            found.append(range(member, ends[member]))
    return found


def _within(entries: Sequence[int], spans: list[range]) -> list[int]:
    """Those of sorted entries that lie in some stretches."""
    return [
        entry for span in spans for entry in entries[bisect_left(entries, span.start) : bisect_left(entries, span.stop)]
    ]


def _words(badges: Sequence[Badge]) -> str:
    more = len(badges) - 1
    return f"{badges[0].word} +{more}" if more else badges[0].word

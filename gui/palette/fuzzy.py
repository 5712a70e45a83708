"""How well a few letters fit a text, and which of its letters they are.

The letters must occur in their order. Letters that stand together, and letters that begin a word or a number, say more
than others: `l11q` is `layer.11.attention.query` rather than `layer.1.output.1.query`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

TOGETHER: Final = 5
"""What a letter counts that follows the one before at once."""
BEGINS: Final = 4
"""What a letter counts that begins a word."""
PLAIN: Final = 1
"""What any letter counts."""


class Match(NamedTuple):
    """How letters fit a text: the more the better, and the places of those letters in the text."""

    score: int
    places: tuple[int, ...]


def words_of(query: str) -> tuple[str, ...]:
    """What is looked for: words in lower case, each by itself and in any order."""
    return tuple(query.lower().split())


def match(words: Sequence[str], text: str) -> Match | None:
    """How all the words fit a text; None where one of them does not."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(low if len(low) == 1 else char for char, low in ((char, char.lower()) for char in text))
    score, places = 0, set[int]()
    for word in words:
        found = _best(word, text, lowered)
        if found is None:
            return None
        score += found.score
        places.update(found.places)
    return Match(score, tuple(sorted(places)))


def begins_word(text: str, place: int) -> bool:
    """Whether a word or a number begins at a place: after a sign, between letters and digits, at a capital."""
    if place == 0:
        return text[:1].isalnum()
    before, here = text[place - 1], text[place]
    return here.isalnum() and (
        not before.isalnum() or before.isdigit() != here.isdigit() or (before.islower() and here.isupper())
    )


def splits_number(word: str) -> bool:
    """Whether the last letter says nothing where it stands apart from the one before: 1 and 1 are not 11."""
    return word[-2:].isdigit() and len(word) > 1


class _Way(NamedTuple):
    """The best way to have the letters so far, the last of them at a place."""

    score: int
    place: int
    before: _Way | None


def _best(word: str, text: str, lowered: str) -> Match | None:
    ways: list[_Way] = []
    for number, letter in enumerate(word):
        ways = _next_ways(word[: number + 1], ways, text, lowered) if number else _first_ways(letter, text, lowered)
        if not ways:
            return None
    way: _Way | None = max(ways, key=lambda each: each.score, default=None)
    if way is None:
        return Match(0, ())
    score, places = way.score, []
    while way is not None:
        places.append(way.place)
        way = way.before
    return Match(score, tuple(reversed(places)))


def _first_ways(letter: str, text: str, lowered: str) -> list[_Way]:
    return [_Way(_worth(text, place), place, None) for place in _places(letter, lowered, 0)]


def _next_ways(word: str, ways: Sequence[_Way], text: str, lowered: str) -> list[_Way]:
    """The ways with the last letter of a word more, in the order of its places, as `ways` are."""
    found: list[_Way] = []
    best: _Way | None = None
    passed = 0
    splits = splits_number(word)
    for place in _places(word[-1], lowered, ways[0].place + 1):
        while passed < len(ways) and ways[passed].place < place:
            if best is None or ways[passed].score >= best.score:
                best = ways[passed]
            passed += 1
        if best is None:
            continue
        worth = 0 if splits else _worth(text, place)
        before, score = best, best.score + worth
        last = ways[passed - 1]
        if last.place == place - 1 and last.score + TOGETHER >= score:
            before, score = last, last.score + TOGETHER
        found.append(_Way(score, place, before))
    return found


def _worth(text: str, place: int) -> int:
    return BEGINS if begins_word(text, place) else PLAIN


def _places(letter: str, lowered: str, first: int) -> list[int]:
    found = []
    place = lowered.find(letter, first)
    while place >= 0:
        found.append(place)
        place = lowered.find(letter, place + 1)
    return found

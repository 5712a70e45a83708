"""The keys of all open documents that fit a few letters, best first."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.text import shape_text
from gui.palette import fuzzy
from gui.palette.key_index import Key, key_index, rank
from gui.palette.model import MOST_ROWS, Row


class Place(NamedTuple):
    """A key of one of the documents."""

    document: int
    entry: int
    row: Row


class Found(NamedTuple):
    """What fits: the best of it, and how much there is."""

    places: list[Place]
    total: int


def find_keys(catalogues: Sequence[Catalogue], query: str, tick: Callable[[int, int], None]) -> Found:
    """Look in all the documents: the keys of the first, which is on show, come before those of the others."""
    words = fuzzy.words_of(query)
    found: list[tuple[Key, int]] = []
    count = 0
    for number, catalogue in enumerate(catalogues):
        tick(number, len(catalogues))
        best, fit = key_index(catalogue).best(words, MOST_ROWS)
        found += [(key, number) for key in best]
        count += fit
    best_of_all = heapq.nsmallest(MOST_ROWS, found, key=_place_in_list)
    return Found([_place(catalogues[number], number, key, len(catalogues) > 1) for key, number in best_of_all], count)


def _place_in_list(found: tuple[Key, int]) -> tuple[bool, bool, int, int, int, int]:
    key, document = found
    aside, score, length, entry = rank(key)
    return document > 0, aside, score, length, document, entry


def _place(catalogue: Catalogue, number: int, key: Key, several: bool) -> Place:
    row = catalogue.rows[key.entry]
    shape = catalogue.shape(key.entry)
    return Place(
        number,
        key.entry,
        Row(
            key.path,
            catalogue.checkpoint.name if several else "",
            shape_text(shape) if shape is not None else catalogue.summary(key.entry),
            catalogue.device_of(row) if row >= 0 else "",
            key.match.places,
            mono=True,
        ),
    )

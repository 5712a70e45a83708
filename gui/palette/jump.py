"""The keys of all open documents that fit a few letters, best first."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.text import shape_text
from gui.palette import fuzzy
from gui.palette.key_index import Key, key_index, rank
from gui.palette.model import MOST_ROWS, PaletteRow


class KeyPlace(NamedTuple):
    """A key of one of the documents."""

    document: int
    entry: int
    row: PaletteRow


class Found(NamedTuple):
    """What fits: the best of it, and how much there is."""

    places: list[KeyPlace]
    total: int


def find_keys(catalogues: Sequence[Catalogue], query: str, tick: Callable[[int, int], None]) -> Found:
    """Look in all the documents; of what fits best, that of the first document comes first."""
    words = fuzzy.words_of(query)
    found: list[tuple[Key, int]] = []
    count = 0
    for number, catalogue in enumerate(catalogues):
        tick(number, len(catalogues))
        best, fit = key_index(catalogue).best(words, MOST_ROWS)
        found += [(key, number) for key in best]
        count += fit
    best_of_all = heapq.nsmallest(MOST_ROWS, found, key=lambda each: (*rank(each[0])[:3], each[1], each[0].entry))
    best_of_all.sort(key=lambda each: each[1] > 0)
    return Found([_place(catalogues[number], number, key, len(catalogues) > 1) for key, number in best_of_all], count)


def _place(catalogue: Catalogue, number: int, key: Key, several: bool) -> KeyPlace:
    row = catalogue.rows[key.entry]
    shape = catalogue.shape(key.entry)
    return KeyPlace(
        number,
        key.entry,
        PaletteRow(
            key.path,
            catalogue.checkpoint.name if several else "",
            shape_text(shape) if shape is not None else catalogue.summary(key.entry),
            catalogue.device_of(row) if row >= 0 else "",
            key.match.places,
            mono=True,
        ),
    )

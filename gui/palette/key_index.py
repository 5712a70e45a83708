"""Looks for a few letters in all keys of a document at once: some hundred thousand within a keystroke.

The paths lie one after the other as bytes, a line an entry. Where a letter comes next is found for all lines in one go
of NumPy, beginning where the letters before it ended; so a letter more is one step more, and the steps of what was
typed before are kept. The few best lines are then looked at closely (`gui/palette/fuzzy.py`).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.search import Lines, path_lines
from core.text import shape_text
from gui.palette import fuzzy
from gui.palette.model import MOST_ROWS, PaletteRow

# ---- The keys of all open documents that fit a few letters, best first.


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


# ---- The index of one document.

Places = NDArray[np.signedinteger[Any]]
Scores = NDArray[np.int16]

_CLOSELY: Final = 120
"""Lines that are looked at one by one."""
_LAST: Final = 1 << 32
"""More than anything is worth."""
_KEPT_STEPS: Final = 24
"""Beginnings of words that are remembered; each takes some 20 bytes a line."""


class Key(NamedTuple):
    """A key that fits: its entry, its path, and how the letters fit it; ``aside`` where that is in ``_metadata``."""

    entry: int
    path: str
    match: fuzzy.Match
    aside: bool = False


class _Step(NamedTuple):
    """Where some letters fit: the lines, and for each where the search goes on.

    `first` is behind the letters where they come as early as can be, which says whether more of them can follow;
    `best` is behind them where they begin words and stand together, which says how well they fit.
    """

    lines: Places
    first: Places
    best: Places
    scores: Scores


class KeyIndex:
    """The paths of a document, of which those of some spans of entries come last. Not for two threads at once."""

    def __init__(self, blocks: Sequence[Lines], aside: Sequence[tuple[int, int]] = ()) -> None:
        self._blocks = blocks
        self._block = len(blocks[0].starts) if blocks else 1
        letters = _bytes_of("".join(f"{block.lowered}\n" for block in blocks))
        self._letters = letters
        ends = np.flatnonzero(letters == ord("\n"))
        self._ends: Places = ends.astype(np.int32 if len(letters) < 2**31 else np.int64)
        self._begins = _begins(letters)
        starts = np.concatenate(([0], self._ends[:-1] + 1)).astype(self._ends.dtype)
        self._aside = np.zeros(len(starts), np.bool_)
        for first, end in aside:
            self._aside[first:end] = True
        self._whole = _Step(np.arange(len(starts), dtype=np.int32), starts, starts, np.zeros(len(starts), np.int16))
        self._steps: dict[str, _Step] = {}

    def __len__(self) -> int:
        return len(self._ends)

    def path(self, entry: int) -> str:
        """The path of an entry, at most its last 240 letters."""
        block, line = divmod(entry, self._block)
        lines = self._blocks[block]
        start = lines.starts[line]
        last = line + 1 == len(lines.starts)
        return lines.text[start:] if last else lines.text[start : lines.starts[line + 1] - 1]

    def best(self, words: Sequence[str], most: int) -> tuple[list[Key], int]:
        """The keys that fit best, and how many fit. Words are in lower case."""
        steps = [self._step(word) for word in words]
        if not steps:
            return [], 0
        lines, scores = steps[0].lines, steps[0].scores
        for step in steps[1:]:
            lines, here, there = np.intersect1d(lines, step.lines, assume_unique=True, return_indices=True)
            scores = scores[here] + step.scores[there]
        keys = []
        for entry in self._promising(lines, scores):
            path = self.path(entry)
            found = fuzzy.match(words, path)
            if found is not None:
                keys.append(Key(entry, path, found, bool(self._aside[entry])))
        return heapq.nsmallest(most, keys, key=rank), len(lines)

    def _promising(self, lines: Places, scores: Scores) -> list[int]:
        if len(lines) <= _CLOSELY:
            return list(map(int, lines))
        ends = self._ends[lines]
        starts = np.where(lines > 0, self._ends[lines - 1], -1)
        worth = scores.astype(np.int64) * 512 - (ends - starts) - self._aside[lines] * _LAST
        return list(map(int, lines[np.argpartition(-worth, _CLOSELY)[:_CLOSELY]]))

    def _step(self, word: str) -> _Step:
        if word not in self._steps:
            before = self._step(word[:-1]) if len(word) > 1 else self._whole
            if len(self._steps) >= _KEPT_STEPS:
                self._steps.clear()
            self._steps[word] = self._follow(before, word)
        return self._steps[word]

    def _follow(self, step: _Step, word: str) -> _Step:
        letter = _bytes_of(word[-1])[0]
        spots = _Spots(self._letters, self._begins, letter, self._ends.dtype)
        first = spots.after(step.first)
        ends = self._ends[step.lines]
        lines, before, scores, fits = step.lines, step.best, step.scores, first < ends
        if not fits.all():
            lines, first, ends, before, scores = (each[fits] for each in (lines, first, ends, before, scores))
        if step is self._whole:  # the first letter follows none
            best = spots.beginning(before)
            best = np.where(best < ends, best, first)
            worth = np.where(self._begins[best], fuzzy.BEGINS, fuzzy.PLAIN)
        else:
            together = spots.is_at(before)
            worth = np.where(together, fuzzy.TOGETHER, 0 if fuzzy.splits_number(word) else fuzzy.PLAIN)
            best, apart = before.copy(), np.flatnonzero(~together)
            if len(apart):
                best[apart], begins = _apart(spots, before[apart], first[apart], ends[apart])
                if not fuzzy.splits_number(word):
                    worth[apart[begins]] = fuzzy.BEGINS
        return _Step(lines, first + 1, best + 1, scores + worth.astype(np.int16))


class _Spots:
    """Where a letter is; looked for as late as can be, for most letters of a word follow the one before at once."""

    def __init__(self, letters: NDArray[np.uint8], begins: NDArray[np.bool_], letter: int, dtype: Any) -> None:
        self._letters, self._begins, self._letter, self._dtype = letters, begins, letter, dtype

    @cached_property
    def _all(self) -> Places:
        return np.flatnonzero(self._letters == self._letter).astype(self._dtype)

    @cached_property
    def _beginning(self) -> Places:
        return self._all[self._begins[self._all]]

    def is_at(self, places: Places) -> NDArray[np.bool_]:
        """Whether the letter is right at each place; none is beyond the text."""
        return self._letters.take(places, mode="clip") == self._letter

    def after(self, places: Places) -> Places:
        """Where the letter is next from each place on; see `_next`."""
        found = places.copy()
        far = np.flatnonzero(~self.is_at(places))
        if len(far):
            found[far] = self.further(places[far])
        return found

    def further(self, places: Places) -> Places:
        """The same, where it is known not to be right there."""
        return _next(self._all, places)

    def beginning(self, places: Places) -> Places:
        """Where it begins a word next from each place on."""
        return _next(self._beginning, places)


def _apart(spots: _Spots, before: Places, first: Places, ends: Places) -> tuple[Places, NDArray[np.bool_]]:
    """Where a letter is best that does not follow at once, and whether it begins a word there.

    `first` is where it comes at the earliest: where that is not before the others, it comes next after them as well.
    """
    best, beginning = first, spots.beginning(before)
    begins = beginning < ends
    early = np.flatnonzero(~begins & (first < before))
    if len(early):
        later = spots.further(before[early])
        best[early] = np.where(later < ends[early], later, first[early])
    return np.where(begins, beginning, best), begins


@derived
def key_index(catalogue: Catalogue) -> KeyIndex:
    """The index of a document, made once: some 100 ms for 100,000 entries."""
    tree = catalogue.tree
    there = (entry for entry, label in enumerate(tree.labels) if entry and label == "_metadata")
    return KeyIndex(path_lines(catalogue), [(each, tree.ends[each]) for each in there if not catalogue.is_key(each)])


def rank(key: Key) -> tuple[bool, int, int, int]:
    """What comes first: keys before what torch notes beside them; what fits best, what is short, as in the file."""
    return key.aside, -key.match.score, len(key.path), key.entry


def _next(spots: Places, after: Places) -> Places:
    """The first of the spots (ascending) from each place on; beyond everything where there is none."""
    beyond = np.concatenate((spots, np.array([np.iinfo(spots.dtype).max], spots.dtype)))
    return beyond[np.searchsorted(spots, after)]


def _bytes_of(text: str) -> NDArray[np.uint8]:
    """One byte a letter; letters beyond ASCII share some, and `fuzzy.match` tells them apart."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return np.where(points < 128, points, 128 + points % 128).astype(np.uint8)


def _begins(letters: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where words and numbers begin, as `fuzzy.begins_word` has it; capitals are gone here."""
    kinds = np.zeros(256, np.uint8)
    kinds[ord("a") : ord("z") + 1] = kinds[128:] = 1
    kinds[ord("0") : ord("9") + 1] = 2
    kind = kinds[letters]
    begins = kind != 0
    begins[1:] &= kind[1:] != kind[:-1]
    return begins

"""Looks for a few letters in all keys of a document at once: some hundred thousand within a keystroke.

The keys of a model differ in their numbers, most of them in nothing else: some hundred thousand have some dozen shapes,
which are what they are with a 0 for each digit. So a letter is looked for in the shapes; only a digit, and what follows
it in the same word, in all paths. Shapes and paths lie one after the other as bytes, a line each: where a letter comes
next is found for all lines in one go of NumPy, beginning where the letters before it ended. So a letter more is one
step more, and the steps of what was typed before are kept. The few best paths are then looked at closely
(`gui/palette/fuzzy.py`).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
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
Flags = NDArray[np.bool_]
Scores = NDArray[np.int16]

_CLOSELY: Final = 120
"""Lines that are looked at one by one."""
_LAST: Final = 1 << 24
"""More than anything is worth."""
_KEPT_STEPS: Final = 16
"""Beginnings of words that are remembered, those used last; one with a digit takes ten bytes a line."""
_DIGITS: Final = "0123456789"
_ALIKE: Final = str.maketrans(_DIGITS, "0" * len(_DIGITS))


class Key(NamedTuple):
    """A key that fits: its entry, its path, and how the letters fit it; ``aside`` where that is in ``_metadata``."""

    entry: int
    path: str
    match: fuzzy.Match
    aside: bool = False


class _Spots:
    """Where a letter is: its places in ascending order, the line of each, and which of them begin a word."""

    def __init__(self, places: Places, lines: Places, begins: Flags) -> None:
        self._places, self._lines, self._begins = places, lines, begins

    def earliest(self, after: Places, *, beginning: bool = False) -> Places:
        """The first place in each line from one on, where it begins a word if so asked; `_beyond` where there is none.

        Goes over the places of the letter, not over the lines: most letters are in few of them.
        """
        fit = self._places >= after[self._lines]
        if beginning:
            fit &= self._begins
        there = np.flatnonzero(fit)
        lines = self._lines[there]
        new = np.flatnonzero(np.diff(lines, prepend=-1))
        found = np.full_like(after, _beyond(after))
        found[lines[new]] = self._places[there[new]]
        return found


class _Text:
    """Lines as bytes, each with its end; capitals are gone."""

    def __init__(self, lines: str) -> None:
        self._letters = _bytes_of(lines)
        ends = np.flatnonzero(self._letters == ord("\n"))
        self.ends: Places = ends.astype(np.int32 if len(self._letters) < 2**31 - 1 else np.int64)
        self.starts: Places = np.concatenate((np.zeros(1, self.ends.dtype), self.ends + 1))[:-1]
        self._spots: dict[int, _Spots] = {}

    def spots(self, letter: str) -> _Spots:
        """Where a letter is, found once."""
        byte = int(_bytes_of(letter)[0])
        if byte not in self._spots:
            places = np.flatnonzero(self._letters == byte).astype(self.ends.dtype)
            before = self._letters[places - 1]  # of the first line that is the end of the last
            begins = (_KINDS[before] != _KINDS[byte]) & bool(_KINDS[byte])
            self._spots[byte] = _Spots(places, np.searchsorted(self.ends, places).astype(np.int32), begins)
        return self._spots[byte]


class _Step(NamedTuple):
    """Where some letters fit the lines of a text: for each where the search goes on, `_beyond` where they do not fit.

    `first` is behind the letters where they come as early as can be, which says whether more of them can follow;
    `best` is behind them where they begin words and stand together, which says how well they fit.
    """

    text: _Text
    first: Places
    best: Places
    scores: Scores

    @property
    def fits(self) -> Flags:
        """Whether the letters fit, for each line."""
        return self.first < _beyond(self.first)


class KeyIndex:
    """The paths of a document, of which those of some spans of entries come last. Not for two threads at once."""

    def __init__(self, blocks: Sequence[Lines], aside: Sequence[tuple[int, int]] = ()) -> None:
        self._blocks = blocks
        self._block = len(blocks[0].starts) if blocks else 1
        self._lines = _Text("".join(f"{block.lowered}\n" for block in blocks))
        shapes: dict[str, int] = {}
        places = [
            shapes.setdefault(shape, len(shapes))
            for block in blocks
            for shape in block.lowered.translate(_ALIKE).split("\n")
        ]
        self._shape_of = np.array(places, np.int32)
        self._shapes = _Text("".join(f"{shape}\n" for shape in shapes))
        for digit in _DIGITS:
            self._lines.spots(digit)
        self._aside = np.zeros(len(self), np.bool_)
        for first, end in aside:
            self._aside[first:end] = True
        self._against = (self._lines.ends - self._lines.starts + self._aside * _LAST).astype(np.int32)
        starts = self._shapes.starts
        self._whole = _Step(self._shapes, starts, starts - 1, np.zeros(len(starts), np.int16))
        self._steps: dict[str, _Step] = {}

    def __len__(self) -> int:
        return len(self._lines.ends)

    def path(self, entry: int) -> str:
        """The path of an entry, at most its last 240 letters."""
        block, line = divmod(entry, self._block)
        lines = self._blocks[block]
        start = lines.starts[line]
        last = line + 1 == len(lines.starts)
        return lines.text[start:] if last else lines.text[start : lines.starts[line + 1] - 1]

    def best(self, words: Sequence[str], most: int) -> tuple[list[Key], int]:
        """The keys that fit best, and how many fit. Words are in lower case."""
        if not words:
            return [], 0
        fits, scores = np.ones(len(self), np.bool_), np.zeros(len(self), np.int16)
        for word in words:
            step = self._step(word)
            alike = step.text is self._shapes
            fits &= step.fits[self._shape_of] if alike else step.fits
            scores += step.scores[self._shape_of] if alike else step.scores
        lines = np.flatnonzero(fits)
        keys = []
        for entry in self._promising(lines, scores[lines]):
            path = self.path(entry)
            found = fuzzy.match(words, path)
            if found is not None:
                keys.append(Key(entry, path, found, bool(self._aside[entry])))
        return heapq.nsmallest(most, keys, key=rank), len(lines)

    def _promising(self, lines: Places, scores: Scores) -> list[int]:
        """The lines to look at closely: those that are worth most, of those alike the first in the file."""
        if len(lines) <= _CLOSELY:
            return list(map(int, lines))
        worth = scores.astype(np.int32) * 512 - self._against[lines]
        least = np.partition(worth, -_CLOSELY)[-_CLOSELY]
        better, alike = np.flatnonzero(worth > least), np.flatnonzero(worth == least)
        return list(map(int, lines[np.concatenate((better, alike[: _CLOSELY - len(better)]))]))

    def _step(self, word: str) -> _Step:
        step = self._steps.pop(word, None)
        if step is None:
            step = _followed(self._before(word), word)
        self._steps[word] = step
        if len(self._steps) > _KEPT_STEPS:
            del self._steps[next(iter(self._steps))]
        return step

    def _before(self, word: str) -> _Step:
        """What the last letter of a word is looked for behind: in all lines from the first digit on."""
        step = self._step(word[:-1]) if len(word) > 1 else self._whole
        if step.text is self._lines or word[-1] not in _DIGITS:
            return step
        shape, lines = self._shape_of, self._lines
        moved = lines.starts - self._shapes.starts[shape]
        beyond = _beyond(lines.starts)
        first, best = (
            np.where(step.fits[shape], each[shape] + moved, beyond).astype(lines.starts.dtype)
            for each in (step.first, step.best)
        )
        return _Step(lines, first, best, step.scores[shape])


def _followed(step: _Step, word: str) -> _Step:
    """The step with the last letter of a word more."""
    spots = step.text.spots(word[-1])
    first, later = spots.earliest(step.first), spots.earliest(step.best)
    begins = spots.earliest(step.best, beginning=True)
    beyond = _beyond(first)
    together, beginning = step.fits & (later == step.best), begins < beyond
    best = np.where(together | ~beginning, np.where(later < beyond, later, first), begins)
    apart = 0 if fuzzy.splits_number(word) else np.where(beginning, fuzzy.BEGINS, fuzzy.PLAIN)
    worth = np.where(together, fuzzy.TOGETHER, apart).astype(np.int16)
    fits = first < beyond
    return _Step(step.text, first + fits, best + fits, step.scores + worth)


def _beyond(places: Places) -> int:
    """What is behind every place."""
    return int(np.iinfo(places.dtype).max)


@derived
def key_index(catalogue: Catalogue) -> KeyIndex:
    """The index of a document, made once: some 100 ms for 100,000 entries."""
    tree = catalogue.tree
    there = (entry for entry, label in enumerate(tree.labels) if entry and label == "_metadata")
    return KeyIndex(path_lines(catalogue), [(each, tree.ends[each]) for each in there if not catalogue.is_key(each)])


def rank(key: Key) -> tuple[bool, int, int, int]:
    """What comes first: keys before what torch notes beside them; what fits best, what is short, as in the file."""
    return key.aside, -key.match.score, len(key.path), key.entry


def _bytes_of(text: str) -> NDArray[np.uint8]:
    """One byte a letter; letters beyond ASCII share some, and `fuzzy.match` tells them apart."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return np.where(points < 128, points, 128 + points % 128).astype(np.uint8)


def _kinds() -> NDArray[np.uint8]:
    """Letters, digits, and all else, which begins no word, as `fuzzy.begins_word` has it."""
    kinds = np.zeros(256, np.uint8)
    kinds[ord("a") : ord("z") + 1] = kinds[128:] = 1
    kinds[ord("0") : ord("9") + 1] = 2
    return kinds


_KINDS: Final = _kinds()

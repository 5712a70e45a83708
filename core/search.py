"""Finds entries by key, path and facts, fast enough for every keystroke.

All paths lie in one long text, one line an entry, so a search is one scan and not a loop over entries.
"""

from __future__ import annotations

import bisect
import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

from core.catalogue import Catalogue, TensorRow
from core.errors import CheckpointError
from core.text import key_text

_LONGEST = 240
"""Letters of a path that can be searched, the last ones: below a thousand levels all paths together have no end."""
_FEW = 8
"""A word is rare that is found less than once in so many lines."""
FIELDS = ("dtype", "device", "role", "shape")


class BadPattern(CheckpointError):
    """A regular expression that does not compile."""


@dataclass(frozen=True)
class Index:
    """Texts one a line: ``starts`` has the offset of each line, ``owners`` the entry it is about."""

    text: str
    lowered: str
    starts: Sequence[int]
    owners: Sequence[int]

    @classmethod
    def of(cls, lines: Sequence[str], owners: Sequence[int]) -> Index:
        """Join the lines."""
        starts = array("q")
        offset = 0
        for line in lines:
            starts.append(offset)
            offset += len(line) + 1
        text = "\n".join(lines)
        return cls(text, _lower(text), starts, owners)

    def having(self, word: str) -> list[int]:
        """Entries whose line has the word, in lower case."""
        if self.lowered.count(word) * _FEW > len(self.starts) and "\n" not in word:
            # With so many hits it is quicker to look at every line than to find out which line each hit is in.
            return [owner for owner, line in zip(self.owners, self.lowered.split("\n"), strict=True) if word in line]
        return self._owners(_offsets(self.lowered, word))

    def matching(self, pattern: re.Pattern[str]) -> list[int]:
        """Entries whose line matches."""
        return self._owners(match.start() for match in pattern.finditer(self.text))

    def _owners(self, offsets: Iterable[int]) -> list[int]:
        """The owners of the lines that hold the offsets, each line once."""
        found: list[int] = []
        end = -1
        starts = self.starts
        last = len(starts) - 1
        for offset in offsets:
            if offset < end:
                continue
            line = bisect.bisect_right(starts, offset) - 1
            end = starts[line + 1] if line < last else offset + len(self.text)
            found.append(self.owners[line])
        return found


def _lower(text: str) -> str:
    """Lower case of the same length: a few letters (İ) become two, and stay as they are here."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low) == 1 else char for char, low in ((char, char.lower()) for char in text))


class Indexes(NamedTuple):
    """What a search looks at: the path of every entry, and what optimizer entries stand for."""

    paths: Index
    meanings: Index

    def either(self, look: Callable[[Index], list[int]]) -> list[int]:
        """Entries that either finds, in file order."""
        first, second = look(self.paths), look(self.meanings)
        return sorted(set(first).union(second)) if second else first


_INDEXES: WeakKeyDictionary[object, Indexes] = WeakKeyDictionary()


def index_of(catalogue: Catalogue) -> Indexes:
    """The search index of a catalogue, made once; making it takes some 100 ms for 100,000 entries."""
    found = _INDEXES.get(catalogue.tree)
    if found is None:
        meanings = catalogue.meanings
        found = Indexes(
            Index.of(_paths(catalogue), range(len(catalogue))),
            Index.of([_one_line(text) for text in meanings.values()], list(meanings)),
        )
        _INDEXES[catalogue.tree] = found
    return found


def _paths(catalogue: Catalogue) -> list[str]:
    tree = catalogue.tree
    paths = [""] * len(tree.labels)
    for entry in range(1, len(paths)):
        parent = tree.parents[entry]
        text = _one_line(key_text(tree.labels[entry]))
        if parent:
            text = f"{paths[parent]}/{text}"
            if len(text) > _LONGEST:
                text = text[-_LONGEST:]
        paths[entry] = text
    return paths


def _one_line(text: str) -> str:
    return text.replace("\n", " ") if "\n" in text else text


def search(catalogue: Catalogue, query: str, regex: bool = False) -> list[int]:
    """Entries that match, in file order.

    Plain words must all occur in an entry's path, or in what it stands for (``exp_avg of conv1.weight``), in
    any case. ``dtype:float16``, ``device:cuda:1``,
    ``role:optimizer`` and ``shape:64x3`` limit the result to tensors that match. With ``regex`` the rest of
    the query is one regular expression. Raises `BadPattern`.
    """
    tests, words = _split(query)
    indexes = index_of(catalogue)
    found: list[int] | None = None
    if regex and words:
        pattern = _compile(" ".join(words))
        found = indexes.either(lambda index: index.matching(pattern))
    else:
        for word in words:
            hits = indexes.either(partial(Index.having, word=_lower(word)))
            found = hits if found is None else sorted(set(found).intersection(hits))
    if tests:
        rows = catalogue.tensors
        chosen = [row.entry for row in rows if all(test(catalogue, row) for test in tests)]
        found = chosen if found is None else sorted(set(found).intersection(chosen))
    return [entry for entry in found or () if entry]


def _split(query: str) -> tuple[list[Callable[[Catalogue, TensorRow], bool]], list[str]]:
    tests = []
    words = []
    for word in query.split():
        name, _, wanted = word.partition(":")
        if name in FIELDS and wanted:
            tests.append(_test(name, wanted.lower()))
        else:
            words.append(word)
    return tests, words


def _test(name: str, wanted: str) -> Callable[[Catalogue, TensorRow], bool]:
    if name == "device":
        # A number is a whole number: cuda:1 is not cuda:10.
        pattern = re.compile(re.escape(wanted) + (r"(?!\d)" if wanted[-1].isdigit() else ""))
        return lambda catalogue, row: pattern.match(catalogue.storages[row.storage].device) is not None
    if name == "dtype":
        return lambda _, row: row.dtype.startswith(wanted)
    if name == "role":
        return lambda _, row: row.role.startswith(wanted)
    shape = re.sub(r"[^0-9]+", "×", wanted).strip("×")
    return lambda _, row: f"{'×'.join(map(str, row.shape))}×".startswith(f"{shape}×")


def _offsets(text: str, word: str) -> Iterable[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        end = text.find("\n", at)
        at = text.find(word, end) if end >= 0 else -1


def _compile(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    except (re.error, RecursionError, OverflowError) as error:
        raise BadPattern(f"{pattern!r} is no regular expression: {error}.") from None

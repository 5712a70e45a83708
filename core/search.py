"""Finds entries by key, path and facts, fast enough for every keystroke.

All paths lie in one long text, one line an entry, so a search is one scan and not a loop over entries.
"""

from __future__ import annotations

import bisect
import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from core.catalogue import Catalogue, TensorRow
from core.errors import CheckpointError
from core.text import key_text

FIELDS = ("dtype", "device", "role", "shape")


class BadPattern(CheckpointError):
    """A regular expression that does not compile."""


@dataclass(frozen=True)
class Index:
    """The paths of all entries, lower case, one a line; ``starts`` has the offset of each line."""

    text: str
    lowered: str
    starts: Sequence[int]

    @classmethod
    def of(cls, catalogue: Catalogue) -> Index:
        tree = catalogue.tree
        paths = [""] * len(tree.labels)
        for entry in range(1, len(paths)):
            parent = tree.parents[entry]
            label = tree.labels[entry]
            text = label if type(label) is str and "\n" not in label else key_text(label).replace("\n", " ")
            paths[entry] = f"{paths[parent]}/{text}" if parent else text
        starts = array("q")
        offset = 0
        for path in paths:
            starts.append(offset)
            offset += len(path) + 1
        text = "\n".join(paths)
        lowered = text.lower()
        # Lower case can be longer than the text (İ); the search is then exact in case.
        return cls(text, lowered if len(lowered) == len(text) else text, starts)

    def entries(self, offsets: Iterable[int]) -> list[int]:
        """The entries whose lines hold the offsets, each once."""
        found: list[int] = []
        end = -1
        starts = self.starts
        last = len(starts) - 1
        for offset in offsets:
            if offset < end:
                continue
            entry = bisect.bisect_right(starts, offset) - 1
            end = starts[entry + 1] if entry < last else offset + len(self.text)
            found.append(entry)
        return found


_INDEXES: WeakKeyDictionary[object, Index] = WeakKeyDictionary()


def index_of(catalogue: Catalogue) -> Index:
    """The search index of a catalogue, made once; making it takes some 100 ms for 100,000 entries."""
    found = _INDEXES.get(catalogue.tree)
    if found is None:
        found = _INDEXES[catalogue.tree] = Index.of(catalogue)
    return found


def search(catalogue: Catalogue, query: str, regex: bool = False) -> list[int]:
    """Entries that match, in file order.

    Plain words must all occur in an entry's path, in any case. ``dtype:float16``, ``device:cuda:1``,
    ``role:optimizer`` and ``shape:64x3`` limit the result to tensors that match. With ``regex`` the rest of
    the query is one regular expression. Raises `BadPattern`.
    """
    tests, words = _split(query)
    index = index_of(catalogue)
    found: list[int] | None = None
    if regex and words:
        found = _by_pattern(index, " ".join(words))
    else:
        for word in words:
            hits = index.entries(_offsets(index.lowered, word.lower()))
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
        return lambda catalogue, row: catalogue.storages[row.storage].device.startswith(wanted)
    if name == "dtype":
        return lambda _, row: row.dtype.startswith(wanted)
    if name == "role":
        return lambda _, row: row.role.startswith(wanted)
    shape = re.sub(r"[^0-9]+", "×", wanted).strip("×")
    return lambda _, row: "×".join(map(str, row.shape)).startswith(shape)


def _offsets(text: str, word: str) -> Iterable[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        end = text.find("\n", at)
        at = text.find(word, end) if end >= 0 else -1


def _by_pattern(index: Index, pattern: str) -> list[int]:
    try:
        compiled = re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    except (re.error, RecursionError, OverflowError) as error:
        raise BadPattern(f"{pattern!r} is no regular expression: {error}.") from None
    return index.entries(match.start() for match in compiled.finditer(index.text))

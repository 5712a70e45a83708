"""Finds entries by key, path and facts, fast enough for every keystroke.

The paths lie in long texts, one line an entry, so a word is looked for in thousands of paths at once. Several texts
rather than one: what C does in one go lets no other thread have its turn, the one that draws the window least of all.
"""

from __future__ import annotations

import bisect
import fnmatch
import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived_from_matches
from core.errors import CheckpointError
from core.objects.value_text import key_text
from core.words import say

_LONGEST = 240
"""Letters of a path that can be searched, the last ones: below a thousand levels all paths together have no end."""
_FEW = 8
"""A word is rare that is found less than once in so many lines."""
_BLOCK = 8192
"""Entries whose lines are one text."""
FIELDS = ("dtype", "device", "role", "shape", "file")

Look = Callable[["Lines"], Iterable[int]]


class BadPattern(CheckpointError):
    """A regular expression that does not compile."""


@dataclass(frozen=True)
class Lines:
    """Texts one a line: ``starts`` has the offset of each line, ``owners`` the entry it is about."""

    text: str
    lowered: str
    starts: Sequence[int]
    owners: Sequence[int]

    @classmethod
    def of(cls, lines: Sequence[str], owners: Sequence[int]) -> Lines:
        starts = array("q")
        offset = 0
        for line in lines:
            starts.append(offset)
            offset += len(line) + 1
        text = "\n".join(lines)
        lowered = _lower(text)
        return cls(text, text if lowered == text else lowered, starts, owners)

    def having(self, word: str) -> list[int]:
        """Entries whose line has the word, in lower case."""
        often = self.lowered.count(word)
        if often * _FEW > len(self.starts) and "\n" not in word:
            # With so many hits it is quicker to look at every line than to find out which line each hit is in.
            return [owner for owner, line in zip(self.owners, self.lowered.split("\n"), strict=True) if word in line]
        return self._owners(_offsets(self.lowered, word)) if often else []

    def matching(self, pattern: re.Pattern[str]) -> list[int]:
        """Entries whose line matches, each line looked at for itself."""
        look = pattern.search
        return [owner for owner, line in zip(self.owners, self.text.split("\n"), strict=True) if look(line)]

    def _owners(self, offsets: Iterable[int]) -> list[int]:
        """The owners of the lines that hold the offsets, one a line."""
        line_of, starts, owners = bisect.bisect_right, self.starts, self.owners
        return [owners[line_of(starts, offset) - 1] for offset in offsets]


def _lower(text: str) -> str:
    """Lower case of the same length: a few letters (İ) become two, and stay as they are here."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low) == 1 else char for char, low in ((char, char.lower()) for char in text))


@dataclass(frozen=True)
class Block:
    """What a search looks at, for some entries: the path of each, and what optimizer entries stand for."""

    paths: Lines
    meanings: Lines | None

    def having_all(self, looks: Sequence[Look]) -> Iterable[int]:
        """Entries that everything is found in, in file order."""
        found: Iterable[int] = ()
        for place, look in enumerate(looks):
            hits = self._either(look)
            found = sorted(set(found).intersection(hits)) if place else hits
            if not found:
                break
        return found

    def _either(self, look: Look) -> Iterable[int]:
        """Entries of which either line is it."""
        first = look(self.paths)
        second = look(self.meanings) if self.meanings is not None else ()
        return sorted(set(first).union(second)) if second else first


@derived_from_matches
def index_of(catalogue: Catalogue) -> Sequence[Block]:
    """The search index of a catalogue; making it takes some 100 ms for 100,000 entries."""
    paths = _paths(catalogue)
    firsts = range(0, len(paths), _BLOCK)
    return [_block(catalogue, paths, range(first, min(first + _BLOCK, len(paths)))) for first in firsts]


def path_lines(catalogue: Catalogue) -> Sequence[Lines]:
    """The paths of all entries in their order, in texts of equally many lines; of a long path its last letters."""
    return [block.paths for block in index_of(catalogue)]


def _block(catalogue: Catalogue, paths: Sequence[str], entries: range) -> Block:
    meanings = catalogue.meanings
    meant = [entry for entry in entries if entry in meanings]
    return Block(
        Lines.of(paths[entries.start : entries.stop], entries),
        Lines.of([_one_line(meanings[entry]) for entry in meant], array("i", meant)) if meant else None,
    )


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
    ``role:optimizer`` and ``shape:64x3`` limit the result to tensors that match, ``file:00002`` to those that lie in
    files of such a name. With ``regex`` the rest of the query is one regular expression. Raises `BadPattern`.
    """
    facts, words = _split(query)
    if regex and words:
        looks: list[Look] = [partial(Lines.matching, pattern=_compile(" ".join(words)))]
    else:
        looks = [partial(Lines.having, word=_lower(word)) for word in words]
    found: Iterable[int] | None = None
    if looks:
        found = [entry for block in index_of(catalogue) for entry in block.having_all(looks)]
    for name, wanted in facts:
        found = _limited(catalogue, found, name, wanted)
    return [entry for entry in found or () if entry]


def _split(query: str) -> tuple[list[tuple[str, str]], list[str]]:
    """What facts are asked for, and the words besides."""
    facts = []
    words = []
    for word in query.split():
        name, _, wanted = word.partition(":")
        if name in FIELDS and wanted:
            facts.append((name, wanted.lower()))
        else:
            words.append(word)
    return facts, words


def _limited(catalogue: Catalogue, found: Iterable[int] | None, name: str, wanted: str) -> list[int]:
    """The tensors among the entries found so far (all, if None) of which a fact is as wanted."""
    tensors, storages = catalogue.tensors, catalogue.storages
    is_it = cache(_test(name, wanted))  # few values occur, each a great many times
    if name == "device":
        chosen = [row.entry for row in tensors if is_it(storages[row.storage].device)]
    elif name == "dtype":
        chosen = [row.entry for row in tensors if is_it(row.dtype)]
    elif name == "file":
        chosen = _in_files(catalogue, wanted)
    elif name == "role":
        chosen = [row.entry for row in tensors if is_it(row.role)]
    else:
        chosen = [row.entry for row in tensors if is_it(row.shape)]
    if found is None:
        return chosen
    here = bytearray(len(catalogue))
    for entry in chosen:
        here[entry] = 1
    return [entry for entry in found if here[entry]]


def file_query(name: str) -> str:
    """What finds the tensors in a file of that name: what would end a word there is any letter."""
    return "file:" + re.sub(r"[\s*?\[\]]", "?", name)


def files_meant(names: Sequence[str], wanted: str) -> list[int]:
    """The numbers of the files that a text in lower case means: by the whole name, by a glob, or by a piece of it."""
    lowered = [name.lower() for name in names]
    exact = [number for number, name in enumerate(lowered) if name == wanted]
    if exact:
        return exact
    if not any(char in wanted for char in "*?["):
        return [number for number, name in enumerate(lowered) if wanted in name]
    pattern = re.compile(fnmatch.translate(wanted))
    return [number for number, name in enumerate(lowered) if pattern.match(name)]


def _in_files(catalogue: Catalogue, wanted: str) -> list[int]:
    """The tensors of which some bytes lie in the files that are wanted."""
    numbers = set(files_meant(catalogue.checkpoint.part_names, wanted))
    among = [not numbers.isdisjoint(parts) for parts in catalogue.parts_of_storage]
    entries = catalogue.tree.tensors
    return [entries[row] for row, storage in enumerate(catalogue.storage_of) if among[storage]]


def _test(name: str, wanted: str) -> Callable[[Any], bool]:
    if name == "device":
        # A number is a whole number: cuda:1 is not cuda:10.
        pattern = re.compile(re.escape(wanted) + (r"(?!\d)" if wanted[-1].isdigit() else ""))
        return lambda device: pattern.match(device) is not None
    if name in ("dtype", "role"):
        return lambda text: text.startswith(wanted)
    shape = re.sub(r"[^0-9]+", "×", wanted).strip("×")
    return lambda sizes: f"{'×'.join(map(str, sizes))}×".startswith(f"{shape}×")


def _offsets(text: str, word: str) -> Iterable[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        end = text.find("\n", at)
        at = text.find(word, end) if end >= 0 else -1


def _compile(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern, re.IGNORECASE)
    except (re.error, RecursionError, OverflowError) as error:
        raise BadPattern(
            say("“{pattern}” is not a regular expression: {error}.", pattern=pattern, error=error)
        ) from None

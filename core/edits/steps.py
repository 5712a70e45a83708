"""Steps, the options of ``fix`` with their values: how places of a file are read in one, and how they are said in one.

A step is text that a person can write, ``map`` and ``cuda:*=cpu``, and it means the same for every file.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.quoting import path_word
from core.text import bracketed
from core.words import marked, say

PATH: Final = marked("a path, such as optimizer/state")
"""How the value of many options is written."""
ROOT: Final = "/"
"""How the whole file is called where a path is asked for."""
MOST_STEPS: Final = 200
"""For one edit: nobody reads more, and no command line holds them."""


class Step(NamedTuple):
    """One thing to do: the name of an ``option``, and its ``value``, empty for those that take none."""

    option: str
    value: str = ""


# -- read --------------------------------------------------------------------------------------------------------


def entry_at(catalogue: Catalogue, path: str) -> int:
    """The entry at a path. Raises `PathNotFound`."""
    return 0 if path == ROOT else catalogue.find(path)


def place_and_rest(catalogue: Catalogue, value: str) -> tuple[int | None, str]:
    """The entry that stands before an equals sign, None where there is none; and what comes after it."""
    if "=" not in value:
        return None, value
    path, rest = split_at_path(catalogue, value)
    return entry_at(catalogue, path), rest


def split_at_path(catalogue: Catalogue, value: str) -> tuple[str, str]:
    """Both sides of the first equals sign with the path of something before it; of the first where none has."""
    for path, rest in _splits(value):
        if path == ROOT or catalogue.finds(path) is not None:
            return path, rest
    return next(_splits(value), ("", value[1:]))


def _splits(value: str) -> Iterator[tuple[str, str]]:
    return ((value[:at], value[at + 1 :]) for at, letter in enumerate(value) if letter == "=" and at)


def scalar(text: str) -> int | float | str | bool | None:
    """What JSON makes of it, where that is no list or object; the text itself otherwise."""
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if value is None or isinstance(value, int | float | str) else text


# -- said --------------------------------------------------------------------------------------------------------


class Names(NamedTuple):
    """How places of a file are called in steps. ``planned_key`` has the key of an entry as it will be when the edit is
    done that is said: None for one that is left out by then.
    """

    catalogue: Catalogue
    planned_key: Callable[[int], Any]

    def path(self, entry: int) -> str:
        """The path of an entry; empty where none leads to it."""
        return path_word(self.catalogue, entry) if entry else ROOT

    def within(self, entry: int | None, value: str) -> str:
        """A value for one place of a file, or for all of it."""
        return value if entry is None else f"{self.path(entry)}={value}"

    def tensors(self, option: str, rows: frozenset[int], value: str) -> Iterator[list[Step]]:
        """A value for tensors, named by what they all are, else by the branch that holds them, else one by one."""
        catalogue = self.catalogue
        entries = [catalogue.tree.tensors[row] for row in sorted(rows)]
        yield [Step(option, f"**={value}")]
        branch = self._branch(entries)
        while branch:
            yield [Step(option, f"{path_word(catalogue, branch)}={value}")]
            branch = catalogue.parents[branch]
        if len(entries) <= MOST_STEPS:
            yield [Step(option, f"{self.path(entry)}={value}") for entry in entries]

    def _branch(self, entries: Sequence[int]) -> int:
        """The innermost entry with all of some below it."""
        first, last = entries[0], entries[-1]
        while first and self.catalogue.ends[first] <= last:
            first = self.catalogue.parents[first]
        return max(first, 0)


def scalar_text(value: float | str | bool | None) -> str:
    """A value that `scalar` reads: a text as it is where it would not be taken for another."""
    if isinstance(value, str) and scalar(value) == value and not value.startswith(("@", '"')):
        return value
    return json.dumps(value)


def number_text(value: complex | bool) -> str:
    """A number as it is typed."""
    if isinstance(value, complex):
        return str(value).strip("()")
    return repr(value) if isinstance(value, float) and not math.isfinite(value) else json.dumps(value)


def only_at(place: str, words: str) -> str:
    """What a step does, in words, where that is in one place only."""
    return bracketed(words, place) if place else words


def left_and_right(value: str) -> tuple[str, str]:
    """Both sides of the first equals sign."""
    left, _, right = value.partition("=")
    return left, right


def before_and_last(value: str) -> tuple[str, str]:
    """What stands before the last equals sign, and what comes after it."""
    before, _, last = value.rpartition("=")
    return before, last


def dotted(prefix: str) -> str:
    """A prefix with its final dot."""
    return f"{prefix.strip().rstrip('.')}."


def nothing_or(text: str) -> str:
    """A text that may be empty, as people read it."""
    return text or say("(nothing)")

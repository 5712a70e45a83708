"""What a trap, and a recognised error, is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

_QUOTED = re.compile(r"[\"']([^\"'\n]{1,400})[\"']")


@dataclass(frozen=True)
class Wording:
    """One way to say it.

    ``anchor`` is a piece without blanks that the text must hold for ``pattern`` to be tried at all. In the pattern a
    blank stands for any white space, line breaks included, and a blank with a question mark for any or none; named
    groups become details. Repetitions are bounded, so that no text takes long. ``above`` must be found in the lines
    before, if it is not empty: what another program would say in the same words.
    """

    anchor: str
    pattern: str
    above: str = ""

    def expression(self, *, squeezed: bool) -> re.Pattern[str]:
        """The pattern for readable text, or for text without any white space."""
        optional, needed = ("", "") if squeezed else (r"\s{0,40}", r"\s{1,40}")
        return _compiled(self.pattern.replace(" ?", optional).replace(" ", needed))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@dataclass(frozen=True)
class Trap:
    """What is said about one trap.

    ``codes`` are those of the findings that are this trap, the most likely first. ``absent`` says what it means that
    the file at hand has none of them. ``in_file`` is off where no file can show the trap. A ``weak`` wording is one
    that other programs and warnings use too: it counts only where nothing better is in the text.
    """

    codes: tuple[str, ...]
    title: str
    explanation: str
    fix: str
    wordings: tuple[Wording, ...]
    absent: str = ""
    in_file: bool = True
    weak: bool = False


def trap(  # noqa: PLR0913 - one argument a column of the tables
    codes: str,
    title: str,
    explanation: str,
    fix: str,
    *wordings: Wording,
    absent: str = "",
    in_file: bool = True,
    weak: bool = False,
) -> Trap:
    """A row of the tables; ``codes`` are separated by blanks."""
    return Trap(tuple(codes.split()), title, explanation, fix, wordings, absent, in_file, weak)


def says(anchor: str, *pattern: str, above: str = "") -> Wording:
    """A wording; a long pattern comes in pieces."""
    return Wording(anchor, "".join(pattern), above)


@dataclass(frozen=True)
class Recognised:
    """What a pasted error is.

    ``codes`` are those of findings that are this trap, the most likely first; ``quote`` is the line that told.
    ``details`` has what the message names: ``device``, ``count``, ``name``, ``module``, ``key``, and in ``missing``,
    ``unexpected`` and ``mismatched`` quoted keys as in the message; ``shapes`` are those the model has, each after its
    key, between semicolons. ``in_file`` is off where no file can show the trap,
    and ``absent`` says what it means when the file at hand does not.
    """

    codes: tuple[str, ...]
    quote: str
    title: str
    explanation: str
    fix: str
    details: Mapping[str, str]
    absent: str = ""
    in_file: bool = True

    def keys(self, kind: str) -> tuple[str, ...]:
        """The keys of the model that the message names as ``missing``, ``unexpected`` or ``mismatched``."""
        return tuple(keys_in(self.details.get(kind, "")))


def keys_in(listed: str) -> list[str]:
    """The keys of a list such as ``"conv1.weight", "conv1.bias"``."""
    return _QUOTED.findall(listed)

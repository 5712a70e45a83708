"""Numbers that options take: cards, processes, the limits of the child that loads with torch; and how to allow more."""

from __future__ import annotations

import argparse
import math

from core.errors import EditError
from core.memory.sizes import parse_size
from core.text import sentences
from core.torch_child.limits import MEMORY, Limits, OverLimit
from core.words import say

NONE = "none"
_MOST = 1024
"""Cards, and processes."""


def limits_of(arguments: argparse.Namespace) -> Limits:
    """The limits that ``--child-memory`` and ``--child-seconds`` name; as usual where they are not given."""
    return Limits(arguments.child_memory, arguments.child_seconds, arguments.child_seconds)


def memory_limit(text: str) -> float:
    """Bytes, or no limit. Raises `argparse.ArgumentTypeError`."""
    if text == NONE:
        return math.inf
    try:
        return parse_size(text)
    except EditError as error:
        raise argparse.ArgumentTypeError(say("{error}, or {none}", error=str(error).rstrip(".。"), none=NONE)) from None


def seconds_limit(text: str) -> float:
    """Seconds, or no limit. Raises `argparse.ArgumentTypeError`."""
    if text == NONE:
        return math.inf
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:10]) < 10**9:
        raise argparse.ArgumentTypeError(
            say("{text!r} is no number of seconds; write {none}, or one such as 600", text=text, none=NONE)
        )
    return int(text)


def count(text: str) -> int:
    """A number of cards. Raises `argparse.ArgumentTypeError`."""
    if not text.isascii() or not text.isdigit() or int(text) > _MOST:
        raise argparse.ArgumentTypeError(say("{text!r} is no number from 0 to 1024", text=text))
    return int(text)


def ranks(text: str) -> int:
    """A number of processes. Raises `argparse.ArgumentTypeError`."""
    if count(text) == 0:
        raise argparse.ArgumentTypeError(say("at least one process loads the file"))
    return int(text)


def told(error: OverLimit) -> str:
    """Why the child was stopped, and how to allow it more."""
    option, value = ("--child-memory", "SIZE") if error.limit == MEMORY else ("--child-seconds", "N")
    more = say(
        "Where you trust the file, allow more with {option} {value}, or {option} {none}.",
        option=option,
        value=value,
        none=NONE,
    )
    return sentences(str(error), more)

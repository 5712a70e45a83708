"""Regular expressions that cannot hang the program.

Python matches by backtracking and holds the interpreter while it does: nothing can stop it, and ``(a+)+b`` takes a
year on thirty letters. So how many steps an expression may take is bounded before it is run: one is refused where a
repeat without end may match the same text in several ways, and where the repeats that are left could take too long on
the longest key: k of them try at most ``n**k / k!`` places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import factorial
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Final, NamedTuple, TypeVar

from core.errors import EditError
from core.text import clip

Made = TypeVar("Made")
MOST_REGEX_STEPS: Final = 10_000_000
"""About a tenth of a second, on one key."""
_LONGEST: Final = 2000
_FEW: Final = 64
"""A repeat with a larger bound counts as one without end."""
_DEEPEST: Final = 100
_UNCLEAR: Final = re.compile(r"(?<!\\)\[(?:[^\]\\]|\\.)*?(\[|--|&&|~~|\|\|)")
"""What Python warns of, as it may mean something else one day."""


class _Cost(NamedTuple):
    """What a part of an expression takes: ``factor`` times a place for each of the ``loops`` at every letter.

    ``choices`` is whether it may match in several ways from the same place, so that what follows is tried with each.
    """

    factor: float = 1
    loops: int = 0
    choices: bool = False


class _Nested(Exception):
    """A repeat without end around what may match in several ways."""


def safe_regex(pattern: str) -> SafeRegex:
    """The expression, ready for use. Raises `EditError` for one that is wrong or that could take for ever."""
    if len(pattern) > _LONGEST:
        raise EditError("A regular expression has at most {most} characters here.", most=_LONGEST)
    unclear = _UNCLEAR.search(pattern)
    if unclear is not None:
        raise EditError(
            "{sign} in a character set is reserved for future Python versions; write {better}.",
            sign=unclear[1],
            better=rf"\{unclear[1]}",
        )
    try:
        parsed = _parser.parse(pattern)
        compiled = re.compile(pattern)
        cost = _sequence(parsed, 0)
    except re.error as error:
        wrong = error.msg if error.pos is None else f"{error.msg}, at {error.pos + 1}"
        raise EditError(
            "{pattern} is not a regular expression: {wrong}.", pattern=repr(clip(pattern, 60)), wrong=wrong
        ) from None
    except (OverflowError, RecursionError, MemoryError):
        raise EditError("{pattern} is too large to be worked with.", pattern=repr(clip(pattern, 60))) from None
    except _Nested:
        raise EditError(
            "{pattern} repeats a group that contains a repeat or a choice, which can take forever to match. Make "
            "the inner part possessive, such as [^.]++ instead of [^.]+.",
            pattern=repr(clip(pattern, 60)),
        ) from None
    first = parsed[0] if len(parsed) and not compiled.flags & re.MULTILINE else None
    anchored = first in ((ops.AT, ops.AT_BEGINNING), (ops.AT, ops.AT_BEGINNING_STRING))
    return SafeRegex(compiled, cost.factor, cost.loops + (not anchored))


class SafeRegex(NamedTuple):
    """A ``compiled`` expression and what it costs."""

    compiled: re.Pattern[str]
    factor: float
    loops: int

    def bounded(self, use: Callable[[str], Made]) -> Callable[[str], Made]:
        """A function of texts that uses the expression, with their lengths checked before it does."""
        longest = -1

        def used(text: str) -> Made:
            nonlocal longest
            if len(text) > longest:
                self.check_length(len(text))
                longest = len(text)
            return use(text)

        return used

    def check_length(self, longest: int) -> None:
        """Raises `EditError` where the expression could take too long on a text of so many characters."""
        if self.factor * (longest + 1) ** self.loops / factorial(self.loops) > MOST_REGEX_STEPS:
            raise EditError(
                "{pattern} could take too long on a key of {longest:,} characters. Write it with fewer * and +, or "
                "begin it with ^.",
                pattern=repr(clip(self.compiled.pattern, 60)),
                longest=longest,
            )


def _sequence(parts: Sequence[Any], depth: int) -> _Cost:
    """One part after the other: each is tried for every way in which those before it match."""
    if depth > _DEEPEST:
        raise RecursionError
    ways, at_once = _Cost(), _Cost(0)  # in how many ways the parts so far match, and what parts take that match in one
    for op, argument in parts:
        cost = _cost(op, argument, depth + 1)
        here = _Cost(min(ways.factor * cost.factor, 1e30), min(ways.loops + cost.loops, _FEW))
        if cost.choices or (cost.factor, cost.loops) == (1, 0):
            ways = here._replace(choices=ways.choices or cost.choices)
        else:
            at_once = _Cost(at_once.factor + here.factor, max(at_once.loops, here.loops))
    return _Cost(min(ways.factor + at_once.factor, 1e30), max(ways.loops, at_once.loops), ways.choices)


def _cost(op: Any, argument: Any, depth: int) -> _Cost:
    if op in (ops.LITERAL, ops.NOT_LITERAL, ops.ANY, ops.IN, ops.AT, ops.CATEGORY, ops.RANGE):
        return _Cost()
    if op is ops.GROUPREF:
        return _Cost(loops=1)  # as long as what it repeats
    if op is ops.SUBPATTERN:
        return _sequence(argument[-1], depth)
    if op is ops.ATOMIC_GROUP:
        return _sequence(argument, depth)._replace(choices=False)
    if op in (ops.ASSERT, ops.ASSERT_NOT):
        return _sequence(argument[1], depth)._replace(choices=False)
    if op is ops.BRANCH:
        return _branch([_sequence(part, depth) for part in argument[1]], _apart(argument[1]))
    if op is ops.GROUPREF_EXISTS:
        return _branch([_sequence(part, depth) for part in argument[1:] if part is not None], apart=True)
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        least, most, body = argument
        found = _repeat(least, most, _sequence(body, depth))
        return found._replace(choices=False) if op is ops.POSSESSIVE_REPEAT else found
    raise _Nested  # what a later Python may bring is not known to be harmless


def _repeat(least: int, most: int, body: _Cost) -> _Cost:
    if most > _FEW:
        if body.choices:
            raise _Nested
        return _Cost(body.factor, body.loops + 1, choices=most != least)
    if not body.choices:
        return _Cost(body.factor * max(most - least + 1, 1), body.loops, choices=most != least)
    times = max(most, 1)
    return _Cost(min(body.factor**times * (most - least + 1), 1e30), min(body.loops * times, _FEW), choices=True)


def _branch(costs: Sequence[_Cost], apart: bool) -> _Cost:
    return _Cost(
        sum(cost.factor for cost in costs),
        max((cost.loops for cost in costs), default=0),
        choices=not apart or any(cost.choices for cost in costs),
    )


def _apart(branches: Sequence[Any]) -> bool:
    """Whether no two of the branches can match at the same place: each begins with a letter of its own."""
    first = [part[0][1] for part in branches if len(part) and part[0][0] is ops.LITERAL]
    return len(first) == len(branches) == len({chr(letter).casefold() for letter in first})

"""How many steps a regular expression takes: a matcher that backtracks as Python's does, and counts.

It matches what `re` does, but counts the parts that it tries; no clock is asked. A repeat with a bound costs no more at
each letter than that bound, however long the text is, and is cut short here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from re import _compiler, _parser  # type: ignore[attr-defined]
from re import _constants as ops
from typing import Any

ENDLESS = int(ops.MAXREPEAT)
_CUT = 3
_REPEATS = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)
_ONE = (ops.LITERAL, ops.NOT_LITERAL, ops.ANY, ops.IN)
_LETTERS = "a0 _.\n\\\"'A-/:,=([{<>)]}\t*+|#@%~;&\x1b\x00\x80"


class TooMany(Exception):
    """More steps than were allowed."""


class Counting:
    """An expression whose steps are counted in ``steps``, no more than ``most``."""

    def __init__(self, pattern: re.Pattern[Any], most: int = 1 << 62) -> None:
        self.parsed = parsed(pattern)
        self._bytes, self._most = isinstance(pattern.pattern, bytes), most
        self.steps = 0
        self._groups: dict[int, tuple[int, int]] = {}

    def spans(self, text: str, use: str) -> list[tuple[int, int]]:
        """Where it matches a text: in each place where ``use`` is of those that go on, or else in the first."""
        self.steps, found, at = 0, [], 0
        fixed = use in ("match", "fullmatch")
        while at <= len(text):
            ends = self._sequence(self.parsed, 0, text, at)
            end = next((end for end in ends if use != "fullmatch" or end == len(text)), None)
            if end is not None:
                found.append((at, end))
                if use in ("match", "fullmatch", "search"):
                    break
            elif fixed:
                break
            at = max(end or 0, at + 1)
        return found

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self._most:
            raise TooMany

    def _sequence(self, parts: Sequence[Any], first: int, text: str, at: int) -> Iterator[int]:
        while first < len(parts) and parts[first][0] in _ONE:
            if not self._fits(parts[first], text, at):
                return
            first, at = first + 1, at + 1
        if first == len(parts):
            yield at
            return
        for end in self._part(parts[first], text, at):
            yield from self._sequence(parts, first + 1, text, end)

    def _fits(self, part: Any, text: str, at: int) -> bool:
        self._step()
        return at < len(text) and self._is_one(part, text[at])

    def _is_one(self, part: Any, letter: str) -> bool:
        if (id(part), letter) not in _known:
            _known[id(part), letter] = self._alone(part, letter, 0)
        return _known[id(part), letter]

    def _alone(self, part: Any, text: str, at: int) -> bool:
        given = text.encode("latin-1") if self._bytes else text
        return _compiled(self.parsed, part).match(given, at) is not None

    def _part(self, part: Any, text: str, at: int) -> Iterator[int]:
        op, given = part
        self._step()
        if op is ops.AT:
            if self._alone(part, text, at):
                yield at
        elif op is ops.SUBPATTERN:
            for end in self._sequence(given[-1], 0, text, at):
                if given[0] is not None:
                    self._groups[given[0]] = at, end
                yield end
        elif op is ops.ATOMIC_GROUP:
            yield from self._first(self._sequence(given, 0, text, at))
        elif op is ops.BRANCH:
            for branch in given[1]:
                yield from self._sequence(branch, 0, text, at)
        elif op in (ops.ASSERT, ops.ASSERT_NOT):
            direction, inside = given
            begin = at if direction > 0 else at - inside.getwidth()[0]
            found = begin >= 0 and any(direction > 0 or end == at for end in self._sequence(inside, 0, text, begin))
            if found is (op is ops.ASSERT):
                yield at
        elif op is ops.GROUPREF:
            begin, end = self._groups.get(given, (0, -1))
            if end >= begin and text.startswith(text[begin:end], at):
                self.steps += end - begin
                yield at + end - begin
        elif op is ops.GROUPREF_EXISTS:
            group, yes, no = given
            yield from self._sequence(yes if group in self._groups else no or (), 0, text, at)
        elif op in _REPEATS:
            least, most, body = given
            ends = self._repeat(op is ops.MIN_REPEAT, min(least, _CUT), _cut(most), body, text, at)
            yield from self._first(ends) if op is ops.POSSESSIVE_REPEAT else ends
        else:
            raise NotImplementedError(op)

    @staticmethod
    def _first(ends: Iterator[int]) -> Iterator[int]:
        end = next(ends, None)
        if end is not None:
            yield end

    def _letters(self, least: int, most: int, part: Any, text: str, at: int) -> Iterator[int]:
        """Where a greedy repeat of one letter ends, the longest first, with the steps of `_repeat`."""
        end = at
        while end - at < most and self._fits(part, text, end):
            end += 1
        yield from range(end, at + least - 1, -1)

    def _repeat(self, lazy: bool, least: int, most: int, body: Any, text: str, at: int) -> Iterator[int]:
        if not lazy and len(body) == 1 and body[0][0] in _ONE:
            yield from self._letters(least, most, body[0], text, at)
            return
        if lazy and least <= 0:
            yield at
        if most > 0:
            for end in self._sequence(body, 0, text, at):
                if end > at or least > 0:
                    yield from self._repeat(lazy, least - 1, most - 1, body, text, end)
        if not lazy and least <= 0:
            yield at


def _cut(most: int) -> int:
    return 1 << 30 if most is ops.MAXREPEAT else min(most, _CUT)


_FITTING = 5
_LENGTHS = 40, 80, 160
_MOST = 500
"""Steps for a letter that no linear expression takes."""
_known: dict[tuple[int, str], bool] = {}
_made: dict[int, tuple[Any, re.Pattern[Any]]] = {}


@cache
def parsed(pattern: re.Pattern[Any]) -> Any:
    """The parts of an expression, the same objects each time."""
    return _parser.parse(pattern.pattern, pattern.flags & ~(0 if isinstance(pattern.pattern, bytes) else re.UNICODE))


def _compiled(top: Any, part: Any) -> re.Pattern[Any]:
    """The test of one letter, or of a place, as `re` has it."""
    if id(part) not in _made:
        _made[id(part)] = part, _compiler.compile(_parser.SubPattern(top.state, [part]), top.state.flags)
    return _made[id(part)][1]


def attacks(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str, str]]:
    """(before, what is repeated, behind): texts made of an expression for it to go over again and again."""
    top = parsed(pattern)
    units = dict.fromkeys(unit for unit in _units(top, top) if 0 < len(unit) <= 40)
    for unit in units:
        for behind in ("", "\x02", "\n"):
            yield "", unit, behind
    for before in _samples(top, top)[:1]:
        for unit in units:
            yield before[:20], unit, "\x02"


def _units(parts: Any, top: Any) -> Iterator[str]:
    """What parts match, alone and with what stands beside them, those within included."""
    samples = [_samples([part], top) for part in parts]
    for first, each in enumerate(samples):
        for last in (*range(first + 2, first + 4), len(samples)):
            yield "".join(part[0] for part in samples[first:last] if part)
        yield "".join(part[0] for part in samples[: first + 1] if part)
        yield from each
    for op, given in parts:
        for inside in _inside(op, given):
            yield from _units(inside, top)


def _inside(op: Any, given: Any) -> list[Any]:
    if op is ops.SUBPATTERN:
        return [given[-1]]
    if op is ops.ATOMIC_GROUP:
        return [given]
    if op is ops.BRANCH:
        return list(given[1])
    if op in (ops.ASSERT, ops.ASSERT_NOT):
        return [given[1]]
    if op in _REPEATS:
        return [given[2]]
    return [each for each in given[1:] if each is not None] if op is ops.GROUPREF_EXISTS else []


def _samples(parts: Any, top: Any) -> list[str]:
    """A few texts that parts match, one after the other."""
    found = [""]
    for part in parts:
        op, given = part
        if op in _ONE:
            source = top.state.str
            own = source if isinstance(source, str) else source.decode("latin-1")
            letters = chr(given) if op is ops.LITERAL else dict.fromkeys(own + _LETTERS + own.upper())
            test = _compiled(top, part)
            fitting = (each for each in letters if test.match(each if own is source else each.encode("latin-1")))
            here = [*islice(fitting, _FITTING)]
        elif op in _REPEATS:
            here = [each * max(1, min(given[0], 3)) for each in _samples(given[2], top)]
        elif op in (ops.AT, ops.ASSERT, ops.ASSERT_NOT, ops.GROUPREF):
            continue
        else:
            here = [each for inside in _inside(op, given) for each in _samples(inside, top)]
        found = [a + b for a, b in zip(found * len(here), [each for each in here for _ in found], strict=True)][:8]
    return found


def attack_of(pattern: re.Pattern[Any], use: str) -> str:
    """The text on which an expression takes more than twice the steps when it is twice as long; empty for none."""
    for before, unit, behind in attacks(pattern):
        of_a_letter = 1e9
        for length in _LENGTHS:
            text = before + unit * (-(-length // len(unit))) + behind
            counting = Counting(pattern, _MOST * length)
            try:
                counting.spans(text, use)
            except TooMany:
                return text
            if counting.steps / len(text) < 1.4 * of_a_letter and of_a_letter < 1e9:
                break
            of_a_letter = counting.steps / len(text)
        else:
            return text
    return ""


def bounds(parts: Any) -> Iterator[int]:
    """How often at most each part of an expression repeats; `ENDLESS` for one without a bound."""
    for op, given in parts:
        if op in _REPEATS:
            yield int(given[1])
        for inside in _inside(op, given):
            yield from bounds(inside)

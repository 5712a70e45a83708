"""A pasted text as patterns are tried on it, with its line breaks or without any white space, and what they find."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from core.diagnosis.traceback.readable import Squeezed
from core.diagnosis.trap import KnownError, Wording

_SMALL = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_FRAMES = 20_000
"""Characters above a message that are looked at."""
_TRIED = 30
"""Places of one wording that are looked at, from the last."""
_ONE_LINE = 60
"""Columns that a line has at least which a terminal broke."""
_NAMES = frozenset({"name", "module", "class", "key", "record", "attribute", "storage", "device", "other"})
"""What is one word, so that the next one does not belong to it."""
_NEXT_LINE = re.compile(r"\n ?([\w.]{1,300}(?::\d{1,4})?)")
_DEVICE = re.compile(r"(?:cpu|cuda|mps|xpu|xla|hpu|npu|meta)(?::\d{1,4})?")
_BREAK = re.compile(r"(?<!\s)[^\S\n]*+\n\s*+")


class Hit(NamedTuple):
    """A wording in a text: from where to where, what it names, and how often the text has it."""

    error: KnownError
    wording: Wording
    start: int
    end: int
    details: dict[str, str]
    times: int = 1


class Reading:
    """A readable text in small letters, ``squeezed`` or not; what is named is taken from the text as it was."""

    def __init__(self, source: str, *, squeezed: bool = False) -> None:
        self._source = source
        self._small_source = small(source)
        self._tight = Squeezed(source) if squeezed else None
        self.text = small(self._tight.text) if self._tight else self._small_source

    def place(self, position: int) -> int:
        """Where a character of ``text`` stands in the readable text."""
        return self._tight.place(position) if self._tight else position

    def matches(self, wording: Wording) -> Iterator[re.Match[str]]:
        """Every place of a wording, whatever is above it."""
        return wording.expression(squeezed=self._tight is not None).finditer(self.text)

    def hits(self, errors: Iterable[KnownError]) -> Iterator[Hit]:
        """The last place of each wording of the errors."""
        for error in errors:
            for wording in error.wordings:
                if wording.anchor not in self.text:
                    continue
                times, last = 0, deque[re.Match[str]](maxlen=_TRIED if wording.above else 1)
                for match in self.matches(wording):
                    times += 1
                    last.append(match)
                found = next((match for match in reversed(last) if self._follows(wording, match.start())), None)
                if found is not None:
                    yield Hit(error, wording, found.start(), found.end(), self.details(found), times)

    def _follows(self, wording: Wording, start: int) -> bool:
        if not wording.above:
            return True
        tight = self.text[max(0, start - _FRAMES) : start] if self._tight else ""
        return wording.follows(self.before(start)) or wording.follows(tight)

    def before(self, start: int) -> str:
        """The lines above a place, in small letters."""
        end = self.place(start)
        return self._small_source[max(0, end - _FRAMES) : end]

    def details(self, match: re.Match[str]) -> dict[str, str]:
        """What the groups of a match say, as it was written."""
        names = (name for name, value in match.groupdict().items() if value is not None)
        return {name: self._written(match, name) for name in names}

    def _written(self, match: re.Match[str], name: str) -> str:
        start, end = match.span(name)
        if start == end:
            return ""
        value = self._source[self.place(start) : self.place(end - 1) + 1]
        if end == match.end() and not re.search(r"[\"'\[]", value):
            if self._tight and name in _NAMES:
                value = _first_word(value, self._column(self.place(start)))
            elif not self._tight:
                value += self._broken_off(value, end)
        return _BREAK.sub("", value).strip()

    def _broken_off(self, value: str, end: int) -> str:
        """What a terminal moved of a name to the next line: the line is full, and few are longer."""
        rest = _NEXT_LINE.match(self._source, end)
        if rest is None or not self._is_full(end):
            return ""
        whole = value.rpartition(" ")[2] + rest[1]
        number = whole.isdigit()
        path = re.fullmatch(r"[A-Za-z_]\w{0,600}", re.sub(r"[._]", "_", whole)) and re.search(r"[._]", whole)
        return rest[1] if number or path or _DEVICE.fullmatch(whole.lower()) else ""

    def line_start(self, position: int) -> int:
        """Where the line of a place of ``text`` begins, be it broken by a terminal."""
        end = self.text.rfind("\n", 0, position)
        while end > 0 and self._is_full(end):
            end = self.text.rfind("\n", 0, end)
        return end

    def _is_full(self, end: int) -> bool:
        """Whether a terminal may have broken the line that ends at a place of the source."""
        return self._column(end) >= max(_ONE_LINE, 0.75 * self._width)

    @cached_property
    def _width(self) -> int:
        return max(map(len, self._source.split("\n")))

    def _column(self, place: int) -> int:
        start = max(0, place - 1000)
        return place - max(self._source.rfind("\n", start, place), start - 1) - 1


def small(text: str) -> str:
    """The text in small letters, character by character."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.translate(_SMALL)


def _first_word(text: str, column: int) -> str:
    """What stands before the first white space that is more than a break in a full line."""
    at = 0
    for gap in re.finditer(r"\s+", text):
        column += gap.start() - at
        if "\n" not in gap[0] or column < _ONE_LINE:
            return text[: gap.start()]
        at, column = gap.end(), gap.end() - text.rfind("\n", 0, gap.end()) - 1
    return text

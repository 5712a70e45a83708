"""The facts of an error: what its text says that can be held against a file, whatever words stand around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

_SURVIVED = re.compile(r"warning: |\bskip(?:ping|ped)? loading\b", re.IGNORECASE)
_RAISED = re.compile(r"Traceback \(|(?:Error|Exception)\b")
_OF_DATA = re.compile(r"\bin __getitem__\b")
_WORD_BEFORE = re.compile(r"[\w.]{0,100}\Z")
_BREAK = re.compile(r"\n[ \t]*+|(?<![ \t])[ \t]++\n[ \t]*+")
_FILE = re.compile(
    r"(?:[A-Za-z]:)?[\w.~/\\@+=-]{0,300}(?:[\w-]\.(?:safetensors|index\.json|[A-Za-z]\w{1,11})|/\.\w{1,20}|/latest)\b"
)
_ITEM = re.compile(r"([\w.]{1,100}(?:\([^()\n]{0,200}\))?)\[['\"]?([^\]'\"\n]{1,80})['\"]?\]")
_LOADS = re.compile(r"\b(?:\w*pickle|dill)\.loads\([^()\n]{0,80}\)?")
_MAPPED = re.compile(r"\bload\w{0,40}\([^\n]{0,200}\bmap_location ?= ?(?:['\"]|torch\.device|lambda|\{)")
_GONE = re.compile(
    r"no such file|file ?not ?found|cannot find the file|unable to find|\bmissing\b|not exist|找不到|不存在"
    r"|ckpt_list\) > 0",
    re.IGNORECASE,
)
_WORD = r"\w."
_NEAR = 20_000
"""Characters from the last exception on among which paths are looked for."""


@dataclass(frozen=True)
class ErrorFacts:
    """``text`` is what was pasted, readable, without what the run survived; nothing of it is clipped."""

    text: str = ""

    def says(self, name: str) -> bool:
        """Whether the text has a name as a whole word, in one of the readings of its line breaks."""
        word = re.compile(rf"(?<![{_WORD}]){re.escape(name)}(?!\w|\.\w)")
        return (name in self.text and word.search(self.text) is not None) or (
            name in self._joined and word.search(self._joined) is not None
        )

    @cached_property
    def _joined(self) -> str:
        """The text as it was before a terminal broke its lines inside of words."""
        return _BREAK.sub("", self.text)

    @cached_property
    def last(self) -> str:
        """The last exception and what follows it; all of the text where none is named."""
        end = max((match.end() for match in _RAISED.finditer(self.text)), default=0)
        word = _WORD_BEFORE.search(self.text[max(0, end - 100) : end])
        return self.text[end - len(word[0]) if word else end :]

    @cached_property
    def unpickled(self) -> str:
        """The last line of code that unpickles bytes which are in memory, such as ``cloudpickle.loads(raw)``."""
        found = _LOADS.findall(self.text)
        return found[-1] if found else ""

    @cached_property
    def items(self) -> tuple[tuple[str, str], ...]:
        """What the lines of code look up: in what, and which key."""
        return tuple((found[1], found[2]) for found in _ITEM.finditer(self.text))

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The paths that the last exception names, with slashes."""
        return tuple(found[0].replace("\\", "/").replace("//", "/") for found in _FILE.finditer(self.last[:_NEAR]))

    @property
    def maps(self) -> bool:
        """Whether a line of code loads with a map_location."""
        return _MAPPED.search(self.text) is not None

    @property
    def of_data(self) -> bool:
        """Whether it was raised while data were read, not a checkpoint."""
        return _OF_DATA.search(self.text) is not None

    @property
    def misses_a_file(self) -> bool:
        """Whether the error is that a file is not there."""
        return _GONE.search(self.last) is not None


NO_FACTS = ErrorFacts()


def without_survived(text: str) -> str:
    """The text without warnings, and retries, that stand above an exception: a run that went on had no harm of them."""
    raised = max((match.start() for match in _RAISED.finditer(text)), default=0)
    if not _SURVIVED.search(text, 0, raised):
        return text
    above, kept, was = text[: text.rfind("\n", 0, raised) + 1], list[str](), False
    for line in above.splitlines(keepends=True):
        is_code = was and line[:1] in " \t"  # what warned
        was = _SURVIVED.search(line) is not None
        if not (was or is_code):
            kept.append(line)
    return "".join(kept) + text[len(above) :]

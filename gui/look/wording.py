"""Small matters of words that several panels share: where a long name may break, capitals, kinds of files.

And what is said while somebody waits for a server: how much has come and how fast, or that it does not answer.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from core.formats.register import SUFFIXES
from core.remote.address import RemotePath
from core.remote.traffic import News
from core.text import capital, size_text
from core.words import say

_WORD = re.compile(r"[^\s\u2e80-\U0010ffff]+")
"""What has no place to break in it; a script without blanks between words may break anywhere."""
_JOINT = re.compile(r"[/._](?=[A-Za-z_])")
_SLASH = re.compile(r"(?<=\w)/(?=\w)|(?<=/)/(?=\w)")
"""Where Qt would break a line after a slash."""
_OF_SO_MANY = re.compile(r"-of-\d+$")
_END_OF_WORD = re.compile(r".*[-_./](?=\w)", re.DOTALL)
_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:[KMGT]i|[kMGT])?B\b)")
_HAN = r"[\u3040-\u30ff\u4e00-\u9fff]"
"""A character of Chinese or Japanese, between which a line may break."""
_BEFORE_COUNTED = re.compile(rf"(?<=\d) (?={_HAN})")
"""Between a number and what it counts: `28 個`."""
_BEFORE_LAST = re.compile(rf"(?<={_HAN})(?={_HAN}[^\w\s]*$)", re.MULTILINE)
_BLANK_BEFORE_LAST = re.compile(rf" (?={_HAN}[^\w\s]*$)", re.MULTILINE)
"""Where one character would be left alone on the last line, as `上` of `CPU 上。` would."""


def breakable(text: str, longest: int = 28) -> str:
    """Let a name that is longer than a line, of ``longest`` letters, break after its dots and underscores.

    What fits a line of a narrow panel stays whole: `map_location='cpu'` and `hf://owner/model` go to the next line as
    one word, and so does `317 MiB`. For showing only: the marks would be copied along.
    """

    def marked(word: re.Match[str]) -> str:
        return _JOINT.sub("\\g<0>\u200b", word[0]) if len(word[0]) > longest else _SLASH.sub("\\g<0>\u2060", word[0])

    return together(_BEFORE_UNIT.sub("\u00a0", _WORD.sub(marked, text)))


def together(text: str) -> str:
    """Keep what belongs together in a line of Chinese or Japanese, which may break anywhere. For showing only, too."""
    if text.isascii():
        return text
    text = _BLANK_BEFORE_LAST.sub("\u00a0", _BEFORE_COUNTED.sub("\u00a0", text))
    return _BEFORE_LAST.sub("\u2060", text)


def file_kinds(what: str = "", *more: str) -> str:
    """The kinds of files that a dialog for opening offers, as Qt wants them written.

    That is checkpoints, and files of ``more`` suffixes; ``what`` is what all of them are called together.
    """
    patterns = " ".join(f"*{suffix}" for suffix in (*SUFFIXES, *more))
    return f"{what or say('PyTorch checkpoints')} ({patterns});;{say('All files')} (*)"


def short_names(names: Sequence[str]) -> Sequence[str]:
    """Names of files without the words that all begin with, and the ending that all have: `00001` of three shards."""
    common = _END_OF_WORD.match(os.path.commonprefix(names))  # noqa: RUF071 - letters are meant
    begin = len(common[0]) if common is not None and any(map(str.isalnum, common[0])) else 0
    endings = {os.path.splitext(name)[1] for name in names}  # noqa: PTH122 - texts, no paths
    end = -len(endings.pop()) if len(endings) == 1 else 0
    short = [name[begin : end or None] or name for name in names]
    counts = {_OF_SO_MANY.search(name) for name in short}
    if None in counts or len({count[0] for count in counts if count is not None}) > 1:
        return short
    return [_OF_SO_MANY.sub("", name) for name in short]


def sentence(text: str) -> str:
    """The text with a capital, unless it begins with a piece of code such as `torch.load(f)`."""
    first = text.split(" ", 1)[0]
    return text if any(mark in first for mark in "._(=") else capital(text)


def seconds_text(seconds: float) -> str:
    """A duration: `9 ms`, `1.4 s`."""
    return f"{max(1, round(seconds * 1000))} ms" if seconds < 0.9995 else f"{seconds:.1f} s"


PATIENCE: Final = 2.0
"""Seconds without a byte after which that is said."""


def is_trouble(news: News) -> bool:
    """Whether it is worth a word that nothing comes."""
    return news.silent >= PATIENCE or bool(news.trouble)


def news_text(news: News) -> str:
    """`309 KiB received, 1.14 MiB a second`, `example.org has not answered for 4 s (try 2 of 4: …)`, or empty."""
    told = {"host": news.host, "attempt": news.attempt, "attempts": news.attempts, "trouble": news.trouble}
    if not is_trouble(news):
        if not news.received:
            return ""
        received, speed = size_text(news.received), size_text(int(news.speed))
        return say("{received} received, {speed} a second", received=received, speed=speed)
    if news.silent < PATIENCE:
        return say("{host}: {trouble}; trying again ({attempt} of {attempts})", **told)
    if news.trouble:
        return say(
            "{host} has not answered for {seconds:.0f} s (try {attempt} of {attempts}: {trouble})",
            **told,
            seconds=news.silent,
        )
    return say("{host} has not answered for {seconds:.0f} s", host=news.host, seconds=news.silent)


def home_text(folder: Path) -> str:
    """A folder as people write it, with ~ for their home; one elsewhere as a URL without anything secret."""
    if isinstance(folder, RemotePath):
        return str(folder)
    try:
        below = folder.relative_to(Path.home())
    except (ValueError, RuntimeError):
        return str(folder)
    return f"~/{below}" if below.parts else "~"

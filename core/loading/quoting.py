"""What is offered to be copied and run: command lines quoted for a shell, which takes each word for one word."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterable

from core import program
from core.text import shown

_LONGEST = 3000
"""Characters of a command line; a longer one could not be shown whole, and half of it is another command."""
_BARE = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _./")
_BARE_ON_WINDOWS = re.compile(r"--?[A-Za-z-]+|[\w.:/\\=+*][\w.:/\\=+*-]*", re.ASCII)
_ODD_ON_WINDOWS = re.compile('["%$`\N{LEFT DOUBLE QUOTATION MARK}-\N{DOUBLE LOW-9 QUOTATION MARK}]')
"""What ``cmd`` or PowerShell takes for something else within double quotes, each in a way of its own."""


def command(words: Iterable[str]) -> str:
    """A command line of the program on one line, as any POSIX shell takes it, and on Windows ``cmd`` and PowerShell
    both; empty where none can say that.

    ``words`` are what comes after the name of the program. No command line can hold a NUL or half a surrogate pair.
    """
    quoted = [_word(word) for word in (*program.words(), *words)]
    line = " ".join(filter(None, quoted))
    return line if all(quoted) and len(line) <= _LONGEST else ""


def command_lines(groups: Iterable[Iterable[str]]) -> str:
    """The same on several lines, one for each group of words, which a shell takes for one; on Windows no way of that is
    known to both shells.
    """
    first, *others = [" ".join(map(_word, group)) for group in groups]
    begin = " ".join(map(_word, program.words()))
    return (" " if sys.platform == "win32" else " \\\n    ").join([f"{begin} {first}", *others])


def option(name: str, value: str) -> tuple[str, ...]:
    """An option with its value, which is never taken for another option."""
    return (f"{name}={value}",) if value.startswith("-") else (name, value)


def file_word(path: str) -> str:
    """A path as a word that is never taken for an option."""
    return os.path.join(os.curdir, path) if path.startswith("-") else path  # noqa: PTH118 - Path drops the dot


def _word(word: str) -> str:
    """One word for a shell. Where characters in it cannot be shown, ``printf`` makes them from their numbers."""
    if sys.platform == "win32":
        return _word_on_windows(word)
    if shown(word) == word:
        return shlex.quote(word)
    try:
        raw = os.fsencode(word)
    except UnicodeEncodeError:
        return ""
    if 0 in raw or raw.endswith(b"\n"):  # a shell takes the last newlines off what a command says
        return ""
    return "\"$(printf '" + "".join(chr(byte) if byte in _BARE else f"\\{byte:03o}" for byte in raw) + "')\""


def _word_on_windows(word: str) -> str:
    if _BARE_ON_WINDOWS.fullmatch(word):
        return word
    if not word or shown(word) != word or _ODD_ON_WINDOWS.search(word):
        return ""
    last = word[len(word.rstrip("\\")) :]  # backslashes, which count twice before a quote, and nowhere else
    return f'"{word}{last}"'

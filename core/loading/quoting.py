"""What is offered to be copied and run: command lines quoted for a shell, which takes each word for one word."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable

from core import program
from core.text import shown

_LONGEST = 3000
"""Characters of a command line; a longer one could not be shown whole, and half of it is another command."""
_BARE = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _./")


def command(words: Iterable[str]) -> str:
    """A command line of the program on one line, as any POSIX shell takes it; empty where none can say that.

    ``words`` are what comes after the name of the program. No command line can hold a NUL or half a surrogate pair.
    """
    quoted = [_word(word) for word in (*program.words(), *words)]
    line = " ".join(filter(None, quoted))
    return line if all(quoted) and len(line) <= _LONGEST else ""


def command_lines(groups: Iterable[Iterable[str]]) -> str:
    """The same on several lines, one for each group of words; a shell takes them for one."""
    quoted = [" ".join(map(_word, group)) for group in groups]
    return " \\\n    ".join([" ".join((*map(_word, program.words()), quoted[0])), *quoted[1:]])


def option(name: str, value: str) -> tuple[str, ...]:
    """An option with its value, which is never taken for another option."""
    return (f"{name}={value}",) if value.startswith("-") else (name, value)


def file_word(path: str) -> str:
    """A path as a word that is never taken for an option."""
    return os.path.join(os.curdir, path) if path.startswith("-") else path  # noqa: PTH118 - Path drops the dot


def _word(word: str) -> str:
    """One word for a shell. Where characters in it cannot be shown, ``printf`` makes them from their numbers."""
    if shown(word) == word:
        return shlex.quote(word)
    try:
        raw = os.fsencode(word)
    except UnicodeEncodeError:
        return ""
    if 0 in raw or raw.endswith(b"\n"):  # a shell takes the last newlines off what a command says
        return ""
    return "\"$(printf '" + "".join(chr(byte) if byte in _BARE else f"\\{byte:03o}" for byte in raw) + "')\""

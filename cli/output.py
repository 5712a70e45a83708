"""The one way to the terminal: exit codes, and lines that show what files hold and never do what it says.

Nothing else in the front end prints; `tests/cli/test_gate.py` sees to that.
"""

from __future__ import annotations

import contextlib
import errno
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from core.pace import bytes_text
from core.progress import ignore
from core.remote.secrets import redacted, without_secrets
from core.text import shortened, shown
from core.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType
    from typing import TextIO

    from core.progress import Tick

DONE, AT_FAULT, USAGE, FOUND, CANCELLED = 0, 1, 2, 3, 130
LONGEST = 4000
"""Characters of a line; what is longer is cut."""
_OFTEN = 0.1
"""Seconds between two lines of progress."""
_ERASE_LINE = "\r\x1b[K"
"""Takes back what progress was written on the line of a terminal."""
_PLAIN = str.maketrans(
    {"→": "->", "…": "...", "“": '"', "”": '"', "·": "-", "×": "x", "≥": ">=", "≤": "<=", "•": "*", "–": "-", "‖": "||"}
    | {"\N{REPLACEMENT CHARACTER}": "?"}
)
"""Our signs for a stream without them: a pipe of Windows speaks cp1252, unless PYTHONUTF8 says otherwise."""


class Unsaid(Exception):
    """An answer could not be printed: the disk is full, or nobody opened stdout. Says why."""


def print_lines(lines: Iterable[str]) -> None:
    """Print an answer. Each item is one line, whatever is in it."""
    _print("".join(f"{fit(line, sys.stdout)}\n" for line in lines))


def _print(text: str) -> None:
    """Write to stdout. Raises `Unsaid`, or `BrokenPipeError` where the reader has gone."""
    if sys.stdout is None:
        raise Unsaid(say("stdout is closed"))
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        if sys.platform == "win32" and error.errno == errno.EINVAL:
            raise BrokenPipeError from None
        raise Unsaid(error.strerror or str(error)) from None


def print_json(answer: Any) -> None:
    """Print one JSON object: every value exactly as it is, in ASCII."""
    _print(json.dumps(answer, ensure_ascii=True) + "\n")


def complain(*lines: str) -> None:
    """Print lines about what is wrong to stderr. Each is one line, whatever is in it."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError):  # there is nobody else to tell
        sys.stderr.write("".join(f"{fit(without_secrets(line), sys.stderr)}\n" for line in lines))
        sys.stderr.flush()


def fail(message: str, about: str = "") -> int:
    """One line about what the file or the request is to blame for, ``about`` a file; returns the exit code."""
    complain(f"pthfinder: {about}: {message}" if about else f"pthfinder: {message}")
    return AT_FAULT


def flush() -> None:
    """Print what is still to be printed, at the end: where that fails it was told, or there is nobody to tell."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.flush()


def shows_progress() -> bool:
    """Whether somebody looks."""
    return sys.stderr is not None and sys.stderr.isatty()


def progress(words: str) -> None:
    """Write over the progress of before; none is left by empty words. Only where `shows_progress`."""
    with contextlib.suppress(OSError):
        sys.stderr.write(_ERASE_LINE + fit(words, sys.stderr))
        sys.stderr.flush()


def percentage(doing: str) -> Tick:
    """A tick that shows how much is done: ``checking  42 %``."""
    last = -1

    def tick(done: int, total: int) -> None:
        nonlocal last
        percent = done * 100 // max(total, 1)
        if percent != last:
            last = percent
            progress(f"{doing} {percent:3} %")

    return tick


@contextlib.contextmanager
def counting(doing: str) -> Iterator[Tick]:
    """A tick as `percentage` makes it, which leaves nothing behind; where nobody looks it does nothing."""
    if not shows_progress():
        yield ignore
        return
    try:
        yield percentage(doing)
    finally:
        progress("")


def bytes_done(doing: str) -> Tick:
    """A tick that shows bytes, how fast they are read, and the time left, a few times a second."""
    began = last = -_OFTEN

    def tick(done: int, total: int) -> None:
        nonlocal began, last
        now = time.monotonic()
        began = now if began < 0 else began  # workers may have taken a while to be there
        if now - last >= _OFTEN and total:
            last, seconds = now, now - began
            progress(f"{doing} {done * 100 // total:3} %  {bytes_text(done, total, seconds)}")

    return tick


def unforeseen(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """The hook for what nobody caught: the traceback, in which no message can begin a line."""
    from traceback import format_exception  # noqa: PLC0415 - for a crash, and for nothing else

    complain(*(f"| {line}" for line in redacted("".join(format_exception(kind, error, trace))).split("\n")))


def fit(line: str, stream: TextIO | None) -> str:
    """One line as a stream can show it: with plain signs where its encoding lacks ours; what else it lacks is spelled
    out.
    """
    line = shown(shortened(line, LONGEST))
    if line.isascii():
        return line
    encoding = (stream and stream.encoding) or "utf-8"
    try:
        line.encode(encoding)
    except UnicodeEncodeError:
        line = line.translate(_PLAIN)
    return line.encode(encoding, "backslashreplace").decode(encoding)

"""Notices, by Python's own audit events, whatever a process does that reading a file never needs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_SUSPICIOUS = (
    "os.system",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "os.putenv",
    "os.mkdir",
    "os.symlink",
    "subprocess.",
    "socket.",
    "pty.",
    "ctypes.",
    "marshal.loads",
    "code.__new__",
    "function.__new__",
    "compile",
    "exec",
    "import",
    "pickle.find_class",
    "shutil.",
    "sqlite3.",
)
_seen: list[str] | None = None


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _seen is not None and event.startswith(_SUSPICIOUS):
        _seen.append(f"{event} {arguments[:1]!r:.200}")


sys.addaudithook(_hook)  # one for the life of the process: hooks cannot be taken away again


@contextmanager
def suspicious_events() -> Iterator[list[str]]:
    """What happened meanwhile that should not. Whatever is imported late must have been imported before."""
    global _seen
    _seen = []
    try:
        yield _seen
    finally:
        _seen = None

"""Notices, by Python's own audit events, whatever a process does that reading a file never needs."""

from __future__ import annotations

import os
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
_WITH_PATHS = (
    "open",
    "os.rename",
    "os.remove",
    "os.link",
    "os.symlink",
    "os.mkdir",
    "os.chmod",
    "os.listdir",
    "os.scandir",
)
_seen: list[str] | None = None
_paths: set[Any] | None = None


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _seen is not None and event.startswith(_SUSPICIOUS):
        _seen.append(f"{event} {arguments[:1]!r:.200}")
    if _paths is not None and event in _WITH_PATHS:
        _paths.update(each for each in arguments[:2] if isinstance(each, (str, bytes, os.PathLike)))


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


@contextmanager
def paths_used() -> Iterator[set[Any]]:
    """The names of files and folders that were opened, made, moved or removed meanwhile."""
    global _paths
    _paths = set()
    try:
        yield _paths
    finally:
        _paths = None

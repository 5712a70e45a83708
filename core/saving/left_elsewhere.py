"""Clears what a program that was killed left on servers: parts of an upload, a file beside its place.

As `core.saving.leftovers` does here, with a note for each upload under way and a lock on it. Nobody asks a server for
that alone: it is done when a command has to do with the same one anyway.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from core.errors import CannotOpen, CheckpointError
from core.files.byte_source import O_BINARY
from core.remote.address import RemotePath, as_path
from core.remote.asking import tried
from core.remote.uploading import clear
from core.saving import leftovers

_SECONDS = 5.0
"""Patience with a server that is asked to remove something."""
_LONGEST_NOTE = 1 << 16


class NoteElsewhere:
    """What a later run is told of an upload, should this process die. Where no note can be made it goes on without."""

    def __init__(self, path: RemotePath) -> None:
        self._path = path
        self._fd = -1
        self._note: Path | None = None
        with contextlib.suppress(OSError, RuntimeError):
            folder().mkdir(mode=0o700, parents=True, exist_ok=True)
            note = folder() / f"{os.urandom(8).hex()}.json"
            self._fd = os.open(note, os.O_RDWR | os.O_CREAT | os.O_EXCL | O_BINARY, 0o600)
            self._note = note
            leftovers.lock(self._fd)

    def write(self, facts: dict[str, str]) -> None:
        """What has to be known to remove it."""
        said = {"host": leftovers.machine(), "path": str(self._path), "facts": facts}
        with contextlib.suppress(OSError):
            os.lseek(self._fd, 0, os.SEEK_SET)
            os.write(self._fd, json.dumps(said).encode())  # never shorter than what it takes the place of

    def end(self, *, gone: bool) -> None:
        """The upload is over; the note stays where something is left of it."""
        if self._fd >= 0:
            os.close(self._fd)  # first: Windows removes no open file
            self._fd = -1
        if gone and self._note is not None:
            with contextlib.suppress(OSError):
                self._note.unlink()


def folder() -> Path:
    """Where the notes are."""
    return leftovers.state_folder() / "elsewhere"


def clear_elsewhere(paths: Iterable[Path]) -> list[RemotePath]:
    """Remove what processes of this machine that died left in the stores of some paths; returns of which targets.

    What cannot be removed now stays noted.
    """
    stores = {(path.scheme, path.host) for path in paths if isinstance(path, RemotePath)}
    cleared: list[RemotePath] = []
    if stores:
        with contextlib.suppress(OSError, RuntimeError):
            for note in sorted(folder().glob("*.json")):
                with contextlib.suppress(OSError):
                    cleared += _clear(note, stores)
    return cleared


def _clear(note: Path, stores: set[tuple[str, str]]) -> list[RemotePath]:
    fd = os.open(note, os.O_RDWR | O_BINARY | getattr(os, "O_NONBLOCK", 0))
    try:
        if not leftovers.lock(fd):
            return []
        raw = os.read(fd, _LONGEST_NOTE)
        path, facts = _read(raw)
        meant = [path] if path is not None and (path.scheme, path.host) in stores else []
        gone = [path for path in meant if tried(partial(clear, path, facts), _SECONDS)]
    finally:
        os.close(fd)
    if gone or not raw:  # of one that had not begun nothing is left
        note.unlink()
    return gone


def _read(raw: bytes) -> tuple[RemotePath | None, dict[str, str]]:
    """What a note says; None for what is none, or another machine's."""
    try:
        said: dict[str, Any] = json.loads(raw)
        path, facts = as_path(said["path"]), said["facts"]
        plain = all(isinstance(each, str) for pair in facts.items() for each in pair)
        ours = said["host"] == leftovers.machine() and leftovers.is_temporary(facts.get("beside"))
    except (ValueError, TypeError, KeyError, AttributeError, CannotOpen, CheckpointError):
        return None, {}
    return (path, facts) if isinstance(path, RemotePath) and plain and ours else (None, {})

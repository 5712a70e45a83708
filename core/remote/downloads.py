"""Downloads a file as a whole, once, into a file without a name, where its server gives no parts of files."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import IO

from core.remote.address import RemotePath
from core.remote.asking import fetch
from core.remote.status import FetchToDisk, RemoteStatus
from core.remote.trouble import NeedsDownload

DOWNLOADS: ContextVar[bool] = ContextVar("DOWNLOADS", default=False)
"""Whether whoever opens a file has said that all of it may be downloaded."""
ASKS_FROM = 8 << 20
"""A file of so many bytes or more, or of unknown size, is downloaded only where `DOWNLOADS` says so."""
_here: dict[tuple[RemotePath, RemoteStatus], IO[bytes]] = {}
_lock = threading.Lock()


@contextmanager
def downloads_allowed(allowed: bool) -> Iterator[None]:
    """Let files be downloaded whole inside the block, if that is ``allowed`` here or was before."""
    before = DOWNLOADS.set(allowed or DOWNLOADS.get())
    try:
        yield
    finally:
        DOWNLOADS.reset(before)


def downloaded(path: RemotePath, status: RemoteStatus) -> int:
    """A descriptor of a copy on this computer, the caller's own. It is kept until the program ends.

    Raises `NeedsDownload` for a large one that nobody asked for.
    """
    with _lock:
        kept = _here.get((path, status))
    if kept is None:
        if not DOWNLOADS.get() and (status.size is None or status.size >= ASKS_FROM):
            raise NeedsDownload(path, status.size)
        kept = _fetched(path, status)
        with _lock:
            kept = _here.setdefault((path, status), kept)
    return os.dup(kept.fileno())


def _fetched(path: RemotePath, status: RemoteStatus) -> IO[bytes]:
    file = tempfile.TemporaryFile()  # noqa: SIM115 - it stays open
    try:
        fetch(path, status, FetchToDisk(file, status.size))
        file.flush()
    except BaseException:
        file.close()
        raise
    return file

"""Files elsewhere as `core.files.parts` has files: read by ranges, or from a copy where their server gives none."""

from __future__ import annotations

import os
from collections.abc import Sequence

from core.files.byte_source import FileIdentity, LocalFile
from core.remote.address import RemotePath
from core.remote.asking import side_by_side, status_of
from core.remote.downloads import downloaded
from core.remote.file import RemoteFile
from core.remote.status import RemoteStatus
from core.remote.trouble import changed

_seen: dict[tuple[RemotePath, FileIdentity], RemoteStatus] = {}


class RangedFile(RemoteFile):
    """One that is read by ranges. No descriptor: the system cannot copy from it."""

    fd = None

    def claimed(self, offset: int, length: int) -> bytes:
        """As `core.files.byte_source.ByteSource.claimed` says; nothing elsewhere has holes."""
        return self.peek(offset, length)

    def identity(self) -> FileIdentity:
        return remote_identity(self.path)


class Copy:
    """One of which there is a copy here. What it is elsewhere is asked of its server."""

    def __init__(self, path: RemotePath, status: RemoteStatus) -> None:
        self.path = path
        self.fd = downloaded(path, status)
        self.size = os.fstat(self.fd).st_size
        here = LocalFile(self.fd, self.size)
        self.peek, self.claimed, self.read_into = here.peek, here.claimed, here.read_into
        self.close = here.close

    def identity(self) -> FileIdentity:
        return remote_identity(self.path)


def remote_identity(path: RemotePath) -> FileIdentity:
    """What a file elsewhere is now: a question to its server. Raises `OSError` where there is none."""
    return _noted(path, status_of(path))


def open_remote(path: RemotePath, known: FileIdentity | None = None, *, keep: bool = True) -> RangedFile | Copy:
    """A file elsewhere, or the one that is known from before, which this process asks nobody about twice.

    Raises `OSError` where there is none, `SourceChanged` where it is not the one that is known, and
    `core.remote.trouble.NeedsDownload` as `downloaded` does.
    """
    status = _seen.get((path, known)) if known is not None else None
    if status is None:
        status = status_of(path)
        if _noted(path, status) != known and known is not None:
            raise changed(path)
    return RangedFile(path, status, keep=keep) if status.ranges else Copy(path, status)


def fetch_ends(paths: Sequence[RemotePath]) -> None:
    """Have the ends of many files come beside each other, where zips have their directories, and be kept."""

    def fetch_end(path: RemotePath) -> None:
        status = status_of(path)
        if status.ranges and status.size and status.head.startswith(b"PK"):
            RemoteFile(path, status).peek(status.size - 1, 1)

    side_by_side(paths, fetch_end)


def _noted(path: RemotePath, status: RemoteStatus) -> FileIdentity:
    identity = FileIdentity(0, 0, status.size or 0, 0, status.version)
    _seen[path, identity] = RemoteStatus(status.size, status.version, status.is_folder, status.ranges)
    return identity

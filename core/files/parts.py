"""The files of a checkpoint, one or many: opened when bytes of them are asked for, and read as if they were one.

The files lie one behind the other in one space of offsets, each at the beginning of a page. So a place is one number,
whichever file it is in, and a file that is read alone begins at 0.
"""

from __future__ import annotations

import errno
import io
import os
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple, Self, cast

from core.errors import SourceChanged
from core.files.byte_source import ByteSource, FileIdentity, LocalFile, OpenFile, open_file, open_stream
from core.remote.address import RemotePath
from core.remote.trouble import changed
from core.words import marked

PAGE = 4096
"""Bytes of a block of nearly all file systems."""
CHANGED = marked("{name} has changed on disk since it was opened. Open it again.")
_PIECE = 1 << 20
_MOST_OPEN = 64
"""Descriptors held at once: a checkpoint can have thousands of files, and a process as a rule a thousand of them."""


def identity_of(path: Path) -> FileIdentity:
    """What tells whether the file at a path, which is there, is another one later. Raises `OSError`."""
    if isinstance(path, RemotePath):
        from core.files.elsewhere import remote_identity  # noqa: PLC0415 - for those who have one

        return remote_identity(path)
    return FileIdentity.of(path.stat())


class Part(NamedTuple):
    """A file of a checkpoint. Its bytes begin at ``start`` among those of all."""

    path: Path
    identity: FileIdentity
    start: int = 0

    @property
    def size(self) -> int:
        return self.identity.size

    @property
    def end(self) -> int:
        return self.start + self.size


def side_by_side(files: Sequence[tuple[Path, FileIdentity]]) -> tuple[Part, ...]:
    """The parts that files are, each behind the one before."""
    found: list[Part] = []
    start = 0
    for path, identity in files:
        found.append(Part(path, identity, start))
        start += -(-identity.size // PAGE) * PAGE
    return tuple(found)


def open_part(path: Path, known: FileIdentity | None = None, *, keep: bool = True) -> OpenFile:
    """A file to be read, wherever it lies; one elsewhere as it was ``known``. Raises `OSError` where it cannot be.

    ``keep`` is whether ranges of one elsewhere are kept on this computer.
    """
    if isinstance(path, RemotePath):
        from core.files.elsewhere import open_remote  # noqa: PLC0415 - for those who have one

        return open_remote(path, known, keep=keep)
    fd = open_file(path)
    return LocalFile(fd, os.fstat(fd).st_size)


class Whereabouts(NamedTuple):
    """Where bytes are: ``offset`` of an open file, which has ``left`` bytes from there on."""

    file: OpenFile
    offset: int
    left: int


class Files:
    """The parts of a checkpoint, to be read. A context manager: nothing stays open behind it.

    Raises `OSError` where a file cannot be opened and `SourceChanged` where it is another one by now.
    """

    def __init__(self, parts: Sequence[Part], *, keep: bool = True) -> None:
        self._parts, self._keep = parts, keep
        self._starts = [part.start for part in parts]
        self._open: dict[int, OpenFile] = {}
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close what is open; nothing can be read any more."""
        self._closed = True
        while self._open:
            self._open.popitem()[1].close()

    @property
    def size(self) -> int:
        """Where the last file ends."""
        return self._parts[-1].end if self._parts else 0

    def open(self, number: int = 0) -> OpenFile:
        """A part, which stays open for a while."""
        file = self._open.get(number)
        if file is None:
            if self._closed:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            if len(self._open) >= _MOST_OPEN:
                self._open.pop(next(iter(self._open))).close()
            file = self._open[number] = self._opened(self._parts[number])
        return file

    def whereabouts(self, offset: int) -> Whereabouts:
        """The file that ``offset`` is in, and where there."""
        number = bisect_right(self._starts, offset) - 1
        part = self._parts[number]
        return Whereabouts(self.open(number), offset - part.start, max(part.end - offset, 0))

    def end_of_file(self, offset: int) -> int:
        """Where the file ends that ``offset`` is in."""
        return self._parts[bisect_right(self._starts, offset) - 1].end

    def peek(self, offset: int, length: int) -> bytes:
        """``length`` bytes at ``offset``; fewer at the end of a file."""
        at = self.whereabouts(offset)
        return at.file.peek(at.offset, min(length, at.left))

    def claimed(self, offset: int, length: int) -> bytes:
        at = self.whereabouts(offset)
        return at.file.claimed(at.offset, min(length, at.left))

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Fill a buffer of bytes from ``offset`` on; how many there were: fewer at the end of a file only."""
        at = self.whereabouts(offset)
        return at.file.read_into(buffer[: at.left], at.offset)

    def check_unchanged(self) -> None:
        """Raises `SourceChanged` when a file that was read is no longer the one that it was."""
        for number, file in self._open.items():
            _check(self._parts[number], file)

    def _opened(self, part: Part) -> OpenFile:
        file = open_part(part.path, part.identity, keep=self._keep)
        if file.fd is None:
            return file  # each of its ranges is held against the version
        try:
            _check(part, file)
        except BaseException:
            file.close()
            raise
        return file


def _check(part: Part, file: OpenFile) -> None:
    if file.identity() != part.identity:
        if isinstance(part.path, RemotePath):
            raise changed(part.path)
        raise SourceChanged(CHANGED, name=part.path.name)


# -- as Python's own modules read a file ---------------------------------------------------------------------------


@contextmanager
def reading(path: Path) -> Iterator[BinaryIO]:
    """The bytes of a file, from its beginning on. Raises `OSError`, and a `CheckpointError` of one elsewhere.

    What is no file is an `OSError` as `core.files.byte_source.open_file` says, before it is opened.
    """
    if not isinstance(path, RemotePath):
        with open_stream(path) as file:
            yield file
        return
    with closing(open_part(path)) as remote:
        yield cast(BinaryIO, io.BufferedReader(Stream(remote), _PIECE))


def whole_file(path: Path, most: int) -> bytes | None:
    """All bytes of a small file; None where it has more than ``most``. Raises as `reading` does."""
    with reading(path) as file:
        found = file.read(most + 1)
    return found if len(found) <= most else None


class Stream(io.RawIOBase):
    """A source of bytes as a file of Python's."""

    def __init__(self, source: ByteSource) -> None:
        self._source, self._at = source, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = offset + (0, self._at, self._source.size)[whence]
        return self._at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: Any) -> int:
        count = self._source.read_into(memoryview(buffer), self._at) if self._at >= 0 else 0
        self._at += count
        return count

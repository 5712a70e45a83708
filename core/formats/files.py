"""The files of a checkpoint, one or many: opened when bytes of them are asked for, and read as if they were one.

The files lie one behind the other in one space of offsets, each at the beginning of a page. So a place is one number,
whichever file it is in, and a file that is read alone begins at 0.
"""

from __future__ import annotations

import errno
import os
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from core.errors import SourceChanged
from core.formats.file_io import open_file, read_at, read_into, read_part
from core.words import marked, say

PAGE = 4096
"""Bytes of a block of nearly all file systems."""
CHANGED = marked("{name} has changed on disk since it was opened. Open it again.")
_MOST_OPEN = 64
"""Descriptors held at once: a checkpoint can have thousands of files, and a process as a rule a thousand of them."""


class FileIdentity(NamedTuple):
    """What tells whether a file is still the one that was opened."""

    device: int
    inode: int
    size: int
    mtime_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> FileIdentity:
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)

    @classmethod
    def of_all(cls, each: Sequence[FileIdentity]) -> FileIdentity:
        """Of several files together: any that changes changes it."""
        if len(each) == 1:
            return each[0]
        size, newest = sum(one.size for one in each), max(one.mtime_ns for one in each)
        return cls(each[0].device, each[0].inode, size, newest)


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


class File(Protocol):
    """Something to read ``size`` bytes from: a file, or a stretch of one."""

    @property
    def size(self) -> int: ...

    def peek(self, offset: int, length: int) -> bytes:
        """``length`` bytes at ``offset``; fewer at the end only."""

    def claimed(self, offset: int, length: int) -> bytes:
        """The same, for a length that the file itself claims. Raises `Truncated` for what is mostly a hole."""


class LocalFile(NamedTuple):
    """A file of this computer that is open as ``fd``, or the ``size`` bytes of it from ``start`` on."""

    fd: int
    size: int
    start: int = 0

    def peek(self, offset: int, length: int) -> bytes:
        return read_at(self.fd, max(min(length, self.size - offset), 0), self.start + offset)

    def claimed(self, offset: int, length: int) -> bytes:
        return read_part(self.fd, max(min(length, self.size - offset), 0), self.start + offset)

    def within(self, start: int, size: int) -> LocalFile:
        """A stretch of it as a file of its own."""
        return LocalFile(self.fd, min(size, self.size - start), self.start + start)


class Whereabouts(NamedTuple):
    """Where bytes are: ``offset`` of the open file ``fd``, which has ``left`` bytes from there on."""

    fd: int
    offset: int
    left: int


class Files:
    """The parts of a checkpoint, to be read. A context manager: nothing stays open behind it.

    Raises `OSError` where a file cannot be opened and `SourceChanged` where it is another one by now.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._starts = [part.start for part in parts]
        self._open: dict[int, int] = {}
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close what is open; nothing can be read any more."""
        self._closed = True
        while self._open:
            os.close(self._open.popitem()[1])

    @property
    def size(self) -> int:
        """Where the last file ends."""
        return self._parts[-1].end if self._parts else 0

    def fd(self, number: int = 0) -> int:
        """The descriptor of a part, which stays open for a while."""
        fd = self._open.get(number)
        if fd is None:
            if self._closed:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            if len(self._open) >= _MOST_OPEN:
                os.close(self._open.pop(next(iter(self._open))))
            fd = self._open[number] = self._opened(self._parts[number])
        return fd

    def file(self, number: int = 0) -> LocalFile:
        """A part by itself, with offsets of its own."""
        return LocalFile(self.fd(number), self._parts[number].size)

    def whereabouts(self, offset: int) -> Whereabouts:
        """The file that ``offset`` is in, and where there."""
        number = bisect_right(self._starts, offset) - 1
        part = self._parts[number]
        return Whereabouts(self.fd(number), offset - part.start, max(part.end - offset, 0))

    def end_of_file(self, offset: int) -> int:
        """Where the file ends that ``offset`` is in."""
        return self._parts[bisect_right(self._starts, offset) - 1].end

    def peek(self, offset: int, length: int) -> bytes:
        """``length`` bytes at ``offset``; fewer at the end of a file."""
        at = self.whereabouts(offset)
        return read_at(at.fd, min(length, at.left), at.offset)

    def claimed(self, offset: int, length: int) -> bytes:
        """As `File.claimed` says."""
        at = self.whereabouts(offset)
        return read_part(at.fd, min(length, at.left), at.offset)

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Fill a buffer of bytes from ``offset`` on; how many there were: fewer at the end of a file only."""
        at = self.whereabouts(offset)
        return read_into(at.fd, buffer[: at.left], at.offset)

    def check_unchanged(self) -> None:
        """Raises `SourceChanged` when a file that was read is no longer the one that it was."""
        for number, fd in self._open.items():
            self._check(self._parts[number], fd)

    def _opened(self, part: Part) -> int:
        fd = open_file(part.path)
        try:
            self._check(part, fd)
        except BaseException:
            os.close(fd)
            raise
        return fd

    def _check(self, part: Part, fd: int) -> None:
        if FileIdentity.of(os.fstat(fd)) != part.identity:
            raise SourceChanged(say(CHANGED, name=part.path.name))

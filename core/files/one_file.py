"""One file that is open, on this computer or elsewhere, and what tells whether it is still the same."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from core.files.file_io import read_at, read_into, read_part


class FileIdentity(NamedTuple):
    """What tells whether a file is still the one that was opened.

    One elsewhere has its ``size`` and the ``version`` that its server gives it; those of this computer have no version.
    """

    device: int
    inode: int
    size: int
    mtime_ns: int
    version: str = ""

    @classmethod
    def of(cls, status: os.stat_result) -> FileIdentity:
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)

    @classmethod
    def of_all(cls, each: Sequence[FileIdentity]) -> FileIdentity:
        """Of several files together: any that changes changes it."""
        if len(each) == 1:
            return each[0]
        size, newest = sum(one.size for one in each), max(one.mtime_ns for one in each)
        return cls(each[0].device, each[0].inode, size, newest, " ".join(filter(None, (one.version for one in each))))


class File(Protocol):
    """Something to read ``size`` bytes from: a file, several, or a stretch of one."""

    @property
    def size(self) -> int: ...

    def peek(self, offset: int, length: int) -> bytes:
        """``length`` bytes at ``offset``; fewer at the end only."""

    def claimed(self, offset: int, length: int) -> bytes:
        """The same, for a length that the file itself claims. Raises `Truncated` for what is mostly a hole."""


class OneFile(File, Protocol):
    """A single one, or a stretch that begins at its ``start``."""

    @property
    def start(self) -> int: ...

    def within(self, start: int, size: int) -> OneFile:
        """A stretch of it as a file of its own."""


class OpenFile(OneFile, Protocol):
    """A whole file that is open.

    ``fd`` is the descriptor by which the system itself can copy from it, None where there is none.
    """

    @property
    def fd(self) -> int | None: ...

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Fill a buffer of bytes from ``offset`` on; how many there were: fewer at the end only."""

    def identity(self) -> FileIdentity:
        """What it is now."""

    def close(self) -> None: ...


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
        return LocalFile(self.fd, min(size, self.size - start), self.start + start)

    def read_into(self, buffer: memoryview, offset: int) -> int:
        return read_into(self.fd, buffer, offset)

    def identity(self) -> FileIdentity:
        return FileIdentity.of(os.fstat(self.fd))

    def close(self) -> None:
        os.close(self.fd)


class ByteRange(NamedTuple):
    """``size`` bytes of an open file from ``start`` on, as a file of their own."""

    file: OneFile
    start: int
    size: int

    def peek(self, offset: int, length: int) -> bytes:
        return self.file.peek(self.start + offset, max(min(length, self.size - offset), 0))

    def claimed(self, offset: int, length: int) -> bytes:
        return self.file.claimed(self.start + offset, max(min(length, self.size - offset), 0))

    def within(self, start: int, size: int) -> ByteRange:
        return ByteRange(self.file, self.start + start, min(size, self.size - start))

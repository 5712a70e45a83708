"""Bytes at an offset: what has them, the file of this computer that they are read from, and a part of one."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple, Protocol

from core.errors import Truncated
from core.words import marked, say

O_BINARY: int = getattr(os, "O_BINARY", 0)
"""Windows would otherwise translate line ends."""
_LARGE = 16 << 20
_MOST_OF_HOLES = 64 << 20
"""Bytes that a part of a file may lack; file systems that keep no zeros leave holes of their own."""
_KINDS = (
    (stat.S_ISDIR, marked("a directory")),
    (stat.S_ISFIFO, marked("a pipe")),
    (stat.S_ISSOCK, marked("a socket")),
    (stat.S_ISCHR, marked("a device")),
    (stat.S_ISBLK, marked("a device")),
)


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


class Bytes(Protocol):
    """``size`` bytes, wherever they are: all that has bytes at an offset has these two.

    A file has them (`LocalFile`, `core.remote.file.RemoteFile`), and what is laid over others: a part of one
    (`Window`), several as if they were one (`core.files.parts.Files`), what keeps what it read last
    (`core.files.copy.Source`), and the bytes of a storage, whether they lie in a file, are gathered, unpacked or made
    when they are asked for (`core.numbers.stored`, `core.edits.numbers.made.MadeBytes`).
    """

    @property
    def size(self) -> int: ...

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Fill a buffer of bytes from ``offset`` on; how many there were: fewer at the end only."""


class ByteSource(Bytes, Protocol):
    """The same, given away as bytes too."""

    def peek(self, offset: int, length: int) -> bytes:
        """``length`` bytes at ``offset``; fewer at the end only."""

    def claimed(self, offset: int, length: int) -> bytes:
        """The same, for a length that the file itself claims. Raises `Truncated` for what is mostly a hole."""


class OpenFile(ByteSource, Protocol):
    """A whole file that is open.

    ``fd`` is the descriptor by which the system itself can copy from it, None where there is none.
    """

    @property
    def fd(self) -> int | None: ...

    def identity(self) -> FileIdentity:
        """What it is now."""

    def close(self) -> None: ...


class LocalFile(NamedTuple):
    """A file of this computer that is open as ``fd``."""

    fd: int
    size: int

    def peek(self, offset: int, length: int) -> bytes:
        return read_at(self.fd, max(min(length, self.size - offset), 0), offset)

    def claimed(self, offset: int, length: int) -> bytes:
        return read_part(self.fd, max(min(length, self.size - offset), 0), offset)

    def read_into(self, buffer: memoryview, offset: int) -> int:
        return read_into(self.fd, buffer, offset)

    def identity(self) -> FileIdentity:
        return FileIdentity.of(os.fstat(self.fd))

    def close(self) -> None:
        os.close(self.fd)


class Window(NamedTuple):
    """``size`` bytes of a source from ``start`` on, as a source of their own."""

    source: ByteSource
    start: int
    size: int

    def peek(self, offset: int, length: int) -> bytes:
        return self.source.peek(self.start + offset, max(min(length, self.size - offset), 0))

    def claimed(self, offset: int, length: int) -> bytes:
        return self.source.claimed(self.start + offset, max(min(length, self.size - offset), 0))

    def read_into(self, buffer: memoryview, offset: int) -> int:
        return self.source.read_into(buffer[: max(self.size - offset, 0)], self.start + offset)


def part_of(source: ByteSource, start: int, size: int) -> Window:
    """``size`` bytes from ``start`` on, or fewer where the source ends before."""
    return Window(source, start, min(size, source.size - start))


# -- files of this computer ----------------------------------------------------------------------------------------


class NotAFile(OSError):
    """There is something else of that name; ``strerror`` says what."""


def kind_of(mode: int) -> str:
    """What there is instead of a regular file, such as ``a pipe``; empty for a file."""
    if stat.S_ISREG(mode):
        return ""
    words = next((words for is_one, words in _KINDS if is_one(mode)), marked("no regular file"))
    return say(words)


def open_file(path: str | os.PathLike[str]) -> int:
    """A descriptor to read a file from.

    Raises `NotAFile` for anything else, which is not opened: that would wait for somebody at the other end of a pipe,
    and a device can begin to do something. Raises `OSError` where a file cannot be opened.
    """
    _only_files(path, os.stat(path).st_mode)  # noqa: PTH116 - a path may be text
    fd = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | O_BINARY)
    try:
        _only_files(path, os.fstat(fd).st_mode)  # another one may have come in between
    except NotAFile:
        os.close(fd)
        raise
    return fd


def open_stream(path: str | os.PathLike[str]) -> BinaryIO:
    """The same as a stream of bytes. Raises as `open_file` does."""
    return os.fdopen(open_file(path), "rb")


def _only_files(path: str | os.PathLike[str], mode: int) -> None:
    kind = kind_of(mode)
    if kind:
        raise NotAFile(None, say("it is {kind}", kind=kind), os.fspath(path))


def read_part(fd: int, length: int, offset: int) -> bytes:
    """As `read_at`, for a part whose length the file itself claims.

    Raises `Truncated` for one that is mostly a hole: zeros that take no room on the disk and would take some in memory.
    """
    if length > _LARGE:
        _check_holes(fd, length, offset)
    return read_at(fd, length, offset)


def _check_holes(fd: int, length: int, offset: int) -> None:
    if sys.platform == "win32":
        return  # nobody tells
    at, end, missing = offset, min(offset + length, os.fstat(fd).st_size), 0
    while at < end:
        try:
            data = min(os.lseek(fd, at, os.SEEK_DATA), end)
        except OSError as error:
            if error.errno != errno.ENXIO:
                return  # this file system does not tell
            data = end  # nothing but a hole from there on
        missing += data - at
        if missing > _MOST_OF_HOLES:
            raise Truncated(
                "Large parts of this file were never written: its download or copy was never finished. Fetch it again."
            )
        at = os.lseek(fd, data, os.SEEK_HOLE) if data < end else end


def read_at(fd: int, length: int, offset: int) -> bytes:
    """``length`` bytes at ``offset``; fewer at the end of the file only."""
    data = _read_some(fd, length, offset)
    if len(data) == length or not data:
        return data
    parts = [data]
    missing = length - len(data)
    while missing:
        data = _read_some(fd, missing, offset + length - missing)
        if not data:
            break
        parts.append(data)
        missing -= len(data)
    return b"".join(parts)


def read_into(fd: int, buffer: memoryview, offset: int) -> int:
    """Fill a buffer of bytes from ``offset`` on; how many there were: fewer at the end of the file only."""
    done = 0
    while done < len(buffer):
        count = _read_some_into(fd, buffer[done:], offset + done)
        if not count:
            break
        done += count
    return done


def _read_some_into(fd: int, buffer: memoryview, offset: int) -> int:
    if sys.platform != "linux":  # where not every system can do it in one
        data = _read_some(fd, len(buffer), offset)
        buffer[: len(data)] = data
        return len(data)
    return os.preadv(fd, [buffer], offset)


def _read_some(fd: int, length: int, offset: int) -> bytes:
    if sys.platform == "win32":  # which has no pread; no file here is read by two threads at once
        os.lseek(fd, offset, os.SEEK_SET)
        return os.read(fd, length)
    return os.pread(fd, length, offset)

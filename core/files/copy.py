"""Moves bytes from one file to another in constant memory."""

from __future__ import annotations

import errno
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from core.crc import Data, crc32
from core.errors import Malformed, SaveError, SourceChanged, Truncated
from core.files.byte_source import OpenFile
from core.files.parts import PAGE, Files
from core.progress import Tick, ignore
from core.words import say

CHUNK = 8 << 20
_WINDOW = 1 << 20
_GLANCE = 8 << 10  # bytes read where the one before was elsewhere: from there it may not go on


class Source:
    """What is read: small reads come from a window kept in memory, so a storage costs no system call."""

    def __init__(self, files: Files, name: str = "") -> None:
        self.files, self.size, self.name = files, files.size, name or say("The file")
        self._start = 0
        self._window = b""

    def read(self, offset: int, length: int) -> bytes:
        """``length`` bytes at ``offset``.

        Raises `Truncated` where the file never had them, `SourceChanged` when it has become shorter.
        """
        raw = self.peek(offset, length)
        self._check(len(raw), offset, length)
        return raw

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Fill a buffer with the bytes from ``offset`` on; raises as `read` does."""
        with self._disk_errors():
            read = self.files.read_into(buffer, offset)
        self._check(read, offset, len(buffer))
        return read

    def _check(self, read: int, offset: int, length: int) -> None:
        """Raises where fewer bytes were read than asked for."""
        if read != length and offset + length > self.size:
            raise Truncated("The file ends inside the bytes of a tensor; it was cut short or damaged. Fetch it again.")
        if read != length:
            raise SourceChanged(
                "The source became shorter while it was being read. Nothing was written; open it again."
            )

    def peek(self, offset: int, length: int) -> bytes:
        """As `read`, but fewer bytes at the end of the file. Raises `SaveError` where the disk gives none."""
        at = offset - self._start
        if at >= 0 and at + length <= len(self._window):
            return self._window[at : at + length]
        with self._disk_errors():
            return self._peek(at, offset, length)

    def claimed(self, offset: int, length: int) -> bytes:
        """As `core.files.byte_source.ByteSource.claimed` says. Raises `SaveError` where the disk gives no bytes."""
        with self._disk_errors():
            return self.files.claimed(offset, length)

    @contextmanager
    def _disk_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise SaveError(
                "{name} could not be read: {reason}. Nothing was changed.", name=self.name, reason=error.strerror
            ) from None

    def _peek(self, at: int, offset: int, length: int) -> bytes:
        """Bytes that the window does not have; they would begin ``at`` there."""
        if length >= _WINDOW:
            return self.files.peek(offset, length)
        goes_on = 0 <= at <= len(self._window) + _GLANCE
        wanted = _WINDOW if goes_on else max(length, _GLANCE)
        self._start, self._window = offset, self.files.peek(offset, wanted)
        return self._window[:length]

    def end_of_file(self, offset: int) -> int:
        """Where the file ends that ``offset`` is in."""
        return self.files.end_of_file(offset)

    @property
    def window(self) -> tuple[bytes, int]:
        """What is in memory, and at which offset it begins."""
        return self._window, self._start

    def chunks(self, offset: int, length: int) -> Iterator[bytes]:
        """The bytes in pieces of at most `CHUNK`."""
        end = offset + length
        while offset < end:
            piece = self.read(offset, min(CHUNK, end - offset))
            yield piece
            offset += len(piece)


# -- what a new file is written to: a descriptor of this computer, or something that sends it elsewhere ---------------


class Out(Protocol):
    """Takes the bytes of a new file, one behind the other.

    ``grain`` is what lies alike in the source and here when whole multiples of it are best taken on their own.
    """

    @property
    def grain(self) -> int: ...

    def write(self, data: Data) -> None:
        """The next bytes. Raises `OSError`, or a `SaveError`."""

    def take(self, file: OpenFile, offset: int, length: int) -> int:
        """Have some of the next ``length`` bytes, at ``offset`` of a file, come here without passing through this
        process; how many: 0 where that cannot be."""


class Descriptor:
    """An open file of this computer."""

    grain = PAGE

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self._ways = list(_KERNEL_WAYS)

    def write(self, data: Data) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self.fd, view) :]
        view.release()

    def take(self, file: OpenFile, offset: int, length: int) -> int:
        """As `Out.take` says: by the kernel, where both lie on this computer."""
        while self._ways and file.fd is not None:
            try:
                return self._ways[0](file.fd, self.fd, offset, length)
            except OSError as error:
                if error.errno not in _CANNOT:
                    raise
                self._ways.pop(0)  # nor will it the next time: the files are the same
        return 0


def _copy_range(source: int, target: int, offset: int, length: int) -> int:
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, "copy_file_range")
    return os.copy_file_range(source, target, length, offset)


def _send_file(source: int, target: int, offset: int, length: int) -> int:
    if sys.platform == "win32":
        raise OSError(errno.ENOSYS, "sendfile")
    return os.sendfile(target, source, offset, length)


# The first lets a file system share the bytes; the second also works from one file system to another.
_KERNEL_WAYS = [
    way for way, needs in ((_copy_range, "copy_file_range"), (_send_file, "sendfile")) if hasattr(os, needs)
]
_CANNOT = frozenset(
    {
        errno.EXDEV,
        errno.EINVAL,
        errno.ENOSYS,
        errno.EOPNOTSUPP,
        errno.EBADF,
        errno.EPERM,
        errno.ENOTSOCK,
        errno.EOVERFLOW,
    }
)


class Sink:
    """The file that is written: small writes are gathered, large ones are left to whatever takes the bytes.

    ``position`` is where the next byte goes. ``tick`` is told the bytes written of ``total``.
    """

    def __init__(self, out: Out, total: int, tick: Tick) -> None:
        self.out, self.total, self.tick = out, total, tick
        self.position = 0
        self._buffer = bytearray()

    def write(self, data: Data) -> None:
        self._buffer += data
        self.position += len(data)
        if len(self._buffer) >= _WINDOW:
            self.flush()

    def write_large(self, data: memoryview) -> None:
        """Write bytes that are many, without gathering them."""
        if len(data) < _WINDOW // 2:
            self.write(data)
        else:
            self._through(data)

    def _through(self, data: memoryview) -> None:
        self.flush()
        self.out.write(data)
        self.position += len(data)
        self.tick(min(self.position, self.total), self.total)

    def flush(self) -> None:
        """Hand on what was gathered."""
        if self._buffer:
            self.out.write(self._buffer)
            self._buffer = bytearray()
        self.tick(min(self.position, self.total), self.total)

    def copy(self, source: Source, offset: int, length: int) -> None:
        """Copy bytes of the source as they are.

        Where they lie alike in their pages, whole pages go on their own: a file system that can lets both files share
        those, and nothing is copied. Elsewhere there are no pages.
        """
        if length < _WINDOW:
            self.write(source.read(offset, length))
            return
        end = offset + length
        whole = end
        grain = self.out.grain
        if offset % grain == self.position % grain:
            edge = -offset % grain
            self.write(source.read(offset, edge))
            offset += edge
            whole -= end % grain
        self.flush()
        self._copy_large(source, offset, whole)
        self.write(source.read(whole, end - whole))

    def _copy_large(self, source: Source, offset: int, end: int) -> None:
        while offset < end:
            step = min(CHUNK * 4, end - offset)
            done = self._taken(source, offset, step) or self._by_hand(source, offset, min(step, CHUNK))
            offset += done
            self.position += done
            self.tick(min(self.position, self.total), self.total)

    def _taken(self, source: Source, offset: int, length: int) -> int:
        """Bytes copied without passing through this process; 0 where that cannot be."""
        at = source.files.whereabouts(offset)
        return self.out.take(at.file, at.offset, min(length, at.left))

    def _by_hand(self, source: Source, offset: int, length: int) -> int:
        piece = source.read(offset, length)
        self.out.write(piece)
        return len(piece)


class CountingSink(Sink):
    """A sink that counts what a file would take, and keeps nothing: bytes of the source are not read for it."""

    crc = 0

    def __init__(self) -> None:
        super().__init__(_Nothing(), 0, ignore)

    def write(self, data: Data) -> None:
        self.position += len(data)

    def write_large(self, data: memoryview) -> None:
        self.position += len(data)

    def pass_over(self, length: int) -> None:
        """Count bytes that nobody makes."""
        self.position += length

    def flush(self) -> None:
        """As `Sink.flush`."""

    def copy(self, source: Source, offset: int, length: int) -> None:  # noqa: ARG002 - none of it is read
        """As `Sink.copy`, of nothing."""
        self.position += length


class CountingPlace:
    """New files of which only the ``bytes`` are counted: as `core.saving.targets.target.Destination`."""

    def __init__(self) -> None:
        self.bytes = 0

    @contextmanager
    def file(self, _name: str = "") -> Iterator[CountingSink]:
        """A file, to be counted."""
        sink = CountingSink()
        yield sink
        self.bytes += sink.position


class _Nothing:
    """Takes no bytes."""

    grain = 1

    def write(self, data: Data) -> None:
        """As `Out.write`."""

    def take(self, file: OpenFile, offset: int, length: int) -> int:  # noqa: ARG002 - as above
        return 0


class SummedSink(Sink):
    """A sink that sums up what passes through it: ``crc`` is that of all bytes since it was set to 0."""

    def __init__(self, out: Out, total: int, tick: Tick) -> None:
        super().__init__(out, total, tick)
        self.crc = 0

    def write(self, data: Data) -> None:
        self.crc = crc32(data, self.crc)
        super().write(data)

    def _through(self, data: memoryview) -> None:
        self.crc = crc32(data, self.crc)
        super()._through(data)

    def copy(self, source: Source, offset: int, length: int) -> None:
        """As `Sink.copy`, through this process."""
        for piece in source.chunks(offset, length):
            self.write_large(memoryview(piece))


def inflate(pieces: Iterator[bytes], size: int, name: str) -> Iterator[bytes]:
    """Unpack a deflated record piece by piece. Raises `Malformed` when it does not give ``size`` bytes."""
    unpacker = zlib.decompressobj(-15)
    done = 0
    try:
        for piece in pieces:
            packed = piece
            while packed and done <= size:
                data = unpacker.decompress(packed, CHUNK)
                packed = unpacker.unconsumed_tail
                done += len(data)
                if done <= size and data:
                    yield data
    except zlib.error:
        raise Malformed("Record {name!r} does not unpack; the file is damaged. Fetch it again.", name=name) from None
    if done != size or not unpacker.eof:
        raise Malformed(
            "Record {name!r} does not unpack to the size that the zip gives for it; it is damaged.", name=name
        )

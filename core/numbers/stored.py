"""The bytes of one storage, wherever they are: in a file, in memory, gathered from pieces, or packed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from typing import NamedTuple

from core.errors import CannotOpen, SourceChanged, Truncated
from core.files.byte_source import Bytes, read_into
from core.files.copy import Source
from core.files.parts import CHANGED, Files
from core.formats.assembled import AssembledSpan
from core.formats.span import Span

_MOST_OPEN = 4
"""Records that are kept unpacked: what is compared are two tensors of two files, or a parameter and its moments."""


class GatheredBytes(NamedTuple):
    """The bytes of a storage that is put together of pieces, gathered as they are asked for."""

    span: AssembledSpan
    source: Source

    @property
    def size(self) -> int:
        return self.span.size

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Fill a buffer. Raises `CannotOpen` and `SourceChanged` as `StoredBytes.read_into` does."""
        try:
            buffer[:] = self.span.read(self.source, offset, len(buffer))
        except OSError as error:
            raise CannotOpen(
                "{name} cannot be read any more: {reason}.", name=self.source.name, reason=error.strerror
            ) from None
        return len(buffer)


class StoredBytes(NamedTuple):
    """The bytes of a storage: ``size`` of them at ``offset`` of ``file``, which is called ``name``, or ``data``.

    A file that was closed gives an error, never bytes of another.
    """

    file: Bytes | None
    offset: int
    size: int
    data: bytes | None = None
    name: str = ""

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Fill a buffer with the bytes from ``offset`` on, all of it.

        Raises `Truncated` where there are fewer, `SourceChanged` where the file has become shorter, and `CannotOpen`
        where the disk gives none.
        """
        length = len(buffer)
        if offset + length > self.size:
            raise Truncated("A tensor has fewer bytes in the file than its shape takes; the file was cut short.")
        if self.data is not None or self.file is None:
            buffer[:] = (self.data or b"")[offset : offset + length]
            return length
        try:
            found = self.file.read_into(buffer, self.offset + offset)
        except OSError as error:
            raise CannotOpen(
                "{name} cannot be read any more: {reason}.", name=self.name, reason=error.strerror
            ) from None
        if found != length:
            raise SourceChanged(CHANGED, name=self.name)
        return length


class SpanBytes:
    """The bytes that spans of ``files``, which are called ``name``, stand for; of packed ones a few stay unpacked."""

    def __init__(self, files: Files, name: str, pause: Callable[[], None]) -> None:
        self._files, self._name = files, name
        self._unpacked = UnpackedRecords(pause)
        self._packed: dict[int, Unpacked] = {}

    def of(self, span: Span) -> Bytes:
        if isinstance(span, AssembledSpan):
            return GatheredBytes(span, self.source())
        if span.data is not None or span.is_verbatim:
            return StoredBytes(self._files, span.offset, span.size, span.data, self._name)
        return StoredBytes(self._unpack(span), 0, span.size, None, self._name)

    def source(self) -> Source:
        """The files with a window of its own, or none where they were closed meanwhile."""
        return Source(self._files, self._name)

    def close(self) -> None:
        """Give up what was unpacked."""
        self._unpacked.close()

    def _unpack(self, span: Span) -> Unpacked:
        if span.offset not in self._packed:
            self._packed[span.offset] = Unpacked(self._unpacked, span, self.source, self._name)
        return self._packed[span.offset]


# -- deflated records, unpacked where they can be read at any place: torch writes none, and reads them -------------


class Unpacked:
    """One record, unpacked into a file without a name when its ``fd`` is asked for."""

    def __init__(self, records: UnpackedRecords, span: Span, source: Callable[[], Source], name: str) -> None:
        self.size = span.size
        self._records, self._span, self._source, self._name = records, span, source, name
        self._fd = -1

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """As `core.files.byte_source.Bytes` says. Raises as `fd` does."""
        return read_into(self.fd, buffer, offset)

    @property
    def fd(self) -> int:
        """Raises `Malformed` for a record that does not unpack, `CannotOpen` where there is no room for it."""
        if self._fd < 0:
            self._records.make_room_for(self)
            self._fd = self._unpack()
        return self._fd

    def close(self) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def _unpack(self) -> int:
        try:
            with tempfile.TemporaryFile() as file:
                for piece in self._span.pieces(self._source()):
                    self._records.pause()
                    file.write(piece)
                file.flush()
                return os.dup(file.fileno())
        except OSError as error:
            raise CannotOpen(
                "{name} has compressed tensors, and one could not be unpacked into {folder}: {reason}.",
                name=self._name,
                folder=tempfile.gettempdir(),
                reason=error.strerror,
            ) from None


class UnpackedRecords:
    """The records of a file that are unpacked; the oldest is given up for the next. ``pause`` may raise `Cancelled`."""

    def __init__(self, pause: Callable[[], None]) -> None:
        self.pause = pause
        self._open: list[Unpacked] = []

    def make_room_for(self, record: Unpacked) -> None:
        """Note a record that is about to be unpacked."""
        self._open = [*(each for each in self._open if each is not record), record]
        for each in self._open[:-_MOST_OPEN]:
            each.close()
        del self._open[:-_MOST_OPEN]

    def close(self) -> None:
        for each in self._open:
            each.close()
        self._open = []

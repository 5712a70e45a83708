"""The bytes of one storage, wherever they are."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from core.errors import CannotOpen, SourceChanged, Truncated
from core.files.copy import Source
from core.files.parts import CHANGED
from core.formats.assembled import AssembledSpan
from core.words import say


class Readable(Protocol):
    """What bytes are read from, by its ``name``; a closed one gives an error, never bytes of another."""

    name: str

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Fill a buffer of bytes from ``offset`` on; how many there were: fewer at the end only."""


class Stored(Protocol):
    """The bytes of a storage: ``size`` of them, whether they lie in a file or are made when they are asked for."""

    @property
    def size(self) -> int: ...

    def read_into(self, buffer: memoryview, start: int) -> None:
        """Fill a buffer with the bytes from ``start`` on."""


class GatheredBytes(NamedTuple):
    """The bytes of a storage that is put together of pieces, gathered as they are asked for."""

    span: AssembledSpan
    source: Source

    @property
    def size(self) -> int:
        return self.span.size

    def read_into(self, buffer: memoryview, start: int) -> None:
        """As `Stored.read_into` says. Raises `CannotOpen` and `SourceChanged` as `StoredBytes.read_into` does."""
        try:
            buffer[:] = self.span.read(self.source, start, len(buffer))
        except OSError as error:
            raise CannotOpen(
                say("{name} cannot be read any more: {reason}.", name=self.source.name, reason=error.strerror)
            ) from None


class StoredBytes(NamedTuple):
    """The bytes of a storage: ``size`` of them at ``offset`` of an open file, or ``data``."""

    file: Readable
    offset: int
    size: int
    data: bytes | None = None

    def read_into(self, buffer: memoryview, start: int) -> None:
        """Fill a buffer with the bytes from ``start`` on.

        Raises `Truncated` where there are fewer, `SourceChanged` where the file has become shorter, and `CannotOpen`
        where the disk gives none.
        """
        length = len(buffer)
        if start + length > self.size:
            raise Truncated(say("A tensor has fewer bytes in the file than its shape takes; the file was cut short."))
        if self.data is not None:
            buffer[:] = self.data[start : start + length]
            return
        try:
            found = self.file.read_into(buffer, self.offset + start)
        except OSError as error:
            raise CannotOpen(
                say("{name} cannot be read any more: {reason}.", name=self.file.name, reason=error.strerror)
            ) from None
        if found != length:
            raise SourceChanged(say(CHANGED, name=self.file.name))

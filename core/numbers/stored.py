"""The bytes of one storage, wherever they are."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from core.errors import CannotOpen, SourceChanged, Truncated
from core.formats.file_io import read_into
from core.words import marked, say

CHANGED = marked("{name} has changed on disk since it was opened. Open it again.")


class Descriptor(Protocol):
    """An open file by its ``name``; asking a closed one for its ``fd`` is an error, never another file."""

    name: str

    @property
    def fd(self) -> int: ...


class Stored(Protocol):
    """The bytes of a storage: ``size`` of them, whether they lie in a file or are made when they are asked for."""

    @property
    def size(self) -> int: ...

    def read_into(self, buffer: memoryview, start: int) -> None:
        """Fill a buffer with the bytes from ``start`` on."""


class StoredBytes(NamedTuple):
    """The bytes of a storage: ``size`` of them at ``offset`` of an open file, or ``data``."""

    file: Descriptor
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
            found = read_into(self.file.fd, buffer, self.offset + start)
        except OSError as error:
            raise CannotOpen(
                say("{name} cannot be read any more: {reason}.", name=self.file.name, reason=error.strerror)
            ) from None
        if found != length:
            raise SourceChanged(say(CHANGED, name=self.file.name))

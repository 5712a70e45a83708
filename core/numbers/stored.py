"""The bytes of one storage, wherever they are."""

from __future__ import annotations

from typing import NamedTuple

from core.errors import Truncated
from core.formats.file_io import read_into


class StoredBytes(NamedTuple):
    """The bytes of a storage: ``size`` of them at ``offset`` of an open file, or ``data``."""

    fd: int
    offset: int
    size: int
    data: bytes | None = None

    def read_into(self, buffer: memoryview, start: int) -> None:
        """Fill a buffer with the bytes from ``start`` on. Raises `Truncated` where there are fewer."""
        if start + len(buffer) > self.size:
            raise Truncated("A tensor has fewer bytes in the file than its shape takes; the file was cut short.")
        if self.data is not None:
            buffer[:] = self.data[start : start + len(buffer)]
        elif read_into(self.fd, buffer, self.offset + start) != len(buffer):
            raise Truncated("The file ends inside the bytes of a tensor; it was cut short while it was read.")

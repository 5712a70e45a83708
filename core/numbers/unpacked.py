"""Deflated records, unpacked where they can be read at any place: torch writes none, and reads them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator

from core.errors import CannotOpen
from core.files.file_io import read_into
from core.words import say

_MOST_OPEN = 4
"""Records that are kept unpacked: what is compared are two tensors of two files, or a parameter and its moments."""


class Unpacked:
    """One record, unpacked into a file without a name when its ``fd`` is asked for."""

    def __init__(self, records: UnpackedRecords, pieces: Callable[[], Iterator[bytes]], name: str) -> None:
        self.name = name
        self._records, self._pieces = records, pieces
        self._fd = -1

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """As `core.files.file_io.read_into`. Raises as `fd` does."""
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
                for piece in self._pieces():
                    self._records.pause()
                    file.write(piece)
                file.flush()
                return os.dup(file.fileno())
        except OSError as error:
            raise CannotOpen(
                say(
                    "{name} has compressed tensors, and one could not be unpacked into {folder}: {reason}.",
                    name=self.name,
                    folder=tempfile.gettempdir(),
                    reason=error.strerror,
                )
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
        """Close them all."""
        for each in self._open:
            each.close()
        self._open = []

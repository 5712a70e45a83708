"""Reads a file from front to back: what comes next is on its way while the last is looked at.

A range costs a journey to the server and back, and one connection is as a rule slower than the line. So several pieces
are under way at once. They are not kept on the disk: whoever reads all of a file does not come back soon.
"""

from __future__ import annotations

import threading
import time

from core.remote.address import RemotePath
from core.remote.asking import ATTEMPTS, LOOK, fetch, fetched
from core.remote.status import Fetch, RemoteStatus
from core.remote.traffic import traffic_of_thread

PIECE = 8 << 20
"""Bytes of a piece."""
_UNDER_WAY = 3
"""Pieces that are asked for before anybody needs them."""


class Ahead:
    """The pieces of a file that are here or on their way: those around where it was last read, and no others."""

    def __init__(self, path: RemotePath, status: RemoteStatus) -> None:
        assert status.size is not None
        self._path, self._status, self._size = path, status, status.size
        self._pieces: dict[int, _Piece] = {}

    def read(self, offset: int, length: int) -> bytes:
        """Bytes that the file has. Errors are those of `core.remote.asking.fetched`."""
        first, last = offset // PIECE, (offset + length - 1) // PIECE
        self._ask(first, last)
        raw = b"".join(self._take(number) for number in range(first, last + 1))
        return raw[offset - first * PIECE : offset - first * PIECE + length]

    def stop(self) -> None:
        """Nobody waits for anything any more."""
        while self._pieces:
            self._pieces.popitem()[1].wanted.stopped = True

    def _ask(self, first: int, last: int) -> None:
        wanted = range(first, min(last + _UNDER_WAY, (self._size - 1) // PIECE) + 1)
        for number in [number for number in self._pieces if number not in wanted]:
            self._pieces.pop(number).wanted.stopped = True
        for number in wanted:
            if number not in self._pieces:
                begin = number * PIECE
                self._pieces[number] = _Piece(self._path, self._status, begin, min(PIECE, self._size - begin))

    def _take(self, number: int) -> bytes | bytearray:
        piece = self._pieces[number]
        if not piece.wait():
            del self._pieces[number]
            return fetched(self._path, self._status, piece.wanted.start, piece.wanted.length or 0)
        return piece.wanted.data


class _Piece:
    """A piece that is on its way on a thread of its own. What goes wrong there is met again by who needs it."""

    def __init__(self, path: RemotePath, status: RemoteStatus, start: int, length: int) -> None:
        self.wanted = Fetch(start, length)
        self._path, self._status = path, status
        self._ended = threading.Event()
        self._told = False
        threading.Thread(target=self._fetch, name="remote ahead", daemon=True).start()

    def wait(self) -> bool:
        """Whether all of it is here, once it is or will not be. Who waits is told, and can leave."""
        traffic, last, here = traffic_of_thread(), time.monotonic(), 0
        while not self._ended.wait(LOOK):
            if self.wanted.here > here:
                last, here = time.monotonic(), self.wanted.here
            traffic.tell(self._path.host, time.monotonic() - last, 1, ATTEMPTS, "")
        whole = self.wanted.here == self.wanted.length
        if whole and not self._told:
            self._told = True
            traffic.requests += 1
            traffic.add(self.wanted.here)
        return whole

    def _fetch(self) -> None:
        try:
            fetch(self._path, self._status, self.wanted)
        except Exception:  # noqa: BLE001 - whoever needs the piece asks again, and is told
            self.wanted.begin_again()
        finally:
            self._ended.set()

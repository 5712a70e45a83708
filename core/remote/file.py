"""A file elsewhere, read by ranges as if it were open here."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator

from core.remote.address import RemotePath
from core.remote.asking import ATTEMPTS, LOOK, fetch, fetched
from core.remote.blocks import BLOCK, Blocks
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

    def read(self, offset: int, length: int) -> Iterator[memoryview]:
        """Bytes that the file has, in order. Errors are those of `core.remote.asking.fetched`."""
        end = offset + length
        numbers = range(offset // PIECE, (end - 1) // PIECE + 1)
        self._ask(numbers[0], numbers[-1])
        for number in numbers:
            at = number * PIECE
            yield memoryview(self._take(number))[max(offset - at, 0) : end - at]

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


_MOST_IN_MEMORY = 64
"""Blocks of a file that are kept in memory."""
_AHEAD = 1 << 22
"""Bytes that are read ahead at most, of what is read from front to back."""
_LONG = 32 << 20
"""Bytes read from front to back after which the rest is expected to be read so too."""
_GAP = 1 << 16
"""Bytes that may be left out in between, or be read twice: a header, padding."""
_LARGE = 8 << 20
"""Bytes that are cut into blocks at once."""
_TAIL = 1 << 18
"""Bytes of the end that come together: the directory of a zip is there."""


class RemoteFile:
    """A file at ``path`` that is as ``status`` says. Errors are those of `core.remote.asking.fetched`."""

    def __init__(self, path: RemotePath, status: RemoteStatus, *, keep: bool = True) -> None:
        assert status.size is not None
        self.path, self.status, self.size = path, status, status.size
        self._kept = Blocks(path, status, keep=keep)
        self._blocks: OrderedDict[int, bytes] = OrderedDict()
        self._next, self._read_ahead = -1, 0
        self._ahead = Ahead(path, status)
        self._end = self._run = 0
        for number in range(len(status.head) // BLOCK):
            self._blocks[number] = status.head[number * BLOCK : (number + 1) * BLOCK]
        if len(status.head) == self.size:
            self._blocks[self.size // BLOCK] = status.head[self.size // BLOCK * BLOCK :]

    def peek(self, offset: int, length: int) -> bytes:
        """``length`` bytes at ``offset``; fewer at the end only."""
        return b"".join(self._parts(offset, min(length, self.size - offset)))

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Fill a buffer of bytes from ``offset`` on; how many there were."""
        done, wanted = 0, min(len(buffer), self.size - offset)
        while done < wanted:
            for part in self._parts(offset + done, min(wanted - done, _LARGE)):
                buffer[done : done + len(part)] = part
                done += len(part)
        return done

    def _parts(self, offset: int, length: int) -> Iterator[memoryview]:
        """Bytes that the file has, in order, as they lie in pieces or blocks."""
        if length <= 0:
            return
        if self._goes_on(offset, length) or length > _LARGE:
            yield from self._ahead.read(offset, length)
            return
        end = offset + length
        numbers = range(offset // BLOCK, (end - 1) // BLOCK + 1)
        self._have(numbers[0], numbers[-1])
        for number in numbers:
            at = number * BLOCK
            yield memoryview(self._blocks[number])[max(offset - at, 0) : end - at]
        while len(self._blocks) > _MOST_IN_MEMORY:
            self._blocks.popitem(last=False)

    def close(self) -> None:
        """Nothing is on its way any more. Connections are the store's, and stay for the next file."""
        self._ahead.stop()

    def _goes_on(self, offset: int, length: int) -> bool:
        """Whether somebody seems to read all of it, from front to back."""
        self._run = self._run + length if abs(offset - self._end) <= _GAP else length
        self._end = offset + length
        return self._run > _LONG

    def _have(self, first: int, last: int) -> None:
        """See to it that some blocks are in memory: what is missing between them comes in one request."""
        for number in range(first, last + 1):
            block = self._blocks.pop(number, None) or self._kept.get(number)
            if block is not None and len(block) == self._length(number):
                self._blocks[number] = block
        missing = [number for number in range(first, last + 1) if number not in self._blocks]
        if missing:
            until = self._until(first, missing[-1])
            at_end = until == (self.size - 1) // BLOCK
            self._fetch(max(min(missing[0], until + 1 - _TAIL // BLOCK), 0) if at_end else missing[0], until)

    def _until(self, first: int, last: int) -> int:
        """The last block that is worth asking for when ``first`` to ``last`` are needed."""
        end = (self.size - 1) // BLOCK
        self._read_ahead = min(max(self._read_ahead * 2, BLOCK), _AHEAD) if first <= self._next <= last + 1 else 0
        if (end - last) * BLOCK <= _TAIL:
            return end
        ahead = last
        while ahead < min(last + self._read_ahead // BLOCK, end) and ahead + 1 not in self._blocks:
            ahead += 1
        self._next = ahead + 1
        return ahead

    def _fetch(self, first: int, last: int) -> None:
        begin, end = first * BLOCK, min((last + 1) * BLOCK, self.size)
        data = fetched(self.path, self.status, begin, end - begin)
        for number in range(first, last + 1):
            at = number * BLOCK - begin
            block = self._blocks[number] = bytes(memoryview(data)[at : at + BLOCK])
            self._kept.put(number, block)

    def _length(self, number: int) -> int:
        return min(BLOCK, self.size - number * BLOCK)

"""Cuts what is written into the parts of an upload: bytes that are sent, and ranges that the store copies by itself.

Bytes of the source that are taken as they are make a run. What stands between two runs, such as the header of a record,
is often in the source as well: then both are one run, and a file of which only the pickle changes is copied from there
to its end. A part has a least size; where bytes wait that are fewer, the first of the run are sent with them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.remote.file import RemoteFile

_PIECE = 8 << 20
"""Bytes of a run that are read at once where the store does not copy them."""


@dataclass
class _Run:
    """Bytes of a file from ``start`` to ``end`` that come next."""

    file: RemoteFile
    start: int
    end: int

    @property
    def size(self) -> int:
        return self.end - self.start

    def goes_on(self, file: RemoteFile, offset: int, between: bytearray) -> bool:
        """Whether a range of a file is behind it, with these bytes between the two."""
        if (file.path, file.status) != (self.file.path, self.file.status) or offset != self.end + len(between):
            return False
        return not between or file.peek(self.end, len(between)) == between


class Cutter:
    """Calls ``upload`` and ``copy`` for one part after the other, in their order.

    Each but the last has ``least`` bytes or more; those that are sent have ``sent`` at most, those that are copied
    about ``copied``. ``copy`` says whether the store copies ranges at all; where not, they are read and sent.
    """

    def __init__(
        self,
        upload: Callable[[bytes], None],
        copy: Callable[[RemoteFile, int, int], bool],
        *,
        least: int,
        sent: int,
        copied: int,
    ) -> None:
        self._upload, self._copy = upload, copy
        self._least, self._sent, self._copied = least, max(sent, least), max(copied, least)
        self._copies = True
        self._before = bytearray()  # the run, or of what comes next where there is none
        self._run: _Run | None = None
        self._after = bytearray()  # the run

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """The next bytes."""
        if self._run is None:
            self._gather(memoryview(data))
            return
        self._after += data
        if len(self._after) >= self._least:
            self._settle()

    def take(self, file: RemoteFile, offset: int, length: int) -> int:
        """The next bytes are in a file that the store has; 0 where it does not copy."""
        if self._run is not None and self._run.goes_on(file, offset, self._after):
            self._run.end = offset + length
            self._after = bytearray()
        else:
            self._settle()
            if not self._copies:
                return 0
            self._run = _Run(file, offset, offset + length)
        self._copy_ahead(self._run)
        return length

    def end(self) -> None:
        """No more bytes come."""
        self._settle()
        self._send()

    def _gather(self, data: memoryview) -> None:
        while data:
            room = self._sent - len(self._before)
            self._before += data[:room]
            data = data[room:]
            if len(self._before) >= self._sent:
                self._send()

    def _send(self) -> None:
        if self._before:
            self._upload(bytes(self._before))
            self._before = bytearray()

    def _copy_ahead(self, run: _Run) -> None:
        """Have the store begin, as long as so much is left that it can copy the rest too."""
        while self._copies and run.size >= self._copied + 2 * self._least:
            self._copy_some(run, self._copied)
        if not self._copies:
            self._settle()

    def _copy_some(self, run: _Run, most: int) -> None:
        if self._before:
            self._read(run, max(self._least - len(self._before), 0))
            self._send()
        end = min(run.start + most, run.end)
        self._copies = self._copy(run.file, run.start, end)
        if self._copies:
            run.start = end

    def _settle(self) -> None:
        """What is written next does not go on where the run ends."""
        run, self._run = self._run, None
        if run is None:
            return
        lacking = max(self._least - len(self._before), 0) if self._before else 0
        if self._copies and run.size - lacking >= self._least:
            self._copy_some(run, run.size)
        self._read(run, run.size)
        after, self._after = self._after, bytearray()
        self._gather(memoryview(after))

    def _read(self, run: _Run, nbytes: int) -> None:
        """Have the first bytes of the run sent."""
        end = run.start + nbytes
        while run.start < end:
            piece = run.file.peek(run.start, min(_PIECE, end - run.start))
            run.start += len(piece)
            self._gather(memoryview(piece))

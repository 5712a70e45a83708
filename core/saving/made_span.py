"""The bytes of storages whose numbers change: made while they are written, a piece at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.crc import crc32
from core.edits.numbers.made import Maker
from core.errors import Truncated
from core.files.copy import Sink, Source
from core.numbers.spans import Span

_PIECE = 1 << 20
"""Bytes of the source that are made into others at once: they stay in the cache between one step and the next."""


class MadeSpan:
    """The bytes that a ``maker`` makes of those of a span of the source; asked for as those of a `Span` are."""

    record = None
    data = None
    is_verbatim = False
    is_whole_record = False
    offset = 0

    def __init__(self, span: Span, maker: Maker, size: int) -> None:
        self._span, self._maker, self.size = span, maker, size

    def write_made(self, source: Source, sink: Sink) -> tuple[int, bool]:
        """Write the bytes; their CRC, and whether those of the source match theirs, as far as it has one."""
        expected = expected_crc(self._span)
        crc = found = 0
        for made, found in self._made(source, summed=bool(expected)):  # noqa: B007 - that of the last is of all
            crc = crc32(made, crc)
            sink.write_large(made)
        return crc, not expected or found == expected

    def write_summed(self, source: Source, sink: Sink) -> bool:
        """As `write_made`, for a target that takes no checksum along."""
        return self.write_made(source, sink)[1]

    @property
    def lost(self) -> tuple[int, int]:
        """What the bytes that were made so far lost, as `core.edits.numbers.made.Maker.lost` counts it."""
        return self._maker.lost

    def pieces(self, source: Source) -> Iterator[bytes]:
        for made, _ in self._made(source, summed=False):
            yield bytes(made)

    def read(self, source: Source, at: int, length: int) -> bytes:
        """Some of the bytes, whole items; of a span that is not packed."""
        after, before = self._maker.made.stored.itemsize, self._maker.saved.stored.itemsize
        first, end = at // after, (at + length) // after
        raw = source.read(self._span.offset + first * before, (end - first) * before)
        return self._maker.items(np.frombuffer(bytearray(raw), np.uint8), first).tobytes()

    @property
    def is_packed(self) -> bool:
        """Whether the bytes of the source have to be unpacked from the first on."""
        return not self._span.is_verbatim

    def _made(self, source: Source, *, summed: bool) -> Iterator[tuple[memoryview, int]]:
        """The bytes piece by piece, each the reader's own until the next, and the CRC of the source up to there."""
        crc = first = 0
        item = self._maker.saved.stored.itemsize
        for raw in _raw(self._span, source):
            crc = crc32(raw.data, crc) if summed else 0
            whole = raw[: raw.size // item * item]
            made: Any = np.ascontiguousarray(self._maker.items(whole, first)).view(np.uint8)
            first += whole.size // item
            yield memoryview(made), crc


def expected_crc(span: Span) -> int:
    """What the source says is the CRC of all bytes of a span; 0 where it says none."""
    return span.record.crc if span.record is not None and span.is_whole_record else 0


def _raw(span: Span, source: Source) -> Iterator[NDArray[np.uint8]]:
    """The bytes of the source in pieces of whole items, in a buffer that is filled again and again."""
    if not span.is_verbatim:
        yield from _gathered(span.pieces(source))
        return
    buffer = np.empty(min(_PIECE, span.size), np.uint8)
    for at in range(0, span.size, _PIECE):
        part = buffer[: span.size - at]
        view: Any = part
        if source.files.read_into(memoryview(view), span.offset + at) != part.size:
            raise Truncated("The file ends inside the bytes of a tensor; it was cut short or damaged. Fetch it again.")
        yield part


def _gathered(pieces: Iterator[bytes]) -> Iterator[NDArray[np.uint8]]:
    """Pieces of any size as such of `_PIECE` bytes, and the rest."""
    held = bytearray()
    for piece in pieces:
        held += piece
        whole = len(held) // _PIECE * _PIECE
        if whole:
            yield np.frombuffer(held[:whole], np.uint8)
            held = held[whole:]
    if held:
        yield np.frombuffer(held, np.uint8)

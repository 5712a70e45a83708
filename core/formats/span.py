"""Bytes of a storage in the source: where they lie, or what they are put together of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.crc import crc32
from core.files.copy import Sink, Source, inflate
from core.formats.zip_records import Record


@dataclass(frozen=True)
class Span:
    """Bytes of one storage in the source: ``size`` unpacked at ``offset``; ``record`` where it came from a zip.

    Of a deflated record these may be the first bytes only.

    ``data`` has the bytes where the source does not have them as such.
    """

    offset: int
    size: int
    record: Record | None
    data: bytes | None = None

    @property
    def is_verbatim(self) -> bool:
        """Whether the bytes lie in the source as they are, one behind the other."""
        return self.data is None and (self.record is None or self.record.method == 0)

    @property
    def is_whole_record(self) -> bool:
        """Whether these are all bytes of a record, so that its checksum is theirs."""
        return self.record is not None and self.record.size == self.size

    def read(self, source: Source, at: int, length: int) -> bytes:
        """Some of the bytes, where they lie in the source as they are."""
        return source.read(self.offset + at, length)

    def pieces(self, source: Source) -> Iterator[bytes]:
        if self.data is not None:
            return iter((self.data,))
        if self.record is None or self.is_verbatim:
            return source.chunks(self.offset, self.size)
        unpacked = inflate(source.chunks(self.offset, self.record.stored), self.record.size, self.record.name)
        return unpacked if self.is_whole_record else _first(unpacked, self.size)

    def summed_pieces(self, source: Source) -> Iterator[bytes]:
        """The bytes that the checksum of the record is of: more than these where they are not all of it."""
        return self.pieces(source)

    def write(self, source: Source, sink: Sink) -> None:
        """Write the unpacked bytes."""
        if self.is_verbatim:
            sink.copy(source, self.offset, self.size)
            return
        for piece in self.pieces(source):
            sink.write(piece)

    def write_summed(self, source: Source, sink: Sink) -> bool:
        """Write the unpacked bytes; whether they match the checksum that the source has of them.

        For a target that takes no checksum along. Where the source has none of them (0, or no zip, or only for more
        than these bytes) nothing is summed up.
        """
        if self.record is None or not self.record.crc or not self.is_whole_record:
            self.write(source, sink)
            return True
        crc = 0
        for piece in self.pieces(source):
            crc = crc32(piece, crc)
            sink.write(piece)
        return crc == self.record.crc


def _first(pieces: Iterator[bytes], size: int) -> Iterator[bytes]:
    """The first ``size`` bytes. All pieces are asked for, because only then it is known that they unpack."""
    for piece in pieces:
        if size > 0:
            yield piece[:size]
        size -= len(piece)

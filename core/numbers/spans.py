"""Where the bytes of storages lie in the source."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from core.catalogue.catalogue import Catalogue
from core.dtypes import ITEM_SIZES
from core.errors import Malformed
from core.formats.copy import Sink, Source, inflate
from core.formats.legacy import LegacyArchive, LegacyStorage, locate_storages
from core.formats.safetensors import SafetensorsArchive
from core.formats.zip_reader import ZipArchive, data_offset
from core.formats.zip_records import Record, Records
from core.words import say

_LOCAL = struct.Struct("<4s22x2H")  # of a local header: what tells where the bytes behind it begin
_MAGIC = b"PK\x03\x04"


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
        """Whether the bytes lie in the source as they are, not deflated."""
        return self.data is None and (self.record is None or self.record.method == 0)

    @property
    def is_whole_record(self) -> bool:
        """Whether these are all bytes of a record, so that its checksum is theirs."""
        return self.record is not None and self.record.size == self.size

    def read(self, source: Source, at: int, length: int) -> bytes:
        """Some of the bytes, where they lie in the source as they are."""
        return source.read(self.offset + at, length)

    def pieces(self, source: Source) -> Iterator[bytes]:
        """The unpacked bytes."""
        if self.data is not None:
            return iter((self.data,))
        if self.record is None or self.is_verbatim:
            return source.chunks(self.offset, self.size)
        unpacked = inflate(source.chunks(self.offset, self.record.stored), self.record.size, self.record.name)
        return unpacked if self.is_whole_record else _first(unpacked, self.size)

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
            crc = zlib.crc32(piece, crc)
            sink.write(piece)
        return crc == self.record.crc


class Spans:
    """The spans of the storages of the source. Each is looked up when asked for: kept, so many would fill the memory.

    Raises `Malformed` or `Truncated` where the source does not have them where its directory says.
    """

    def __init__(self, catalogue: Catalogue, source: Source) -> None:
        self._source = source
        self._storages = catalogue.storage_columns
        self._legacy: dict[str, LegacyStorage] = {}
        self._records = Records()
        self._folder = ""
        archive = self._archive = catalogue.checkpoint.archive
        if isinstance(archive, LegacyArchive):
            sizes = dict(zip(self._storages.keys, map(ITEM_SIZES.__getitem__, self._storages.dtypes), strict=True))
            self._legacy = locate_storages(source.fd, source.size, archive, sizes)
        elif isinstance(archive, ZipArchive):
            self._records = archive.records
            self._folder = f"{archive.prefix}data/"

    def check(self, wanted: Iterable[int]) -> None:
        """Raises `Malformed` for a storage of the older container with another size than the pickle says."""
        storages = self._storages
        for index in wanted if self._legacy else ():
            key, nbytes = storages.keys[index], storages.nbytes[index]
            if self._legacy[key].size != nbytes:
                raise Malformed(
                    say(
                        "The pickle says that storage {key!r} has {nbytes:,} bytes, and the file says that "
                        "there are {size:,}: which bytes are whose cannot be told. No torch loads such a file. "
                        "Fetch it again, or use an older checkpoint.",
                        key=key,
                        nbytes=nbytes,
                        size=self._legacy[key].size,
                    )
                )

    def too_large(self, index: int) -> bool:
        """Whether a zip has more bytes of a storage than it is said to have: torch makes nothing of the rest."""
        if not self._records:
            return False
        place = self._records.places[self._folder + self._storages.keys[index]]
        return self._records.sizes[place] > self._storages.nbytes[index]

    def of(self, index: int) -> Span:
        """The span of storage number ``index`` of the catalogue."""
        span = self.whole(index)
        if not self.too_large(index):
            return span
        return Span(span.offset, self._storages.nbytes[index], None if span.is_verbatim else span.record)

    def whole(self, index: int) -> Span:
        """The same, with bytes of a record that are no part of the storage."""
        key = self._storages.keys[index]
        if isinstance(self._archive, LegacyArchive):
            found = self._legacy[key]
            return Span(found.offset, found.size, None)
        if isinstance(self._archive, SafetensorsArchive):
            return Span(*self._archive.place(key), None)
        record = self._records[self._folder + key]
        return Span(data_offset(self._source, record), record.size, record)

    def begins(self, index: int) -> int:
        """Where about a storage lies in the source: for who goes through all of them from front to back."""
        key = self._storages.keys[index]
        if isinstance(self._archive, LegacyArchive):
            return self._legacy[key].offset if key in self._legacy else 0
        if isinstance(self._archive, SafetensorsArchive):
            return self._archive.place(key)[0]
        place = self._records.places.get(self._folder + key)
        return self._records.columns[0][place] if place is not None else 0

    def is_sound(self, index: int, pause: Callable[[], None] = lambda: None) -> bool:
        """Whether the bytes of a storage, those behind it too, match their checksum, if there is one."""
        span = self.whole(index)
        if span.record is None or not span.record.crc:
            return True
        crc = 0
        for piece in span.pieces(self._source):
            crc = zlib.crc32(piece, crc)
            pause()
        return crc == span.record.crc

    def small(self, index: int, most: int) -> tuple[bytes, int] | None:
        """The bytes of a storage that a zip has as they are, at most ``most`` and not none, and their CRC.

        As `of` and `Span.pieces` give them, in half the time: both are in what was last read of the source.
        """
        name = self._folder + self._storages.keys[index]
        place = self._records.places.get(name)
        if place is None:
            return None
        headers, sizes, _, checksums, methods = self._records.columns
        header, size, crc = headers[place], sizes[place], checksums[place]
        if methods[place] or not 0 < size <= min(most, self._storages.nbytes[index]):
            return None
        window, start = self._source.window
        at = header - start
        behind = at + _LOCAL.size + len(name)
        if at >= 0 and behind <= len(window) and name.isascii():
            magic, length, extra = _LOCAL.unpack_from(window, at)
            first = behind + extra
            if length == len(name) and magic == _MAGIC and window.startswith(name.encode(), at + _LOCAL.size):
                if first + size <= len(window):
                    return window[first : first + size], crc
                return self._source.read(start + first, size), crc
        return self._source.read(data_offset(self._source, self._records[name]), size), crc


def _first(pieces: Iterator[bytes], size: int) -> Iterator[bytes]:
    """The first ``size`` bytes. All pieces are asked for, because only then it is known that they unpack."""
    for piece in pieces:
        if size > 0:
            yield piece[:size]
        size -= len(piece)

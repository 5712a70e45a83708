"""Where the bytes of the storages of a catalogue lie in the source."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable

from core.catalogue.catalogue import Catalogue
from core.crc import crc32
from core.dtypes import ITEM_SIZES
from core.errors import Malformed
from core.files.copy import Source
from core.formats.assembled import AssembledSpan, CutSpan, sources_of
from core.formats.span import Span
from core.formats.zip_archive import ZipPlaces, data_offset
from core.formats.zip_records import Records

__all__ = ["Span", "Spans"]

_LOCAL = struct.Struct("<4s22x2H")  # of a local header: what tells where the bytes behind it begin
_MAGIC = b"PK\x03\x04"


class Spans:
    """The spans of the storages of the source. Each is looked up when asked for: kept, so many would fill the memory.

    Raises `Malformed` or `Truncated` where the source does not have them where its directory says.
    """

    def __init__(self, catalogue: Catalogue, source: Source) -> None:
        self._source = source
        self._storages = catalogue.storage_columns
        archive = catalogue.checkpoint.archive
        self._places = archive.places(source, self._item_sizes)
        self._sound: dict[int, bool] = {}  # by where a record begins: several storages may be put together of it
        self._records, self._folder = Records(), ""
        if isinstance(self._places, ZipPlaces):
            self._records, self._folder = self._places.records, self._places.folder

    def _item_sizes(self) -> dict[str, int]:
        return dict(zip(self._storages.keys, map(ITEM_SIZES.__getitem__, self._storages.dtypes), strict=True))

    def check(self, wanted: Iterable[int]) -> None:
        """Raises `Malformed` for a storage of the legacy format with another size than the pickle says."""
        storages = self._storages
        for index in wanted if not self._records else ():
            key, nbytes = storages.keys[index], storages.nbytes[index]
            span = self._places.span(key)
            if span.record is None and span.size != nbytes:
                raise Malformed(
                    "The pickle says that storage {key!r} has {nbytes:,} bytes, but the file says {size:,}, so it "
                    "is unclear which bytes belong to which tensor. torch cannot load this file either. Fetch it "
                    "again, or use an older checkpoint.",
                    key=key,
                    nbytes=nbytes,
                    size=span.size,
                )

    def too_large(self, index: int) -> bool:
        """Whether a zip has more bytes of a storage than it is said to have: torch makes nothing of the rest."""
        if not self._records:
            span = self._places.span(self._storages.keys[index])
            return span.record is not None and span.size > self._storages.nbytes[index]
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
        return self._places.span(self._storages.keys[index])

    def begins(self, index: int) -> int:
        """Where about a storage lies in the source: for who goes through all of them from front to back."""
        return self._places.begins(self._storages.keys[index])

    def is_sound(self, index: int, pause: Callable[[], None] = lambda: None) -> bool:
        """Whether the bytes of a storage, those behind it too, match their checksum, if there is one."""
        span = self.whole(index)
        if not isinstance(span, AssembledSpan | CutSpan):
            return self._matches(span, pause)
        for each in sources_of(span):
            if each.offset not in self._sound:
                self._sound[each.offset] = self._matches(each, pause)
            if not self._sound[each.offset]:
                return False
        return True

    def _matches(self, span: Span, pause: Callable[[], None]) -> bool:
        if span.record is None or not span.record.crc:
            return True
        crc = 0
        for piece in span.summed_pieces(self._source):
            crc = crc32(piece, crc)
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

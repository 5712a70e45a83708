"""Where the bytes of storages lie in the source: one number a storage, in a column."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.catalogue import Catalogue
from core.copying import Sink, Source, inflate
from core.dtypes import ITEM_SIZES
from core.legacy import LegacyArchive, LegacyStorage, locate_storages
from core.ziparchive import Record, ZipArchive, data_offset

_LOCAL = struct.Struct("<4s22x2H")  # of a local header: what tells where the bytes behind it begin
_MAGIC = b"PK\x03\x04"


@dataclass(frozen=True)
class Span:
    """Bytes of one storage in the source: ``size`` unpacked at ``offset``; ``record`` where it came from a zip.

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

    def pieces(self, source: Source) -> Iterator[bytes]:
        """The unpacked bytes."""
        if self.data is not None:
            return iter((self.data,))
        if self.record is None or self.is_verbatim:
            return source.chunks(self.offset, self.size)
        return inflate(source.chunks(self.offset, self.record.stored), self.size, self.record.name)

    def write(self, source: Source, sink: Sink) -> None:
        """Write the unpacked bytes."""
        if self.is_verbatim:
            sink.copy(source, self.offset, self.size)
            return
        for piece in self.pieces(source):
            sink.write(piece)


class Spans:
    """The spans of storages of the source. Each is made when asked for: kept, so many would fill the memory.

    Raises `Malformed` or `Truncated` where the source does not have them where its directory says.
    """

    def __init__(self, catalogue: Catalogue, source: Source, wanted: Iterable[int]) -> None:
        self._storages = catalogue.storages
        self._archive = catalogue.checkpoint.archive
        self._legacy: dict[str, LegacyStorage] = {}
        self._offsets = array("q")
        if isinstance(self._archive, LegacyArchive):
            sizes = {storage.key: ITEM_SIZES[storage.dtype] for storage in self._storages}
            self._legacy = locate_storages(source.fd, source.size, self._archive, sizes)
            return
        assert isinstance(self._archive, ZipArchive)
        self._records = self._archive.records
        self._folder = f"{self._archive.prefix}data/"
        self._offsets = array("q", [-1]) * len(self._storages)
        self._find(source, wanted)

    def _find(self, source: Source, wanted: Iterable[int]) -> None:
        """Read the local headers, as `data_offset` does it, from what was read for the one before."""
        offsets, storages, records, folder = self._offsets, self._storages, self._records, self._folder
        window, start = b"", 0
        header = _LOCAL.unpack_from
        for index in wanted:
            record = records[folder + storages[index].key]
            name = record.name.encode("utf-8", "surrogateescape")
            at = record.header - start
            if at < 0 or at + _LOCAL.size + len(name) > len(window):
                offsets[index] = data_offset(source, record)
                window, start = source.window
                continue
            magic, length, extra = header(window, at)
            if magic != _MAGIC or length != len(name) or not window.startswith(name, at + _LOCAL.size):
                data_offset(source, record)  # which says what is the matter
            offsets[index] = record.header + _LOCAL.size + length + extra

    def small(self, index: int, most: int) -> tuple[int, int, int] | None:
        """(offset, size, CRC) of a storage that a zip has as it is, with at most ``most`` bytes, and not none."""
        if self._legacy:
            return None
        record = self._records[self._folder + self._storages[index].key]
        if record.method or not 0 < record.size <= most:
            return None
        return self._offsets[index], record.size, record.crc

    def of(self, index: int) -> Span:
        """The span of storage number ``index`` of the catalogue."""
        key = self._storages[index].key
        if not isinstance(self._archive, ZipArchive):
            found = self._legacy[key]
            return Span(found.offset, found.size, None)
        record = self._records[self._folder + key]
        return Span(self._offsets[index], record.size, record)

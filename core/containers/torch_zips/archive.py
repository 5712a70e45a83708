"""A zip of torch by its directory, whose storages are records of any name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.files.byte_source import ByteSource
from core.files.copy import Source
from core.formats.archives import Archive, ItemSizes, Places, check_storage
from core.formats.span import Span
from core.formats.zip_archive import data_offset, read_record
from core.formats.zip_reader import odd_for_torch
from core.formats.zip_records import Records
from core.oddities import Oddity
from core.words import say


@dataclass(frozen=True, eq=False, repr=False)
class TorchZip(Archive):
    """``kind`` is what it is called, ``records`` its directory, and ``names`` the record of each storage by its key.

    ``oddities`` is what torch never writes there.
    """

    kind: str
    records: Records
    names: Mapping[str, str]
    oddities: tuple[Oddity, ...]

    def moved(self, start: int) -> TorchZip:
        return replace(self, records=self.records.moved(start)) if start else self

    def places(self, source: Source, _item_sizes: ItemSizes) -> TorchZipPlaces:
        return TorchZipPlaces(self, source)

    def check(self, keys: Sequence[str], sizes: Sequence[int], _size: int) -> None:
        for key, nbytes in zip(keys, sizes, strict=True):
            record = self.records.get(self.names.get(key, ""))
            check_storage(key, nbytes, None if record is None else record.size)


def odd_in_zip(file: ByteSource, records: Records) -> tuple[Oddity, ...]:
    """What is odd about a zip of torch whose numbers are read as they lie there, all in the folder of the first one."""
    folder, slash, _ = next(iter(records)).partition("/")
    found = odd_for_torch(file, records, folder + slash)
    order = records.get(f"{folder}/byteorder")
    is_big = order is not None and order.size == len(_BIG) and read_record(file, order) == _BIG
    return (
        (*found, Oddity(order.name, say("big-endian numbers, shown as if they were little-endian")))
        if (order is not None and is_big)
        else found
    )


_BIG = b"big"


class TorchZipPlaces(Places):
    """Where the storages lie: behind the local headers of their records."""

    def __init__(self, archive: TorchZip, source: Source) -> None:
        self._archive, self._source = archive, source

    def span(self, key: str) -> Span:
        record = self._archive.records[self._archive.names[key]]
        return Span(data_offset(self._source, record), record.size, record)

    def begins(self, key: str) -> int:
        return self._archive.records[self._archive.names[key]].header

"""A zip by its directory: which records there are, and where their bytes begin."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.errors import DamagedZip, Malformed, TooLarge, Truncated
from core.files.byte_source import ByteSource
from core.formats.archives import Archive, ItemSizes, Places, check_storage
from core.formats.span import Span
from core.formats.zip_records import Record, Records
from core.oddities import Oddity
from core.words import say

if TYPE_CHECKING:
    from core.files.copy import Source

_LOCAL = struct.Struct("<4s5H3L2H")
_U32 = 0xFFFFFFFF
_MAGIC = b"PK\x03\x04"
_STAMPED = re.compile(rb"0[0-9]\x03\x04")
_STORAGES = 8192
"""Storages that are looked at at once: what runs in C lets no other thread have its turn."""
_MAX_PICKLE = 2 << 30
_MAX_PACKED = 8 << 20
"""Bytes that a deflated record read at once may unpack to. torch never deflates; a bomb of a thousand to one does."""


@dataclass(frozen=True, eq=False, repr=False)
class ZipArchive(Archive):
    """The directory of a zip file: ``records`` in its order, and ``prefix`` (``archive/``) they share.

    ``oddities`` is what no ``torch.save`` writes there. ``stamp`` is what GPT-SoVITS has in the place of PK at its
    beginning; empty in files of others.
    """

    prefix: str
    records: Records
    oddities: tuple[Oddity, ...] = ()
    stamp: bytes = b""

    @property
    def is_torchscript(self) -> bool:
        """Whether it holds compiled code beside the pickle."""
        return self.prefix + "constants.pkl" in self.records

    @property
    def says_version(self) -> bool:
        """Whether it has the record without which torch reads no file, by either of its names."""
        return self.prefix + "version" in self.records or self.prefix + ".data/version" in self.records

    @property
    def kind(self) -> str:
        return "zip TorchScript" if self.is_torchscript else "zip"

    def record(self, name: str) -> Record | None:
        """The record ``name`` below the prefix, or None."""
        return self.records.get(self.prefix + name)

    def packed_storages(self) -> list[str]:
        """The keys of storages that are deflated, which torch never writes and unpacks all the same."""
        methods = self.records.columns[-1]
        if not methods.tobytes().strip(b"\0"):
            return []
        below = f"{self.prefix}data/"
        return [
            name.removeprefix(below)
            for name, method in zip(self.records, methods, strict=True)
            if method and name.startswith(below)
        ]

    def storage(self, key: str) -> Record | None:
        """The record that holds the bytes of storage ``key``."""
        return self.records.get(f"{self.prefix}data/{key}")

    def moved(self, start: int) -> ZipArchive:
        return replace(self, records=self.records.moved(start)) if start else self

    def places(self, source: Source, _item_sizes: ItemSizes) -> ZipPlaces:
        return ZipPlaces(self, source)

    def check(self, keys: Sequence[str], sizes: Sequence[int], _size: int) -> None:
        folder = f"{self.prefix}data/"
        batches = (slice(first, first + _STORAGES) for first in range(0, len(keys), _STORAGES))
        if all(self.records.hold(folder, keys[batch], sizes[batch]) for batch in batches):
            return
        for key, nbytes in zip(keys, sizes, strict=True):
            record = self.records.get(folder + key)
            check_storage(key, nbytes, None if record is None else record.size)


class ZipPlaces(Places):
    """Where the storages of a zip lie: behind the local headers of their records."""

    def __init__(self, archive: ZipArchive, source: Source) -> None:
        self.records = archive.records
        self.folder = f"{archive.prefix}data/"
        self._source = source

    def span(self, key: str) -> Span:
        record = self.records[self.folder + key]
        return Span(data_offset(self._source, record), record.size, record)

    def begins(self, key: str) -> int:
        place = self.records.places.get(self.folder + key)
        return self.records.columns[0][place] if place is not None else 0


def stamp_of(head: bytes) -> bytes:
    """The two digits that a zip begins with whose PK GPT-SoVITS overwrote with the version of a model; empty for none.

    Source: ``my_save2`` and ``head2version`` of its ``process_ckpt.py``. Its own loader puts ``PK`` back.
    """
    return head[:2] if _STAMPED.match(head) else b""


def is_header(magic: bytes, place: int) -> bool:
    """Whether the header of a record begins so at byte ``place`` of a file."""
    return magic == _MAGIC or (place == 0 and bool(stamp_of(magic)))


def data_offset(reader: ByteSource, record: Record) -> int:
    """Where the bytes of a record begin: behind its local header, whose extra field is torch's padding.

    Raises `Malformed` when there is no such header at that place or it names another record.
    """
    expected = record.name.encode("utf-8", "surrogateescape")
    raw = reader.peek(record.header, _LOCAL.size + len(expected))
    if len(raw) < _LOCAL.size:
        raise Truncated("The file ends inside record {name!r}; it was cut short. Fetch it again.", name=record.name)
    magic, *_, name_length, extra_length = _LOCAL.unpack_from(raw)
    if not is_header(magic, record.header):
        raise DamagedZip(
            "Record {name!r} is not where the directory of the file says; the file is damaged.", name=record.name
        )
    name = raw[_LOCAL.size :]
    if name_length != len(expected):
        name = reader.peek(record.header + _LOCAL.size, name_length)
    if name != expected:
        raise Malformed(
            "The directory says {name!r}, but the file itself says {other!r}; it was tampered with or damaged.",
            name=record.name,
            other=name,
        )
    return record.header + _LOCAL.size + int(name_length) + int(extra_length)


def local_facts(reader: ByteSource, record: Record) -> tuple[int, int, int, int] | None:
    """(method, CRC, stored, unpacked) as the local header says; None where it leaves them to what follows the bytes."""
    fields = _LOCAL.unpack(reader.peek(record.header, _LOCAL.size))
    flags, method, crc, stored, unpacked = fields[2], fields[3], fields[6], fields[7], fields[8]
    if flags & 8 or _U32 in (stored, unpacked):
        return None
    return method, crc, stored, unpacked


def read_record(file: ByteSource, record: Record) -> bytes:
    """The unpacked bytes of one record; for the small ones, storages are streamed by the writer."""
    if record.size > _MAX_PICKLE:
        raise TooLarge(say("bytes of pickle"), record.size, _MAX_PICKLE)
    if record.method and record.size > _MAX_PACKED:
        raise TooLarge(say("bytes of compressed pickle"), record.size, _MAX_PACKED)
    raw = file.claimed(data_offset(file, record), record.stored)
    if len(raw) < record.stored:
        raise Truncated("The file ends inside record {name!r}; it was cut short. Fetch it again.", name=record.name)
    if record.method == 0:
        return raw
    unpacker = zlib.decompressobj(-15)
    try:
        data = unpacker.decompress(raw, record.size + 1)
    except zlib.error:
        raise Malformed(
            "Record {name!r} does not unpack; the file is damaged. Fetch it again.", name=record.name
        ) from None
    if len(data) != record.size or not unpacker.eof:
        raise Malformed(
            "Record {name!r} does not unpack to the size that the zip gives for it; it is damaged.", name=record.name
        )
    return data

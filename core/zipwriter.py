"""Writes zip records exactly as torch's own writer lays them out.

torch can compute where a storage lies without reading the directory (``calculate_storage_offsets``), so
padding, zip64 fields and data descriptors must be where its writer (``caffe2/serialize/inline_container.cc``
``getPadding``, and the zip64 mode of ``miniz``) puts them: each record's bytes begin at a multiple of the
alignment, the padding is an extra field named ``FB``, sizes follow the bytes, and a record of no bytes has no
such trailer. Otherwise torch silently reads the wrong bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import NamedTuple

from core.copying import Sink

ALIGNMENT = 64
PAGE = 4096
_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR = struct.Struct("<4sLQL")
_END = struct.Struct("<4s4H2LH")
_FLAGS = 0x0808  # sizes follow the bytes; names are UTF-8
_U32 = 0xFFFFFFFF


class NewRecord(NamedTuple):
    """A record to be written: ``write`` puts its ``size`` bytes into the sink.

    ``like`` asks for the same place within a page as that offset has; it must suit the alignment.
    """

    name: str
    size: int
    crc: int
    write: Callable[[Sink], None]
    like: int | None = None


class _Placed(NamedTuple):
    name: bytes
    size: int
    crc: int
    header: int


class ZipWriter:
    """Writes records one after the other, then the directory."""

    def __init__(self, sink: Sink, alignment: int = ALIGNMENT) -> None:
        self.sink = sink
        self.alignment = alignment
        self._placed: list[_Placed] = []

    def add(self, record: NewRecord) -> None:
        """Write one record."""
        sink = self.sink
        name = record.name.encode("utf-8", "surrogateescape")
        placed = _Placed(name, record.size, record.crc, sink.position)
        wide = _wide_field(placed, stored=0)  # torch does not know it yet at this point
        padding = _padding(placed, self.alignment, record.like)
        flags = _FLAGS if record.size else _FLAGS & ~8
        crc = 0 if record.size else record.crc
        sink.write(_LOCAL.pack(b"PK\3\4", 0, flags, 0, 0, 0, crc, 0, 0, len(name), len(wide) + len(padding)))
        sink.write(name + wide + padding)
        start = sink.position
        record.write(sink)
        assert sink.position - start == record.size, record.name
        if record.size:
            sizes = "<4sLQQ" if wide else "<4sLLL"
            sink.write(struct.pack(sizes, b"PK\7\10", record.crc, record.size, record.size))
        self._placed.append(placed)

    def finish(self) -> None:
        """Write the directory."""
        sink = self.sink
        start = sink.position
        for placed in self._placed:
            wide = _wide_field(placed, stored=placed.size)
            size, header = min(placed.size, _U32), min(placed.header, _U32)
            flags = _FLAGS if placed.size else _FLAGS & ~8
            fields = (0, 0, flags, 0, 0, 0, placed.crc, size, size, len(placed.name), len(wide), 0, 0, 0, 0, header)
            sink.write(_CENTRAL.pack(b"PK\1\2", *fields) + placed.name + wide)
        end = sink.position
        count, length = len(self._placed), end - start
        sink.write(_END64.pack(b"PK\6\6", _END64.size - 12, 0x031E, 45, 0, 0, count, count, length, start))
        sink.write(_LOCATOR.pack(b"PK\6\7", 0, end, 1))
        few = min(count, 0xFFFF)
        sink.write(_END.pack(b"PK\5\6", 0, 0, few, few, min(length, _U32), min(start, _U32), 0))
        sink.flush()


def _wide_field(placed: _Placed, stored: int) -> bytes:
    """The zip64 extra field: 64-bit sizes and offset, where one of them needs it."""
    large, far = placed.size >= _U32, placed.header >= _U32
    if not large and not far:
        return b""
    values = ((placed.size, stored) if large else ()) + ((placed.header,) if far else ())
    return struct.pack(f"<2H{len(values)}Q", 1, 8 * len(values), *values)


def _padding(placed: _Placed, alignment: int, like: int | None) -> bytes:
    """The ``FB`` extra field that lets the record's bytes begin at a multiple of the alignment."""
    start = placed.header + _LOCAL.size + len(placed.name) + len(_wide_field(placed, 0)) + 4
    length = -start % alignment
    if like is not None and like % alignment == 0:
        length = (like - start) % max(PAGE, alignment)
    return b"FB" + struct.pack("<H", length) + b"Z" * length

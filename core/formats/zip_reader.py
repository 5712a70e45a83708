"""The zip container of torch ≥ 1.6: where the records lie. Knows no pickle.

torch stores records uncompressed. The central directory is read directly: the standard library takes
half a second to list 75,000 entries, and this file is opened in a fraction of that.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import islice
from operator import add, itemgetter
from typing import TYPE_CHECKING

from core.errors import (
    DamagedZip,
    Malformed,
    NoPickle,
    NotACheckpoint,
    NoZipEnd,
    TooLarge,
)
from core.files.byte_source import ByteSource
from core.formats import zip_forms
from core.formats.zip_archive import ZipArchive, read_record, stamp_of
from core.formats.zip_forms import End
from core.formats.zip_records import Record, Records
from core.oddities import Oddity
from core.progress import Tick, ignore
from core.words import marked, say

if TYPE_CHECKING:
    pass

_END = struct.Struct("<4s4H2LH")
_END64_LOCATOR = struct.Struct("<4sLQL")
_END64 = struct.Struct("<4sQ2H2L4Q")
_CENTRAL = struct.Struct("<4s4x2H4x3L3HQL")  # only the fields that matter here; the Q is disk and attributes
_LOCAL = struct.Struct("<4s5H3L2H")
_ENTRY = b"PK\x01\x02"
_U32 = 0xFFFFFFFF
_LAST = 512
_COMMON = (0, 6, 7, 8)  # of the fields above: what entries have in common whose names are of one length
_BATCH, _FEW = 1024, 16
"""Directory entries that are read at once, and so few that it does not pay."""
_MOST_TOLD = 1000
"""Oddities of a kind that are kept: a file can have one for every record."""
_MAX_DIRECTORY, _MAX_RECORDS = 128 << 20, 800_000
"""Bytes of all names and places, and records; 300,000 tensors take a third of the first at most."""
_CUT = marked(
    "The file begins like a checkpoint but its end is missing (no zip directory): it was cut short, because the save "
    "or the download was interrupted. Fetch it again, or use the checkpoint saved before it."
)
_ZEROS = marked(
    "The file begins like a checkpoint but its end is only zeros (no zip directory): it was cut short, because the "
    "save or the download was interrupted. Fetch it again, or use the checkpoint saved before it."
)
_NO_PICKLE = marked(
    "This is a file of torch.save without its data.pkl, which holds all names and shapes: the save or the "
    "download was interrupted. Save or fetch it again, or use the checkpoint saved before it."
)
_SEVERAL = marked(
    "This file is a part (.distcp) of a torch.distributed.checkpoint checkpoint: several zip archives in one file. "
    "Open the folder that holds all parts and the .metadata file."
)


def looks_like(head: bytes) -> bool:
    """Whether a file that begins with ``head`` is a zip, or was to become one."""
    return head[:4] in (b"PK\3\4", b"PK\5\6", b"PK\3", b"PK")


def read_archive(file: ByteSource, tick: Tick = ignore) -> ZipArchive:
    """Read the directory of a zip file.

    Raises `Truncated` when the directory is missing, or the ``data.pkl`` of what torch began to save, `NotACheckpoint`
    for a zip of something else, `Malformed` when the directory contradicts itself.
    """
    records = read_records(file, tick)
    prefix = _find_prefix(records)
    return ZipArchive(prefix, records, odd_for_torch(file, records, prefix), stamp_of(file.peek(0, 4)))


def read_records(file: ByteSource, tick: Tick = ignore) -> Records:
    """The directory of a zip of any program. Raises as `read_archive` does for one that contradicts itself."""
    oddities: list[Oddity] = []
    records, start = _read_directory(file, tick, oddities)
    if records:
        oddities += islice(zip_forms.of_places(records, start, lambda header: _lengths(file, header)), _MOST_TOLD)
    return records


def odd_for_torch(file: ByteSource, records: Records, prefix: str) -> tuple[Oddity, ...]:
    """What is odd about a zip that torch's own reader reads, whose records lie below ``prefix``."""
    names = islice(zip_forms.of_names(records, prefix), _MOST_TOLD)
    return *records.oddities, *names, *zip_forms.of_facts(records, prefix, lambda record: read_record(file, record))


def odd_for_python(records: Records) -> tuple[Oddity, ...]:
    """What is odd about a zip that Python's ``zipfile`` reads, for which names that differ in case are two."""
    return *records.oddities, *islice(zip_forms.of_members(records), _MOST_TOLD)


def _read_directory(file: ByteSource, tick: Tick, oddities: list[Oddity]) -> tuple[Records, int]:
    """The records, and where the directory begins; what is odd there is added."""
    size = file.size
    count, start, length = _find_directory(file, oddities)
    if length > size or start + length > size:
        raise DamagedZip("The zip directory of the file lies outside the file; it is damaged. Fetch it again.")
    if length > _MAX_DIRECTORY:
        raise TooLarge(say("bytes of zip directory"), length, _MAX_DIRECTORY)
    raw = file.claimed(start, length)
    return _parse_directory(raw, count, size, tick, oddities), start


def _lengths(file: ByteSource, header: int) -> int:
    """Bytes of a local header, with the name and the extra field behind it."""
    raw = file.peek(header, _LOCAL.size)
    return _LOCAL.size + sum(_LOCAL.unpack(raw)[-2:]) if len(raw) == _LOCAL.size else 0


def _find_directory(file: ByteSource, oddities: list[Oddity]) -> tuple[int, int, int]:
    """(entries, offset, bytes) of the central directory, from where torch takes them; what is odd there is added."""
    size = file.size
    tail_start = max(0, size - _END.size - 0xFFFF - _END64_LOCATOR.size)
    tail = file.peek(tail_start, size - tail_start)
    at = tail.rfind(zip_forms.END_MAGIC, 0, max(0, len(tail) - _END.size + 4))
    if at < 0:
        raise NoZipEnd(_CUT if tail[-_LAST:].strip(b"\0") else _ZEROS)
    end = End(*_END.unpack_from(tail, at)[1:7])
    oddities += zip_forms.behind_the_end(tail[at + _END.size :])
    locator = at - _END64_LOCATOR.size
    if locator < 0 or not tail.startswith(b"PK\x06\x07", locator):
        oddities += zip_forms.of_end(end, tail_start + at)
        return end.entries, end.start, end.length
    _, disk, place, disks = _END64_LOCATOR.unpack_from(tail, locator)
    raw = file.peek(place, _END64.size) if place < size else b""
    if len(raw) < _END64.size or not raw.startswith(b"PK\x06\x06"):
        if tail.startswith(b"PK\x06\x06", max(locator - _END64.size, 0)):
            raise NotACheckpoint(_SEVERAL)
        raise DamagedZip("The zip directory of the file lies outside the file; it is damaged. Fetch it again.")
    _, own, _, _, *fields = _END64.unpack(raw)
    wide = End(*fields)
    oddities += zip_forms.of_end(wide, place)
    oddities += zip_forms.of_zip64_end(end, wide, own, (disk, disks), tail_start + locator - place)
    return wide.entries, wide.start, wide.length


def _parse_directory(raw: bytes, count: int, size: int, tick: Tick, oddities: list[Oddity]) -> Records:
    if count > _MAX_RECORDS:
        raise TooLarge(say("records"), count, _MAX_RECORDS)
    records = Records()
    records.oddities = oddities
    position = 0
    left = count
    while left:
        names, columns, after = _alike_entries(raw, position, min(left, _BATCH), size)
        if not names:
            names, columns, after = _any_entries(raw, position, min(left, _FEW), size, records)
        records.add(names, columns)
        left -= len(names)
        position = after
        tick(0, 0)
    oddities += zip_forms.behind_the_entries(len(raw) - position)
    return records


Entries = tuple[Sequence[str], Sequence[Sequence[int]], int]
"""The names of some entries, a column for each of the other facts of `Record`, and where the entries end."""


def _alike_entries(raw: bytes, position: int, count: int, size: int) -> Entries:
    """Up to ``count`` entries from ``position`` on whose names, and what follows them, are of one length.

    That is nearly all of a checkpoint, in half the time. None where one of them needs a closer look.
    """
    head = raw[position : position + _CENTRAL.size]
    if len(head) < _CENTRAL.size:
        return (), (), position
    name_length, extra_length, comment_length = lengths = _CENTRAL.unpack(head)[6:9]
    entry = struct.Struct(f"{_CENTRAL.format}{name_length}s{extra_length + comment_length}x")
    # Where the last of a few is no entry they are not alike, and many would be unpacked in vain.
    if name_length > zip_forms.LONGEST_NAME or not raw.startswith(_ENTRY, position + (_FEW - 1) * entry.size):
        return (), (), position
    end = position + min(count, (len(raw) - position) // entry.size) * entry.size
    entries = list(entry.iter_unpack(raw[position:end]))
    if len(entries) < _FEW:
        return (), (), position
    columns = list(zip(*entries, strict=True))
    alike, wanted = len(entries), (_ENTRY, *lengths)
    if any(columns[at].count(value) < alike for at, value in zip(_COMMON, wanted, strict=True)):
        common = itemgetter(*_COMMON)
        alike = next(at for at, fields in enumerate(entries) if common(fields) != wanted)
    if alike < _FEW:
        return (), (), position
    _, flags, methods, crcs, stored, unpacked, _, _, _, attributes, headers, names = [
        column[:alike] for column in columns
    ]
    if any(methods) or stored != unpacked or _U32 in stored or _U32 in headers:
        return (), (), position
    together = b"\n".join(names)
    if _need_a_look(together, set(flags)) or (any(attributes) and zip_forms.strange_attributes(set(attributes))):
        return (), (), position
    if max(map(add, headers, stored)) + _LOCAL.size > size:
        return (), (), position
    texts = together.decode("utf-8", "surrogateescape").split("\n")  # at once: in a third of the time
    if len(texts) != alike:
        texts = [name.decode("utf-8", "surrogateescape") for name in names]
    return texts, (headers, unpacked, stored, crcs, methods), position + alike * entry.size


def _need_a_look(names: bytes, flags: set[int]) -> bool:
    """Whether names or flags of some entries are not those that everybody reads alike."""
    is_clear = names.isascii() or all(each & zip_forms.UTF_8 for each in flags)
    return not is_clear or zip_forms.strange_flags(flags)


def _any_entries(raw: bytes, position: int, count: int, size: int, records: Records) -> Entries:
    """The next ``count`` entries, one by one. Raises `Malformed` for what torch could not read; notes what is odd."""
    found = []
    for _ in range(count):
        try:
            fields = _CENTRAL.unpack_from(raw, position)
        except struct.error:
            raise DamagedZip(
                "The zip directory of the file ends too early; the file is damaged. Fetch it again."
            ) from None
        magic, flags, method, crc, stored, unpacked, name_len, extra_len, comment_len, attributes, header = fields
        if magic != _ENTRY:
            raise DamagedZip("The zip directory of the file is damaged. Fetch it again.")
        at = position + _CENTRAL.size
        name = raw[at : at + name_len].decode("utf-8", "surrogateescape")
        if not flags & zip_forms.UTF_8 and not name.isascii():
            records.unflagged.add(name)
        if _U32 in (unpacked, stored, header):
            unpacked, stored, header = _wide(raw[at + name_len : at + name_len + extra_len], unpacked, stored, header)
        position = at + name_len + extra_len + comment_len
        record = Record(name, header, unpacked, stored, crc, method)
        _check(record, flags, size)
        if len(records.oddities) < _MOST_TOLD:
            records.oddities += zip_forms.of_entry(record, name_len, flags, attributes)
        found.append(record)
    names, *columns = zip(*found, strict=True)
    return names, columns, position


def _check(record: Record, flags: int, size: int) -> None:
    """Raises `Malformed` for an entry that torch could not read or that lies outside the file."""
    name = record.name
    if record.header + _LOCAL.size + record.stored > size:
        outside = marked("Record {name!r} lies outside the file; the file is damaged or was cut short. Fetch it again.")
        raise DamagedZip(outside, name=name)
    if flags & zip_forms.UNREADABLE:
        raise Malformed("Record {name!r} is encrypted or a patch; torch cannot read such a file.", name=name)
    if record.method not in (0, 8):
        way = record.method
        raise Malformed("Record {name!r} is compressed by a method ({way}) that torch cannot read.", name=name, way=way)
    if (record.method == 0 and record.stored != record.size) or (record.size and not record.stored):
        raise DamagedZip("Record {name!r} has two different sizes; the file is damaged.", name=name)
    if record.size > 1032 * max(record.stored, 1):  # deflate cannot do better than 1032:1
        raise DamagedZip(
            "Record {name!r} claims to unpack to more than is possible; the file is damaged or malicious.", name=name
        )


def _wide(extra: bytes, unpacked: int, stored: int, header: int) -> tuple[int, int, int]:
    """Replace the 32-bit fields that are all ones by the 64-bit ones of the zip64 extra field."""
    position = 0
    while position + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, position)
        position += 4
        if kind == 1:
            wanted = [value == _U32 for value in (unpacked, stored, header)]
            if length < 8 * sum(wanted) or position + length > len(extra):
                break  # miniz takes no field that ends behind the others
            values = iter(struct.unpack_from(f"<{sum(wanted)}Q", extra, position))
            unpacked, stored, header = (
                next(values) if wide else value for wide, value in zip(wanted, (unpacked, stored, header), strict=True)
            )
            return unpacked, stored, header
        position += length
    raise Malformed(
        "A record is larger than 4 GiB but its zip64 sizes are missing; the file is damaged. Fetch it again."
    )


def _is_of_torch(name: str) -> bool:
    """Whether it is a record that torch.save writes beside ``data.pkl``."""
    _, _, leaf = name.partition("/")
    return leaf in zip_forms.FACTS or (leaf.startswith("data/") and leaf[5:].isdigit())


def _find_prefix(records: Records) -> str:
    """The folder all records of a checkpoint lie in; torch takes it from the first record.

    Where that has no ``data.pkl``, no torch loads the file, and what it was meant to be can still be looked at.
    """
    folder, slash, _ = next(iter(records), "").partition("/")
    if slash and f"{folder}/data.pkl" in records:
        return folder + slash
    for name in records:
        folder, _, leaf = name.rpartition("/")
        if leaf == "data.pkl" and "/" not in folder:
            return f"{folder}/" if folder else ""
    if records and all(map(_is_of_torch, records)):
        raise NoPickle(_NO_PICKLE)
    from core.formats.identify import explain_zip  # noqa: PLC0415 - for zips that are none of torch

    raise NotACheckpoint(explain_zip(records))

"""The forms in which zips of checkpoints are written, and what deviates from all of them.

torch reads a zip with miniz (``third_party/miniz-3.0.2``) and ``PyTorchStreamReader``
(``caffe2/serialize/inline_container.cc``), which pass over much that other programs take otherwise. Few forms are known
to be written:

- ``PyTorchStreamWriter`` (`torch.save` and `torch.jit.save` of 1.4 to 2.13, all platforms): all records in one folder
  and in the order of the directory, one behind the other from byte 0 on, stored (code of TorchScript deflated), with
  flags 3 (sizes behind the bytes) and 11 (UTF-8), no attributes, extra fields of padding before the bytes alone. Then
  the directory, a zip64 end record, its locator and the end record, which say the same; nothing in between or behind.
- the same packed anew, by Python's ``zipfile``, Info-ZIP's ``zip`` or 7-Zip: no padding, extra fields and comments,
  attributes of files, records of folders, flags 1 and 2 of the packer, a zip64 end record only where it is needed.

Whatever they write has one meaning, and so has what is bent without a second reading: such files are understood. All
else is an `Oddity`. The functions here are told what was read and give what is odd about it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from operator import add, sub
from typing import NamedTuple

from core.errors import CheckpointError
from core.formats.zip_records import Record, Records
from core.oddities import Oddity
from core.text import clip
from core.words import marked, say

END_MAGIC = b"PK\5\6"
_U16, _U32 = 0xFFFF, 0xFFFFFFFF
_REACH = 4096 - 22
"""Bytes behind the end record in which torch is sure to find it: then miniz counts on from before the file."""
LONGEST_NAME = 511
"""Bytes of a name that torch can list (``MZ_ZIP_MAX_ARCHIVE_FILENAME_SIZE``)."""
UNREADABLE = 1 << 0 | 1 << 5 | 1 << 6 | 1 << 13
"""Flags of what is encrypted, a patch, or masked: miniz reads none of them."""
UTF_8 = 1 << 11
"""The flag of a name that is UTF-8."""
_FLAGS = 1 << 1 | 1 << 2 | 1 << 3 | UTF_8
_DISK, _FOLDER = _U16, 0x10 << 32
"""Where a record begins, and that it is a folder, in the eight bytes of disk and attributes: miniz reads no bytes of
folders and tells nobody.
"""
_HEADER = 30
_MOST_BETWEEN = _HEADER + 2 * _U16 + 24
"""Bytes from the end of one record's bytes to those of the next: a header with name and padding, sizes behind them."""
_SIZES_BEHIND = (0, 12, 16, 20, 24)
_LONGEST_FACT = 64
MOST_ALIGNED = 1 << 16
"""Bytes to multiples of which storages can be aligned: padding is counted in 16 bits."""
_ASKED = ("data.pkl", "constants.pkl")
_END_OF_ZIP = marked("the end of the zip")


class End(NamedTuple):
    """What an end record says: disks, entries on this one and in all, bytes of the directory and where it begins."""

    disk: int
    start_disk: int
    here: int
    entries: int
    length: int
    start: int


# -- the end ---------------------------------------------------------------------------------------------------


def behind_the_end(rest: bytes) -> Iterator[Oddity]:
    """Of what follows the end record that torch finds. A comment or an end of line is nothing to it."""
    if END_MAGIC in rest:
        yield Oddity(say(_END_OF_ZIP), say("a second one after it; programs differ in which one they use"))
    elif len(rest) > _REACH:
        yield Oddity(
            say(_END_OF_ZIP), say("{count:,} bytes after it, so torch may not find the records", count=len(rest))
        )


def of_end(end: End, place: int) -> Iterator[Oddity]:
    """Of the end record at byte ``place`` that is believed: one disk, and the directory right before it."""
    if end.disk or end.start_disk or end.here != end.entries:
        yield Oddity(say(_END_OF_ZIP), say("parts on other disks"))
    if end.start + end.length != place:
        yield Oddity(say(_END_OF_ZIP), say("bytes between the directory and its end"))


def of_zip64_end(end: End, wide: End, own: int, disks: tuple[int, int], behind: int) -> Iterator[Oddity]:
    """Of an end record and the zip64 one that overrides it, of ``own`` bytes, ``behind`` bytes before its locator."""
    limits = (_U16,) * 4 + (_U32,) * 2
    if any(small not in (limit, min(large, limit)) for small, large, limit in zip(end, wide, limits, strict=True)):
        yield Oddity(say(_END_OF_ZIP), say("two end records that say different things"))
    if disks != (0, 1):
        yield Oddity(say(_END_OF_ZIP), say("an end record on another disk"))
    if own != 44 or behind != 56:
        yield Oddity(say(_END_OF_ZIP), say("a zip64 end record of an unusual size"))


def behind_the_entries(rest: int) -> Iterator[Oddity]:
    """Of the bytes that the directory has left over, or lacks, when all its entries are read."""
    if rest:
        yield Oddity(
            say("the directory of the zip"),
            say("its size does not match its entries, and some programs go by the size"),
        )


# -- the entries -----------------------------------------------------------------------------------------------


def strange_flags(flags: Iterable[int]) -> bool:
    """Whether there are flags that nobody sets who packs checkpoints."""
    return any(each & ~_FLAGS for each in flags)


def strange_attributes(attributes: Iterable[int]) -> bool:
    """Whether some records begin on another disk or, by their attributes, are folders."""
    return any(each & (_DISK | _FOLDER) for each in attributes)


def of_entry(record: Record, name_length: int, flags: int, attributes: int) -> Iterator[Oddity]:
    """Of one entry of the directory that is not like those of torch."""
    if name_length > LONGEST_NAME:
        yield Oddity(
            record.name,
            say("a name of {count:,} bytes, of which torch sees {most}", count=name_length, most=LONGEST_NAME),
        )
    if flags & ~_FLAGS:
        yield Oddity(record.name, say("flags {flags:#x}", flags=flags))
    if attributes & _DISK:
        yield Oddity(record.name, say("a record on another disk"))
    if attributes & _FOLDER and not record.name.endswith("/"):
        yield Oddity(record.name, say("marked as a folder, so torch does not read its bytes"))


# -- their names -----------------------------------------------------------------------------------------------


def of_names(records: Records, prefix: str) -> Iterator[Oddity]:
    """Of the names of all records, of which those below ``prefix`` are the checkpoint."""
    if prefix in ("", "/"):
        yield Oddity(f"{prefix}data.pkl", say("records outside any folder, although torch expects one folder"))
    if _are_plain(records, prefix):
        return
    seen: dict[bytes, str] = {}
    for name, size in zip(records, records.sizes, strict=True):
        what = _of_name(name, prefix, seen)
        if what:
            yield Oddity(name, what)
        elif size and name.endswith("/"):
            yield Oddity(name, say("a folder with bytes in it, which torch does not read"))


def of_members(names: Iterable[str]) -> Iterator[Oddity]:
    """Of the names of a zip that Python's ``zipfile`` reads."""
    for name in names:
        if "\0" in name:
            yield Oddity(name, say("a name with a NUL, where Python cuts it off"))


def _are_plain(names: Collection[str], prefix: str) -> bool:
    """Whether all are files below the folder in small letters: looked up as a whole, which is much faster."""
    text, others = "\n".join(names), len(names) - 1
    if not text.startswith(prefix) or text.count("\n" + prefix) != others or text.count("\n") != others:
        return False
    is_small = prefix.isascii() and prefix == prefix.lower()
    below = text if is_small else text.replace("\n" + prefix, "\n")[len(prefix) :]
    if not below.isascii() or below != below.lower():
        return False
    return not ("\0" in text or "/\n" in text or text.endswith("/"))


def _of_name(name: str, prefix: str, seen: dict[bytes, str]) -> str:
    """What is odd about a name, if anything. ``seen`` are those before it, as miniz compares them: without case.

    Sources: ``getAllRecords`` of ``PyTorchStreamReader``, ``mz_zip_reader_locate_file`` of miniz, whose letters are
    those of ASCII.
    """
    if "\0" in name:
        return say("a name with a NUL, where torch cuts it off")
    if not name.startswith(prefix):
        return say("a record outside the folder {prefix!r}, for which torch refuses the file", prefix=clip(prefix))
    below = name[len(prefix) :]
    if any("\ud800" <= letter <= "\udfff" for letter in below):
        return say("a name that is not UTF-8, for which torch refuses the file")
    folded = name.encode("utf-8", "surrogateescape").lower()
    other = seen.setdefault(folded, name)
    if other != name:
        return say("a record that torch takes for {other!r}, and the other way round", other=clip(other))
    asked = below.lower()
    return (
        say("a record that torch takes for {asked!r}", asked=asked)
        if asked != below and asked in (*_ASKED, *FACTS)
        else ""
    )


# -- where they lie --------------------------------------------------------------------------------------------


def of_places(records: Records, directory: int, before_bytes: Callable[[int], int]) -> Iterator[Oddity]:
    """Of where records lie: one behind the other from byte 0 on, up to the ``directory``.

    ``before_bytes`` tells how many bytes the header at an offset takes, up to the bytes of its record.
    """
    headers, _, stored, *_ = records.columns
    between = set(map(sub, islice(headers, 1, None), map(add, headers, stored)))
    if headers[0] or (between and not _HEADER <= min(between) <= max(between) <= _MOST_BETWEEN):
        yield from _out_of_line(records)
    last = max(range(len(headers)), key=headers.__getitem__) if between and min(between) < 0 else len(headers) - 1
    end = headers[last] + before_bytes(headers[last]) + stored[last]
    if directory - end not in _SIZES_BEHIND:
        yield Oddity(
            say("the directory of the zip"),
            say("{count:,} bytes before it that belong to no record", count=directory - end),
        )


def _out_of_line(records: Records) -> Iterator[Oddity]:
    """Records that overlap, and those before which bytes lie that belong to none."""
    headers, _, stored, *_ = records.columns
    end, last = 0, ""
    for header, bytes_, name in sorted(zip(headers, stored, records, strict=True)):
        if header < end:
            yield Oddity(name, say("bytes that overlap those of {last!r}", last=clip(last)))
        elif header - end > (_MOST_BETWEEN - _HEADER if last else 0):
            yield Oddity(name, say("{count:,} bytes before it that belong to no record", count=header - end))
        if header + _HEADER + bytes_ >= end:
            end, last = header + _HEADER + bytes_, name


# -- what they say ---------------------------------------------------------------------------------------------


def of_facts(records: Records, prefix: str, read: Callable[[Record], bytes]) -> Iterator[Oddity]:
    """Of the small records that torch reads before anything else."""
    for below, is_usual in FACTS.items():
        record = records.get(prefix + below)
        if record is None:
            continue
        try:
            said = read(record) if record.size <= _LONGEST_FACT else b""
        except CheckpointError:
            yield Oddity(record.name, say("a record that cannot be read at the place given for it"))
            continue
        if not is_usual(said):
            what = say("a record that says {said!r}", said=said) if said else say("a record without usable content")
            yield Oddity(record.name, what)


def _is_version(said: bytes) -> bool:
    """Of the container: torch 2.13 reads 1 to 10, and whatever begins with such a number."""
    number = said.removesuffix(b"\n")
    return number.isdigit() and len(number) < 3 and 1 <= int(number) <= 10


def _is_alignment(said: bytes) -> bool:
    return said.isdigit() and len(said) <= 5 and 1 <= int(said) <= MOST_ALIGNED


FACTS: dict[str, Callable[[bytes], bool]] = {
    ".data/serialization_id": bytes.isdigit,
    ".data/version": _is_version,
    "version": _is_version,
    ".format_version": bytes.isdigit,
    "byteorder": (b"little", b"big").__contains__,
    ".storage_alignment": _is_alignment,
}
"""The small records of `torch.save` and what they can say, in the order in which torch reads them."""

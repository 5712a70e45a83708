"""Odd zips: what can be changed about the zip of a checkpoint, one function a way; which ways is left to chance."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable

from tests.fuzz.differential_zips import U16, U32, Archive, Entry, sound_archive, sound_pickle

_NUMBERS = (0, 1, 2, 8, 63, 64, 255, 0x7FFF, U16, 0x7FFFFFFF, U32)
_ALIGNMENTS = (b"0", b"-1", b"x", b"", b"1", b"4096", b"99999999999", b"6_4", b" 64 ", b"64\n", b"\xd9\xa1")


def zip_file(chance: random.Random) -> bytes:
    """A file of torch.save with one, two or three things about its zip changed."""
    archive = sound_archive(chance)
    for way in chance.choices(_WAYS, k=chance.choice([0, 1, 1, 1, 1, 2, 3])):
        way(archive, chance)
    return archive.written()


def ways_of(chance: random.Random) -> list[str]:
    """What is changed in the file of the same chance."""
    sound_archive(chance)
    return [way.__name__.strip("_") for way in chance.choices(_WAYS, k=chance.choice([0, 1, 1, 1, 1, 2, 3]))]


def _twin(archive: Archive, chance: random.Random) -> None:
    """Another record by nearly the same name, before or behind, with other bytes."""
    entry = chance.choice(archive.entries)
    name = entry.local["name"].decode("utf-8", "surrogateescape")
    folder, _, leaf = name.partition("/")
    other = chance.choice(
        [
            name, name.upper(), f"{folder}/{leaf.upper()}", f"{folder.upper()}/{leaf}", f"{name}\0", f"{name}\0x",
            f"{folder}//{leaf}", f"./{name}", f"{folder}\\{leaf}", f"/{name}", f"other/{leaf}", leaf, f"{name}/",
            f"{folder}/./{leaf}", f"{folder}/x/../{leaf}", f"{name} ", name.title(),
        ]
    )  # fmt: skip
    data = bytes(reversed(entry.data)) if not leaf.endswith(".pkl") else sound_pickle({"0": 1}, "torch")
    archive.entries.insert(chance.randrange(len(archive.entries) + 1), Entry(other, data))


def _renamed(archive: Archive, chance: random.Random) -> None:
    entry = chance.choice(archive.entries)
    name = entry.local["name"]
    folder, _, leaf = name.partition(b"/")
    new = chance.choice(
        [
            name.upper(), folder + b"/" + leaf.upper(), name + b"\0", folder + b"\0/" + leaf, b"b/" + leaf, leaf,
            b"/" + name, b"../" + name, folder + b"//" + leaf, folder + b"\\" + leaf, b"\xff" + name, b"", name[:-1],
            b"sub/" + name, name.swapcase(), name + b"\xc3",
        ]
    )  # fmt: skip
    where = chance.choice([(entry.local, entry.central)] * 3 + [(entry.local,), (entry.central,)])
    for said in where:
        said["name"] = new


def _all_renamed(archive: Archive, chance: random.Random) -> None:
    folder = chance.choice([b"", b"a/b/", b"\xff/", b"x" * 300 + b"/", b"a\0b/", b"./", b"/", b"..//", b"A\\"])
    for entry in archive.entries:
        entry.say("name", folder + entry.local["name"].partition(b"/")[2])


def _extra_record(archive: Archive, chance: random.Random) -> None:
    folder = archive.entries[0].local["name"].decode("latin-1").partition("/")[0]
    name, data = chance.choice(
        [
            ("constants.pkl", b"\x80\2)."), ("code/x.py", b"x = 1"), ("data/9", b"1234"), ("data/x", b"1234"),
            ("data/", b""), ("", b""), ("extra/a", b"1"), (".format_version", b"1"), ("byteorder", b"big"),
            (".data/version", b"3\n"), ("version", b"10\n"), ("CONSTANTS.PKL", b"\x80\2)."), ("x" * 3000, b""),
            ("attributes.pkl", b"\x80\2}."), ("data.pkl.debug_pkl", b""), ("__MACOSX", b""),
        ]
    )  # fmt: skip
    where = chance.choice([f"{folder}/", f"{folder}/", f"{folder}/", "", "b/", folder.upper() + "/"])
    at = chance.choice([0, len(archive.entries), chance.randrange(len(archive.entries) + 1)])
    archive.entries.insert(at, Entry(where + name, data))


def _content(archive: Archive, chance: random.Random) -> None:
    """Small records that say something else."""
    leaf, values = chance.choice(
        [
            ("byteorder", [b"big", b"Little", b"", b"little\n", b"big\0", b"\xff", b"native", b" little"]),
            (".storage_alignment", _ALIGNMENTS),
            ("/version", [b"0\n", b"1\n", b"3", b"x", b"", b"99\n", b"-1\n", b"11\n", b"3 4", b"0x3", b" 3", b"3\0"]),
            (".format_version", [b"0", b"2", b"", b"x", b"\xff"]),
            ("serialization_id", [b"", b"x" * 50, b"\0"]),
        ]
    )  # fmt: skip
    entry = next((each for each in archive.entries if each.local["name"].endswith(leaf.encode())), None)
    data = chance.choice(values)
    if entry is None:
        entry = Entry(archive.entries[0].local["name"].decode("latin-1").partition("/")[0] + "/" + leaf.strip("/"), b"")
        archive.entries.append(entry)
    _hold(entry, data)


def _hold(entry: Entry, data: bytes) -> None:
    entry.data = data
    for what, value in (("stored", len(data)), ("size", len(data)), ("crc", zlib.crc32(data))):
        entry.say(what, value)


def _sizes(archive: Archive, chance: random.Random) -> None:
    """A size that is another in one place, or in both."""
    entry = chance.choice(archive.entries)
    what = chance.choice(["stored", "size", "crc"])
    value = chance.choice([entry.local[what] + chance.choice([-1, 1, 4, -4]), chance.choice(_NUMBERS)])
    for said in chance.choice([(entry.local,), (entry.central,), (entry.local, entry.central)]):
        said[what] = value


def _resized(archive: Archive, chance: random.Random) -> None:
    """A storage with more or fewer bytes than the pickle says."""
    entry = archive.find("data/0", "data/1")
    _hold(entry, chance.choice([entry.data + b"1234", entry.data[:-1], b"", entry.data * 2]))


def _flags(archive: Archive, chance: random.Random) -> None:
    entry = chance.choice(archive.entries)
    flags = chance.choice([0, 1, 8, 0x808, 0x20, 0x2000, 0x40, 0x800, 0x4000, 0x8000, 0xFFFF, 0x2, 0x1000])
    for said in chance.choice([(entry.local,), (entry.central,), (entry.local, entry.central)]):
        said["flags"] = flags
    if chance.random() < 0.5:
        said = entry.local
        entry.behind = b"PK\7\x08" + struct.pack("<3L", said["crc"] & U32, said["stored"] & U32, said["size"] & U32)


def _method(archive: Archive, chance: random.Random) -> None:
    """Packed, or said to be."""
    entry = chance.choice(archive.entries)
    if chance.random() < 0.6:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(entry.data) + packer.flush()
        if chance.random() < 0.2:
            packed += b"more"
        entry.data = packed
        entry.say("method", 8)
        entry.say("stored", len(packed))
    else:
        for said in chance.choice([(entry.local,), (entry.central,), (entry.local, entry.central)]):
            said["method"] = chance.choice([1, 8, 9, 12, 14, 93, 99, 0xFFFF])


def _magic(archive: Archive, chance: random.Random) -> None:
    entry = chance.choice(archive.entries)
    chance.choice([entry.local, entry.central])["magic"] = chance.choice(
        [b"PK\3\4", b"PK\1\2", b"PK\0\0", b"pk\3\4", b"PK\5\6"]
    )


def _extra(archive: Archive, chance: random.Random) -> None:
    """Extra fields: zip64 sizes that agree or not, others, cut off."""
    entry = chance.choice(archive.entries)
    said = entry.central if chance.random() < 0.7 else entry.local
    wide = [said["size"], said["stored"], entry.at]
    if chance.random() < 0.5:
        what = chance.choice(["size", "stored"])
        value = said[what]
        said[what] = U32
        values = [value + chance.choice([0, 0, 1, 4, 2**32])]
    else:
        values = [chance.choice([*wide, *_NUMBERS]) for _ in range(chance.randrange(4))]
    raw = b"".join(struct.pack("<Q", value) for value in values)
    kind = chance.choice([1, 1, 1, 0x4246, 0x7075, 0])
    length = len(raw) if chance.random() < 0.8 else chance.choice([0, 4, len(raw) + 8, U16])
    said["extra"] += struct.pack("<2H", kind, length) + raw
    if chance.random() < 0.2:
        said["extra"] += b"x"


def _moved(archive: Archive, chance: random.Random) -> None:
    """The directory points elsewhere: at another record, inside one, outside."""
    entry = chance.choice(archive.entries)
    entry.central["moved"] = chance.choice([1, -1, 64, -64, 128, 2**31, -entry.at, 4])
    if chance.random() < 0.5:
        other = chance.choice(archive.entries)
        archive.written()
        entry.central["moved"] = other.at - entry.at


def _within(archive: Archive, chance: random.Random) -> None:
    """A record that lies inside the bytes of another, with a header of its own there."""
    entry = archive.find("data/0", "data.pkl", "version")
    inner = Entry(entry.local["name"].decode("utf-8", "surrogateescape"), entry.data[::-1])
    host = Entry(archive.entries[0].local["name"].decode("latin-1").partition("/")[0] + "/data/99", b"")
    raw = inner.written(0, 0)
    _hold(host, b"1234" + raw + b"5678")
    archive.entries.insert(chance.randrange(1, len(archive.entries) + 1), host)
    archive.written()
    inside = host.at + archive.written()[host.at :].index(raw)
    entry.central["moved"] = inside - entry.at


def _longer(archive: Archive, chance: random.Random) -> None:
    """A header before a record that says another length of itself than it has."""
    chance.choice(archive.entries).longer = chance.choice([1, 4, -4, 64, -64, 0x7FFF])


def _ends(archive: Archive, chance: random.Random) -> None:
    what = chance.choice(["disk", "first", "here", "count", "length", "start", "comment"])
    count = len(archive.entries)
    value = chance.choice([count - 1, count + 1, 0, 1, *_NUMBERS])
    if chance.random() < 0.4:
        archive.end64 = {}
        said = chance.choice([archive.end64, archive.end, archive.locator])
        if said is archive.locator:
            what, value = chance.choice([("at", value), ("disk", value), ("disks", chance.choice([0, 1, 2]))])
        elif chance.random() < 0.3:
            what = "bytes" if said is archive.end64 else what
        said[what] = value
        if chance.random() < 0.5:
            archive.end |= {"count": U16, "here": U16, "length": U32, "start": U32}
    else:
        archive.end[what] = value
        if what in ("count", "here") and chance.random() < 0.5:
            archive.end |= {"count": value, "here": value}


def _around(archive: Archive, chance: random.Random) -> None:
    """Bytes before the first record, behind the last, and in between."""
    junk = chance.choice([b"x", b"\0" * 64, b"PK\3\4" + b"\0" * 60, b"MZ" + bytes(62), b"#!/bin/sh\n", b"PK\0\0PK\3\4"])
    way = chance.randrange(6)
    if way == 0:
        archive.before, archive.counted = junk, chance.random() < 0.5
    elif way == 1:
        archive.after = junk
    elif way == 2:
        archive.comment = junk
    elif way == 3:
        archive.between = junk
    elif way == 4:
        chance.choice(archive.entries).behind += junk
    else:
        archive.comment = (
            b"PK\5\6" + bytes(18) if chance.random() < 0.5 else sound_archive(random.Random(5)).written()[-22:]
        )


def _two_archives(archive: Archive, chance: random.Random) -> None:
    """A whole zip before or behind this one, or as a comment of it."""
    other = sound_archive(random.Random(chance.random())).written()
    way = chance.randrange(3)
    if way == 0:
        archive.before, archive.counted = other, chance.random() < 0.5
    elif way == 1:
        archive.after = other
    else:
        archive.comment = other


def _order(archive: Archive, chance: random.Random) -> None:
    """Records in another order, in the file or in its directory; left out, or listed twice."""
    way = chance.randrange(5)
    listed = list(archive.entries)
    if way == 0:
        chance.shuffle(archive.entries)
    elif way == 1:
        chance.shuffle(listed)
        archive.order = listed
    elif way == 2:
        listed.insert(chance.randrange(len(listed)), chance.choice(listed))
        archive.order = listed
    elif way == 3:
        listed.remove(chance.choice(listed))
        archive.order = listed
    else:
        archive.entries.remove(chance.choice(archive.entries))


def _alignment(archive: Archive, chance: random.Random) -> None:
    archive.alignment = chance.choice([0, 1, 2, 4, 16, 128, 4096])


def _commented(archive: Archive, chance: random.Random) -> None:
    chance.choice(archive.entries).central["comment"] = chance.choice([b"x", b"PK\1\2" + bytes(42), b"\0" * 9])


def _on_disk(archive: Archive, chance: random.Random) -> None:
    chance.choice(archive.entries).central["disk"] = chance.choice([1, 2, U16])


def _any_byte(archive: Archive, chance: random.Random) -> None:
    """A pickle or a record with a byte changed, its checksum kept right or not."""
    entry = chance.choice(archive.entries)
    if entry.data:
        data = bytearray(entry.data)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        entry.data = bytes(data)
        if chance.random() < 0.7:
            entry.say("crc", zlib.crc32(entry.data))


_WAYS: tuple[Callable[[Archive, random.Random], None], ...] = (
    _twin, _twin, _renamed, _renamed, _all_renamed, _extra_record, _content, _sizes, _resized, _flags, _method, _magic,
    _extra, _extra, _moved, _ends, _ends, _around, _two_archives, _order, _alignment, _commented, _on_disk, _any_byte,
    _within, _longer,
)  # fmt: skip

"""Zips of which every field can be set: a small checkpoint, laid out as torch does it until something is changed."""

from __future__ import annotations

import random
import struct
import zlib
from typing import Any

from tests.fuzz.differential_opcodes import Pickled

_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_END64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR = struct.Struct("<4sLQL")
U32, U16 = 0xFFFFFFFF, 0xFFFF


class Entry:
    """A record: its bytes as they lie in the file, and what is said of them before it and in the directory."""

    def __init__(self, name: str, data: bytes) -> None:
        self.data = data
        said = {"flags": 0x800, "method": 0, "crc": zlib.crc32(data), "stored": len(data), "size": len(data)}
        self.local: dict[str, Any] = {
            **said,
            "magic": b"PK\3\4",
            "name": name.encode("utf-8", "surrogateescape"),
            "extra": b"",
        }
        self.central: dict[str, Any] = {**self.local, "magic": b"PK\1\2", "disk": 0, "comment": b"", "moved": 0}
        self.behind = b""
        self.at = 0
        self.longer = 0
        """Bytes that the header before the record says its extra field is longer than it is."""

    def say(self, what: str, value: Any) -> None:
        """Say something in both places."""
        self.local[what] = self.central[what] = value

    def written(self, at: int, alignment: int) -> bytes:
        """The header, padded as torch does, the bytes, and what comes behind them."""
        self.at, said = at, self.local
        extra = said["extra"]
        padding = -(at + _LOCAL.size + len(said["name"]) + len(extra) + 4) % alignment if alignment else 0
        if alignment:
            extra += b"FB" + struct.pack("<H", padding) + b"Z" * padding
        head = _LOCAL.pack(
            said["magic"], 0, said["flags"], said["method"], 0, 0, said["crc"] & U32, said["stored"] & U32,
            said["size"] & U32, len(said["name"]), (len(extra) + self.longer) & U16,
        )  # fmt: skip
        return head + said["name"] + extra + self.data + self.behind

    def listed(self) -> bytes:
        """The entry of the directory."""
        said = self.central
        head = _CENTRAL.pack(
            said["magic"], 0, 0, said["flags"], said["method"], 0, 0, said["crc"] & U32, said["stored"] & U32,
            said["size"] & U32, len(said["name"]), len(said["extra"]), len(said["comment"]), said["disk"] & U16, 0, 0,
            (self.at + said["moved"]) & U32,
        )  # fmt: skip
        return head + said["name"] + said["extra"] + said["comment"]


class Archive:
    """A zip in the making.

    ``end`` and ``end64`` override fields of the end records, ``before`` and ``after`` lie around it.
    """

    def __init__(self, entries: list[Entry], chance: random.Random) -> None:
        self.entries, self.chance = entries, chance
        self.end: dict[str, int] = {}
        self.end64: dict[str, int] | None = None
        self.locator: dict[str, int] = {}
        self.before = self.after = self.comment = self.between = b""
        self.counted = True
        self.order: list[Entry] | None = None
        self.alignment = 64

    def written(self) -> bytes:
        """The file."""
        out = bytearray(self.before)
        shift = 0 if self.counted else len(self.before)
        for entry in self.entries:
            out += entry.written(len(out) - shift, self.alignment)
        start = len(out) - shift
        listed = b"".join(entry.listed() for entry in self.order or self.entries)
        count = len(self.order or self.entries)
        out += listed + self.between
        said: dict[str, int] = {
            "disk": 0,
            "first": 0,
            "here": count,
            "count": count,
            "length": len(listed),
            "start": start,
        }
        if self.end64 is not None:
            wide = {**said, **self.end64}
            at = len(out) - shift
            out += _END64.pack(
                b"PK\6\6", wide.get("bytes", 44), 45, 45, wide["disk"], wide["first"], wide["here"], wide["count"],
                wide["length"], wide["start"],
            )  # fmt: skip
            where = {"disk": 0, "at": at, "disks": 1, **self.locator}
            out += _LOCATOR.pack(b"PK\6\7", where["disk"], where["at"], where["disks"])
        said |= self.end
        out += _END.pack(
            b"PK\5\6", said["disk"] & U16, said["first"] & U16, said["here"] & U16, said["count"] & U16,
            said["length"] & U32, said["start"] & U32, said.get("comment", len(self.comment)) & U16,
        )  # fmt: skip
        return bytes(out + self.comment + self.after)

    def find(self, *endings: str) -> Entry:
        """An entry by the end of its name, any where there is none."""
        found = [entry for entry in self.entries if entry.local["name"].endswith(tuple(map(str.encode, endings)))]
        return self.chance.choice(found or self.entries)


def sound_archive(chance: random.Random) -> Archive:
    prefix = chance.choice(["archive", "archive", "a", "model.pt", "x y", "é"]) + "/"
    storages = {str(key): chance.choice([1, 4, 6]) for key in range(chance.choice([1, 2, 3]))}
    records = {"data.pkl": sound_pickle(storages, "torch")}
    if chance.random() < 0.8:
        records |= {".format_version": b"1", ".storage_alignment": b"64"}
    if chance.random() < 0.9:
        records["byteorder"] = b"little"
    records |= {f"data/{key}": chance.randbytes(4 * numel) for key, numel in storages.items()}
    records["version"] = b"3\n"
    if chance.random() < 0.9:
        records[".data/serialization_id"] = b"%040d" % chance.randrange(10**18)
    return Archive([Entry(prefix + name, data) for name, data in records.items()], chance)


def sound_pickle(storages: dict[str, int], module: str) -> bytes:
    """A state dict of one tensor a storage, exactly as torch writes it."""
    out = Pickled(random.Random(0), 0.0, plain=True)
    out.op(b"}", b"(")
    for key, numel in storages.items():
        out.text(f"w{key}")
        out.name("torch._utils", "_rebuild_tensor_v2")
        out.op(b"(", b"(")
        out.text("storage")
        out.name(module, "FloatStorage")
        out.text(key)
        out.text("cpu")
        out.number(numel)
        out.op(b"t", b"Q", b"K\0", b"K" + bytes([numel]), b"\x85", b"K\1", b"\x85", b"\x89")
        out.name("collections", "OrderedDict")
        out.op(b")", b"R", b"t", b"R")
    out.op(b"u")
    return out.finished(b"\x80\2")

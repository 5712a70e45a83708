"""Zips with every field free to lie, and what real torch makes of them: one child process for many files."""

from __future__ import annotations

import hashlib
import json
import struct
import subprocess
import sys
import warnings
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from tests.places import ROOT

_ALL = 0xFFFFFFFF
PLAIN, MMAP, COMPUTED = "plain", "mmap", "computed offsets"


@dataclass
class Entry:
    """One record: ``central`` and ``local`` override what is said in the directory and before the bytes."""

    name: bytes
    data: bytes
    central: dict[str, Any] = field(default_factory=dict)
    local: dict[str, Any] = field(default_factory=dict)
    before: bytes = b""
    behind: bytes = b""
    packed: bytes | None = None

    @property
    def stored(self) -> bytes:
        """The bytes as they lie in the file."""
        return self.data if self.packed is None else self.packed

    def facts(self, said: dict[str, Any], **defaults: Any) -> dict[str, Any]:
        """What a header says, with what it says otherwise."""
        crc, size, stored = zlib.crc32(self.data), len(self.data), len(self.stored)
        method = 0 if self.packed is None else 8
        usual = {"name": self.name, "flags": 0, "method": method, "time": 0, "crc": crc, "size": size, "stored": stored}
        return {**usual, "extra": b"", **defaults, **said}


def local_header(entry: Entry) -> bytes:
    """What stands before the bytes."""
    said = entry.facts(entry.local)
    numbers = (20, said["flags"], said["method"], said["time"], 0, said["crc"], said["stored"], said["size"])
    lengths = len(said["name"]), len(said["extra"])
    return struct.pack("<4s5H3L2H", b"PK\3\4", *numbers, *lengths) + said["name"] + said["extra"]


def central_entry(entry: Entry, header: int) -> bytes:
    """What the directory says."""
    said = entry.facts(entry.central, comment=b"", disk=0, internal=0, external=0, header=header)
    numbers = (20, 20, said["flags"], said["method"], said["time"], 0, said["crc"], said["stored"], said["size"])
    lengths = len(said["name"]), len(said["extra"]), len(said["comment"])
    places = said["disk"], said["internal"], said["external"], said["header"]
    fixed = struct.pack("<4s6H3L5H2L", b"PK\1\2", *numbers, *lengths, *places)
    return fixed + said["name"] + said["extra"] + said["comment"]


def build(
    entries: Iterable[Entry],
    *,
    end: dict[str, int] | None = None,
    wide: dict[str, int] | None = None,
    before_directory: bytes = b"",
    in_directory: bytes = b"",
    before_end: bytes = b"",
    comment: bytes = b"",
    tail: bytes = b"",
) -> bytes:
    """A zip. ``end`` and ``wide`` say what its end record and its zip64 end record say otherwise; no ``wide``, none."""
    out, directory, count = bytearray(), bytearray(), 0
    for entry in entries:
        out += entry.before
        directory += central_entry(entry, len(out))
        out += local_header(entry) + entry.stored + entry.behind
        count += 1
    directory += in_directory
    out += before_directory
    start = len(out)
    out += directory + before_end
    said = {"disk": 0, "start_disk": 0, "here": count, "count": count, "length": len(directory), "start": start}
    if wide is not None:
        at = len(out)
        big = {**said, "own": 44, "locator_disk": 0, "disks": 1, "at": at, **wide}
        numbers = [big[name] for name in ("own", "disk", "start_disk", "here", "count", "length", "start")]
        out += struct.pack("<4sQ2H2L4Q", b"PK\6\6", numbers[0], 45, 45, *numbers[1:])
        out += struct.pack("<4sLQL", b"PK\6\7", big["locator_disk"], big["at"], big["disks"])
    said |= end or {}
    numbers = [said[name] for name in ("disk", "start_disk", "here", "count", "length", "start")]
    out += struct.pack("<4s4H2LH", b"PK\5\6", *numbers, said.get("comment", len(comment))) + comment
    return bytes(out + tail)


def entries_of(path: Path) -> list[Entry]:
    """The records of a healthy file."""
    import zipfile

    with zipfile.ZipFile(path) as archive:
        return [Entry(info.filename.encode(), archive.read(info)) for info in archive.infolist()]


def names_of(path: Path) -> list[bytes]:
    """The names of all records."""
    return [entry.name for entry in entries_of(path)]


def deflated(data: bytes) -> bytes:
    """The bytes as other programs pack them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


class Loaded(NamedTuple):
    """What came of one way to load: a digest of all of it, or what torch said."""

    digest: str
    said: str


def ask_torch(paths: Iterable[Path]) -> dict[Path, dict[str, Loaded]]:
    """What `torch.load` makes of each file, in each way. A file that kills torch was not loaded."""
    left, found = list(paths), {}
    while left:
        command = [sys.executable, "-m", "tests.files.odd_zips", *map(str, left)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
        lines = done.stdout.splitlines()
        for path, line in zip(left, lines, strict=False):
            found[path] = {way: Loaded(*each) for way, each in json.loads(line).items()}
        left = left[len(lines) :]
        if left:
            found[left[0]] = dict.fromkeys((PLAIN, MMAP, COMPUTED), Loaded("", f"killed: {done.stderr[-200:]}"))
            left = left[1:]
    return found


def _digest(value: Any) -> str:
    import torch

    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_digest(each)}" for key, each in value.items()) + "}"
    if isinstance(value, torch.Tensor):
        raw = hashlib.sha256(bytes(value.contiguous().view(-1).view(torch.uint8).tolist())).hexdigest()
        return f"{value.dtype} {tuple(value.shape)} {raw[:12]}"
    return repr(value)


def _load_all(path: str) -> dict[str, Loaded]:
    import torch
    from torch.utils.serialization import config

    def in_a_way(load: Callable[[], Any]) -> Loaded:
        try:
            return Loaded(_digest(load()), "")
        except Exception as error:  # noqa: BLE001 - whatever torch says
            return Loaded("", str(error) or type(error).__name__)

    found = {PLAIN: in_a_way(lambda: torch.load(path)), MMAP: in_a_way(lambda: torch.load(path, mmap=True))}
    config.load.calculate_storage_offsets = True
    found[COMPUTED] = in_a_way(lambda: torch.load(path, mmap=True))
    config.load.calculate_storage_offsets = False
    return found


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for each in sys.argv[1:]:
        sys.stdout.write(json.dumps(_load_all(each)) + "\n")
        sys.stdout.flush()

"""What torch says to a zip file that it cannot read, in the order in which it looks at things.

Follows ``caffe2/serialize/inline_container.cc`` and the miniz library below it, as they are in torch 2.13.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import NamedTuple

from core.formats.file_io import read_at
from core.loading.torch_messages import NO_VERSION, OF_TORCHSCRIPT
from core.loading.weights_only import Unknown

_END = struct.Struct("<4s4H2LH")
_END64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR = struct.Struct("<4sLQL")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_LOCAL = 30
_WINDOW = 4096
_FARTHEST = 0xFFFF + _END.size
_MAX_DIRECTORY = 1 << 26
_ADVICE = (
    "This is an internal miniz error. If you are seeing this error, there is a high likelihood that your checkpoint "
    "file is corrupted. This can happen if the checkpoint was not saved properly, was transferred incorrectly, or the "
    "file was modified after saving."
)
_CORRUPTED = "invalid header or archive is corrupted"
_MOST_DIGITS = 19
_OLDEST_VERSION, _NEWEST_VERSION = 1, 10


class Says(Exception):
    """torch's exception, with its whole text."""


class Entry(NamedTuple):
    """One record: its name as in the file, bytes unpacked and stored, where its header is, how it is packed."""

    name: bytes
    size: int
    stored: int
    header: int
    method: int


def failed(what: str, why: str) -> Says:
    """``PytorchStreamReader failed …``."""
    return Says(f"PytorchStreamReader failed {what}: {why}. {_ADVICE}")


def no_header(name: str) -> Says:
    """What torch says to a record without a header of its own."""
    return failed(f"reading file {name}", _CORRUPTED)


def has_header(fd: int, size: int, header: int, stored: int) -> bool:
    """Whether a record of ``stored`` bytes has its own header at ``header``, and its bytes behind it in the file."""
    raw = read_at(fd, _LOCAL, header)
    if len(raw) < _LOCAL or not raw.startswith(b"PK\x03\x04"):
        return False
    name_length, extra_length = struct.unpack_from("<2H", raw, 26)
    return bool(header + _LOCAL + name_length + extra_length + stored <= size)


class ZipFile:
    """A zip as torch's reader opens it. Raises `Says` or `Unknown` where torch does not."""

    def __init__(self, fd: int, size: int) -> None:
        self.fd, self.size = fd, size
        entries = self._directory()
        if not entries:
            raise Says("[enforce fail at inline_container.cc:171] . archive does not contain any files")
        folder, slash, _ = entries[0].name.partition(b"/")
        if not slash:
            raise Says(
                "[enforce fail at inline_container.cc:180] . file in archive is not in a subdirectory: "
                + folder.decode("utf-8", "replace")
            )
        self.folder = folder + slash
        self.prefix = self.folder.lower()
        self.entries: dict[bytes, Entry] = {}
        for entry in entries:  # miniz compares names without regard to case
            self.entries.setdefault(entry.name.lower(), entry)
        if self.has(".data/serialization_id"):
            self.check(".data/serialization_id")
        self._check_version()
        if "constants.pkl" in [self._inside(entry.name) for entry in entries]:
            raise Says(OF_TORCHSCRIPT)
        self._check_facts()

    def _inside(self, name: bytes) -> str:
        """The name of a record without the folder; what is no UTF-8 fails in Python's words, as in torch."""
        name = name.partition(b"\0")[0]
        if not name.startswith(self.folder):
            said = b"[enforce fail at inline_container.cc:340] . file in archive is not in a subdirectory "
            raise Says((said + self.folder + b": " + name).decode("utf-8"))
        return name[len(self.folder) :].decode("utf-8")

    def has(self, name: str) -> bool:
        return self.prefix + name.lower().encode() in self.entries

    def entry(self, name: str) -> Entry:
        """The record ``name`` below the folder."""
        found = self.entries.get(self.prefix + name.lower().encode())
        if found is None:
            raise failed(f"locating file {name}", "file not found")
        return found

    def check(self, name: str) -> Entry:
        """The record, when its header is where the directory says."""
        found = self.entry(name)
        if found.method not in (0, 8):
            raise failed(f"retrieving file meta-data for {name}", "unsupported method")
        if not has_header(self.fd, self.size, found.header, found.stored):
            raise no_header(name)
        return found

    def read(self, name: str) -> bytes:
        """The bytes of a small record."""
        found = self.check(name)
        if found.method or found.size > _MAX_DIRECTORY:
            raise Unknown  # packed by another program; torch unpacks it
        header = read_at(self.fd, 30, found.header)
        name_length, extra_length = struct.unpack_from("<2H", header, 26)
        return read_at(self.fd, found.size, found.header + 30 + name_length + extra_length)

    def _check_version(self) -> None:
        name = ".data/version" if self.has(".data/version") else "version"
        if not self.has(name):
            raise Says(NO_VERSION)
        text = self.read(name).decode("utf-8", "replace")
        number = re.match(r"\s*([+-]?[0-9]+)", text, re.ASCII)  # what follows the number is not looked at
        if number is None:
            raise Says(f"[enforce fail at inline_container.cc:215] . Couldn't parse the version {text} as Long Long.")
        digits = number[1].removeprefix("+").lstrip("0") or "0"
        if len(digits) > _MOST_DIGITS:
            raise Says("stoull")
        if int(digits) < _OLDEST_VERSION:
            raise Says(
                f"[enforce fail at inline_container.cc:219] . Attempted to read a PyTorch file with version {digits}, "
                f"but the minimum supported version for reading is {_OLDEST_VERSION}. Your PyTorch script module file "
                "is too old. Please regenerate it with latest version of PyTorch to mitigate this issue."
            )
        if int(digits) > _NEWEST_VERSION:
            raise Says(
                f"[enforce fail at inline_container.cc:230] . Attempted to read a PyTorch file with version {digits}, "
                f"but the maximum supported version for reading is {_NEWEST_VERSION}. The version of your PyTorch "
                "installation may be too old, please upgrade PyTorch to latest version to mitigate this issue."
            )

    def check_id(self) -> None:
        """The number that torch reads last, to log it."""
        if self.has(".data/serialization_id"):
            self.read(".data/serialization_id").decode("utf-8")

    def _check_facts(self) -> None:
        if self.has(".format_version"):
            self.read(".format_version").decode("utf-8")
        if self.has("byteorder"):
            order = self.read("byteorder")
            if order not in (b"little", b"big"):
                raise Says(f"Unknown endianness type: {order.decode('utf-8', 'replace')}")
        if self.has(".storage_alignment"):
            int(self.read(".storage_alignment"))  # torch does just this

    def _directory(self) -> list[Entry]:
        if self.size < _END.size:
            raise failed("reading zip archive", "not a ZIP archive")
        end = self._find_end()
        _, disk, start_disk, here, count, length, start, _ = _END.unpack(read_at(self.fd, _END.size, end))
        wide = self._wide_end(end)
        if wide is not None:
            disk, start_disk, here, count, length, start = wide
        if count != here or ((disk | start_disk) and (disk, start_disk) != (1, 1)):
            raise failed("reading zip archive", "unsupported multidisk archive")
        if length < count * _CENTRAL.size or start + length > self.size:
            raise failed("reading zip archive", _CORRUPTED)
        if length > _MAX_DIRECTORY:
            raise Unknown
        return list(self._entries(read_at(self.fd, length, start), count, disk))

    def _find_end(self) -> int:
        """Where the end record is. miniz goes back in windows, and on a file of up to 68 kB runs out of it."""
        at = max(self.size - _WINDOW, 0)
        while True:
            window = read_at(self.fd, min(_WINDOW, self.size - at), at)
            found = window.rfind(b"PK\x05\x06")
            while found >= 0 and self.size - at - found < _END.size:
                found = window.rfind(b"PK\x05\x06", 0, found)
            if found >= 0:
                return at + found
            if not at or self.size - at >= _FARTHEST:
                raise failed("reading zip archive", "failed finding central directory")
            at -= _WINDOW - 3
            if at < 0:
                raise Says("[Errno 22] Invalid argument")

    def _wide_end(self, end: int) -> tuple[int, ...] | None:
        """The fields of the zip64 end record, where there is one."""
        if end < _LOCATOR.size + _END64.size:
            return None
        magic, _, at, disks = _LOCATOR.unpack(read_at(self.fd, _LOCATOR.size, end - _LOCATOR.size))
        if magic != b"PK\x06\x07":
            return None
        if at > self.size - _END64.size:
            raise failed("reading zip archive", "not a ZIP archive")
        magic, own, _, _, disk, start_disk, here, count, length, start = _END64.unpack(
            read_at(self.fd, _END64.size, at)
        )
        if magic != b"PK\x06\x06":
            return None
        if own < _END64.size - 12:
            raise failed("reading zip archive", _CORRUPTED)
        if disks != 1:
            raise failed("reading zip archive", "unsupported multidisk archive")
        if max(count, here) > 0xFFFFFFFF:
            raise failed("reading zip archive", "too many files")
        return disk, start_disk, here, count, length, start

    def _entries(self, raw: bytes, count: int, disk: int) -> Iterator[Entry]:
        at = 0
        for _ in range(count):
            if len(raw) - at < _CENTRAL.size or not raw.startswith(b"PK\x01\x02", at):
                raise failed("reading zip archive", _CORRUPTED)
            fields = _CENTRAL.unpack_from(raw, at)
            flags, method = fields[3], fields[4]
            stored, size, name_length, extra_length, comment_length, on_disk = fields[8:14]
            header = fields[16]
            whole = max(stored, size, header) != 0xFFFFFFFF
            if whole and ((not method and size != stored) or (size and not stored)):
                raise failed("reading zip archive", _CORRUPTED)
            if on_disk not in (disk, 1):
                raise failed("reading zip archive", "unsupported multidisk archive")
            if stored != 0xFFFFFFFF and header + 30 + stored > self.size:
                raise failed("reading zip archive", _CORRUPTED)
            if flags & 1 << 13:
                raise failed("reading zip archive", "unsupported encryption")
            ends = at + _CENTRAL.size + name_length + extra_length + comment_length
            if ends > len(raw):
                raise failed("reading zip archive", _CORRUPTED)
            name = raw[at + _CENTRAL.size : at + _CENTRAL.size + name_length]
            if not whole:
                stored, size, header = _wide_sizes(
                    raw[at + _CENTRAL.size + name_length : ends - comment_length], stored, size, header
                )
            yield Entry(name, size, stored, header, method)
            at = ends


def _wide_sizes(extra: bytes, stored: int, size: int, header: int) -> tuple[int, int, int]:
    """The sizes of a record of more than 4 GB."""
    at = 0
    while at < len(extra):
        kind, length = struct.unpack_from("<2H", extra, at) if at + 4 <= len(extra) else (0, len(extra))
        if at + 4 + length > len(extra):
            raise failed("reading zip archive", _CORRUPTED)
        if kind == 1:
            values = iter(struct.unpack_from(f"<{length // 8}Q", extra, at + 4))
            size, stored, header = (
                next(values, each) if each == 0xFFFFFFFF else each for each in (size, stored, header)
            )
            return stored, size, header
        at += 4 + length
    raise Unknown

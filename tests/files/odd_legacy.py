"""Files of the legacy format as torch never writes them, put together from their parts."""

from __future__ import annotations

import io
import pickle
import struct
from collections import OrderedDict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import torch
from torch._utils import _rebuild_tensor_v2

MAGIC = 0x1950A86A20F9469CFC6C
FACTS = {"protocol_version": 1001, "little_endian": True, "type_sizes": {"short": 2, "int": 4, "long": 4}}
FLOAT, INT, BYTE, DOUBLE = torch.FloatStorage, torch.IntStorage, torch.ByteStorage, torch.DoubleStorage
ITEMS = {FLOAT: 4, INT: 4, BYTE: 1, DOUBLE: 8}


class Stored:
    """What the pickle refers to by a persistent id."""

    def __init__(self, *pid: Any) -> None:
        self.pid = pid


class Made:
    """What the pickle makes by calling something."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.made = function, arguments

    def __reduce__(self) -> Any:
        return self.made


class _Pickler(pickle.Pickler):
    def persistent_id(self, value: Any) -> Any:
        return value.pid if isinstance(value, Stored) else None


def pickled(value: Any, protocol: int = 2) -> bytes:
    """One pickle, as torch.save writes it."""
    buffer = io.BytesIO()
    _Pickler(buffer, protocol).dump(value)
    return buffer.getvalue()


def storage(key: Any = "0", kind: Any = FLOAT, numel: Any = 4, view: Any = None, device: Any = "cpu") -> Stored:
    """A persistent id with everything that torch wants to know."""
    return Stored("storage", kind, key, device, numel, view)


def tensor(of: Stored, size: Any = 4, offset: Any = 0) -> Made:
    """A tensor of one dimension."""
    return Made(_rebuild_tensor_v2, of, offset, (size,), (1,), False, OrderedDict())


def counted(numel: int, first: int = 0, item: int = 4) -> bytes:
    """A storage in the file: how many elements it has, and these."""
    return struct.pack("<q", numel) + bytes((first + at) % 120 for at in range(numel * item))


def legacy(
    path: Path,
    value: Any,
    storages: Iterable[bytes] = (counted(4),),
    keys: Any = ("0",),
    *,
    magic: Any = MAGIC,
    version: Any = 1001,
    facts: Any = FACTS,
    behind: bytes = b"",
) -> Path:
    """A file of the legacy format; a part that is bytes is written as it is."""
    keys = list(keys) if type(keys) is tuple else keys
    parts = (part if isinstance(part, bytes) else pickled(part) for part in (magic, version, facts, value, keys))
    path.write_bytes(b"".join((*parts, *storages, behind)))
    return path

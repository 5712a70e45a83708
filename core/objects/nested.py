"""Bytes in a graph that are a pickle, or what ``torch.save`` wrote."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from core.objects.numpy_data import ArrayBytes, array_facts, array_of, raw_bytes
from core.pickling.nodes import Call

_ZIP, _RECORD, _LEGACY = b"PK\3\4", b"/data.pkl", b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."
_STORAGES = b"_load_from_bytes"
"""What a pickle of Python itself names where it holds tensors."""
_SMALLEST = 16
_PACKED = re.compile(
    rb"\x1f\x8b|x[\x01\x5e\x9c\xda]|BZh|\xfd7zXZ|\x28\xb5\x2f\xfd|\x04\x22\x4d\x18"  # gzip, zlib, bz2, xz, zstd, lz4
    rb"|gA[I-X]|UEsDB"  # a pickle and a zip in base64
    rb"|PK\x03\x04.{4}[^\0]",  # a zip whose first member is packed
    re.DOTALL,
)
_SMALLEST_PACKED, _HEAD = 100, 9


def pickled_bytes(value: Any) -> bytes | None:
    """Bytes that are a pickle, or a zip of torch.save; None for everything else."""
    if type(value) not in (bytes, bytearray, Call):
        return None
    if type(value) is Call:
        plain = value.kind == "R" and not value.steps and type(value.args) is tuple and len(value.args) == 2
        if not plain:
            return None
    data = raw_bytes(value)
    return data if data is not None and is_pickled(data) else None


def is_pickled(data: bytes) -> bool:
    """Whether bytes are a pickle, or a zip of torch.save."""
    if len(data) < _SMALLEST:
        return False
    is_pickle = data[0] == 0x80 and data[1] in (2, 3, 4, 5) and data[-1:] == b"."
    return is_pickle or data.startswith((_ZIP, _LEGACY))


def holds_checkpoint(data: bytes) -> bool:
    """Whether bytes hold what torch.save wrote: all of them, or the storages in a pickle of Python itself."""
    is_zip = data.startswith(_ZIP) and _RECORD in data[:512]
    return is_zip or data.startswith(_LEGACY) or _STORAGES in data


def nested_checkpoints(values: Iterable[Any]) -> Iterator[tuple[int, bytes]]:
    """(entry, bytes) of the values of a file that are checkpoints as bytes."""
    for entry, value in enumerate(values):
        data = pickled_bytes(value)
        if data is not None and holds_checkpoint(data):
            yield entry, data


def has_checkpoint(values: Iterable[Any]) -> bool:
    """Whether one of the values of a file is a checkpoint as bytes."""
    return next(nested_checkpoints(values), None) is not None


def held_bytes(value: Any) -> bytes | None:
    """The bytes of a value that are a pickle or a checkpoint, or are packed; also those of an array, and base64."""
    if type(value) is Call and array_facts(value) is not None:
        array = array_of(value)
        data = array.data if isinstance(array, ArrayBytes) and array.dtype in ("uint8", "int8") else None
    elif type(value) is str:
        head = value[:_HEAD].encode("utf-8", "replace")
        data = value.encode("utf-8", "replace") if _PACKED.match(head) else None
    else:
        data = pickled_bytes(value) or raw_bytes(value)
    return data if data is not None and (is_pickled(data) or is_packed(data)) else None


def is_packed(data: bytes) -> bool:
    """Whether bytes begin as those of a compressor do, or as base64 of what may be a checkpoint."""
    return len(data) >= _SMALLEST_PACKED and _PACKED.match(data) is not None

"""Bytes in a graph that are a pickle, or what ``torch.save`` wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from core.objects.numpy_data import raw_bytes
from core.pickling.nodes import Call

_ZIP, _RECORD, _LEGACY = b"PK\3\4", b"/data.pkl", b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."
_STORAGES = b"_load_from_bytes"
"""What a pickle of Python itself names where it holds tensors."""
_SMALLEST = 16


def pickled_bytes(value: Any) -> bytes | None:
    """Bytes that are a pickle, or a zip of torch.save; None for everything else."""
    if type(value) not in (bytes, bytearray, Call):
        return None
    if type(value) is Call:
        plain = value.kind == "R" and not value.steps and type(value.args) is tuple and len(value.args) == 2
        if not plain:
            return None
    data = raw_bytes(value)
    if data is None or len(data) < _SMALLEST:
        return None
    is_pickle = data[0] == 0x80 and data[1] in (2, 3, 4, 5) and data[-1:] == b"."
    return data if is_pickle or data.startswith((_ZIP, _LEGACY)) else None


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

"""The header of a safetensors file that is written: JSON of names, dtypes, shapes and places, in the library's order.

Sources: ``safetensors/src/tensor.rs`` 0.8, ``prepare`` (the largest items first, then by name, padded to 8 bytes) and
``Dtype``, whose order says which of the dtypes of one size come first.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from core.formats.safetensors import NOTES

MOST_HEADER = 100_000_000
"""Bytes of a header that the library reads."""
CODES = {
    "uint64": "U64", "int64": "I64", "float64": "F64", "complex64": "C64",
    "float32": "F32", "uint32": "U32", "int32": "I32",
    "bfloat16": "BF16", "float16": "F16", "uint16": "U16", "int16": "I16",
    "float8_e5m2fnuz": "F8_E5M2FNUZ", "float8_e4m3fnuz": "F8_E4M3FNUZ", "float8_e8m0fnu": "F8_E8M0",
    "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2", "int8": "I8", "uint8": "U8",
    "float4_e2m1fn_x2": "F4", "bool": "BOOL",
}  # fmt: skip
"""What the format calls each of torch's dtypes, in the order in which tensors of them are written."""
_ORDER = {code: place for place, code in enumerate(CODES.values())}


class Written(NamedTuple):
    """A tensor of a new file: ``code`` is its dtype in the format's words, ``shape`` counts its numbers."""

    name: str
    code: str
    shape: Sequence[int]
    nbytes: int


def in_order(tensors: Iterable[Written]) -> list[int]:
    """The places of tensors in the order in which the library writes them."""
    found = list(tensors)
    return sorted(range(len(found)), key=lambda at: (_ORDER[found[at].code], found[at].name))


def header(tensors: Iterable[Written], notes: Mapping[str, str]) -> bytes:
    """What comes before the bytes of tensors that follow each other in this order."""
    listed: dict[str, Any] = {NOTES: dict(notes)} if notes else {}
    at = 0
    for tensor in tensors:
        listed[tensor.name] = {
            "dtype": tensor.code,
            "shape": list(tensor.shape),
            "data_offsets": (at, at + tensor.nbytes),
        }
        at += tensor.nbytes
    text = json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text

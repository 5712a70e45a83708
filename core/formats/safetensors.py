"""Shows safetensors files: a JSON header of names, dtypes, shapes and byte ranges. They name no device.

The header is read here and not by the safetensors package, which opens the tensors themselves and has no
notion of where in the file they lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from math import prod
from operator import mul, ne
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from core.dtypes import ITEM_SIZES, NO_DEVICE
from core.errors import Malformed, TooLarge
from core.files.byte_source import ByteSource
from core.formats.archives import Archive, ItemSizes, Places
from core.formats.bounded_json import parse_json
from core.formats.span import Span
from core.formats.tensor_node import tensor_node
from core.oddities import Oddity
from core.pickling.nodes import Call, DictNode
from core.text import clip
from core.words import say

if TYPE_CHECKING:
    from core.files.copy import Source

_MAX_HEADER = 100_000_000  # the limit that the format itself sets
_MOST_LISTED = 50_000_000  # bytes; 300,000 tensors take 35 million
_DTYPE_OF = {
    "F64": "float64",
    "F32": "float32",
    "F16": "float16",
    "BF16": "bfloat16",
    "C64": "complex64",
    "I64": "int64",
    "I32": "int32",
    "I16": "int16",
    "I8": "int8",
    "U8": "uint8",
    "BOOL": "bool",
    "F8_E4M3": "float8_e4m3fn",
    "F8_E4M3FNUZ": "float8_e4m3fnuz",
    "F8_E5M2": "float8_e5m2",
    "F8_E5M2FNUZ": "float8_e5m2fnuz",
    "F8_E8M0": "float8_e8m0fnu",
    "F4": "float4_e2m1fn_x2",
    "U16": "uint16",
    "U32": "uint32",
    "U64": "uint64",
}
_BITS = {name: 8 * ITEM_SIZES[dtype] for name, dtype in _DTYPE_OF.items()} | {"F4": 4, "F6_E2M3": 6, "F6_E3M2": 6}
"""Bits of an element, by dtype (``Dtype::bitsize`` in ``safetensors/src/tensor.rs`` 0.8)."""
NOTES: Final = "__metadata__"
"""What no tensor can be called: the notes of a file, texts by names."""
_MOST = 1 << 64
_NUMBERS = {int}


@dataclass(frozen=True, eq=False, repr=False)
class SafetensorsArchive(Archive, Places):
    """The header, and where the bytes begin."""

    header: dict[str, Any]
    data_start: int

    kind: ClassVar[Literal["safetensors"]] = "safetensors"
    oddities: ClassVar[tuple[Oddity, ...]] = ()
    id_parts = 0

    def moved(self, start: int) -> SafetensorsArchive:
        return replace(self, data_start=self.data_start + start)

    def places(self, _source: Source, _item_sizes: ItemSizes) -> SafetensorsArchive:
        """The header says it all."""
        return self

    def check(self, keys: Sequence[str], sizes: Sequence[int], size: int) -> None:
        """All of it was looked at when the header was read."""

    def span(self, key: str) -> Span:
        return Span(*self.place(key), None)

    def begins(self, key: str) -> int:
        return self.place(key)[0]

    def place(self, name: str) -> tuple[int, int]:
        """Where the bytes of a tensor begin in the file, and how many there are."""
        begin, end = self.header[name]["data_offsets"]
        return self.data_start + begin, end - begin

    @property
    def notes(self) -> dict[str, str] | None:
        """What the file says of itself; None where it has no place for it."""
        return self.header.get(NOTES)

    def unknown_dtypes(self) -> list[str]:
        """The dtypes that torch has none for, in order; tensors of these are shown as their bytes."""
        named = dict.fromkeys(facts["dtype"] for name, facts in self.header.items() if name != NOTES)
        return [dtype for dtype in named if dtype not in _DTYPE_OF]

    def graph(self) -> DictNode:
        """The header as the inert graph that a torch file with the same tensors would have."""
        flat: list[Any] = []
        for name, facts in self.header.items():
            flat += [
                name,
                DictNode([x for pair in facts.items() for x in pair]) if name == NOTES else _tensor(name, facts),
            ]
        return DictNode(flat)


def looks_like(head: bytes, size: int) -> bool:
    """Whether a file of ``size`` bytes that begins with ``head`` has a safetensors header."""
    length = int.from_bytes(head[:8], "little")
    return len(head) > 8 and head[8:9] == b"{" and 2 <= length <= min(size - 8, _MAX_HEADER)


def read(file: ByteSource) -> SafetensorsArchive:
    """Read the header. Raises `Malformed` when it is damaged or a tensor lies outside the file."""
    length = int.from_bytes(file.peek(0, 8), "little")
    if length > _MOST_LISTED:
        raise TooLarge(say("bytes of header"), length, _MOST_LISTED)
    try:
        header = _parsed(file.claimed(8, length).decode())
    except ValueError:
        raise Malformed("The header of this safetensors file is damaged. Fetch it again.") from None
    start = 8 + length
    _check(header, file.size - start)
    return SafetensorsArchive(header, start)


def _parsed(text: str) -> dict[str, Any]:
    """The header. Raises `ValueError` where Python's JSON is more lenient than that of the safetensors package."""
    whole = {"parse_int": _whole} if "-0" in text else {}
    header: dict[str, Any] = parse_json(text, parse_constant=_whole, **whole)
    if "\\" in text or text.count('"') != 2 * _texts(header):
        parse_json(text, object_pairs_hook=_each_once)
    if header.get(NOTES) is None:
        header.pop(NOTES, None)
    notes = header.get(NOTES, {})
    if type(notes) is not dict or not all(type(note) is str for note in notes.values()):
        raise ValueError(notes)
    "".join((*header, *notes, *notes.values())).encode()  # half a surrogate pair, spelled out, is no text
    return header


def _texts(header: dict[str, Any]) -> int:
    """How many texts there are: keys, dtypes and notes. What is listed twice is there once more in the file."""
    keys = len(header) + sum(len(facts) for facts in header.values() if type(facts) is dict)
    notes = header.get(NOTES)
    return keys + len(header) - (NOTES in header) + (len(notes) if type(notes) is dict else 0)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError(pairs)
    return found


def _whole(digits: str) -> int:
    if not digits.isdecimal():
        raise ValueError(digits)
    return int(digits)


def _check(header: dict[str, Any], there: int) -> None:
    """Tensors follow each other without gaps, each as large as its shape says, until the file ends."""
    if _all_usual([facts for name, facts in header.items() if name != NOTES], there):
        return
    places = sorted([(*_place(name, facts, there), name) for name, facts in header.items() if name != NOTES])
    at = 0
    for begin, end, name in places:
        if begin != at:
            raise Malformed(
                "Tensor {name!r} of this safetensors file does not begin where the one before it ends; the file is "
                "damaged or malicious. Fetch it again.",
                name=clip(name),
            )
        at = end
    if at != there:
        raise Malformed(
            "This safetensors file has {count:,} bytes that belong to none of its tensors; it is damaged or "
            "malicious. Fetch it again.",
            count=there - at,
        )


def _all_usual(tensors: list[Any], there: int) -> bool:
    """Whether all is well with tensors that have elements, column by column, and naming none."""
    try:
        columns = [[facts[what] for facts in tensors] for what in ("data_offsets", "shape", "dtype")]
        begins, ends = zip(*columns[0], strict=True)
        bits = list(map(_BITS.__getitem__, columns[2]))
        extents = list(chain.from_iterable(columns[1]))
    except (KeyError, TypeError, ValueError):
        return False
    if set(map(type, chain(begins, ends, extents))) != _NUMBERS or set(map(type, columns[1])) != {list}:
        return False
    if min(extents, default=1) < 1 or "F4" in columns[2]:
        return False
    taken = map(mul, map(prod, columns[1]), bits)
    if any(map(ne, taken, (8 * (end - begin) for begin, end in zip(begins, ends, strict=True)))):
        return False
    return [0, *sorted(ends)] == [*sorted(begins), there]


def _place(name: str, facts: Any, there: int) -> tuple[int, int]:
    """Where the bytes of a tensor begin and end."""
    try:
        begin, end = facts["data_offsets"]
        dtype, shape = facts["dtype"], facts["shape"]
        sound = type(begin) is type(end) is int and type(shape) is list and set(map(type, shape)) <= _NUMBERS
    except (KeyError, TypeError, ValueError):
        sound = False
    if not sound or type(dtype) is not str or not 0 <= begin <= end <= there or (shape and min(shape) < 0):
        raise Malformed(
            "Tensor {name!r} of this safetensors file lies outside the file; it was cut short. Fetch it again.",
            name=clip(name),
        )
    bits = _BITS.get(dtype)
    if bits is not None and not _fits(dtype, shape, bits, 8 * (end - begin)):
        raise Malformed(
            "Tensor {name!r} of this safetensors file has the wrong number of bytes for its shape; the file is "
            "damaged or malicious. Fetch it again.",
            name=clip(name),
        )
    return begin, end


def _fits(dtype: str, shape: list[int], bits: int, there: int) -> bool:
    """Whether a shape takes the bits that are there; the package multiplies from the left, in 64 bits."""
    if prod(shape) * bits != there or (dtype == "F4" and (not shape or shape[-1] % 2)):
        return False
    return 0 not in shape or all(each * bits < _MOST for each in accumulate(shape, mul))


def _tensor(name: str, facts: dict[str, Any]) -> Call:
    begin, end = facts["data_offsets"]
    dtype = _DTYPE_OF.get(facts["dtype"])
    shape = tuple(facts["shape"])
    if facts["dtype"] == "F4":  # torch counts pairs of them
        shape = (*shape[:-1], shape[-1] // 2)
    if dtype is None:
        return tensor_node(name, "uint8", (end - begin,), NO_DEVICE)
    return tensor_node(name, dtype, shape, NO_DEVICE)

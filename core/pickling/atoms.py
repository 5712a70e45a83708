"""The smallest parts of a pickle: integers, the beginnings of texts, and what the memo knows."""

from __future__ import annotations

import struct

_SHORT = 256
_LONG = 1 << 32


def integer(value: int) -> bytes:
    """An ``int`` in the shortest opcode that Python's pickler has for it."""
    if 0 <= value < 1 << 8:
        return b"K" + bytes((value,))
    if 0 <= value < 1 << 16:
        return b"M" + struct.pack("<H", value)
    if -(1 << 31) <= value < 1 << 31:
        return b"J" + struct.pack("<i", value)
    raw = value.to_bytes((value.bit_length() >> 3) + 1, "little", signed=True)
    if value < 0 and len(raw) > 1 and raw[-1] == 0xFF and raw[-2] & 0x80:
        raw = raw[:-1]
    return b"\x8a" + bytes((len(raw),)) + raw if len(raw) < _SHORT else b"\x8b" + struct.pack("<i", len(raw)) + raw


def recall(number: int) -> bytes:
    """What the memo has under a number."""
    return b"h" + bytes((number,)) if number < _SHORT else b"j" + struct.pack("<I", number)


def text_head(size: int, protocol: int) -> bytes:
    """What stands before the ``size`` bytes of a text."""
    if size < _SHORT and protocol >= 4:
        return b"\x8c" + bytes((size,))
    if size < _LONG:
        return b"X" + struct.pack("<I", size)
    return b"\x8d" + struct.pack("<Q", size)

"""CRC-32, the checksum of a zip's records: by ISA-L, several times as fast as zlib, where it is installed.

It is imported with the first sum: who only looks at a file asks for none.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

Data = bytes | bytearray | memoryview

_POLYNOMIAL = 0xEDB88320
_HIGHEST = 1 << 31


def crc32(data: Data, before: int = 0) -> int:
    """The CRC-32 of ``data`` behind bytes whose CRC-32 is ``before``."""
    return _library()[0](data, before)


def checksum(pieces: Iterable[Data]) -> int:
    """The CRC-32 of all pieces."""
    add, crc = _library()[0], 0
    for piece in pieces:
        crc = add(piece, crc)
    return crc


def joined(first: int, second: int, length: int) -> int:
    """The CRC-32 of bytes with that of ``first``, and ``length`` bytes with that of ``second`` behind them."""
    return _library()[1](first, second, length)


@cache
def _library() -> tuple[Callable[[Data, int], int], Callable[[int, int, int], int]]:
    """Sums up, and joins two sums. Not all systems have wheels of `isal`."""
    try:
        from isal.isal_zlib import crc32, crc32_combine  # noqa: PLC0415 - for who sums up
    except ImportError:
        return zlib.crc32, _combined
    return crc32, crc32_combine


def _combined(first: int, second: int, length: int) -> int:
    """What ``crc32_combine`` of zlib gives, which Python's `zlib` does not have."""
    return _times(_power(8 * length), first) ^ second


def _times(one: int, other: int) -> int:
    """The product of two polynomials over bits, by that of CRC-32; the highest bit is the lowest power."""
    product = 0
    bit = _HIGHEST
    while one:
        if one & bit:
            product ^= other
            one ^= bit
        bit >>= 1
        other = other >> 1 ^ (_POLYNOMIAL if other & 1 else 0)
    return product


@lru_cache(1 << 12)
def _power(exponent: int) -> int:
    """x to that power."""
    found, square = _HIGHEST, _HIGHEST >> 1
    while exponent:
        if exponent & 1:
            found = _times(square, found)
        square = _times(square, square)
        exponent >>= 1
    return found

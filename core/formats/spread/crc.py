"""The CRC-32 of two stretches one behind the other, by those of each (``crc32_combine`` of zlib)."""

from __future__ import annotations

from functools import lru_cache

_POLYNOMIAL = 0xEDB88320
_HIGHEST = 1 << 31


def joined(first: int, second: int, length: int) -> int:
    """The CRC-32 of bytes with that of ``first``, and ``length`` bytes with that of ``second`` behind them."""
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

"""What can be summed up of numbers a piece at a time: one reading each, in pieces that stay in the cache of a core.

The sums of float32 and shorter are taken in float32 where its seven digits are enough, and added up in float64.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import inf, isfinite
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from core.numbers.tensor import PIECE

Array = NDArray[Any]

_ROW = 4096
"""Numbers that are added up in float32: a BLAS divides longer rows among threads. No more are added in float64."""
_LARGEST, _SMALLEST = 1e17, 1e-12
"""Between them the squares of a row can be added up in float32."""


class Sums(NamedTuple):
    """Of ``size`` numbers. ``lowest`` to ``l1`` are of the ``finite`` ones alone.

    ``spread`` is the sum of the squares of the differences from the mean; ``total`` and ``l1`` of integers are exact.
    The infinite of complex numbers have no direction: all count as ``posinf``.
    """

    size: int = 0
    finite: int = 0
    lowest: float = inf
    highest: float = -inf
    total: complex = 0
    spread: float = 0.0
    l1: float = 0
    zeros: int = 0
    nan: int = 0
    posinf: int = 0
    neginf: int = 0
    denormal: int = 0

    def merged(self, other: Sums) -> Sums:
        """Of both together (Chan, Golub and LeVeque, *Updating formulae and a pairwise algorithm*, 1979)."""
        a, b = self.finite, other.finite
        between = abs(_gap(self, other)) if a and b else 0.0
        return Sums(
            self.size + other.size,
            a + b,
            min(self.lowest, other.lowest),
            max(self.highest, other.highest),
            self.total + other.total,
            self.spread + other.spread + (between * between * (a * b / (a + b)) if a and b else 0.0),
            self.l1 + other.l1,
            self.zeros + other.zeros,
            self.nan + other.nan,
            self.posinf + other.posinf,
            self.neginf + other.neginf,
            self.denormal + other.denormal,
        )


def _gap(one: Sums, other: Sums) -> complex:
    """The difference of the means: of integers exact, however large they are."""
    if type(one.total) is int and type(other.total) is int:
        return (one.total * other.finite - other.total * one.finite) / (one.finite * other.finite)
    return one.total / one.finite - other.total / other.finite


class Scratch:
    """Room for what is worked out of a piece. Whoever sums up many tensors keeps one; it serves one thread."""

    def __init__(self) -> None:
        self._rooms: dict[tuple[str, str], Array] = {}

    def room(self, purpose: str, dtype: str, size: int) -> Array:
        """Room for up to `PIECE` numbers."""
        found = self._rooms.get((purpose, dtype))
        if found is None or found.size < size:
            found = self._rooms[purpose, dtype] = np.empty(PIECE if found is not None else size, dtype)
        return found[:size]


def sums_of(values: Array, scratch: Scratch, dtype: str = "") -> Sums:
    """The sums of numbers of any dtype, in a flat array; ``dtype`` is torch's, of which ``complex32`` is read wider."""
    kernel = _kernel(values.dtype, of_halves=dtype == "complex32")
    with np.errstate(over="ignore"):  # torch says no word either, and gives inf
        if values.size <= PIECE:
            return kernel(values, scratch) if values.size else Sums()
        found = Sums()
        for start in range(0, values.size, PIECE):
            found = found.merged(kernel(values[start : start + PIECE], scratch))
        return found


@cache
def _kernel(dtype: np.dtype[Any], *, of_halves: bool) -> Callable[[Array, Scratch], Sums]:
    """What sums up a piece of a dtype."""
    if dtype.itemsize == 1:
        return lambda values, scratch: _bytes(values)
    if dtype.kind in "iu":
        return lambda values, scratch: _integers(values)
    if dtype.kind == "c":
        normal = _smallest_normal(np.dtype(np.float16) if of_halves else dtype)
        return lambda values, scratch: _complex(values, normal)
    wide = "f8" if dtype.itemsize == 8 else "f4"
    bits = int(np.array(_smallest_normal(dtype), wide).view(f"u{wide[1]}"))
    if dtype.char == "e":
        return lambda values, scratch: _floats(_halves(values, scratch), bits, scratch)
    if dtype.itemsize < 4:
        return lambda values, scratch: _floats(_widened(values, scratch), bits, scratch)
    return lambda values, scratch: _floats(values, bits, scratch)


def _smallest_normal(dtype: np.dtype[Any]) -> float:
    finfo: Any = np.finfo if dtype.char in "efdFD" else ml_dtypes.finfo
    return float(finfo(dtype).smallest_normal)


def _widened(values: Array, scratch: Scratch) -> Array:
    wide = scratch.room("wide", "f4", values.size)
    np.copyto(wide, values)
    return wide


def _halves(values: Array, scratch: Scratch) -> Array:
    """float16 as float32, looked up: twice as fast as NumPy's own conversion."""
    wide = scratch.room("wide", "f4", values.size)
    return np.take(_all_halves(), np.ascontiguousarray(values).view(np.uint16), out=wide, mode="clip")


@cache
def _all_halves() -> Array:
    return np.arange(1 << 16).astype(np.uint16).view(np.float16).astype(np.float32)


# -- floating point ----------------------------------------------------------------------------------------


def _floats(values: Array, normal: int, scratch: Scratch) -> Sums:
    """Of float32 or float64; ``normal`` is the bits of the smallest magnitude that is not subnormal."""
    lowest, highest = float(np.minimum.reduce(values)), float(np.maximum.reduce(values))
    if not (isfinite(lowest) and isfinite(highest)):
        return _floats_beside_others(values, normal, scratch)
    size, kind = values.size, values.dtype.str[1:]
    magnitude = np.abs(values, out=scratch.room("magnitude", kind, size))
    bits = magnitude.view(f"u{kind[1]}")
    zeros = denormal = 0
    if np.minimum.reduce(bits) < normal:
        zeros = size - int(np.count_nonzero(bits))
        below = np.less(bits, normal, out=scratch.room("below", "?", size))
        denormal = int(np.count_nonzero(below)) - zeros
    top = max(-lowest, highest)
    if kind == "f4" and (size <= _ROW or (top and not _SMALLEST < top < _LARGEST)):
        values = values.astype(np.float64)
        magnitude = np.abs(values)
    total, squares = _sum(values), _squares(values)
    l1 = total if lowest >= 0 else -total if highest <= 0 else _sum(magnitude)
    spread = squares - total * (total / size)
    if spread < squares / 2:  # too few digits are left: once more, from near the mean
        middle = values.dtype.type(total / size)
        apart = np.subtract(values, middle, out=magnitude)
        rest = _sum(apart)
        total, spread = float(middle) * size + rest, _squares(apart) - rest * (rest / size)
    spread = max(spread, 0.0) if squares < inf else inf
    return Sums(size, size, lowest, highest, total, spread, abs(l1), zeros, 0, 0, 0, denormal)


def _floats_beside_others(values: Array, normal: int, scratch: Scratch) -> Sums:
    """The same where not all are finite."""
    finite = values[np.isfinite(values)]
    found = _floats(finite, normal, scratch) if finite.size else Sums()
    infinite = int(np.count_nonzero(np.isposinf(values))), int(np.count_nonzero(np.isneginf(values)))
    nan = values.size - finite.size - sum(infinite)
    return found._replace(size=values.size, nan=nan, posinf=infinite[0], neginf=infinite[1])


def _sum(values: Array) -> float:
    return _products(values, _ones(values.dtype.char))


@cache
def _ones(kind: str) -> Array:
    return np.ones(_ROW, kind)


def _squares(values: Array) -> float:
    return _products(values, None)


def _products(values: Array, other: Array | None) -> float:
    """The sum of the products with a row, or with themselves: a row at a time."""
    cut = values.size - values.size % _ROW
    found = 0.0
    if cut:
        rows = values[:cut].reshape(-1, _ROW)
        found = float(np.add.reduce(np.vecdot(rows, rows if other is None else other), dtype=np.float64))
    if cut == values.size:
        return found
    rest = values[cut:]
    return found + float(np.dot(rest, rest if other is None else other[: rest.size]))


# -- all other kinds of numbers ----------------------------------------------------------------------------


class _Table(NamedTuple):
    """What each byte stands for, and which are what."""

    whole: bool
    numbers: Array
    finite: Array
    denormal: Array


@cache
def _table(dtype: np.dtype[Any]) -> _Table:
    numbers = np.arange(256).astype(np.uint8).view(np.int8 if dtype.kind == "b" else dtype)
    wide = numbers.astype(np.float64)
    denormal = np.zeros(256, np.bool_)
    whole = dtype.kind in "iub" or "int" in dtype.name
    if not whole:
        denormal = (np.abs(wide) < _smallest_normal(dtype)) & (wide != 0)
    return _Table(whole, wide, np.isfinite(wide), denormal)


def numbers_of_bytes(values: Array) -> Array:
    """Numbers of a dtype of a byte as float64, which can be compared; all others as they are."""
    if values.dtype.itemsize > 1:
        return values
    return _table(values.dtype).numbers[np.ascontiguousarray(values).view(np.uint8)]


def _bytes(values: Array) -> Sums:
    """Of a dtype of a byte: each of the 256 is counted, and all is told by the counts."""
    table = _table(values.dtype)
    counts = np.bincount(np.ascontiguousarray(values).view(np.uint8), minlength=256)
    seen = np.flatnonzero(counts)
    if not table.finite.all():
        seen = seen[table.finite[seen]]
    numbers, often = table.numbers[seen], counts[seen]
    finite = int(often.sum())
    total, l1 = float(numbers @ often), float(np.abs(numbers) @ often)
    apart = numbers - (total / finite if finite else 0.0)
    found = Sums(
        values.size,
        finite,
        float(numbers.min()) if finite else inf,
        float(numbers.max()) if finite else -inf,
        total,
        float((apart * apart) @ often),
        l1,
        int(often[numbers == 0].sum()),
    )
    if table.whole:
        whole = {"total": int(total), "l1": int(l1)}
        return found._replace(lowest=int(found.lowest), highest=int(found.highest), **whole)
    denormal = int(counts[table.denormal].sum())
    if finite < values.size:
        posinf, neginf = (int(counts[table.numbers == each].sum()) for each in (inf, -inf))
        found = found._replace(nan=values.size - finite - posinf - neginf, posinf=posinf, neginf=neginf)
    return found._replace(denormal=denormal)


def _integers(values: Array) -> Sums:
    """Of integers of two bytes and more: exact, but for the spread."""
    size, lowest, highest = values.size, int(values.min()), int(values.max())
    total = _exact_sum(values)
    l1 = total if lowest >= 0 else -total if highest <= 0 else 2 * _exact_sum(np.maximum(values, 0)) - total
    above: Array
    if values.dtype.itemsize == 8:  # the differences from the lowest fit, whatever wraps around on the way
        above = values.view(np.uint64) - np.uint64(lowest % (1 << 64))
    else:
        above = values.astype(np.int64) - lowest
    apart = above.astype(np.float64)
    apart -= apart.mean()
    zeros = size - int(np.count_nonzero(values))
    return Sums(size, size, lowest, highest, total, _squares(apart), l1, zeros)


def _exact_sum(values: Array) -> int:
    if values.dtype.itemsize < 8:
        return int(np.add.reduce(values, dtype=np.int64))
    return (int(np.add.reduce(values >> 32)) << 32) + int(np.add.reduce(values & 0xFFFFFFFF))


def _complex(values: Array, normal: float) -> Sums:
    finite = values[np.isfinite(values)].astype(np.complex128)
    parts = np.abs(np.stack((values.real, values.imag)))
    denormal = ((parts < normal) & (parts != 0)).any(axis=0)
    total = complex(finite.sum())
    apart = np.abs(finite - total / max(finite.size, 1))
    return Sums(
        values.size,
        finite.size,
        total=total,
        spread=_squares(apart),
        l1=float(np.abs(finite).sum()),
        zeros=values.size - int(np.count_nonzero(values)),
        nan=int(np.count_nonzero(np.isnan(values))),
        posinf=int(np.count_nonzero(np.isinf(values))),
        denormal=int(np.count_nonzero(denormal)),
    )

"""What is summed up of the numbers of two tensors, a piece of both at a time, to say how far they are apart.

Pieces stay in the cache of a core. Numbers of up to four bytes are subtracted and squared in float32 where its seven
digits are enough, rows of 4096 at a time, and added up in float64.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import inf, isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.values.sums import Scratch

Array = NDArray[Any]

_ROW = 4096
"""Numbers that are added up in one go: a BLAS divides longer rows among threads, which costs more than it gives."""
_LARGEST, _SMALLEST = 1e34, 1e-20
"""Between them the sum of the squares of a row in float32 has lost nothing."""
_CLOSE = 0.1
"""The relative difference of tensors up to which the angle between them is found from how far they are apart."""
_WHOLE = "iub"
"""Kinds of NumPy's dtypes of whole numbers."""


class NumberDifference(NamedTuple):
    """How so many ``numbers`` of two tensors, a and b, differ.

    ``differing`` of them are not equal; NaN is equal to NaN and an infinity to the same one. Where one of two that
    differ is NaN or infinite there is no distance: such places are counted in ``not_finite``, and left out of all that
    follows. ``max_abs`` and ``mean_abs`` are the greatest and the mean ``|a - b|``; the greatest of whole numbers is
    exact. ``relative`` is ``‖a - b‖ / max(‖a‖, ‖b‖)``, from 0 to 2, and ``cosine`` is ``1 - a·b / (‖a‖ ‖b‖)``, from 0
    to 2, None where a or b is nothing but zeros. Both are None where squares exceed float64.
    """

    numbers: int
    differing: int
    not_finite: int
    max_abs: int | float
    mean_abs: float
    relative: float | None
    cosine: float | None

    @property
    def is_none(self) -> bool:
        """Whether all numbers are equal."""
        return not self.differing


class PieceSums(NamedTuple):
    """What `DifferenceSums` has of one piece; ``products`` are a·a, b·b, (a-b)·(a-b) and a·b."""

    numbers: int
    differing: int
    not_finite: int
    greatest: int | float
    total: float
    products: tuple[float, ...]


class DifferenceSums:
    """Adds up pieces of two tensors of these dtypes. Who compares many tensors keeps a ``scratch``."""

    def __init__(self, first: np.dtype[Any], second: np.dtype[Any], scratch: Scratch | None = None) -> None:
        self.numbers = self._differing = self._not_finite = 0
        self._greatest: int | float = 0
        self._total = 0.0
        self._products = [0.0, 0.0, 0.0, 0.0]  # a·a, b·b, (a-b)·(a-b), a·b
        self._is_whole = first.kind in _WHOLE and second.kind in _WHOLE
        self._dtype = _common(first, second)
        self._is_short = self._dtype.kind == "f" and not self._is_whole and max(first.itemsize, second.itemsize) <= 4
        self._scratch = scratch or Scratch()

    def add(self, ours: Array, theirs: Array) -> None:
        """Two flat arrays of as many numbers, at most `core.numbers.tensor.PIECE`."""
        self.numbers += ours.size
        with np.errstate(invalid="ignore", over="ignore"):
            if self._dtype.kind in "iu":
                self._add_whole(ours.astype(self._dtype), theirs.astype(self._dtype))
            elif not (self._is_short and self._add_in("f4", ours, theirs)):
                self._add_wide(self._dtype.str[1:], ours, theirs)

    @property
    def piece(self) -> PieceSums:
        """All that was added, where that is one piece."""
        counts = self.numbers, self._differing, self._not_finite
        return PieceSums(*counts, self._greatest, self._total, tuple(self._products))

    def join(self, piece: PieceSums) -> None:
        """Add what another has of a piece: as if the piece had been added here."""
        self.numbers += piece.numbers
        self._not_finite += piece.not_finite
        self._note(piece.differing, piece.greatest, piece.total, list(piece.products))

    def difference(self, repeats: int = 1) -> NumberDifference:
        """Of all that was added, where each number stands ``repeats`` times."""
        known = self.numbers - self._not_finite
        relative, cosine = _angles(self._products)
        return NumberDifference(
            self.numbers * repeats,
            self._differing * repeats,
            self._not_finite * repeats,
            int(self._greatest) if self._is_whole else self._greatest,
            self._total / known if known else 0.0,
            relative,
            cosine,
        )

    def _add_wide(self, kind: str, ours: Array, theirs: Array) -> None:
        if not self._add_in(kind, ours, theirs):
            self._add_finite(ours.astype(kind), theirs.astype(kind))

    def _add_in(self, kind: str, ours: Array, theirs: Array) -> bool:
        """Add numbers as they are in a dtype; False, and nothing is added, where that has no room for them."""
        first, second = self._as(kind, ours, "a"), self._as(kind, theirs, "b")
        unequal = np.not_equal(first, second, out=self._scratch.room("unequal", "?", first.size))
        differing = int(np.count_nonzero(unequal))
        squares = [_squares(first)]
        if not differing:
            return self._note(0, 0, 0.0, [*squares, *squares, 0.0, *squares])
        apart = self._apart(kind, first, second)
        squares += _squares(second), _squares(apart), _product(first, second)
        return None not in squares and self._note(differing, float(apart.max()), _sum(apart), squares)

    def _as(self, kind: str, values: Array, purpose: str) -> Array:
        if values.dtype.str[1:] == kind:
            return values
        wide = self._scratch.room(purpose, kind, values.size)
        np.copyto(wide, values)
        return wide

    def _apart(self, kind: str, first: Array, second: Array) -> Array:
        if first.dtype.kind == "c":
            distance: Array = np.abs(first - second)
            return distance
        apart = np.subtract(first, second, out=self._scratch.room("apart", kind, first.size))
        np.abs(apart, out=apart)
        return apart

    def _note(self, differing: int, greatest: float, total: float, products: list[float | None]) -> bool:
        """Add what was found of a piece; False, and nothing is added, where something of it could not be found."""
        known = [each for each in products if each is not None]
        if len(known) < len(products):
            return False
        self._differing += differing
        self._greatest = max(self._greatest, greatest)
        self._total += total
        self._products = [before + more for before, more in zip(self._products, known, strict=True)]
        return True

    def _add_whole(self, first: Array, second: Array) -> None:
        apart = whole_distance(first, second)
        one, other, between = (part.astype(np.float64) for part in (first, second, apart))
        products = [_squares(one), _squares(other), _squares(between), _product(one, other)]
        self._note(int(np.count_nonzero(apart)), int(apart.max(initial=0)), float(between.sum()), products)

    def _add_finite(self, first: Array, second: Array) -> None:
        """Add the places that have a distance; those that differ and have none are counted."""
        there = np.isfinite(first) & np.isfinite(second)
        lost = int(np.count_nonzero(~(there | equal_places(first, second))))
        first, second = first[there], second[there]
        self._not_finite += lost
        apart = np.abs(first - second)
        squares = [inf if (found := _squares(part)) is None else found for part in (first, second, apart)]
        differing = lost + int(np.count_nonzero(apart))
        self._note(differing, float(apart.max(initial=0.0)), float(apart.sum()), [*squares, _product(first, second)])


def whole_distance(first: Array, second: Array) -> Array:
    """``|a - b|`` of two arrays of one integer dtype: without a sign there is always room for it."""
    bits = np.dtype(f"u{first.dtype.itemsize}")
    one, other = first.view(bits), second.view(bits)
    found: Array = np.where(first > second, one - other, other - one)
    return found


def equal_places(first: Array, second: Array) -> Array:
    """Where numbers are the same, NaN and NaN too."""
    found: Array = np.isnan(first) & np.isnan(second)
    found |= first == second
    return found


def _common(first: np.dtype[Any], second: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype in which numbers of two dtypes are compared: float64, or one of integers that loses nothing."""
    kinds = {first.kind, second.kind}
    if "c" in kinds:
        return np.dtype(np.complex128)
    if kinds <= set(_WHOLE) and max(first.itemsize, second.itemsize) > 4:
        return np.result_type(first, second)  # of int64 and uint64 together this is float64
    return np.dtype(np.float64)


def _angles(products: list[float]) -> tuple[float | None, float | None]:
    """The relative and the cosine difference by the squares of a, b and a - b, and a·b.

    Where a and b are close, ``1 - cos`` would be what rounding leaves of it; there it is found from
    ``‖a - b‖² = (‖a‖ - ‖b‖)² + 2 (‖a‖ ‖b‖ - a·b)``, in a form in which little cancels out.
    """
    first, second, apart = map(sqrt, products[:3])
    if not isfinite(first + second + apart):
        return None, None
    relative = apart / max(first, second) if apart else 0.0
    if not first or not second:
        return relative, None
    if relative > _CLOSE:
        return relative, min(max(1 - products[3] / first / second, 0.0), 2.0)
    between = abs(first - second)
    return relative, max((apart - between) / first * (apart + between) / second / 2, 0.0)


def _rows(values: Array) -> Iterator[Array]:
    """The numbers in rows, and what is left of them in a shorter one."""
    cut = values.size - values.size % _ROW
    if cut:
        yield values[:cut].reshape(-1, _ROW)
    if cut < values.size:
        yield values[cut:].reshape(1, -1)


def _squares(values: Array) -> float | None:
    """The sum of the squares; None where there is no room for it, or float32 is not enough."""
    found = 0.0
    largest = _LARGEST if values.dtype.itemsize == 4 else inf
    for rows in _rows(values):
        sums = np.vecdot(rows, rows).real
        if not sums.max() < largest:
            return None
        if rows.dtype.itemsize == 4 and (low := sums < _SMALLEST).any() and rows[low].any():
            return None
        found += float(sums.sum(dtype=np.float64))
    return found


def _product(first: Array, second: Array) -> float:
    """a·b, of complex numbers its real part."""
    rows = zip(_rows(first), _rows(second), strict=True)
    return sum(float(np.vecdot(one, other).real.sum(dtype=np.float64)) for one, other in rows)


def _sum(values: Array) -> float:
    return sum(
        float(np.vecdot(rows, _ones(values.dtype.char)[: rows.shape[1]]).sum(dtype=np.float64))
        for rows in _rows(values)
    )


@cache
def _ones(kind: str) -> Array:
    return np.ones(_ROW, kind)

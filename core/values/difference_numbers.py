"""How far the numbers of two tensors of one shape are from each other."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.numbers.layout import Box
from core.numbers.tensor import TensorNumbers
from core.progress import Tick, ignore

_TILE = 1 << 14
"""Numbers of a tile: as float64, those of both and their difference stay in the cache of a core."""
_WHOLE = "iub"
"""Kinds of NumPy's dtypes of whole numbers."""

Array = NDArray[Any]


class NumberDifference(NamedTuple):
    """How so many ``numbers`` of two tensors, a and b, differ.

    ``differing`` of them are not equal; NaN is equal to NaN and an infinity to the same one. Where one of two that
    differ is NaN or infinite there is no distance: such places are counted in ``not_finite``, and left out of all that
    follows. ``max_abs`` and ``mean_abs`` are the greatest and the mean ``|a - b|``, of whole numbers exact.
    ``relative`` is ``‖a - b‖ / max(‖a‖, ‖b‖)``, from 0 to 2, and ``cosine`` is ``1 - a·b / (‖a‖ ‖b‖)``, from 0 to 2,
    None where a or b is nothing but zeros. Sums are of float64.
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


def difference_of(first: TensorNumbers, second: TensorNumbers, tick: Tick | None = None) -> NumberDifference:
    """The difference of two tensors of one shape, whatever their dtypes and layouts; quantised ones as dequantised.

    In constant memory; ``tick`` is told the numbers done. Raises ValueError for two shapes.
    """
    if first.shape != second.shape:
        raise ValueError(f"{first.shape} and {second.shape} cannot be compared number by number")
    tick = tick or ignore
    sums = _Sums(first.numpy_dtype, second.numpy_dtype)
    for ours, theirs in _tiles(first, second):
        sums.add(ours, theirs)
        tick(sums.count, first.size)
    return sums.difference()


class Subtracted:
    """The numbers of a - b, read where they are asked for; of complex numbers the distance ``|a - b|``."""

    def __init__(self, first: TensorNumbers, second: TensorNumbers) -> None:
        if first.shape != second.shape:
            raise ValueError(f"{first.shape} and {second.shape} cannot be subtracted")
        self._first, self._second = first, second
        self.shape = first.shape

    def read(self, box: Box | None = None) -> NDArray[np.float64]:
        """a - b in a box, or all, as float64: 0 where both are NaN or the same infinity, NaN where only one is NaN."""
        ours, theirs = self._first.read(box), self._second.read(box)
        return _distances(_wide(ours), _wide(theirs))


def _distances(ours: Array, theirs: Array) -> NDArray[np.float64]:
    with np.errstate(invalid="ignore", over="ignore"):
        found = np.subtract(ours, theirs)
    if found.dtype.kind == "c":
        found = np.abs(found)
    found[_equal(ours, theirs)] = 0
    return found


def _tiles(first: TensorNumbers, second: TensorNumbers) -> Iterator[tuple[Array, Array]]:
    """Both tensors tile by tile, in the order in which the first lies in its file."""
    for box, values in first.tiles(_TILE):
        yield values, second.read(box)


def _common(first: np.dtype[Any], second: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype in which numbers of two dtypes are compared: float64, or one of integers that loses nothing."""
    kinds = first.kind + second.kind
    if "c" in kinds:
        return np.dtype(np.complex128)
    if set(kinds) <= set(_WHOLE) and max(first.itemsize, second.itemsize) > 4:
        return np.result_type(first, second)  # of int64 and uint64 together this is float64
    return np.dtype(np.float64)


def _wide(values: Array) -> Array:
    """Numbers as float64, or complex128."""
    return values.astype(np.complex128 if values.dtype.kind == "c" else np.float64)


def _equal(ours: Array, theirs: Array) -> Array:
    """Where numbers are the same, NaN and NaN too."""
    found: Array = np.isnan(ours) & np.isnan(theirs)
    found |= ours == theirs
    return found


class _Sums:
    """What is known of the tiles that were seen."""

    def __init__(self, first: np.dtype[Any], second: np.dtype[Any]) -> None:
        self.dtype = _common(first, second)
        self.is_whole = {first.kind, second.kind} <= set(_WHOLE)
        self.count = self.differing = self.not_finite = 0
        self.greatest: int | float = 0
        self.total = 0.0
        self.squares = [0.0, 0.0, 0.0]  # of a, of b, and of what is between them

    def add(self, ours: Array, theirs: Array) -> None:
        self.count += ours.size
        first = ours.astype(self.dtype).reshape(-1)
        second = theirs.astype(self.dtype).reshape(-1)
        if self.dtype.kind in "iu":
            self._add_whole(first, second)
            return
        with np.errstate(invalid="ignore", over="ignore"):
            apart = np.abs(first - second)
            greatest = float(apart.max(initial=0.0))
        if not np.isfinite(greatest):
            first, second, apart = self._finite(first, second)
            greatest = float(apart.max(initial=0.0))
        if greatest:
            self.differing += int(np.count_nonzero(apart))
            self.greatest = max(self.greatest, greatest)
            self.total += float(apart.sum())
        self._add_squares(first, second, apart)

    def _add_whole(self, first: Array, second: Array) -> None:
        """Of two integers the distance always has room in as many bits, without a sign."""
        bits = np.dtype(f"u{self.dtype.itemsize}")
        apart = np.where(first > second, first.view(bits) - second.view(bits), second.view(bits) - first.view(bits))
        self.differing += int(np.count_nonzero(apart))
        self.greatest = max(self.greatest, int(apart.max(initial=0)))
        self.total += float(apart.sum(dtype=np.float64))
        self._add_squares(*(part.astype(np.float64) for part in (first, second, apart)))

    def _finite(self, first: Array, second: Array) -> tuple[Array, Array, Array]:
        """The places that have a distance; those that differ and have none are counted."""
        there = np.isfinite(first) & np.isfinite(second)
        lost = int(np.count_nonzero(~there & ~_equal(first, second)))
        self.not_finite += lost
        self.differing += lost
        first, second = first[there], second[there]
        with np.errstate(over="ignore"):
            return first, second, np.abs(first - second)

    def _add_squares(self, *parts: Array) -> None:
        with np.errstate(over="ignore"):
            for at, part in enumerate(parts):
                self.squares[at] += float(np.vdot(part, part).real)

    def difference(self) -> NumberDifference:
        first, second, apart = map(sqrt, self.squares)
        known = self.count - self.not_finite
        largest = max(first, second)
        cosine = None
        if first and second:  # by ‖a - b‖² = (‖a‖ - ‖b‖)² + 2 (‖a‖ ‖b‖ - a·b), so that little cancels out
            cosine = (apart - abs(first - second)) / first * (apart + abs(first - second)) / second / 2
        return NumberDifference(
            self.count,
            self.differing,
            self.not_finite,
            int(self.greatest) if self.is_whole else self.greatest,
            self.total / known if known else 0.0,
            apart / largest if largest else (0.0 if not apart else None),
            cosine,
        )

"""How many numbers lie below others, and which stands at a place in their order, without sorting them.

All are counted first in bins: the first 18 bits of the numbers as float32, which are in their order and less than a
percent wide, whatever the magnitude. Then only those are fetched that share a bin with what is asked for. Of dtypes of
one and two bytes each value is counted by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Pieces = Callable[[], Iterator[Array]]
"""Gives finite float32 or float64 numbers in flat pieces, the same ones each time it is called."""

_SHIFT = 14
_BINS = 1 << (32 - _SHIFT)
_ZERO = _BINS // 2
"""The bin that begins at 0."""


def _bins(numbers: Array) -> Array:
    """The bin of each number; the larger of two is never in a lower one."""
    with np.errstate(over="ignore"):
        bits = np.add(numbers, 0, dtype=np.float32, casting="same_kind").view(np.int32)  # -0 is made 0
    found = np.right_shift(bits, 31)
    np.bitwise_and(found, 0x7FFFFFFF, out=found)
    np.bitwise_xor(found, bits, out=found)
    np.right_shift(found, _SHIFT, out=found)
    return np.add(found, _ZERO, out=found)


@cache
def _edges() -> Array:
    """Where each bin begins, and where the last one ends."""
    above = (np.arange(_ZERO, dtype=np.uint32) << _SHIFT).view(np.float32)
    above = np.where(np.isnan(above), np.float32(np.inf), above).astype(np.float64)
    return np.concatenate(([-np.inf], -above[:0:-1], above, [np.inf]))


class Counts(NamedTuple):
    """How many numbers lie in each bin, and ``below`` it; the last of ``below`` is how many there are.

    ``lowest`` and ``highest`` are infinite where there are none.
    """

    each: Array
    below: Array
    lowest: float
    highest: float

    @classmethod
    def of(cls, pieces: Pieces) -> Counts:
        """Count the numbers."""
        each = np.zeros(_BINS, np.int64)
        lowest, highest = np.inf, -np.inf
        for numbers in pieces():
            each += np.bincount(_bins(numbers), minlength=_BINS)
            lowest = min(lowest, float(numbers.min(initial=np.inf)))
            highest = max(highest, float(numbers.max(initial=-np.inf)))
        return cls(each, np.concatenate(([0], np.cumsum(each))), lowest, highest)

    def smallest(self, zeros: int) -> float | None:
        """A magnitude that the smallest one is at, or less than a percent above; None where all numbers are 0."""
        edges, sides = _edges(), []
        first = _ZERO + (int(self.each[_ZERO]) == zeros)
        sides += [edges[first + at] for at in np.flatnonzero(self.each[first:])[:1]]
        sides += [-edges[at + 1] for at in np.flatnonzero(self.each[:_ZERO])[-1:]]
        least = float(np.finfo(np.float32).smallest_subnormal)
        return max(float(min(sides)), least) if sides else None

    def fetched(self, pieces: Pieces, numbers: Array, places: Array) -> Array:
        """All numbers, sorted, that are in the bins of some numbers and of those at some places."""
        wanted = np.zeros(_BINS, np.bool_)
        wanted[_bins(numbers)] = True
        wanted[self.bins_at(places)] = True
        return np.sort(np.concatenate([piece[np.take(wanted, _bins(piece))] for piece in pieces()]))

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(self.below[-1])

    def bins_at(self, places: Array) -> Array:
        """The bin of the number at each place in the order of all."""
        return np.searchsorted(self.below, places, side="right") - 1


class Ranks:
    """The order of many numbers. Exact for what was ``fetched`` for; without that evened out inside each bin."""

    def __init__(self, counts: Counts, fetched: Array | None) -> None:
        self._counts = counts
        self._fetched = fetched
        self._first = np.searchsorted(_bins(fetched), np.arange(_BINS)) if fetched is not None else counts.below
        self._edges = np.clip(_edges(), counts.lowest, counts.highest)

    def below(self, numbers: Array, *, side: str = "left") -> Array:
        """How many lie below each number; with ``side="right"`` below it or at it."""
        if self._fetched is None:
            return np.asarray(np.interp(numbers, self._edges, self._counts.below))
        bins = _bins(numbers)
        found: Any = np.searchsorted(self._fetched, numbers, side=side)  # type: ignore[call-overload]
        return np.asarray(self._counts.below[bins] + found - self._first[bins])

    def at(self, places: Array) -> Array:
        """The numbers at places in the order of all."""
        if self._fetched is None:
            return np.asarray(np.interp(places + 0.5, self._counts.below, self._edges))
        bins = self._counts.bins_at(places)
        return np.asarray(self._fetched[self._first[bins] + places - self._counts.below[bins]], np.float64)


class EachValue(NamedTuple):
    """The order of many numbers that have few values: all ``values``, sorted, and how many numbers lie below each; the
    last of ``under`` is how many there are.
    """

    values: Array
    under: Array

    @classmethod
    def of(cls, values: Array, times: Array) -> EachValue:
        """Finite values, any of them more than once, and how often each is there."""
        found, places = np.unique(values + 0.0, return_inverse=True)  # -0 is made 0
        often = np.zeros(found.size, np.int64)
        np.add.at(often, places, times)
        return cls(found.astype(np.float64), np.concatenate(([0], np.cumsum(often))))

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(self.under[-1])

    @property
    def lowest(self) -> float:
        return float(self.values[0])

    @property
    def highest(self) -> float:
        return float(self.values[-1])

    def smallest(self, _zeros: int) -> float | None:
        """The smallest magnitude; None where all numbers are 0."""
        magnitudes = np.abs(self.values[self.values != 0])
        return float(magnitudes.min()) if magnitudes.size else None

    def below(self, numbers: Array, *, side: str = "left") -> Array:
        """How many lie below each number; with ``side="right"`` below it or at it."""
        places: Any = np.searchsorted(self.values, numbers, side=side)  # type: ignore[call-overload]
        return np.asarray(self.under[places])

    def at(self, places: Array) -> Array:
        """The numbers at places in the order of all."""
        return np.asarray(self.values[np.searchsorted(self.under, places, side="right") - 1])

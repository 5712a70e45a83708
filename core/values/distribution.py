"""How the numbers of a tensor are distributed: histograms, percentiles, and the distinct values where they are few."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.numbers.tensor import TensorNumbers
from core.progress import Tick
from core.values.statistics import Statistics, Tally

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
EXACT = 10_000_000
"""Numbers of more than two bytes up to which everything is exact."""
BINS = 100
_FEW = 64
"""Distinct values that are listed."""
_TOLD_APART = 2**53
"""Whole numbers up to which float64 has each."""
_LOOK = 1000
"""Numbers of a piece that are looked at before all of them are."""
_MANY = 1 << 18
"""Numbers from which on it is faster to count each of the values that two bytes can have."""
_SORTED = 1 << 15
"""Numbers up to which it is faster to sort them all than to count them in bins."""
_PIECE = 1 << 18
Array = NDArray[Any]


class Histogram(NamedTuple):
    """``counts[i]`` numbers lie from ``edges[i]`` up to ``edges[i + 1]``, in the last one that too.

    With ``log`` the edges are of magnitudes, of both signs together, and evenly spaced in their logarithm; zeros are in
    none of them.
    """

    edges: Array
    counts: Array
    log: bool = False


class Distribution(NamedTuple):
    """Of the finite numbers; of complex ones of their magnitudes.

    ``percentiles`` are interpolated as ``torch.quantile`` does it, and none where there is no number; ``distinct`` says
    how often each value is there, None where there are more than 64 or it is not known. What is not ``exact`` is
    evened out inside bins of less than a percent, or was worked out from a sample. The histograms are None where there
    is nothing to show: no number, or for the logarithmic one none but zeros.
    """

    percentiles: dict[int, float]
    exact: bool
    histogram: Histogram | None
    log_histogram: Histogram | None
    distinct: dict[float, int] | None


def distribution_of(
    tensor: TensorNumbers, statistics: Statistics, tick: Tick | None = None, bins: int = BINS, exact: int = EXACT
) -> Distribution:
    """The distribution of a tensor with these statistics.

    Few numbers, and those of one and two bytes, are read once; of the others up to ``exact`` are read twice, more of
    them once and not exactly. ``tick`` counts the numbers of all readings. Raises `Truncated` where the file has fewer
    bytes, and `Malformed` for numbers without end.
    """
    values_are_few = tensor.numpy_dtype.itemsize <= 2 and tensor.size > _MANY
    numbers_are_few = tensor.size <= min(_SORTED, exact)
    is_exact = values_are_few or tensor.size <= exact
    reading = _Reading(tensor, tick, 2 if is_exact and not (values_are_few or numbers_are_few) else 1)
    if values_are_few or numbers_are_few:
        each = _each_value(reading, tensor.numpy_dtype) if values_are_few else _sorted(reading)
        return _distribution(each, lambda _numbers, _places: each, statistics, bins, tensor.repeats)
    return _of_pieces(lambda: map(_real, reading()), statistics, bins, tensor.repeats, is_exact=is_exact)


def sampled(tensor: TensorNumbers, most: int = 100_000, bins: int = BINS) -> tuple[Statistics, Distribution]:
    """A first answer for who waits: statistics and distribution of about ``most`` numbers from all over the tensor.

    Counts are those of the sample, and their sum says of how many. It is exact where the tensor has no more numbers.
    Raises as `distribution_of` does.
    """
    sample = tensor.sample(most)
    tally = Tally(dtype=tensor.dtype)
    tally.add(sample)
    statistics, finite = tally.statistics(), _real(sample)
    found = _of_pieces(lambda: iter((finite,)), statistics, bins, 1, is_exact=True)
    return statistics, found._replace(exact=sample.size * tensor.repeats == tensor.size)


class _Reading:
    """The numbers of a tensor, as often as they are read."""

    def __init__(self, tensor: TensorNumbers, tick: Tick | None, times: int) -> None:
        self._tensor, self._tick, self._total = tensor, tick, tensor.size * times
        self._done, self._repeats = 0, tensor.repeats

    def __call__(self) -> Iterator[Array]:
        for values in self._tensor.once(_PIECE):
            yield values
            self._done += values.size * self._repeats
            if self._tick is not None:
                self._tick(self._done, self._total)


def _real(values: Array) -> Array:
    """The finite numbers, as float32 where that has all their digits, else as float64; magnitudes of complex ones."""
    if values.dtype.kind == "c":
        values = np.abs(values)
    short = values.dtype.itemsize < 4 or values.dtype == np.float32
    wide = values.astype(np.float32 if short else np.float64, copy=False)
    finite = np.isfinite(wide)
    return wide if finite.all() else wide[finite]


def _each_value(reading: _Reading, dtype: np.dtype[Any]) -> EachValue:
    """How often each value of a dtype of one or two bytes is there."""
    bits = np.dtype(f"u{dtype.itemsize}")
    times = np.zeros(1 << 8 * dtype.itemsize, np.int64)
    for values in reading():
        times += np.bincount(np.ascontiguousarray(values).view(bits), minlength=times.size)
    seen = np.flatnonzero(times)
    numbers = seen.astype(bits).view(dtype).astype(np.float64)
    finite = np.isfinite(numbers)
    return EachValue.of(numbers[finite], times[seen][finite])


def _sorted(reading: _Reading) -> EachValue:
    """All numbers that there are, of a tensor that has few."""
    finite = np.concatenate([_real(values).copy() for values in reading()] or [np.empty(0)])
    return EachValue.of(finite, np.ones(finite.size, np.int64))


def _of_pieces(pieces: Pieces, statistics: Statistics, bins: int, repeats: int, *, is_exact: bool) -> Distribution:
    counts = Counts.of(pieces)

    def ranks(numbers: Array, places: Array) -> Ranks:
        return Ranks(counts, counts.fetched(pieces, numbers, places) if is_exact else None)

    found = _distribution(counts, ranks, statistics, bins, repeats)
    if not is_exact:
        return found._replace(exact=False)
    return found._replace(distinct=_distinct(pieces, counts, repeats, whole=isinstance(statistics.lowest, int)))


def _distribution(
    order: Counts | EachValue,
    ranks_for: Callable[[Array, Array], Ranks | EachValue],
    statistics: Statistics,
    bins: int,
    repeats: int,
) -> Distribution:
    """``ranks_for`` gives the order of all numbers, for what is asked about some numbers and places."""
    size, zeros, whole = order.size, statistics.zeros // repeats, isinstance(statistics.lowest, int)
    if not size:
        return Distribution({}, True, None, None, {})
    linear, log = _linear_edges(order, bins, whole=whole), _log_edges(order, zeros, bins)
    asked = np.array(PERCENTILES) / 100 * (size * repeats - 1)
    places = np.stack((np.floor(asked), np.ceil(asked))).astype(np.int64) // repeats
    ranks = ranks_for(np.concatenate((linear, log, -log)), places.ravel())
    low, high = ranks.at(places)
    part = asked - np.floor(asked)
    percentiles = np.where(low == high, low, low * (1 - part) + high * part)
    distinct = None
    are_told_apart = not whole or max(-order.lowest, order.highest) <= _TOLD_APART
    if isinstance(order, EachValue) and order.values.size <= _FEW and are_told_apart:
        values, times = order.values.tolist(), (np.diff(order.under) * repeats).tolist()
        distinct = {int(value) if whole else value: count for value, count in zip(values, times, strict=True)}
    return Distribution(
        dict(zip(PERCENTILES, percentiles.tolist(), strict=True)),
        True,
        Histogram(linear, _counts(ranks.below(linear[1:-1]), size) * repeats),
        Histogram(log, _counts(_magnitudes_below(ranks, log[1:-1]) - zeros, size - zeros) * repeats, log=True)
        if log.size
        else None,
        distinct,
    )


def _linear_edges(order: Counts | EachValue, bins: int, *, whole: bool) -> Array:
    """Evenly spaced edges; around each number where few whole numbers are possible."""
    lowest, highest = order.lowest, order.highest
    if whole and highest - lowest < bins and max(-lowest, highest) < _TOLD_APART / 2:
        return np.arange(lowest, highest + 2) - 0.5
    if lowest == highest:
        around = abs(lowest) / 2 or 0.5
        lowest, highest = lowest - around, highest + around
    return np.linspace(lowest / 2, highest / 2, bins + 1) * 2


def _log_edges(order: Counts | EachValue, zeros: int, bins: int) -> Array:
    """Edges of magnitudes; none where all numbers are 0."""
    smallest, largest = order.smallest(zeros), max(-order.lowest, order.highest)
    if smallest is None:
        return np.empty(0)
    return np.geomspace(min(smallest, largest / 1.01), largest, bins + 1)


def _magnitudes_below(ranks: Ranks | EachValue, magnitudes: Array) -> Array:
    return ranks.below(magnitudes) - ranks.below(-magnitudes, side="right")


def _counts(below: Array, size: int) -> Array:
    """How many numbers lie between edges, of how many lie below the inner ones."""
    whole = np.clip(np.rint(below).astype(np.int64), 0, size)
    return np.diff(np.concatenate(([0], np.maximum.accumulate(whole), [size])))


def _distinct(pieces: Pieces, counts: Counts, repeats: int, *, whole: bool) -> dict[float, int] | None:
    """How often each value is there; None where there are many. As good as all tensors have too many after a look."""
    if not counts.size:
        return {}
    if np.count_nonzero(counts.each) > _FEW or (whole and max(-counts.lowest, counts.highest) > _TOLD_APART):
        return None
    found: dict[float, int] = {}
    for numbers in pieces():
        if np.unique(numbers[:_LOOK]).size > _FEW:
            return None
        values, often = np.unique(numbers, return_counts=True)
        for value, times in zip(values.tolist(), often.tolist(), strict=True):
            found[value] = found.get(value, 0) + times * repeats
        if len(found) > _FEW:
            return None
    return {int(value) if whole else value: found[value] for value in sorted(found)}


# -- the order of many numbers, without sorting them -------------------------------------------------------------------
#
# All are counted first in bins: the first 18 bits of the numbers as float32, which are in their order and less than a
# percent wide, whatever the magnitude. Then only those are fetched that share a bin with what is asked for. Of dtypes
# of one and two bytes each value is counted by itself.


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

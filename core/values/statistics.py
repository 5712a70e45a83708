"""The statistics of a tensor, as torch gives them of its numbers in float64 or complex128."""

from __future__ import annotations

from math import inf, nan, sqrt
from typing import Any, NamedTuple

from numpy.typing import NDArray

from core.numbers.places import Piece
from core.numbers.tensor import PIECE, TensorNumbers
from core.progress import Tick
from core.values.firsts import NO_PLACES, Firsts
from core.values.sums import Scratch, Sums, sums_of


class Statistics(NamedTuple):
    """Of all ``count`` numbers, with NaN and infinities as torch treats them: one NaN makes ``minimum`` to ``l2`` NaN.

    ``minimum`` and ``maximum`` are integers of integers and bool, and None of complex numbers. ``std`` is unbiased, as
    ``torch.std`` is, and None of fewer than two numbers, where torch warns and gives NaN. ``mean`` of complex numbers
    is complex. ``denormal`` counts the numbers that are subnormal in the tensor's own dtype; of complex numbers the
    norms are those of the magnitudes, and ``posinf`` counts all that ``torch.isinf`` finds. Of 0 numbers the first four
    are None. ``lowest`` and ``highest`` are the minimum and maximum of the finite numbers alone, None where there are
    none. ``first`` says where numbers stand that somebody may want to see.
    """

    count: int  # type: ignore[assignment]  # the method of tuples is no use here
    minimum: float | None
    maximum: float | None
    mean: complex | None
    std: float | None
    l1: float
    l2: float
    zeros: int
    nan: int
    posinf: int
    neginf: int
    denormal: int
    lowest: float | None = None
    highest: float | None = None
    first: Firsts = NO_PLACES


def plain_float(value: object) -> float | None:
    """Return a plain number of a file as a float; None for what is no number, and beyond the largest float."""
    try:
        return float(value) if isinstance(value, (int, float)) else None
    except OverflowError:
        return None


class Tally:
    """Adds up numbers of one tensor that come in pieces, in any order. It serves one thread; `merge` joins two.

    ``dtype`` is torch's, where it is known.
    """

    def __init__(self, scratch: Scratch | None = None, dtype: str = "") -> None:
        self._scratch = scratch or Scratch()
        self._dtype = dtype
        self.sums = Sums()
        self.first = NO_PLACES

    def add(self, values: NDArray[Any], piece: Piece | None = None) -> None:
        """Numbers of any dtype of NumPy and ml_dtypes, in a flat array; ``piece`` says where they stand."""
        found = sums_of(values, self._scratch, self._dtype)
        if piece is not None:
            self.first = self.first.beside(piece, values, found)
        self.join(found)

    def join(self, found: Sums) -> None:
        """Add what one piece amounts to."""
        self.sums = self.sums.merged(found) if self.sums.size else found

    def statistics(self, repeats: int = 1) -> Statistics:
        """The statistics of all that was added, where each number stands ``repeats`` times."""
        return _statistics(self.sums, repeats)._replace(first=self.first)


def statistics_of(tensor: TensorNumbers, tick: Tick | None = None, scratch: Scratch | None = None) -> Statistics:
    """The statistics of a tensor, read once. ``tick`` counts numbers; who asks for many tensors keeps a ``scratch``.

    Raises `Truncated` where the file has fewer bytes.
    """
    tally, repeats, done = Tally(scratch, tensor.dtype), tensor.repeats, 0
    for piece, values in tensor.located(PIECE):
        tally.add(values, piece)
        if tick is not None:
            done += values.size * repeats
            tick(done, tensor.size)
    return tally.statistics(repeats)


def _statistics(sums: Sums, repeats: int) -> Statistics:
    count = sums.size * repeats
    if not count:
        return Statistics(0, None, None, None, None, 0.0, 0.0, 0, 0, 0, 0, 0)
    is_complex = isinstance(sums.total, complex)
    lowest, highest = (None, None) if is_complex or not sums.finite else (sums.lowest, sums.highest)
    if sums.finite < sums.size:
        found = _not_finite(sums, is_complex=is_complex)
    else:
        mean = sums.total / sums.finite
        squares = sums.spread + abs(mean) * abs(mean) * sums.finite
        std = sqrt(sums.spread * repeats / max(count - 1, 1))
        found = _Found(lowest, highest, mean, std, sums.l1 * repeats, sqrt(squares * repeats))
    return Statistics(
        count,
        found.minimum,
        found.maximum,
        found.mean,
        found.std if count > 1 else None,
        found.l1,
        found.l2,
        sums.zeros * repeats,
        sums.nan * repeats,
        sums.posinf * repeats,
        sums.neginf * repeats,
        sums.denormal * repeats,
        lowest,
        highest,
    )


class _Found(NamedTuple):
    minimum: float | None
    maximum: float | None
    mean: complex
    std: float
    l1: float
    l2: float


def _not_finite(sums: Sums, *, is_complex: bool) -> _Found:
    """Of numbers that are not all finite."""
    if is_complex:
        norm = nan if sums.nan else inf
        return _Found(None, None, complex(nan, nan), nan, norm, norm)
    if sums.nan:
        return _Found(nan, nan, nan, nan, nan, nan)
    minimum = -inf if sums.neginf else min(sums.lowest, inf)
    maximum = inf if sums.posinf else max(sums.highest, -inf)
    mean = inf if not sums.neginf else nan if sums.posinf else -inf
    return _Found(minimum, maximum, mean, nan, inf, inf)

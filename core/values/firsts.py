"""Finds the first places in a tensor that somebody may want to see: NaN, infinities, the lowest and highest numbers.

A piece is not searched for a kind of number that its sums rule out. The places depend on the tensor alone, not on who
read which part of it in which order.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.numbers.layout import Box
from core.numbers.places import MOST, Index, Piece
from core.values.sums import Sums, numbers_of_bytes

Places = tuple[Index, ...]


class Firsts(NamedTuple):
    """The first places of each kind, `MOST` at most, in the order of C.

    ``lowest`` and ``highest`` are the places of the lowest and the highest finite number; ``least`` and ``most`` are
    these numbers. Complex tensors have none of these, and ``posinf`` has all their infinities.
    """

    nan: Places = ()
    posinf: Places = ()
    neginf: Places = ()
    lowest: Places = ()
    highest: Places = ()
    least: float = inf
    most: float = -inf

    @property
    def infinite(self) -> Places:
        """The first places of both infinities together."""
        return _joined(self.posinf, self.neginf)

    def within(self, box: Box) -> Firsts:
        """The same places in the tensor that these are a part of."""

        def moved(places: Places) -> Places:
            return tuple(
                tuple(each.start + at * (each.step or 1) for each, at in zip(box, place, strict=True))
                for place in places
            )

        odd = moved(self.nan), moved(self.posinf), moved(self.neginf)
        return Firsts(*odd, moved(self.lowest), moved(self.highest), self.least, self.most)

    def merged(self, other: Firsts) -> Firsts:
        """Return the first places in both parts of a tensor together."""
        least, most = min(self.least, other.least), max(self.most, other.most)
        lowest = [each.lowest for each in (self, other) if each.least == least]
        highest = [each.highest for each in (self, other) if each.most == most]
        return Firsts(
            _joined(self.nan, other.nan),
            _joined(self.posinf, other.posinf),
            _joined(self.neginf, other.neginf),
            _joined(*lowest),
            _joined(*highest),
            least,
            most,
        )

    def beside(self, piece: Piece, values: NDArray[Any], sums: Sums) -> Firsts:
        """Return these places and those of one more piece of the tensor; ``sums`` are the sums of the piece."""
        odd = sums.nan or sums.posinf or sums.neginf
        real = sums.finite and not isinstance(sums.total, complex)
        if not odd and not (real and (sums.lowest <= self.least or sums.highest >= self.most)):
            return self
        begins = piece.least

        def first(known: Places, where: Callable[[NDArray[Any]], NDArray[np.bool_]]) -> Places:
            full = len(known) == MOST and begins > known[-1]
            with np.errstate(invalid="ignore"):  # a signalling NaN is a number like any other here
                return () if full else piece.firsts(np.flatnonzero(where(numbers_of_bytes(values))))

        found = NO_PLACES
        if odd:
            found = Firsts(
                first(self.nan, np.isnan) if sums.nan else (),
                first(self.posinf, _posinf) if sums.posinf else (),
                first(self.neginf, np.isneginf) if sums.neginf else (),
            )
        if real:
            least, most = sums.lowest, sums.highest
            known = (self.lowest if least == self.least else (), self.highest if most == self.most else ())
            if least <= self.least:
                found = found._replace(lowest=first(known[0], lambda numbers: _equal(numbers, least)), least=least)
            if most >= self.most:
                alike = least == most and found.lowest and known[0] == known[1]
                at = found.lowest if alike else first(known[1], lambda numbers: _equal(numbers, most))
                found = found._replace(highest=at, most=most)
        return self.merged(found)


NO_PLACES = Firsts()
"""Nothing was looked for, or nothing was there."""


def _joined(*each: Places) -> Places:
    """Return the first places of all. Makes no new object where at most one has any: a file may have many tensors."""
    some = [places for places in each if places]
    if len(some) < 2:
        return some[0] if some else ()
    return tuple(sorted({place for places in some for place in places})[:MOST])


def _posinf(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Find positive infinities; of complex numbers all infinities, which have no sign."""
    return np.isinf(values) if values.dtype.kind == "c" else np.isposinf(values)


def _equal(values: NDArray[Any], number: float) -> NDArray[np.bool_]:
    return np.asarray(values == np.asarray(number).astype(values.dtype))

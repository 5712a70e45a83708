"""What a scan has seen of each tensor, for the rules that judge it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite, sqrt
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.dtypes import Shape
from core.values.health.closer import Closer, ZeroRows
from core.values.health.places import TensorPlace, families
from core.values.statistics import Statistics


class Family(NamedTuple):
    """Tensors of one name in several layers: how many there are, and how many of them are all zero, or constant.

    ``pruned`` counts them by the part of their rows that are all zero, in per cent.
    """

    members: int
    zero: int
    constant: int
    pruned: Counter[int]


@dataclass
class Seen:
    """The ``statistics`` of each row; by row what a closer look found in some, and why others are ``unread``."""

    catalogue: Catalogue
    places: list[TensorPlace]
    statistics: list[Statistics]
    zero_rows: dict[int, ZeroRows] = field(default_factory=dict)
    below_zero: dict[int, int] = field(default_factory=dict)
    unread: dict[int, str] = field(default_factory=dict)

    def note(self, row: int, found: Closer) -> None:
        """What a closer look has found."""
        if found.zero_rows is not None:
            self.zero_rows[row] = found.zero_rows
        if found.below_zero is not None:
            self.below_zero[row] = found.below_zero

    @cached_property
    def families(self) -> dict[int, Family]:
        """The family of each row; none of those that stand alone."""
        return {
            place.row: family for group in families(self.places) for family in [self._family(group)] for place in group
        }

    def part_zero(self, place: TensorPlace) -> int:
        """The part of the rows of a tensor that are all zero, in per cent."""
        rows = self.zero_rows.get(place.row)
        return round(100 * rows.dead / place.shape[0]) if rows is not None else 0

    def _family(self, group: list[TensorPlace]) -> Family:
        rows = [place.row for place in group if self.statistics[place.row].count > 1]
        zero, constant = sum(map(self.is_zero, rows)), sum(map(self.is_constant, rows))
        return Family(len(rows), zero, constant, Counter(map(self.part_zero, group)))

    @cached_property
    def shapes(self) -> dict[tuple[int, str], Shape]:
        """The shape of each tensor, by the entry above it and its name."""
        return {(self.catalogue.parents[place.entry], place.name): place.shape for place in self.places}

    def is_zero(self, row: int) -> bool:
        """Whether all numbers of a tensor, of which there are some, are zero."""
        found = self.statistics[row]
        return found.zeros == found.count > 0

    def is_constant(self, row: int) -> bool:
        """Whether all numbers of a tensor are the same one, which is not zero."""
        found = self.statistics[row]
        return found.count > 1 and bool(found.minimum) and found.minimum == found.maximum and isfinite(found.l2)

    def typical(self, row: int) -> float | None:
        """The root of the mean square; None where that is no finite number."""
        found = self.statistics[row]
        return found.l2 / sqrt(found.count) if found.count and isfinite(found.l2) else None

"""What a scan has seen of each tensor, for the rules that judge it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite, sqrt

from core.catalogue.catalogue import Catalogue
from core.values.closer import ZeroRows
from core.values.places import Place, families
from core.values.statistics import Statistics


@dataclass
class Seen:
    """The ``statistics`` of each row, and what a closer look found in some of them, by row."""

    catalogue: Catalogue
    places: list[Place]
    statistics: list[Statistics]
    zero_rows: dict[int, ZeroRows] = field(default_factory=dict)
    below_zero: dict[int, int] = field(default_factory=dict)

    @cached_property
    def siblings(self) -> dict[int, list[Place]]:
        """Of each row the tensors of the same name in other layers, itself included; none where it stands alone."""
        return {place.row: group for group in families(self.places) for place in group}

    def others(self, place: Place) -> list[Place]:
        """The tensors of the same name in other layers."""
        return [each for each in self.siblings.get(place.row, ()) if each.row != place.row]

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

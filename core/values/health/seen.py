"""What a scan has seen of each tensor, for the rules that judge it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite, sqrt
from typing import NamedTuple

import numpy as np

from core.catalogue.catalogue import Catalogue
from core.dtypes import Shape
from core.numbers.tensor import TensorNumbers
from core.progress import Tick, ignore
from core.values.health.places import TensorPlace, families
from core.values.statistics import Statistics


class ZeroRows(NamedTuple):
    """Rows, along the first dimension, of which all numbers are zero; ``trailing`` of them are the last ones."""

    dead: int
    first: int
    trailing: int


class Look(NamedTuple):
    """What is to be looked at in a tensor where its statistics leave a question.

    ``row_size`` is that of rows of which all numbers may be zero, 0 where that means nothing; ``of_squares`` says that
    no number may be below zero.
    """

    row_size: int = 0
    of_squares: bool = False

    def due(self, found: Statistics) -> Look:
        """What of it the statistics leave open."""
        has_rows = self.row_size <= found.zeros < found.count and isfinite(found.l2)
        below = self.of_squares and found.minimum is not None and found.minimum < 0
        return Look(self.row_size if has_rows else 0, below)

    def closer(self, tensor: TensorNumbers, tick: Tick = ignore) -> Closer:
        """The answers, while the bytes are still in the memory of the machine."""
        # A small file can say that a row is there a billion times.
        rows = zero_rows(tensor, tick) if self.row_size and tensor.repeats == 1 else None
        return Closer(rows, below_zero(tensor, tick) if self.of_squares else None)


NOTHING = Look()
"""No question is left."""


class Closer(NamedTuple):
    """What a closer look has found, None where there was no question."""

    zero_rows: ZeroRows | None = None
    below_zero: int | None = None


def zero_rows(tensor: TensorNumbers, tick: Tick = ignore) -> ZeroRows:
    """The rows of zeros of a tensor of two or more dimensions."""
    alive = np.zeros(tensor.shape[0], np.bool_)
    done = 0
    for tile in tensor.tiles():
        along = tuple(range(1, tile.values.ndim))
        alive[tile.box[0]] |= (tile.values != 0).any(axis=along)
        done += tile.values.size
        tick(done, tensor.size)
    dead = np.flatnonzero(~alive)
    last = int(np.flatnonzero(alive)[-1]) if alive.any() else -1
    return ZeroRows(len(dead), int(dead[0]) if len(dead) else -1, tensor.shape[0] - 1 - last)


def below_zero(tensor: TensorNumbers, tick: Tick = ignore) -> int:
    """How many numbers are less than zero."""
    found = done = 0
    for piece in tensor.once():
        found += int(np.count_nonzero(piece < 0))
        done += piece.size
        tick(done * tensor.repeats, tensor.size)
    return found * tensor.repeats


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
    def trained(self) -> frozenset[int | None]:
        """The entries of the tensors that an optimizer of the file is known to train."""
        return frozenset(item.parameter for each in self.catalogue.optimizers for item in each.entries)

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

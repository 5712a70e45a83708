"""What the statistics of a tensor do not say: where its zeros stand, and how many numbers are below zero."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

import numpy as np

from core.numbers.tensor import TensorNumbers
from core.progress import Tick, ignore
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

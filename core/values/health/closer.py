"""What the statistics of a tensor do not say: where its zeros stand, and how many numbers are below zero."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.numbers.tensor import TensorNumbers
from core.progress import Tick, ignore


class ZeroRows(NamedTuple):
    """Rows, along the first dimension, of which all numbers are zero; ``trailing`` of them are the last ones."""

    dead: int
    first: int
    trailing: int


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

"""The next number of a file that is NaN or infinite, and the one before, through all tensors in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from core.edits.preview import Preview
from core.numbers.layout import Box, contiguous
from core.numbers.places import MOST, Index
from core.numbers.tensor import PIECE, TensorNumbers
from core.progress import Tick, ignore
from core.values.planned import numbers_of
from core.values.statistics import Statistics
from core.values.sums import numbers_of_bytes

_SCATTERED = 1 << 22
"""Numbers of a tensor that lies in another order which are read at once."""


class Cell(NamedTuple):
    """A number of a tensor row; without ``index`` the place before its first, or after its last where one goes back."""

    row: int
    index: Index | None = None  # type: ignore[assignment]  # the method of tuples is no use here


class Next(NamedTuple):
    """The cell that comes next. ``again`` says that it was found from the other end on: there was none left before."""

    cell: Cell
    again: bool


def next_odd(
    preview: Preview, known: Sequence[Statistics], at: Cell, *, backwards: bool = False, tick: Tick = ignore
) -> Next | None:
    """The next cell after one that is NaN or infinite as the file would be saved; the same where it is the only one.

    ``known`` are the statistics of each row, of the file as it is: only tensors with some are read, and those whose
    numbers are to change. None where there is none in the whole file. ``tick`` may raise `Cancelled`.
    """
    rows = len(known)
    if not rows:
        return None
    way = -1 if backwards else 1
    with numbers_of(preview.planned, lambda: tick(0, 0)) as numbers:
        for step in range(rows + 1):
            row, again = (at.row + way * step) % rows, not 0 <= at.row + way * step < rows
            planned = preview.numbers_differ(row)
            if not planned and not _odd(known[row]):
                continue
            after = at.index if step == 0 else None
            places = None if planned else _all_known(known[row])
            found = _listed(places, after, backwards) if places is not None else None
            if places is None:
                found = _read(numbers.tensor(row), after, backwards, tick)
            if found is not None:
                return Next(Cell(row, found), again or step == rows)
    return None


def _odd(known: Statistics) -> int:
    return known.nan + known.posinf + known.neginf


def _all_known(known: Statistics) -> list[Index] | None:
    """All places, in order, where a scan has kept all of them."""
    kinds = (known.nan, known.posinf, known.neginf)
    places = (known.first.nan, known.first.posinf, known.first.neginf)
    if max(kinds) > MOST or any(map(int.__ne__, kinds, map(len, places))):
        return None
    return sorted({place for each in places for place in each})


def _listed(places: list[Index], after: Index | None, backwards: bool) -> Index | None:
    if backwards:
        places = [place for place in reversed(places) if after is None or place < after]
    else:
        places = [place for place in places if after is None or place > after]
    return places[0] if places else None


def _read(tensor: TensorNumbers, after: Index | None, backwards: bool, tick: Tick) -> Index | None:
    """The same of a tensor that has to be read for it, from there on."""
    order = contiguous(tensor.shape)
    begin = None if after is None else sum(step * at for step, at in zip(order.stride, after, strict=True))
    for first, box in _boxes(tensor, begin, backwards):
        tick(tensor.size - first if backwards else first, tensor.size)
        places = np.flatnonzero(~np.isfinite(numbers_of_bytes(tensor.read(box).reshape(-1)))) + first
        if begin is not None:
            places = places[places < begin] if backwards else places[places > begin]
        if places.size:
            return tuple(map(int, np.unravel_index(places[-1 if backwards else 0], tensor.shape)))
    return None


def _boxes(tensor: TensorNumbers, begin: int | None, backwards: bool) -> Iterator[tuple[int, Box]]:
    """Boxes in the order of C, or in reverse, from that of a number on; each with how many numbers come before it."""
    shape, most = tensor.shape, PIECE if tensor.layout.is_contiguous else _SCATTERED
    if not prod(shape):
        return
    axis = next(axis for axis in range(len(shape) + 1) if prod(shape[axis + 1 :]) <= most)
    inner, length = prod(shape[axis + 1 :]), prod(shape[axis : axis + 1])
    step = min(length, max(1, most // inner))
    parts = -(-length // step)
    count = prod(shape[:axis]) * parts
    number = count - 1 if backwards else 0
    if begin is not None:
        number = begin // (inner * length) * parts + begin % (inner * length) // (inner * step)
    while 0 <= number < count:
        outer, part = divmod(number, parts)
        starts = [outer // prod(shape[at + 1 : axis]) % shape[at] for at in range(axis)]
        box = [slice(at, at + 1, 1) for at in starts]
        box += [slice(part * step, min(length, (part + 1) * step), 1)] * (axis < len(shape))
        yield outer * inner * length + part * step * inner, (*box, *(slice(0, n, 1) for n in shape[axis + 1 :]))
        number += -1 if backwards else 1

"""Numbers chosen for a picture: no more of a large array than can be seen, each where it stands; without Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.progress import Tick, ignore
from core.text import series
from core.words import language, say
from gui.plots.number_text import is_odd
from gui.plots.plane import Plane, Read

MOST: int = 384
"""Rows and columns of a picture, at most: about the pixels of a panel."""
_MARGIN = 1
"""Cells between two tiles."""
_BAND = 64
"""Rows of a picture that are read at a time."""
_AT_ONCE = 1 << 22
"""Numbers of a plane that are looked through at a time."""
_CLIPPED = 0.5
"""Percent of the cells that may lie beyond the ends of the colour scale, so that one outlier blanks nothing out."""
_LARGEST_KERNEL = 16
"""Height and width up to which two last dimensions of four are taken for a kernel."""

Place = Callable[[int, int], tuple[int, ...] | None]


@dataclass(frozen=True)
class Picture:
    """Cells of real numbers; ``place`` says which number of the tensor one is, None between tiles (also in ``gap``).

    ``steps`` are how many rows and columns of the tensor one cell stands for: of these the first is shown, or one that
    is NaN or infinite.
    """

    values: NDArray[Any]
    place: Place
    exact: NDArray[Any]
    """The same numbers in their own dtype."""
    steps: tuple[int, int] = (1, 1)
    gap: NDArray[np.bool_] | None = None
    note: str = ""
    """What of the tensor is not to be seen."""

    @property
    def limit(self) -> float:
        """The magnitude at the end of the colour scale; 0 where all cells are."""
        finite = np.abs(self.values[np.isfinite(self.values)])
        if not finite.size:
            return 0.0
        within = float(np.percentile(finite, 100 - _CLIPPED))
        return within or float(finite.max())

    @property
    def has_negative(self) -> bool:
        return bool(np.any(self.values < 0))


def has_kernels(shape: tuple[int, ...]) -> bool:
    """Whether a tensor looks like the kernels of a convolution: ``out × in × height × width``, the latter small."""
    return len(shape) == 4 and max(shape[2:]) <= _LARGEST_KERNEL and min(shape) > 0 and shape[2] * shape[3] > 1


def sampled(
    plane: Plane, read: Read, most: int = MOST, tick: Tick = ignore, part: Callable[[Any], Any] = np.real
) -> Picture:
    """Every n-th row and column of a plane, so that there are at most ``most`` of each."""
    steps = (max(1, -(-plane.rows // most)), max(1, -(-plane.columns // most)))
    columns, bands = slice(0, plane.columns, steps[1]), []
    for first in range(0, max(plane.rows, 1), steps[0] * _BAND):
        tick(first, plane.rows)
        bands.append(plane.read(read, slice(first, min(first + steps[0] * _BAND, plane.rows), steps[0]), columns))
    found = np.concatenate(bands)
    found = part(found) if found.dtype.kind == "c" else found
    note = series(_left_out(steps, plane.columns > 1))
    return Picture(_real(found), lambda r, c: plane.index(r * steps[0], c * steps[1]), found, steps, note=note)


def with_odd(
    picture: Picture, plane: Plane, read: Read, tick: Tick = ignore, part: Callable[[Any], Any] = np.real
) -> Picture:
    """A picture that was ``sampled``, where each cell that stands for a number that is NaN or infinite shows that one.

    All of the plane is read for it.
    """
    steps = picture.steps
    if steps == (1, 1):
        return picture
    exact, others = picture.exact.copy(), _odd_places(plane, read, steps, tick)
    for cell, (row, column) in others.items():
        number = plane.read(read, slice(row, row + 1, 1), slice(column, column + 1, 1))
        exact[cell] = (part(number) if number.dtype.kind == "c" else number)[0, 0]

    def place(row: int, column: int) -> tuple[int, ...]:
        return plane.index(*others.get((row, column), (row * steps[0], column * steps[1])))

    note = series((picture.note, say("all that is NaN or Inf")))
    return Picture(_real(exact), place, exact, steps, note=note)


def _odd_places(plane: Plane, read: Read, steps: tuple[int, int], tick: Tick) -> dict[tuple[int, int], tuple[int, int]]:
    """For each cell that stands for numbers that are not finite where the first of them is."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    down, across = steps
    tall = max(1, _AT_ONCE // max(plane.columns, 1) // down) * down
    for first in range(0, plane.rows, tall):
        tick(first, plane.rows)
        rows = slice(first, min(first + tall, plane.rows), 1)
        places = np.argwhere(is_odd(plane.read(read, rows, slice(0, plane.columns, 1))))
        places[:, 0] += first
        cells = places // (down, across)
        _, firsts = np.unique(cells[:, 0] * plane.columns + cells[:, 1], return_index=True)
        for at in firsts:
            found[tuple(cells[at].tolist())] = tuple(places[at].tolist())
    return found


def _left_out(steps: tuple[int, int], in_rows: bool) -> Iterator[str]:
    """Which numbers are shown where not all of them are."""
    down, across = steps
    if down > 1:
        step = _nth(down)
        yield say("every {nth} row", nth=step) if in_rows else say("every {nth} number", nth=step)
    if across > 1:
        yield say("every {nth} column", nth=_nth(across))


def tiled(shape: tuple[int, ...], read: Read, most: int = MOST, part: Callable[[Any], Any] = np.real) -> Picture:
    """The kernels of a convolution, ``out × in × height × width``, as tiles: those of an output channel side by side.

    Channels fill lines from left to right, so that the picture is about square. Of more than fit the first are shown.
    """
    outs, ins, height, width = shape
    tall, wide = height + _MARGIN, width + _MARGIN
    across = min(ins, max(1, most // wide))
    group = across * wide + _MARGIN * (across > 1)
    per_line = max(1, min(outs, most // group, round((outs * tall / group) ** 0.5)))
    lines = min(-(-outs // per_line), max(1, most // tall))
    shown = min(outs, per_line * lines)
    numbers = read((slice(0, shown, 1), slice(0, across, 1), slice(0, height, 1), slice(0, width, 1)))
    numbers = part(numbers) if numbers.dtype.kind == "c" else numbers
    exact = np.zeros((lines * tall, per_line * group), numbers.dtype)
    gap = np.ones(exact.shape, np.bool_)
    for channel, other in np.ndindex(shown, across):
        top, left = channel // per_line * tall, channel % per_line * group + other * wide
        at = slice(top, top + height), slice(left, left + width)
        exact[at], gap[at] = numbers[channel, other], False

    def place(row: int, column: int) -> tuple[int, ...] | None:
        if gap[row, column]:
            return None
        other, x = divmod(column % group, wide)
        return row // tall * per_line + column // group, other, row % tall, x

    cuts = (
        say("the first {some:,} of {all:,} output channels", some=shown, all=outs) if shown < outs else "",
        say("the first {some:,} of {all:,} input channels", some=across, all=ins) if across < ins else "",
    )
    note = series(filter(None, cuts))
    return Picture(_real(exact), place, exact, gap=gap, note=note)


def _real(values: NDArray[Any]) -> NDArray[Any]:
    """Numbers of any dtype as floats of NumPy's own."""
    return values.astype(np.float64 if values.dtype.itemsize > 4 else np.float32)


def _nth(step: int) -> str:
    if language() != "en":
        return f"{step:,}"
    endings = {1: "st", 2: "nd", 3: "rd"}
    ending = "th" if step % 100 in (11, 12, 13) else endings.get(step % 10, "th")
    return f"{step:,}{ending}"

"""What is read of one tensor, from a glance to all of it. Each function opens the file and closes it; no Qt.

Errors are those of `core.numbers.reader.Numbers`: the file has changed, or is shorter than it says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.edits.preview import Preview
from core.numbers.quantised import Quantiser
from core.numbers.tensor import TensorNumbers
from core.progress import Tick
from core.values.distribution import Distribution, distribution_of, sampled
from core.values.planned import numbers_of
from core.values.statistics import Statistics, statistics_of
from gui.plots import line_plot, pictures
from gui.plots.plane import Plane

AT_ONCE: Final = 1 << 18
"""Numbers of which everything is worked out at the first glance."""

Part = Callable[[Any], Any]
PARTS: Final[dict[str, Part]] = {"magnitude": np.abs, "real part": np.real, "imaginary part": np.imag}
"""What a picture shows of complex numbers."""


@dataclass(frozen=True)
class Known:
    """What is known of the numbers of a tensor: first from a sample, then ``counted`` with the statistics of all, then
    ``settled`` with their distribution as well.
    """

    statistics: Statistics
    distribution: Distribution
    counted: bool
    settled: bool

    @property
    def has_odd(self) -> bool:
        """Whether some are NaN or infinite, as far as all have been looked at."""
        found = self.statistics
        return self.counted and found.nan + found.posinf + found.neginf > 0


@dataclass(frozen=True)
class View:
    """How a picture is made: which plane, in tiles or not, and which part of complex numbers."""

    plane: Plane
    tiles: bool = False
    part: str = "magnitude"
    odd: bool = False
    """Whether each cell that stands for some that are not finite shows one of these: all of it is read then."""


@dataclass(frozen=True)
class Glance:
    """What is seen at once."""

    dtype: str
    numpy_dtype: np.dtype[Any]
    shape: tuple[int, ...]
    quantiser: Quantiser | None
    view: View
    picture: pictures.Picture
    known: Known

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(np.prod(self.shape, dtype=object)) if self.shape else 1

    @property
    def is_complex(self) -> bool:
        """Whether a picture shows a part of each number."""
        return self.numpy_dtype.kind == "c"


def first_view(shape: tuple[int, ...]) -> View:
    """Return how a tensor is shown at first: kernels as tiles, else the last two dimensions."""
    return View(Plane.of(shape), pictures.has_kernels(shape))


def glance(preview: Preview, row: int, wanted: View | None, tick: Tick) -> Glance:
    """A picture of a tensor and what a sample says of all of its numbers; of a small tensor everything at once."""
    with numbers_of(preview.planned, lambda: tick(0, 0)) as numbers:
        tensor = numbers.tensor(row)
        known = _known(tensor, tick)
        fits = wanted is not None and wanted.plane.shape == tensor.shape  # it may be seen in another shape by now
        view = replace(wanted if wanted is not None and fits else first_view(tensor.shape), odd=known.has_odd)
        picture = _picture(tensor, view, tick)
        return Glance(tensor.dtype, tensor.numpy_dtype, tensor.shape, tensor.quantiser, view, picture, known)


def exact_statistics(preview: Preview, row: int, tick: Tick) -> Statistics:
    """The statistics of all numbers."""
    with numbers_of(preview.planned, lambda: tick(0, 0)) as numbers:
        return statistics_of(numbers.tensor(row), tick)


def distribution(preview: Preview, row: int, statistics: Statistics, tick: Tick) -> Distribution:
    """Percentiles and histograms of all numbers."""
    with numbers_of(preview.planned, lambda: tick(0, 0)) as numbers:
        return distribution_of(numbers.tensor(row), statistics, tick)


def picture(preview: Preview, row: int, view: View, tick: Tick) -> pictures.Picture:
    """The picture of a tensor, as it is wanted."""
    with numbers_of(preview.planned, lambda: tick(0, 0)) as numbers:
        return _picture(numbers.tensor(row), view, tick)


def cells(preview: Preview, row: int, plane: Plane, rows: slice, columns: slice) -> NDArray[Any]:
    """The numbers in some cells of a plane."""
    with numbers_of(preview.planned) as numbers:
        return plane.read(numbers.tensor(row).read, rows, columns)


def _picture(tensor: TensorNumbers, view: View, tick: Tick) -> pictures.Picture:
    part = PARTS[view.part]
    if view.tiles:
        return pictures.tiled(tensor.shape, tensor.read, part=part)
    most = line_plot.MOST if view.plane.column_axis is None else pictures.MOST
    found = pictures.sampled(view.plane, tensor.read, most, tick, part)
    return pictures.with_odd(found, view.plane, tensor.read, tick, part) if view.odd else found


def _known(tensor: TensorNumbers, tick: Tick) -> Known:
    if tensor.size > AT_ONCE:
        return Known(*sampled(tensor), counted=False, settled=False)
    statistics = statistics_of(tensor, tick)
    return Known(statistics, distribution_of(tensor, statistics, tick), counted=True, settled=True)

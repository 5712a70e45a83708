"""Several tensors beside each other: their statistics, and the shape of their distributions from a sample; no Qt."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite, sqrt
from typing import Final

import numpy as np

from core.catalogue.catalogue import Catalogue
from core.edits.preview import Preview
from core.errors import CheckpointError, SourceChanged
from core.numbers.reader import Numbers
from core.numbers.tensor import TensorNumbers
from core.progress import Tick
from core.text import clip, count_text, size_text
from core.values.distribution import Histogram
from core.values.planned import numbers_of
from core.values.statistics import Statistics, statistics_of
from core.words import say
from gui.document.totals import tables_of

MOST: Final = 400
"""Tensors that are compared at most."""
BATCH: Final = 0.15
"""Seconds after which what is known by then is shown."""
_SAMPLE: Final = 20_000
_BINS: Final = 64
_LONGEST: Final = 300
_FURTHER: Final = 4.0
"""Times what most tensors reach that the common axis reaches."""
_SPREAD: Final = 4.0
"""Standard deviations on either side of the mean that the common axis covers at most."""


@dataclass(frozen=True)
class SeveralRow:
    """One tensor; what is not known yet is None. ``histogram`` is of a sample, ``problem`` says why none is known."""

    row: int
    entry: int
    path: str
    key: str
    """The path without what all have in common."""
    dtype: str
    shape: tuple[int, ...]
    statistics: Statistics | None = None
    histogram: Histogram | None = None
    problem: str = ""

    @property
    def is_pending(self) -> bool:
        """Whether it has not been read yet."""
        return self.statistics is None and not self.problem

    @property
    def rms(self) -> float | None:
        """The root of the mean square."""
        found = self.statistics
        return found.l2 / sqrt(found.count) if found is not None and found.count else None

    @property
    def infinite(self) -> int:
        """How many numbers are NaN or Inf."""
        found = self.statistics
        return found.nan + found.posinf + found.neginf if found is not None else 0


def pending_rows(preview: Preview, rows: Sequence[int]) -> list[SeveralRow]:
    """The first `MOST` of some tensors, before any has been read: in the dtype of the file, and the planned shape."""
    catalogue, shapes = preview.catalogue, preview.planned.tree.facts.shapes
    tensors = [catalogue.tensors[row] for row in rows[:MOST]]
    paths = [catalogue.meaning(each.entry) or catalogue.path_text(each.entry) for each in tensors]
    skip = len(shared_prefix(paths))
    return [
        SeveralRow(row, each.entry, clip(path, _LONGEST), clip(path[skip:], _LONGEST), each.dtype, shapes[row])
        for row, path, each in zip(rows, paths, tensors, strict=False)
    ]


def shared_prefix(paths: Sequence[str]) -> str:
    """What all paths begin with, up to a slash or a dot: ``model/layers.``."""
    if len(paths) < 2:
        return ""
    first, last = min(paths), max(paths)  # what these share all between them do
    pairs = enumerate(zip(first, last, strict=False))
    common = first[: next((place for place, (one, other) in pairs if one != other), min(len(first), len(last)))]
    return common[: max(common.rfind("/"), common.rfind(".")) + 1]


def measured(
    preview: Preview, rows: Sequence[SeveralRow], known: Sequence[Statistics] | None, tick: Tick
) -> list[SeveralRow]:
    """The first of the pending rows with what there is to know of them, as many as `BATCH` allows, but one at least.

    They are of the numbers that would be saved. ``known`` are the statistics of all rows of the file as it is, where a
    scan has them. Raises `CannotOpen` and `SourceChanged`
    where the file is gone or another one; of a tensor that cannot be read the row says why.
    """
    found: list[SeveralRow] = []
    end = time.monotonic() + BATCH
    with numbers_of(preview.planned, lambda: tick(0, 0)) as numbers:
        for each in rows:
            if found and time.monotonic() > end:
                break
            stays = not preview.numbers_differ(each.row)
            found.append(_measured(numbers, each, known if stays else None, tick))
    return found


def _measured(numbers: Numbers, each: SeveralRow, known: Sequence[Statistics] | None, tick: Tick) -> SeveralRow:
    tick(0, 0)
    try:
        tensor = numbers.tensor(each.row)
        histogram = _histogram(tensor)
        statistics = known[each.row] if known is not None else statistics_of(tensor, tick)
    except SourceChanged:
        raise
    except CheckpointError as error:
        return replace(each, problem=str(error))
    dtype = each.dtype if tensor.dtype == each.dtype else f"{each.dtype} → {tensor.dtype}"
    return replace(each, dtype=dtype, statistics=statistics, histogram=histogram)


def _histogram(tensor: TensorNumbers) -> Histogram | None:
    """Of the finite numbers of a sample, of complex ones of their magnitudes; rough, but there are many to come."""
    values = tensor.sample(_SAMPLE)
    values = (np.abs(values) if values.dtype.kind == "c" else values).astype(np.float64)
    values = values[np.isfinite(values)]
    if not values.size or not isfinite(values.max() - values.min()):
        return None
    counts, edges = np.histogram(values, _BINS)
    return Histogram(edges, counts)


def common_span(rows: Sequence[SeveralRow]) -> tuple[float, float]:
    """The ends of an axis on which all can be compared: what most of them reach, each but for its outliers."""
    spans = list(_spans(rows))
    if not spans:
        return -1.0, 1.0
    reach = _reach([max(abs(low), abs(high)) for low, high in spans])
    low, high = max(min(low for low, _ in spans), -reach), min(max(high for _, high in spans), reach)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def _reach(sizes: list[float]) -> float:
    """The furthest from zero, but no further than some times what three quarters of them reach.

    To both sides alike: of numbers on both sides of zero one would seem to be missing.
    """
    sizes = sorted(sizes)
    usual = sizes[len(sizes) * 3 // 4 - 1] if len(sizes) > 3 else sizes[-1]
    return min(sizes[-1], usual * _FURTHER) if usual > 0 else sizes[-1]


def _spans(rows: Sequence[SeveralRow]) -> Iterator[tuple[float, float]]:
    for each in rows:
        found, histogram = each.statistics, each.histogram
        if histogram is None or found is None or not len(histogram.edges):
            continue
        low, high = float(histogram.edges[0]), float(histogram.edges[-1])
        if found.std is not None and found.mean is not None and isfinite(found.std) and found.minimum is not None:
            mean, reach = found.mean.real, _SPREAD * found.std
            low, high = max(low, mean - reach), min(high, mean + reach)
        yield low, high


def head_text(catalogue: Catalogue, rows: Sequence[int], shown: Sequence[SeveralRow]) -> str:
    """What is selected: ``12 tensors of model/ · 1.4 MB``, and how many of them are shown if not all."""
    prefix = shared_prefix([each.path for each in shown])
    tensors = count_text(len(rows), "tensor")
    if prefix and len(shown) == len(rows):
        tensors = say("{tensors} of {prefix}", tensors=tensors, prefix=clip(prefix, 80))
    text = f"{tensors} · {size_text(tables_of(catalogue).nbytes_of(rows))}"
    more = len(rows) - MOST
    return (
        say("{text} · the first {most} are shown, and {more:,} more are not", text=text, most=MOST, more=more)
        if more > 0
        else text
    )

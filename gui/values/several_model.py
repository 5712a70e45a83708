"""Several tensors beside each other: their statistics, and the shape of their distributions from a sample; no Qt."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite, sqrt
from typing import Final

from core.catalogue.catalogue import Catalogue
from core.errors import CheckpointError, SourceChanged
from core.numbers.reader import Numbers
from core.progress import Tick
from core.text import clip, count_text, size_text
from core.values.distribution import Histogram, sampled
from core.values.statistics import Statistics, statistics_of
from gui.document.totals import tables_of

MOST: Final = 400
"""Tensors that are compared at most."""
BATCH: Final = 0.15
"""Seconds after which what is known by then is shown."""
_SAMPLE: Final = 20_000
_BINS: Final = 64
_SPREAD: Final = 4.0
"""Standard deviations on either side of the mean that the common axis covers at most."""


@dataclass(frozen=True)
class SeveralRow:
    """One tensor; what is not known yet is None. ``histogram`` is of a sample, ``problem`` says why none is known."""

    row: int
    entry: int
    key: str
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


def pending_rows(catalogue: Catalogue, rows: Sequence[int]) -> list[SeveralRow]:
    """The first `MOST` of some tensors, before any has been read."""
    found = []
    for row in rows[:MOST]:
        tensor = catalogue.tensors[row]
        key = catalogue.meaning(tensor.entry) or catalogue.path_text(tensor.entry) or catalogue.checkpoint.name
        found.append(SeveralRow(row, tensor.entry, clip(key, 300), tensor.dtype, tensor.shape))
    return found


def measured(
    catalogue: Catalogue, rows: Sequence[SeveralRow], known: Sequence[Statistics] | None, tick: Tick
) -> list[SeveralRow]:
    """The first of the pending rows with what there is to know of them, as many as `BATCH` allows, but one at least.

    ``known`` are the statistics of all rows of the file, where a scan has them. Raises `CannotOpen` and `SourceChanged`
    where the file is gone or another one; of a tensor that cannot be read the row says why.
    """
    found: list[SeveralRow] = []
    end = time.monotonic() + BATCH
    with Numbers(catalogue) as numbers:
        for each in rows:
            if found and time.monotonic() > end:
                break
            found.append(_measured(numbers, each, known, tick))
    return found


def _measured(numbers: Numbers, each: SeveralRow, known: Sequence[Statistics] | None, tick: Tick) -> SeveralRow:
    tick(0, 0)
    try:
        tensor = numbers.tensor(each.row)
        histogram = sampled(tensor, _SAMPLE, _BINS)[1].histogram
        statistics = known[each.row] if known is not None else statistics_of(tensor, tick)
    except SourceChanged:
        raise
    except CheckpointError as error:
        return replace(each, problem=str(error))
    return replace(each, statistics=statistics, histogram=histogram)


def common_span(rows: Sequence[SeveralRow]) -> tuple[float, float]:
    """The ends of an axis on which all can be compared: the extremes, but no more than some standard deviations."""
    spans = list(_spans(rows))
    if not spans:
        return -1.0, 1.0
    low, high = min(low for low, _ in spans), max(high for _, high in spans)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


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


def head_text(catalogue: Catalogue, rows: Sequence[int]) -> str:
    """What is selected: ``12 tensors · 1.4 MB``, and how many of them are shown if not all."""
    text = f"{count_text(len(rows), 'tensor')} · {size_text(tables_of(catalogue).nbytes_of(rows))}"
    more = len(rows) - MOST
    return f"{text} · the first {MOST} are shown, and {more:,} more are not" if more > 0 else text

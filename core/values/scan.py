"""Reads every tensor of a file once, in the order of the file, and says how it is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.numbers.reader import Numbers
from core.numbers.tensor import TensorNumbers
from core.progress import Tick, ignore
from core.values.health.closer import below_zero, zero_rows
from core.values.health.optimizers import is_worth_counting
from core.values.health.places import places_of
from core.values.health.rules import symptoms_of
from core.values.health.seen import Seen
from core.values.health.weights import is_worth_a_look
from core.values.statistics import Statistics, statistics_of
from core.values.sums import Scratch
from core.values.symptom import NOT_FINITE, Symptom


@dataclass(frozen=True)
class Scan:
    """How many ``tensors`` of how many ``bytes`` were read, each storage counted once, and in how many ``seconds``.

    ``statistics`` has one a tensor row; tied tensors share theirs. ``symptoms`` are in order, the worst first.
    """

    tensors: int
    bytes: int
    symptoms: tuple[Symptom, ...]
    statistics: Sequence[Statistics]
    seconds: float

    @property
    def is_finite(self) -> bool:
        """Whether there is neither NaN nor Inf, not even on purpose."""
        return all(symptom.code not in NOT_FINITE for symptom in self.symptoms)


def scan(catalogue: Catalogue, tick: Tick | None = None) -> Scan:
    """Read all numbers of a file. ``tick`` counts bytes of tensors, tied ones each.

    Raises `SourceChanged` where the file is another one meanwhile, `Truncated` where it ends too early, and what
    ``tick`` raises.
    """
    started = time.perf_counter()
    columns = catalogue.storage_columns
    seen = _seen(catalogue, tick or ignore)
    used = sum(nbytes for nbytes, tensors in zip(columns.nbytes, columns.tensors, strict=True) if tensors)
    symptoms = symptoms_of(seen)
    return Scan(len(catalogue.tensors), used, symptoms, tuple(seen.statistics), time.perf_counter() - started)


def _seen(catalogue: Catalogue, tick: Tick) -> Seen:
    places = places_of(catalogue)
    found: list[Any] = [None] * len(places)
    seen = Seen(catalogue, places, found)
    known: dict[Any, int] = {}
    scratch = Scratch()
    progress = _Progress(tick, [row.nbytes for row in catalogue.tensors])
    with Numbers(catalogue, lambda: progress.standing(0, 0)) as numbers:
        for row in numbers.in_file_order():
            tensor = numbers.tensor(row)
            key = (tensor.dtype, tensor.plain_bytes)
            first = known.setdefault(key, row) if tensor.plain_bytes is not None else row
            found[row] = found[first] if first != row else statistics_of(tensor, progress.within(row), scratch)
            _look_closer(seen, row, tensor, progress.standing)
            progress.past(row)
    return seen


def _look_closer(seen: Seen, row: int, tensor: TensorNumbers, tick: Tick) -> None:
    """Where the statistics leave a question, while the bytes are still in the memory of the machine."""
    place, found = seen.places[row], seen.statistics[row]
    if tensor.repeats == 1 and is_worth_a_look(
        place, found
    ):  # a small file can say that a row is there a billion times
        seen.zero_rows[row] = zero_rows(tensor, tick)
    if is_worth_counting(place.state, found.minimum):
        seen.below_zero[row] = below_zero(tensor, tick)


class _Progress:
    """How far the scan is, in bytes."""

    def __init__(self, tick: Tick, nbytes: list[int]) -> None:
        self._tick, self._nbytes = tick, nbytes
        self._done, self._total = 0, sum(nbytes)

    def within(self, row: int) -> Tick:
        """Of what is read inside a tensor."""
        nbytes = self._nbytes[row]
        return lambda done, count: self._tick(self._done + nbytes * done // max(count, 1), self._total)

    def standing(self, _done: int, _count: int) -> None:
        """Of a second look: nothing gets on, but whoever wants to stop can do it."""
        self._tick(self._done, self._total)

    def past(self, row: int) -> None:
        """A tensor is done."""
        self._done += self._nbytes[row]
        self._tick(self._done, self._total)

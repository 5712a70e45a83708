"""Reads every tensor of a file once, in the order of the file, and says how it is."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import IntegrityReport, verify
from core.errors import CheckpointError
from core.numbers.reader import Numbers
from core.progress import Tick, ignore
from core.spread.crew import Crew
from core.text import clip
from core.values.health.optimizers import is_of_squares, optimizer_symptoms
from core.values.health.places import places_of
from core.values.health.seen import Look, Seen
from core.values.health.weights import exploding, may_have_dead_rows, weight_symptoms
from core.values.spread_scan import SpreadScan
from core.values.statistics import Statistics, statistics_of
from core.values.sums import Scratch
from core.values.symptom import DAMAGED, ERROR, NOT_FINITE, NOTE, UNREAD, Symptom, in_order
from core.words import say

_FOUND = NOT_FINITE | {UNREAD, DAMAGED}
_NOTHING = Statistics(0, None, None, None, None, 0.0, 0.0, 0, 0, 0, 0, 0)
"""Of a tensor that could not be read."""


@dataclass(frozen=True)
class Scan:
    """How many ``tensors`` of how many ``bytes`` were read, each storage counted once, and in how many ``seconds``.

    ``statistics`` has one a tensor row; tied tensors share theirs, and of one that could not be read it counts no
    numbers. ``symptoms`` are in order, the worst first. ``sums`` is what came of the checksums of all records; None
    where they were not compared, since each byte would have come over a network a second time. ``catalogue`` is what
    was read.
    """

    tensors: int
    bytes: int
    symptoms: tuple[Symptom, ...]
    statistics: Sequence[Statistics]
    seconds: float
    sums: IntegrityReport | None = None
    catalogue: Catalogue | None = field(default=None, repr=False, compare=False)

    @property
    def is_finite(self) -> bool:
        """Whether there is neither NaN nor Inf, not even on purpose, and all could be read as it was saved."""
        return all(symptom.code not in _FOUND for symptom in self.symptoms)

    @property
    def is_sound(self) -> bool:
        """Whether there is neither NaN nor Inf but what is meant, and all could be read as it was saved."""
        return all(symptom.code not in _FOUND or symptom.severity == NOTE for symptom in self.symptoms)


def scan(catalogue: Catalogue, tick: Tick | None = None, crew: Crew | None = None) -> Scan:
    """Read all numbers of a file, and compare the checksums of its records. ``tick`` counts bytes of tensors.

    With a ``crew`` its workers read: what is found is the same to the bit. A tensor whose bytes are damaged is a
    symptom, and the others are read all the same. Raises `SourceChanged` where the file is another one meanwhile,
    `ClusterError` where workers cannot do it, and what ``tick`` raises.
    """
    started = time.perf_counter()
    columns = catalogue.storage_columns
    places = places_of(catalogue)
    seen = Seen(catalogue, places, [_NOTHING] * len(places))
    looks = [Look(each.row_size if may_have_dead_rows(each) else 0, is_of_squares(each.state)) for each in places]
    known: dict[int, str] = {}
    if crew is None:
        _read(seen, looks, tick or ignore, None if catalogue.checkpoint.is_elsewhere else known)
    else:
        SpreadScan(seen, looks, tick or ignore).run(crew)
    sums = None if catalogue.checkpoint.is_elsewhere else _compared(catalogue, known, tick or ignore, crew)
    used = sum(nbytes for nbytes, tensors in zip(columns.nbytes, columns.tensors, strict=True) if tensors)
    symptoms = in_order([*symptoms_of(seen), *(_damages(sums, seen) if sums is not None else ())])
    took = time.perf_counter() - started
    return Scan(len(catalogue.tensors), used, symptoms, tuple(seen.statistics), took, sums, catalogue)


def _compared(catalogue: Catalogue, known: dict[int, str], tick: Tick, crew: Crew | None) -> IntegrityReport:
    """Compare what was not compared on the way: records without numbers, and all where workers read."""
    nbytes = sum(row.nbytes for row in catalogue.tensors)
    return verify(catalogue, lambda _done, _count: tick(nbytes, nbytes), crew, lambda place, _: known.get(place))


def _damages(sums: IntegrityReport, seen: Seen) -> Iterator[Symptom]:
    """The tensors whose records are damaged and that could be read all the same; a record of none hurts the file."""
    unread = {seen.places[row].entry for row in seen.unread}
    for damage in sums.damages:
        why = say("Record {name}: {problem}", name=clip(damage.record), problem=damage.problem)
        yield from (Symptom(DAMAGED, entry, 1, why, ERROR) for entry in damage.entries or (0,) if entry not in unread)


def _read(seen: Seen, looks: Sequence[Look], tick: Tick, sums: dict[int, str] | None) -> None:
    """Read all in this process. ``sums`` is told of each record what is wrong with it, while its bytes are at hand."""
    found, known = seen.statistics, dict[Any, int]()
    scratch = Scratch()
    progress = _Progress(tick, [row.nbytes for row in seen.catalogue.tensors])
    with Numbers(seen.catalogue, lambda: progress.standing(0, 0)) as numbers:
        for row in numbers.in_file_order():
            try:
                tensor = numbers.tensor(row)
                key = (tensor.dtype, tensor.shape, tensor.plain_bytes)
                first = known.setdefault(key, row) if tensor.plain_bytes is not None else row
                found[row] = found[first] if first != row else statistics_of(tensor, progress.within(row), scratch)
                seen.note(row, looks[row].due(found[row]).closer(tensor, progress.standing))
                if first in seen.unread:
                    seen.unread[row] = seen.unread[first]
                elif first == row and sums is not None:
                    numbers.compare(seen.catalogue.storage_of[row], sums)
            except CheckpointError as error:
                numbers.check_unchanged()  # a file that is another one now is no damaged one
                seen.unread[row] = str(error)
            progress.past(row)


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
        self._done += self._nbytes[row]
        self._tick(self._done, self._total)


def symptoms_of(seen: Seen) -> tuple[Symptom, ...]:
    """What somebody should know of the numbers of a file, in the order of `SEVERITIES` and `CODES`."""
    found = [Symptom(UNREAD, seen.places[row].entry, 1, why, ERROR) for row, why in seen.unread.items()]
    found += [each for place in seen.places for each in weight_symptoms(seen, place)]
    found += exploding(seen)
    found += optimizer_symptoms(seen)
    return in_order(found)

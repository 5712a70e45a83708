"""A scan by several workers: which tensors, and which parts of large ones, are read together, and what comes of it.

Sums of floating point depend on the order in which they are added. Numbers are summed up in pieces that follow from a
tensor alone (`core.numbers.tensor.PIECE`), as in a scan without workers; a tensor that is in one span is added up
there, piece by piece, and of one that is cut all pieces come back and are added up here, in their order. So what comes
out is the same to the bit, however many workers there are, wherever it was cut, whoever was first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain
from typing import Any, NamedTuple

from core.errors import CheckpointError
from core.formats.spread.plain_file import PlainFile
from core.numbers.packing import Packer
from core.numbers.portable import Elsewhere, PlainTensor
from core.numbers.reader import Numbers
from core.numbers.tensor import TensorNumbers
from core.progress import Tick
from core.spread.crew import Crew, spread
from core.spread.cutting import cut, gathered, span_bytes
from core.values.firsts import NO_PLACES, Firsts
from core.values.health.seen import NOTHING, Closer, Look, Seen
from core.values.statistics import Tally
from core.values.sums import Scratch, Sums, sums_of


@dataclass
class _Cut:
    """A tensor that is read in several stretches: those that came, by their first piece, until there are all."""

    stretches: int
    came: dict[int, Found] = field(default_factory=dict)

    def whole(self, found: Found) -> Found | None:
        """All of it once the last stretch is there; of damaged ones the first that is."""
        self.came[found.first] = found
        if len(self.came) < self.stretches:
            return None
        each = [self.came[first] for first in sorted(self.came)]
        damaged = next((one for one in each if one.problem), None)
        sums = tuple(chain.from_iterable(one.sums for one in each))
        firsts = reduce(Firsts.merged, (one.firsts for one in each))
        return damaged or Found(found.row, 0, 0, sums, found.repeats, firsts=firsts)


class SpreadScan:
    """One scan by a crew: fills what is seen of each tensor."""

    def __init__(self, seen: Seen, looks: Sequence[Look], tick: Tick) -> None:
        self._seen, self._looks, self._tick = seen, looks, tick
        self._nbytes = [row.nbytes for row in seen.catalogue.tensors]
        self._done, self._total = 0, sum(self._nbytes)
        self._cut: dict[int, _Cut] = {}
        self._tied: dict[int, int] = {}
        self._looked: set[int] = set()

    def run(self, crew: Crew) -> None:
        """Read all. Raises as `core.values.scan.scan` says."""
        with Numbers(self._seen.catalogue, self._pause) as numbers:
            self._numbers, self._packer = numbers, Packer(numbers)
            most = span_bytes(self._total, crew.workers)
            spans = map(self._span, gathered(self._stretches(most), most))
            for answer in spread(crew, READ, spans, self._pause):
                stretches = answer.span.stretches
                lost = (Found(each.row, each.nbytes, each.first, problem=answer.problem) for each in stretches)
                for found in lost if answer.problem else answer.answer:
                    self._take(found)
            self._share()
            again = (self._span((each,)) for each in self._again())
            for answer in spread(crew, LOOK, again, self._pause):
                for found in answer.answer or ():
                    self._seen.note(found.row, found.closer)

    def _stretches(self, most: int) -> Iterator[tuple[ScanPieces, int]]:
        """All that workers read, in the order of the file, with its bytes; the rest is read here meanwhile."""
        known: dict[Any, int] = {}
        scratch = Scratch()
        for row in self._numbers.in_file_order():
            try:
                tensor = self._packer.tensor(row)
                if tensor is None:
                    here = self._numbers.tensor(row)
                    self._take(whole(row, self._nbytes[row], here, self._looks[row], scratch))
                    continue
                first = known.setdefault((tensor, self._seen.catalogue.storage_of[row]), row)
                if first != row:
                    self._tied[row] = first
                    continue
                stretches = self._of_one(ScanPieces(row, tensor, self._looks[row], self._nbytes[row]), most)
            except CheckpointError as error:
                self._numbers.check_unchanged()
                self._take(Found(row, self._nbytes[row], problem=str(error)))
                continue
            yield from ((each, each.nbytes) for each in stretches)

    def _of_one(self, whole: ScanPieces, most: int) -> list[ScanPieces]:
        """A tensor in stretches of about so many bytes."""
        nbytes = whole.nbytes
        count = self._numbers.tensor(whole.row).piece_count() if nbytes > most else 1
        if count < 2:
            return [whole]
        parts = cut(count, count * most // nbytes)
        self._cut[whole.row] = _Cut(len(parts))
        return [
            whole._replace(nbytes=nbytes * last // count - nbytes * first // count, first=first, last=last)
            for first, last in parts
        ]

    def _span(self, stretches: Sequence[ScanPieces]) -> ScanSpan:
        files = self._packer.files(each.row for each in stretches)
        return ScanSpan(self._seen.catalogue.checkpoint.name, files, tuple(stretches))

    def _take(self, found: Found) -> None:
        self._advance(found.nbytes)
        row, cut_up = found.row, self._cut.get(found.row)
        whole = found if cut_up is None else cut_up.whole(found)
        if whole is None:
            return
        if self._cut.pop(row, None) is None:
            self._looked.add(row)
        if whole.problem:
            self._seen.unread[row] = whole.problem
            return
        tally = Tally()
        tally.first = whole.firsts
        for sums in whole.sums:
            tally.join(sums)
        self._seen.statistics[row] = tally.statistics(whole.repeats)
        self._seen.note(row, whole.closer)

    def _share(self) -> None:
        """Tied tensors have the statistics of the first of them."""
        for row, first in self._tied.items():
            self._seen.statistics[row] = self._seen.statistics[first]
            if first in self._seen.unread:
                self._seen.unread[row] = self._seen.unread[first]
            self._advance(self._nbytes[row])

    def _again(self) -> Iterator[ScanPieces]:
        """What is to be looked at a second time: in tensors that were cut, and in tied ones."""
        for row, (found, wanted) in enumerate(zip(self._seen.statistics, self._looks, strict=True)):
            due = wanted.due(found)
            if row in self._looked or row in self._seen.unread or due == NOTHING:
                continue
            tensor = self._packer.tensor(row)
            if tensor is not None:
                yield ScanPieces(row, tensor, due, 0)

    def _advance(self, nbytes: int) -> None:
        self._done += nbytes
        self._pause()

    def _pause(self) -> None:
        self._tick(self._done, self._total)


# -- what a worker does ------------------------------------------------------------------------------------------------


READ, LOOK = f"{__name__}:read", f"{__name__}:look"


class ScanPieces(NamedTuple):
    """Pieces of a tensor from ``first`` to before ``last``, ``nbytes`` of it; all where ``last`` is 0."""

    row: int
    tensor: PlainTensor
    look: Look
    nbytes: int
    first: int = 0
    last: int = 0


@dataclass(frozen=True)
class ScanSpan:
    """What a worker reads: parts of tensors, and the ``files`` that they lie in; ``name`` is that of the checkpoint."""

    name: str
    files: tuple[PlainFile, ...]
    stretches: tuple[ScanPieces, ...]


class Found(NamedTuple):
    """Of one stretch: the ``sums`` of its pieces, or of a whole tensor all in one, the ``firsts`` of them together, and
    the ``problem`` where it has one.
    """

    row: int
    nbytes: int
    first: int = 0
    sums: tuple[Sums, ...] = ()
    repeats: int = 1
    closer: Closer = Closer()
    problem: str = ""
    firsts: Firsts = NO_PLACES


def read(span: ScanSpan) -> tuple[Found, ...]:
    """Read all stretches. One that is damaged is told, and the others are read."""
    scratch, found = Scratch(), []
    with Elsewhere(span.files, span.name) as files:
        for each in span.stretches:
            try:
                found.append(_found(each, files.tensor(each.tensor), scratch))
            except CheckpointError as error:
                files.check_unchanged()
                found.append(Found(each.row, each.nbytes, each.first, problem=str(error)))
    return tuple(found)


def look(span: ScanSpan) -> tuple[Found, ...]:
    """Look at whole tensors a second time."""
    with Elsewhere(span.files, span.name) as files:
        return tuple(Found(each.row, 0, closer=each.look.closer(files.tensor(each.tensor))) for each in span.stretches)


def _found(stretch: ScanPieces, tensor: TensorNumbers, scratch: Scratch) -> Found:
    if not stretch.last:
        return whole(stretch.row, stretch.nbytes, tensor, stretch.look, scratch)
    sums, firsts = [], NO_PLACES
    for piece, values in tensor.located(pieces=slice(stretch.first, stretch.last)):
        sums.append(sums_of(values, scratch, tensor.dtype))
        firsts = firsts.beside(piece, values, sums[-1])
    return Found(stretch.row, stretch.nbytes, stretch.first, tuple(sums), tensor.repeats, firsts=firsts)


def whole(row: int, nbytes: int, tensor: TensorNumbers, wanted: Look, scratch: Scratch) -> Found:
    """All of a tensor, and what a closer look finds in it."""
    tally = Tally(scratch, tensor.dtype)
    for piece, values in tensor.located():
        tally.add(values, piece)
    closer = wanted.due(tally.statistics(tensor.repeats)).closer(tensor)
    return Found(row, nbytes, 0, (tally.sums,), tensor.repeats, closer, firsts=tally.first)

"""Pairs of tensors of two files compared by several workers: what they are given, and what comes of it.

What they find is the same to the bit as in a comparison without them. A pair in one span is compared there as ever. A
pair that is cut gives the sums of its pieces, which are added up here in their order (`core.values.spread_scan` says
more of that); a stretch whose bytes are the same needs none unless another stretch of the pair differs, and is then
asked for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import NamedTuple

from core.errors import CheckpointError
from core.formats.spread.plain_file import PlainFile
from core.numbers.packing import Packer
from core.numbers.portable import Elsewhere, PlainTensor
from core.numbers.reader import Numbers
from core.numbers.tensor import PIECE, TensorNumbers
from core.progress import Tick
from core.spread.crew import Crew, spread
from core.spread.cutting import cut, gathered, span_bytes
from core.values.difference.sums import DifferenceSums, NumberDifference, PieceSums
from core.values.difference_numbers import blamed, is_plain, numbers_between, pieces_apart, same_stretch
from core.values.sums import Scratch


class Verdict(NamedTuple):
    """How far a pair is apart, None where all bytes are the same, or the ``problem`` that there is no telling for."""

    numbers: NumberDifference | None = None
    problem: str = ""


class SpreadDiff:
    """Pairs of rows of two open files, compared by a crew. ``tick`` is told the bytes of a that are done."""

    def __init__(self, files: tuple[Numbers, Numbers], tick: Tick) -> None:
        self._files = files
        self._names = files[0].name, files[1].name
        self._packers = Packer(files[0]), Packer(files[1])
        self._rows = files[0].catalogue.tensors
        self._tick = tick
        self._done = self._total = 0
        self._partner: dict[int, int] = {}
        self._dtypes: dict[int, tuple[TensorNumbers, TensorNumbers]] = {}
        self._came: dict[int, list[Apart]] = {}
        self._wanted: dict[int, int] = {}
        self._whole: dict[int, Verdict] = {}

    def run(self, crew: Crew, pairs: Iterable[tuple[int, int]]) -> dict[int, Verdict]:
        """The verdicts by rows of a. Raises as `core.values.diff.compare` says."""
        self._partner = dict(pairs)
        self._total = sum(self._rows[row].nbytes for row in self._partner)
        most = span_bytes(2 * self._total, crew.workers) // 2
        self._spread(crew, gathered(self._stretches(most), most))
        self._spread(crew, ([each] for each in self._again()))
        for row, came in self._came.items():
            self._whole[row] = self._joined(row, came)
        return self._whole

    def _spread(self, crew: Crew, cuts: Iterator[list[PairStretch]]) -> None:
        for answer in spread(crew, WORK, map(self._span, cuts), self._pause):
            lost = (blank(each)._replace(problem=answer.problem) for each in answer.span.stretches)
            for found in lost if answer.problem else answer.answer:
                self._take(found)

    def _span(self, stretches: Sequence[PairStretch]) -> PairSpan:
        ours = self._packers[0].files(each.row for each in stretches)
        theirs = self._packers[1].files(self._partner[each.row] for each in stretches)
        return PairSpan(self._names, (ours, theirs), tuple(stretches))

    def _stretches(self, most: int) -> Iterator[tuple[PairStretch, int]]:
        """All that workers compare, in the order of a; what stands in a pickle is compared here meanwhile."""
        scratch = Scratch()
        for row, other in self._partner.items():
            nbytes = self._rows[row].nbytes
            sides = partial(self._files[0].tensor, row), partial(self._files[1].tensor, other)
            try:
                one, two = self._packers[0].tensor(row), self._packers[1].tensor(other)
                if one is None or two is None:
                    self._whole[row] = Verdict(numbers_between(sides[0](), sides[1](), scratch))
                    self._advance(nbytes)
                    continue
                cuts = self._cuts(PairStretch(row, one, two, nbytes), sides, most)
            except CheckpointError as error:
                for each in self._files:
                    each.check_unchanged()
                self._whole[row] = Verdict(problem=blamed(zip(self._names, sides, strict=True), error))
                self._advance(nbytes)
                continue
            yield from ((each, each.nbytes) for each in cuts)

    def _cuts(self, whole: PairStretch, sides: _Sides, most: int) -> list[PairStretch]:
        """A pair in stretches of about so many bytes, where its numbers follow each other in both files."""
        nbytes = whole.nbytes
        if nbytes <= most:
            return [whole]
        first, second = sides[0](), sides[1]()
        if first.shape != second.shape or not (is_plain(first) and is_plain(second)):
            return [whole]
        count = -(-first.size // PIECE)
        parts = cut(count, count * most // nbytes)
        self._wanted[whole.row] = len(parts)
        self._dtypes[whole.row] = first, second
        sizes = [nbytes * last // count - nbytes * first // count for first, last in parts]
        return [
            whole._replace(nbytes=size, first=first, last=last)
            for size, (first, last) in zip(sizes, parts, strict=True)
        ]

    def _take(self, found: Apart) -> None:
        self._advance(found.nbytes)
        if found.row in self._wanted:
            self._came.setdefault(found.row, []).append(found)
        else:
            self._whole[found.row] = Verdict(found.whole, found.problem)

    def _again(self) -> Iterator[PairStretch]:
        """The stretches whose bytes are the same, of pairs that differ elsewhere."""
        for row, came in list(self._came.items()):
            if all(each.same for each in came) or any(each.problem for each in came):
                continue
            one, two = self._packers[0].tensor(row), self._packers[1].tensor(self._partner[row])
            same = [each for each in came if each.same]
            self._came[row] = [each for each in came if not each.same]
            if one is not None and two is not None:
                yield from (PairStretch(row, one, two, 0, each.first, each.last, always=True) for each in same)

    def _joined(self, row: int, came: Sequence[Apart]) -> Verdict:
        """A pair that was cut, whole again."""
        in_order = sorted(came, key=lambda each: each.first)
        problem = next((each.problem for each in in_order if each.problem), "")
        if problem or all(each.same for each in in_order):
            return Verdict(problem=problem)
        first, second = self._dtypes[row]
        sums = DifferenceSums(first.numpy_dtype, second.numpy_dtype)
        for piece in chain.from_iterable(each.sums for each in in_order):
            sums.join(piece)
        return Verdict(sums.difference())

    def _advance(self, nbytes: int) -> None:
        self._done += nbytes
        self._pause()

    def _pause(self) -> None:
        self._tick(self._done, self._total)


_Sides = tuple[Callable[[], TensorNumbers], Callable[[], TensorNumbers]]


# -- what a worker does ------------------------------------------------------------------------------------------------


WORK = f"{__name__}:compared"


class PairStretch(NamedTuple):
    """Pieces of two tensors of one shape from ``first`` to before ``last``, ``nbytes`` of a; all where ``last`` is 0.

    With ``always`` sums are wanted where the bytes are the same too.
    """

    row: int
    one: PlainTensor
    other: PlainTensor
    nbytes: int
    first: int = 0
    last: int = 0
    always: bool = False


@dataclass(frozen=True)
class PairSpan:
    """What a worker compares: the ``files`` of a and of b, what these are called, and parts of pairs."""

    names: tuple[str, str]
    files: tuple[tuple[PlainFile, ...], tuple[PlainFile, ...]]
    stretches: tuple[PairStretch, ...]


class Apart(NamedTuple):
    """Of one stretch: ``same`` where its bytes are, else how far a whole pair is apart, or the sums of its pieces."""

    row: int
    nbytes: int
    first: int = 0
    last: int = 0
    same: bool = False
    whole: NumberDifference | None = None
    sums: tuple[PieceSums, ...] = ()
    problem: str = ""


def compared(span: PairSpan) -> tuple[Apart, ...]:
    """Compare all stretches. One that is damaged is told, and the others are compared."""
    scratch, found = Scratch(), []
    with Elsewhere(span.files[0], span.names[0]) as ours, Elsewhere(span.files[1], span.names[1]) as theirs:
        for each in span.stretches:
            sides = (partial(ours.tensor, each.one), partial(theirs.tensor, each.other))
            try:
                found.append(_apart(each, sides[0](), sides[1](), scratch))
            except CheckpointError as error:
                ours.check_unchanged()
                theirs.check_unchanged()
                problem = blamed(zip(span.names, sides, strict=True), error)
                found.append(blank(each)._replace(problem=problem))
    return tuple(found)


def blank(stretch: PairStretch) -> Apart:
    """A stretch of which nothing is known yet."""
    return Apart(stretch.row, stretch.nbytes, stretch.first, stretch.last)


def _apart(stretch: PairStretch, first: TensorNumbers, second: TensorNumbers, scratch: Scratch) -> Apart:
    found = blank(stretch)
    if not stretch.last:
        return found._replace(whole=numbers_between(first, second, scratch))
    part = slice(stretch.first, stretch.last)
    if not stretch.always and same_stretch(first, second, part):
        return found._replace(same=True)
    return found._replace(sums=tuple(pieces_apart(first, second, part, scratch)))

"""Pairs of tensors compared by several workers: what they find is the same to the bit as in a comparison without them.

A pair in one span is compared there as ever. A pair that is cut gives the sums of its pieces, which are added up here
in their order (`core.values.scan_spans` says more of that); a stretch whose bytes are the same needs none unless
another stretch of the pair differs, and is then asked for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from core.errors import CheckpointError
from core.formats.spread.plain_file import PlainFile
from core.numbers.portable import Elsewhere, PlainTensor
from core.numbers.tensor import TensorNumbers
from core.values.difference.same_bytes import same_stretch
from core.values.difference.sums import NumberDifference, PieceSums
from core.values.difference_numbers import blamed, numbers_between, pieces_apart
from core.values.sums import Scratch

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

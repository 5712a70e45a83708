"""A scan by several workers: which tensors, and which parts of large ones, are read together, and what comes of it.

Sums of floating point depend on the order in which they are added. Numbers are summed up in pieces that follow from a
tensor alone (`core.numbers.tensor.PIECE`), as in a scan without workers; a tensor that is in one span is added up
there, piece by piece, and of one that is cut all pieces come back and are added up here, in their order. So what comes
out is the same to the bit, however many workers there are, wherever it was cut, whoever was first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from core.errors import CheckpointError
from core.formats.spread.plain_file import PlainFile
from core.numbers.portable import Elsewhere, PlainTensor
from core.numbers.tensor import TensorNumbers
from core.values.firsts import NO_PLACES, Firsts
from core.values.health.closer import Closer, Look
from core.values.statistics import Tally
from core.values.sums import Scratch, Sums, sums_of

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

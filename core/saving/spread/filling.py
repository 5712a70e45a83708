"""What a worker does of a save: it makes bytes, and writes them into a file that waits for them.

The file is there already, under a name that only this save knows, and whoever saves has laid it out: a worker is told
where in it its bytes begin, and what they are made of. It makes no file, and never makes one longer than it will be.
Bytes that are written a second time, because a worker died over them, are the same ones.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from core.crc import joined
from core.edits.diff import ByteTransform
from core.errors import NotSeen
from core.files.byte_source import O_BINARY
from core.files.copy import Descriptor, Gap, Sink, Source
from core.formats.assembled import AssembledSpan, CutSpan, SummedRun
from core.formats.span import Span
from core.formats.spread.plain_file import PlainFile, open_elsewhere
from core.progress import ignore
from core.saving.leftovers import is_in_the_making
from core.words import say

WORK = f"{__name__}:fill"


class Casting(NamedTuple):
    """How other numbers are made of those of a span: as `core.edits.numbers.made.Maker` is told."""

    recipe: ByteTransform
    turned: str
    first: int


class GapTask(NamedTuple):
    """Bytes of gap ``number``, to be written at ``gap``: those of a ``span`` of the source, or what a cast makes of it.

    ``summed`` is whether the CRC of the source is wanted too.
    """

    number: int
    gap: Gap
    span: Span
    cast: Casting | None = None
    summed: bool = False


@dataclass(frozen=True)
class FillSpan:
    """What a worker writes, and the ``files`` that it reads; ``name`` is that of the checkpoint, for messages."""

    name: str
    files: tuple[PlainFile, ...]
    stretches: tuple[GapTask, ...]


class Run(NamedTuple):
    """``size`` bytes of a record of the source, which begins at ``offset`` there, from byte ``at`` on; their CRC."""

    offset: int
    at: int
    size: int
    crc: int


class Filled(NamedTuple):
    """The CRC-32 of ``size`` bytes that were written ``at`` an offset of the file, for gap ``number``.

    ``before`` is the CRC of the bytes that they were made of, ``runs`` what was read of records one behind the other,
    None where they were read in another order. ``errno`` is what the system said where they could not be written.
    """

    number: int
    at: int
    size: int = 0
    crc: int = 0
    before: int = 0
    runs: tuple[Run, ...] | None = ()
    errno: int = 0


def fill(span: FillSpan) -> tuple[Filled, ...]:
    """What a worker does. Raises `NotSeen` where it sees not all files, and `SourceChanged`."""
    with open_elsewhere(span.files) as files:
        source = Source(files, span.name)
        found = tuple(_filled(each, source) for each in span.stretches)
        files.check_unchanged()
    return found


def _filled(stretch: GapTask, source: Source) -> Filled:
    fd = _opened(stretch.gap.path)
    try:
        os.lseek(fd, stretch.gap.at, os.SEEK_SET)
        sink = Sink(Descriptor(fd), 0, ignore)
        found = _written(stretch, source, sink)
        sink.flush()
        return found._replace(size=sink.position)
    except OSError as error:  # of the new file: what a source does is told otherwise
        return Filled(stretch.number, stretch.gap.at, errno=error.errno or 0)
    finally:
        os.close(fd)


def _opened(path: str) -> int:
    """A file in the making. Raises `NotSeen` for any other, and where it cannot be opened."""
    reason = say("it is not a file in the making")
    if is_in_the_making(Path(path)):
        try:
            return os.open(path, os.O_RDWR | O_BINARY)
        except OSError as error:
            reason = error.strerror or str(error)
    raise NotSeen(
        say(
            "A worker cannot write {path}: {reason}. All workers must see the new file at the same path.",
            path=path,
            reason=reason,
        )
    )


def _written(stretch: GapTask, source: Source, sink: Sink) -> Filled:
    span, found = stretch.span, Filled(stretch.number, stretch.gap.at)
    if stretch.cast is not None:
        crc, before = _write_cast(stretch, stretch.cast, source, sink)
        return found._replace(crc=crc, before=before)
    assert isinstance(span, AssembledSpan | CutSpan)
    runs = span.write_runs(source, sink)
    if runs is not None:
        return found._replace(crc=_joined(runs), runs=tuple(Run(run.span.offset, *run[1:]) for run in runs))
    assert isinstance(span, AssembledSpan)
    return found._replace(crc=span.write_gathered(source, sink), runs=None)


def _write_cast(stretch: GapTask, cast: Casting, source: Source, sink: Sink) -> tuple[int, int]:
    from core.edits.numbers.made import Maker  # noqa: PLC0415 - NumPy, for numbers that change
    from core.saving.made_span import MadeSpan  # noqa: PLC0415

    maker = Maker(cast.recipe, None, cast.turned, cast.first)
    made = MadeSpan(stretch.span, maker, cast.recipe.nbytes(stretch.span.size))
    return made.write_sums(source, sink, summed=stretch.summed)


def _joined(runs: list[SummedRun]) -> int:
    crc = 0
    for run in runs:
        crc = joined(crc, run.crc, run.size)
    return crc

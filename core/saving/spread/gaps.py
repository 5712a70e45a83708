"""What of new files is left to workers: gaps in files that are laid out already, filled when all are.

A save goes on as without workers, but where many bytes have to be made it leaves them out. What they are made of is
kept as plain data, and so are the places that their checksums go to. Then all gaps, of all files, are cut into spans.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from core.catalogue.checkpoint import Checkpoint
from core.crc import joined
from core.dtypes import ITEM_SIZES
from core.edits.preview import Preview
from core.errors import SaveError
from core.files.copy import Gap, Later, Sink, Source
from core.formats.assembled import AssembledArchive, AssembledSpan, CutSpan, SummedRun, sources_of, stretch_of
from core.formats.span import Span
from core.formats.spread.plain_file import PlainFile
from core.numbers.summing import RecordSums
from core.progress import Tick, ignore
from core.remote.address import RemotePath
from core.saving.spread.filling import WORK, Casting, Filled, FillSpan, GapTask
from core.spread.crew import Crew, spread
from core.spread.cutting import cut, gathered, span_bytes

_LEAST = 16 << 10
"""Bytes of the source from which on a gap is worth the words that tell of it."""
_WHOLE = 1 << 20
"""Large gaps are cut at multiples of so many bytes of the source, which whole items of any dtype fill."""


class _Left(NamedTuple):
    """A gap: what is to be made of which storage of the source, and its checksum's places, if it has any."""

    gap: Gap
    span: Span
    cast: Casting | None
    storage: int
    expected: int
    later: Later


class Gaps:
    """The gaps of one save; without a ``crew`` none are left. ``damaged`` has the storages of the source, by number,
    whose bytes do not match their checksums.
    """

    def __init__(self, checkpoint: Checkpoint, crew: Crew | None = None) -> None:
        self.damaged: list[int] = []
        self._name = checkpoint.name
        self._crew = None if checkpoint.is_elsewhere else crew
        self._files = [PlainFile.of(part) for part in checkpoint.parts] if self._crew is not None else []
        self._starts = [file.start for file in self._files]
        self._left: list[_Left] = []
        self._bytes = 0  # that are not written yet
        self._tick: Tick = ignore
        self._last = (0, 0)

    def told(self, tick: Tick) -> Tick:
        """A tick that counts no bytes that were left out."""
        self._tick = tick
        return self._tell

    def leave(self, span: Span, cast: Casting | None, storage: int, sink: Sink) -> Later | None:
        """Leave out what is to be made of a span of storage number ``storage``; None, and nothing is, where workers
        cannot make it, or need not.
        """
        size = span.size if cast is None else cast.recipe.nbytes(span.size)
        if self._crew is None or size < _LEAST or not _can_be_cut(span, cast):
            return None
        gap = sink.leave(size)
        if gap is None:
            return None
        later = Later(gap, size, sink)
        expected = span.record.crc if span.record is not None and span.is_whole_record else 0
        self._left.append(_Left(gap, span, cast, storage, expected, later))
        self._bytes += size
        return later

    def fill(self, source: Source) -> None:
        """Have all gaps filled, and put their checksums where they go.

        Raises `OSError` where a file cannot be written, `SaveError` where workers cannot do it, and what ticks raise.
        """
        if self._crew is None or not self._left:
            return
        came: list[list[Filled]] = [[] for _ in self._left]
        most = span_bytes(sum(left.span.size for left in self._left), self._crew.workers)
        for answer in spread(self._crew, WORK, self._spans(most), self._pause):
            if answer.problem:
                raise SaveError(answer.problem)
            for filled in answer.answer:
                if filled.errno:
                    raise OSError(filled.errno, os.strerror(filled.errno))
                came[filled.number].append(filled)
                self._bytes -= filled.size
        self._pause()
        sums = RecordSums()
        crcs = [self._summed(left, filled, sums) for left, filled in zip(self._left, came, strict=True)]
        self.damaged += sums.damaged(source, self._pause)
        self._put(crcs)
        self._left.clear()

    def _summed(self, left: _Left, came: list[Filled], sums: RecordSums) -> int:
        """The checksum of a gap; what was read of the source for it is noted."""
        crc = before = 0
        found = sources_of(left.span)
        by_offset = {each.offset: each for each in found}
        at = 0
        for filled in sorted(came, key=lambda each: each.at):
            crc = joined(crc, filled.crc, filled.size)
            end = min(at + _source_bytes(left, filled.size), left.span.size)
            before = joined(before, filled.before, end - at)
            at = end
            if left.cast is None and filled.runs is not None:
                runs = [SummedRun(by_offset[run.offset], run.at, run.size, run.crc) for run in filled.runs]
                sums.add(runs, left.storage)
            elif isinstance(left.span, AssembledSpan | CutSpan):
                sums.add_unknown(found, left.storage)
        if left.cast is not None and left.expected not in (0, before):
            self.damaged.append(left.storage)
        return crc

    def _put(self, crcs: list[int]) -> None:
        """Write checksums, file by file."""
        by_path: dict[str, list[tuple[int, int]]] = {}
        for left, crc in zip(self._left, crcs, strict=True):
            by_path.setdefault(left.gap.path, []).extend((place, crc) for place in left.later.places)
        for path, places in by_path.items():
            with Path(path).open("r+b", buffering=0) as file:
                for place, crc in places:
                    file.seek(place)
                    file.write(crc.to_bytes(4, "little"))

    # -- spans -------------------------------------------------------------------------------------------------

    def _spans(self, most: int) -> Iterator[FillSpan]:
        for stretches in gathered(self._stretches(most), most):
            numbers = {self._number(each.offset) for stretch in stretches for each in sources_of(stretch.span)}
            yield FillSpan(self._name, tuple(self._files[number] for number in sorted(numbers)), tuple(stretches))

    def _number(self, offset: int) -> int:
        """The file that an offset is in."""
        return bisect_right(self._starts, offset) - 1

    def _stretches(self, most: int) -> Iterator[tuple[GapTask, int]]:
        each = max(most // _WHOLE, 1) * _WHOLE
        for number, (gap, span, cast, _, expected, _) in enumerate(self._left):
            whole = GapTask(number, gap, span, cast, bool(expected))
            for begin, end in cut(span.size, each):
                at, own = gap.at + begin, cast
                if cast is not None:
                    at = gap.at + cast.recipe.nbytes(begin)
                    own = cast._replace(first=cast.first + begin // ITEM_SIZES[cast.recipe.saved])
                part = stretch_of(span, begin, end)
                yield whole._replace(gap=gap._replace(at=at), span=part, cast=own), end - begin

    # -- progress ----------------------------------------------------------------------------------------------

    def _tell(self, done: int, total: int) -> None:
        self._last = done, total
        self._pause()

    def _pause(self) -> None:
        done, total = self._last
        self._tick(max(done - self._bytes, 0), total)


def bytes_to_make(preview: Preview, target: Path) -> int:
    """The bytes of the source that workers can make new ones of: none where it or the target is elsewhere."""
    catalogue = preview.catalogue
    if isinstance(target, RemotePath) or catalogue.checkpoint.is_elsewhere:
        return 0
    columns, archive = catalogue.storage_columns, catalogue.checkpoint.archive
    wholes = archive.wholes if isinstance(archive, AssembledArchive) else {}
    rows = zip(columns.keys, columns.nbytes, strict=True)
    return sum(nbytes for index, (key, nbytes) in enumerate(rows) if index in preview.draft.recipes or key in wholes)


def _can_be_cut(span: Span, cast: Casting | None) -> bool:
    """Whether any part of what is made can be made alone, of bytes that lie in files."""
    if cast is None:
        return isinstance(span, AssembledSpan | CutSpan)
    whole = span.size % ITEM_SIZES[cast.recipe.saved] == 0
    alone = all(patch.put is None for patch in cast.recipe.patches)
    return whole and alone and (span.is_verbatim or isinstance(span, AssembledSpan))


def _source_bytes(left: _Left, made: int) -> int:
    """The bytes of the source that so many were made of."""
    if left.cast is None:
        return made
    return made // ITEM_SIZES[left.cast.recipe.dtype] * ITEM_SIZES[left.cast.recipe.saved]

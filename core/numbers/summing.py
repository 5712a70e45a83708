"""The checksums of records of which tensors are put together: known from what is read of them anyway.

A record may be the row of numbers that many tensors are cut out of. The CRC-32 of two stretches one behind the other
follows from those of each (`core.crc`), so that nothing need be read twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from core.crc import crc32, joined
from core.files.copy import Source
from core.formats.assembled import SummedRun
from core.formats.span import Span


class RecordSums:
    """What was read of records, and for which storages of a catalogue, by their numbers."""

    def __init__(self) -> None:
        self._spans: dict[int, Span] = {}
        self._runs: dict[int, list[tuple[int, int, int]]] = {}  # (first byte, bytes, CRC-32), neighbours as one
        self._storages: dict[int, set[int]] = {}
        self._damaged: set[int] = set()

    def add(self, runs: Sequence[SummedRun], storage: int) -> int:
        """Note what was read for a storage; the CRC-32 of all of it."""
        crc = 0
        for run in runs:
            crc = joined(crc, run.crc, run.size) if crc else run.crc
            if run.size == run.span.size and run.span.record is not None and run.span.is_whole_record:
                if run.span.record.crc not in (0, run.crc):
                    self._damaged.add(storage)
                continue
            known = self._known(run.span, storage)
            if known and known[-1][0] + known[-1][1] == run.at:
                first, size, before = known[-1]
                known[-1] = first, size + run.size, joined(before, run.crc, run.size)
            else:
                known.append((run.at, run.size, run.crc))
        return crc

    def add_unknown(self, spans: Iterable[Span], storage: int) -> None:
        """Note records of which something was read in another order than it lies there."""
        for span in spans:
            self._known(span, storage)

    def _known(self, span: Span, storage: int) -> list[tuple[int, int, int]]:
        self._spans[span.offset] = span
        self._storages.setdefault(span.offset, set()).add(storage)
        return self._runs.setdefault(span.offset, [])

    def damaged(self, source: Source, pause: Callable[[], None]) -> list[int]:
        """The storages that have bytes of records that do not match their checksums. Reads what was not read yet."""
        found = set(self._damaged)
        for offset, span in self._spans.items():
            if span.record is None or not span.record.crc or not span.is_whole_record:
                continue
            if self._checksum(span, source, pause) != span.record.crc:
                found |= self._storages[offset]
        return sorted(found)

    def _checksum(self, span: Span, source: Source, pause: Callable[[], None]) -> int:
        end = crc = 0
        for first, size, summed in (*sorted(self._runs[span.offset]), (span.size, 0, 0)):
            if first + size <= end and size:
                continue
            known = size if first >= end else 0
            behind = first if known or not size else first + size
            for piece in source.chunks(span.offset + end, behind - end):
                crc = crc32(piece, crc)
                pause()
            crc = joined(crc, summed, known) if known else crc
            end = behind + known
        return crc

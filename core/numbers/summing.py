"""The checksums of records of which tensors are put together: known from what is read of them anyway.

A record may be the row of numbers that many tensors are cut out of. The CRC-32 of two stretches one behind the other
follows from those of each (``crc32_combine`` of zlib), so that nothing need be read twice.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from core.files.copy import Source
from core.formats.assembled import SummedRun
from core.formats.span import Span

_POLYNOMIAL = 0xEDB88320
_HIGHEST = 1 << 31


def joined(first: int, second: int, length: int) -> int:
    """The CRC-32 of bytes with that of ``first``, and ``length`` bytes with that of ``second`` behind them."""
    return _times(_power(8 * length), first) ^ second


def _times(one: int, other: int) -> int:
    """The product of two polynomials over bits, by that of CRC-32; the highest bit is the lowest power."""
    product = 0
    bit = _HIGHEST
    while one:
        if one & bit:
            product ^= other
            one ^= bit
        bit >>= 1
        other = other >> 1 ^ (_POLYNOMIAL if other & 1 else 0)
    return product


@lru_cache(1 << 12)
def _power(exponent: int) -> int:
    """x to that power."""
    found, square = _HIGHEST, _HIGHEST >> 1
    while exponent:
        if exponent & 1:
            found = _times(square, found)
        square = _times(square, square)
        exponent >>= 1
    return found


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
            if run.size == run.span.size and run.span.record is not None:  # all of it: nothing need be kept
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
                crc = zlib.crc32(piece, crc)
                pause()
            crc = joined(crc, summed, known) if known else crc
            end = behind + known
        return crc

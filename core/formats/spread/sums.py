"""Checksums of records by several workers: large ones are cut, and the CRC-32 of the whole follows from its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.crc import checksum, joined
from core.errors import CheckpointError, Truncated
from core.files.copy import inflate
from core.files.parts import Files, Part
from core.formats.spread.plain_file import PlainFile, open_elsewhere
from core.formats.zip_records import Record
from core.progress import Tick
from core.spread.crew import Crew, spread
from core.spread.cutting import cut, gathered, span_bytes
from core.words import marked, say

WORK = f"{__name__}:summed"
CHUNK = 1 << 18
"""Memory that Python keeps at hand from one piece to the next: from 2 MB on each is asked for anew, which takes three
times as long as reading and summing up. A second thread did not pay either: one sums up more than disks deliver.
"""
MISMATCH = marked("Its bytes do not match the checksum that was saved with them.")


class RecordPart(NamedTuple):
    """``size`` bytes at ``place`` of the record ``number``, ``at`` bytes from its beginning; ``name`` is for messages.

    ``unpacked`` is how many bytes a deflated one makes, which is never cut, and -1 of one that is stored.
    """

    number: int
    at: int
    place: int
    size: int
    unpacked: int
    name: str


@dataclass(frozen=True)
class SumSpan:
    """What a worker sums up, and the ``files`` that it lies in."""

    files: tuple[PlainFile, ...]
    stretches: tuple[RecordPart, ...]


class Summed(NamedTuple):
    """The CRC-32 of ``size`` bytes ``at`` a place of a record, or the ``problem`` with them."""

    number: int
    at: int
    size: int
    crc: int = 0
    problem: str = ""


def summed(span: SumSpan) -> tuple[Summed, ...]:
    """What a worker does."""
    with open_elsewhere(span.files) as files:
        found = tuple(_summed(files, each) for each in span.stretches)
        files.check_unchanged()
    return found


def _summed(files: Files, stretch: RecordPart) -> Summed:
    try:
        crc = crc_of(pieces(files, stretch.place, stretch.size, stretch.name), stretch.unpacked, stretch.name)
    except CheckpointError as error:
        return Summed(stretch.number, stretch.at, stretch.size, problem=str(error))
    except OSError as error:  # a disk that gives no bytes there may give others
        return Summed(stretch.number, stretch.at, stretch.size, problem=error.strerror or str(error))
    return Summed(stretch.number, stretch.at, stretch.size, crc)


def problem_of(record: Record, stored: Iterator[bytes]) -> str:
    """What is wrong with a record whose stored bytes are these; empty where nothing is."""
    try:
        crc = crc_of(stored, record.size if record.method else -1, record.name)
    except CheckpointError as error:
        return str(error)
    except OSError as error:  # a disk that gives no bytes there may give others
        return error.strerror or str(error)
    return "" if crc == record.crc else say(MISMATCH)


def crc_of(stored: Iterator[bytes], unpacked: int, name: str) -> int:
    """The CRC-32 of stored bytes, or of what they unpack to. Raises `Malformed` where they do not."""
    return checksum(stored if unpacked < 0 else inflate(stored, unpacked, name))


def pieces(files: Files, place: int, size: int, name: str) -> Iterator[bytes]:
    """The bytes of a record as they are stored. Raises `Truncated` where the file ends in them."""
    end = place + size
    while place < end:
        piece = files.peek(place, min(CHUNK, end - place))
        if not piece:
            raise Truncated("The file ends inside record {name!r}; it became shorter meanwhile.", name=name)
        place += len(piece)
        yield piece


def compared(records: Sequence[tuple[int, Record]], parts: Sequence[Part], tick: Tick, crew: Crew) -> dict[int, str]:
    """What is wrong with records, each by where its bytes begin; empty of those with which nothing is."""
    total = sum(record.stored for _, record in records)
    most = span_bytes(total, crew.workers)
    files = sorted(map(PlainFile.of, parts), key=lambda file: file.start)
    came: dict[int, list[Summed]] = {}
    done = 0

    def pause() -> None:
        tick(done, total)

    for answer in spread(crew, WORK, _spans(records, files, most), pause):
        lost = (Summed(each.number, each.at, each.size, problem=answer.problem) for each in answer.span.stretches)
        for found in lost if answer.problem else answer.answer:
            came.setdefault(found.number, []).append(found)
            done += found.size
        pause()
    return {place: _problem(record, came.get(number, [])) for number, (place, record) in enumerate(records)}


def _problem(record: Record, found: Iterable[Summed]) -> str:
    crc = 0
    for each in sorted(found, key=lambda each: each.at):
        if each.problem:
            return each.problem
        crc = joined(crc, each.crc, each.size) if each.at else each.crc
    return "" if crc == record.crc else say(MISMATCH)


def _spans(records: Sequence[tuple[int, Record]], files: Sequence[PlainFile], most: int) -> Iterator[SumSpan]:
    for stretches in gathered(((each, each.size) for each in _stretches(records, most)), most):
        first, last = stretches[0].place, max(each.place for each in stretches)
        touched = [file for file in files if file.start <= last and first <= file.start + file.size]
        yield SumSpan(tuple(touched), tuple(stretches))


def _stretches(records: Sequence[tuple[int, Record]], most: int) -> Iterator[RecordPart]:
    """In the order of the files."""
    for number in sorted(range(len(records)), key=lambda number: records[number][0]):
        place, record = records[number]
        whole = RecordPart(number, 0, place, record.stored, record.size if record.method else -1, record.name)
        if record.method or record.stored <= most:
            yield whole
            continue
        for first, last in cut(record.stored, most):
            yield whole._replace(at=first, place=place + first, size=last - first)


Compare = Callable[[int, Record], str | None]
"""What is wrong with the bytes of a record at a place; empty where nothing is, None where nobody compared them yet."""

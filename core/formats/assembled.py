"""Tensors that are put together of pieces: boxes of them lie in storages of several files, as ranks save them.

A piece is contiguous in itself, row by row. A whole tensor is contiguous too, and a storage of its own: what is asked
for of its bytes is gathered from the pieces that have some of them, a stretch at a time, in constant memory.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from math import prod
from typing import ClassVar, NamedTuple

from core.crc import crc32
from core.dtypes import Shape
from core.errors import Malformed
from core.files.copy import CHUNK, Sink, Source
from core.formats.archives import Archive, ItemSizes, Places
from core.formats.several import SeveralArchive, split
from core.formats.span import Span
from core.formats.tensor_node import contiguous
from core.oddities import Oddity


class Piece(NamedTuple):
    """A box of a tensor: ``sizes`` elements a dimension from ``first`` on.

    Its bytes begin at byte ``at`` of ``storage``, which is one of the files' and not put together itself.
    """

    first: Shape
    sizes: Shape
    storage: str
    at: int = 0


class Whole(NamedTuple):
    """A tensor of elements of ``item`` bytes, and the pieces that it is put together of; they lie side by side."""

    shape: Shape
    item: int
    pieces: tuple[Piece, ...]

    @property
    def nbytes(self) -> int:
        return prod(self.shape) * self.item


def check_tiling(name: str, whole: Whole) -> None:
    """Raises `Malformed` where pieces of a tensor overlap, leave a hole or reach out of it."""
    boxes = [(piece.first, piece.sizes) for piece in whole.pieces if prod(piece.sizes)]
    for first, sizes in boxes:
        within = len(first) == len(sizes) == len(whole.shape) and all(
            begin >= 0 and begin + size <= extent for begin, size, extent in zip(first, sizes, whole.shape, strict=True)
        )
        if not within:
            raise Malformed("A piece of {name} lies outside the bounds of the tensor.", name=name)
    covered = sum(prod(sizes) for _, sizes in boxes)
    if covered < prod(whole.shape):
        raise Malformed("Pieces of {name} are missing: they do not make up the whole tensor.", name=name)
    if covered > prod(whole.shape) or not _apart(boxes):
        raise Malformed("Two pieces of {name} claim the same numbers.", name=name)


def _apart(boxes: Sequence[tuple[Shape, Shape]]) -> bool:
    """Whether no two boxes overlap: cuts through all of them are looked for, and then on either side."""
    pending = [list(boxes)]
    while pending:
        group = pending.pop()
        if len(group) < 2:
            continue
        for dimension in range(len(group[0][0])):
            parts = _cut(group, dimension)
            if len(parts) > 1:
                pending += parts
                break
        else:
            return False
    return True


def _cut(boxes: list[tuple[Shape, Shape]], dimension: int) -> list[list[tuple[Shape, Shape]]]:
    """The boxes in groups that do not meet along a dimension."""
    groups: list[list[tuple[Shape, Shape]]] = []
    end = -1
    for box in sorted(boxes, key=lambda box: box[0][dimension]):
        begin, size = box[0][dimension], box[1][dimension]
        if begin >= end:
            groups.append([])
        groups[-1].append(box)
        end = max(end, begin + size)
    return groups


_NOTHING = Whole((), 1, ())
_EMPTY = Span(0, 0, None)
_BUFFER = 1 << 20
_MOST_KNOWN = 1024


@dataclass(frozen=True)
class AssembledSpan(Span):
    """The bytes of a whole tensor, gathered when they are asked for; ``found`` has where each piece lies."""

    whole: Whole = _NOTHING
    found: tuple[Span, ...] = ()

    is_verbatim: ClassVar[bool] = False
    is_whole_record: ClassVar[bool] = False

    def read(self, source: Source, at: int, length: int) -> bytes:
        gathered = bytearray(length)
        for piece, span in zip(self.whole.pieces, self.found, strict=True):
            _Runs(self.whole, piece).gather(gathered, at, partial(span.read, source))
        return bytes(gathered)

    def pieces(self, source: Source) -> Iterator[bytes]:
        """All bytes, a stretch at a time."""
        for at in range(0, self.size, CHUNK):
            yield self.read(source, at, min(CHUNK, self.size - at))

    def write(self, source: Source, sink: Sink) -> None:
        if self.write_runs(source, sink) is None:
            self.write_gathered(source, sink)

    def write_gathered(self, source: Source, sink: Sink) -> int:
        """The same; their CRC-32."""
        crc = 0
        for stretch in self.pieces(source):
            crc = crc32(stretch, crc)
            sink.write_large(memoryview(stretch))
        return crc

    def write_runs(self, source: Source, sink: Sink) -> list[SummedRun] | None:
        """The same where the pieces follow each other in the whole, so that none is put between others.

        None, and nothing is written, of others, and of those whose bytes lie otherwise than they are asked for.
        """
        rows = []
        for piece, span in zip(self.whole.pieces, self.found, strict=True):
            runs = _Runs(self.whole, piece)
            if runs.count > 1 or type(span) is not Span:
                return None
            if runs.count:
                rows.append((runs.begins(0), runs.length, span, piece.at))
        rows.sort(key=lambda row: row[0])
        if [0, *accumulate(row[1] for row in rows)] != [*(row[0] for row in rows), self.size]:
            return None
        copying = _Copying(source, sink, self.size)
        found = [copying.run(span, at, size) for _, size, span, at in rows]
        copying.finish()
        return found


@dataclass(frozen=True)
class CutSpan(Span):
    """The bytes of a tensor of one piece, which lie ``at`` a place of a storage that has others too."""

    of: Span = _EMPTY
    at: int = 0

    def write_runs(self, source: Source, sink: Sink) -> list[SummedRun]:
        copying = _Copying(source, sink, self.size)
        found = [copying.run(self.of, self.at, self.size)]
        copying.finish()
        return found


def sources_of(span: Span) -> tuple[Span, ...]:
    """What of the source a span is, is cut out of, or is put together of."""
    if isinstance(span, AssembledSpan):
        return span.found
    return (span.of,) if isinstance(span, CutSpan) else (span,)


class SummedRun(NamedTuple):
    """``size`` bytes from ``at`` on of what ``span`` is, and their CRC-32."""

    span: Span
    at: int
    size: int
    crc: int


class _Copying:
    """Copies runs by way of one buffer: memory asked for anew each time costs as much as what is read into it."""

    def __init__(self, source: Source, sink: Sink, size: int) -> None:
        self._source, self._sink = source, sink
        self._buffer = memoryview(bytearray(min(size, _BUFFER)))
        self._filled = 0

    def run(self, span: Span, at: int, size: int) -> SummedRun:
        """Read a run, and write what fills the buffer."""
        crc = done = 0
        while done < size:
            stretch = self._buffer[self._filled :][: size - done]
            self._source.read_into(stretch, span.offset + at + done)
            crc = crc32(stretch, crc)
            done += len(stretch)
            self._filled += len(stretch)
            if self._filled == len(self._buffer):
                self.finish()
        return SummedRun(span, at, size, crc)

    def finish(self) -> None:
        """Write what is in the buffer."""
        self._sink.write_large(self._buffer[: self._filled])
        self._filled = 0


class _Runs:
    """The bytes of a piece that lie one behind the other in the whole too: ``count`` runs of ``length`` bytes each."""

    def __init__(self, whole: Whole, piece: Piece) -> None:
        rank = len(whole.shape)
        inner = rank
        while inner and piece.sizes[inner - 1] == whole.shape[inner - 1]:
            inner -= 1
        cut = max(inner - 1, 0)  # the last dimension along which the piece is not all there is
        self._strides = [step * whole.item for step in contiguous(whole.shape)]
        self._start = piece.at
        self._outer = piece.sizes[:cut]
        self._base = sum(begin * step for begin, step in zip(piece.first, self._strides, strict=True))
        self.length = prod(piece.sizes[cut:]) * whole.item
        self.count = prod(self._outer) if self.length else 0

    def begins(self, number: int) -> int:
        """Where in the whole a run begins."""
        at = self._base
        for size, step in zip(reversed(self._outer), reversed(self._strides[: len(self._outer)]), strict=True):
            number, index = divmod(number, size)
            at += index * step
        return at

    def gather(self, gathered: bytearray, at: int, read: Callable[[int, int], bytes]) -> None:
        """Put the bytes of the piece into those of the whole from ``at`` on, as far as they are among them.

        ``read`` gives the bytes of the storage that the piece is in, from an offset on, as many as asked for.
        """
        end = at + len(gathered)
        numbers = range(self.count)
        first = bisect_right(numbers, at - self.length, key=self.begins)
        last = bisect_left(numbers, end, key=self.begins)
        if first >= last:
            return
        skipped = max(at - self.begins(first), 0)
        left_over = max(self.begins(last - 1) + self.length - end, 0)
        size = (last - first) * self.length - skipped - left_over
        data = memoryview(read(self._start + first * self.length + skipped, size))
        taken = 0
        for number in range(first, last):
            begin = self.begins(number)
            low, high = max(begin, at) - at, min(begin + self.length, end) - at
            gathered[low:high] = data[taken : taken + high - low]
            taken += high - low


@dataclass(frozen=True, eq=False, repr=False)
class AssembledArchive(Archive):
    """The archive of several files, some of whose tensors are put together: ``wholes`` by the names of their storages.

    ``below`` is the archive of the files as they are.
    """

    kind: str
    below: Archive
    wholes: Mapping[str, Whole]

    @property
    def oddities(self) -> tuple[Oddity, ...]:
        return self.below.oddities

    def moved(self, start: int) -> AssembledArchive:
        return replace(self, below=self.below.moved(start))

    def files_of(self, key: str) -> Sequence[int]:
        whole = self.wholes.get(key)
        if whole is None:
            return self.below.files_of(key)
        return tuple(dict.fromkeys(file for piece in whole.pieces for file in self.below.files_of(piece.storage)))

    def places(self, source: Source, item_sizes: ItemSizes) -> AssembledPlaces:
        return AssembledPlaces(self, self.below.places(source, item_sizes))

    def check(self, keys: Sequence[str], sizes: Sequence[int], size: int) -> None:
        """Wholes were looked at when they were put together."""
        others = [(key, nbytes) for key, nbytes in zip(keys, sizes, strict=True) if key not in self.wholes]
        self.below.check([key for key, _ in others], [nbytes for _, nbytes in others], size)


class AssembledPlaces(Places):
    """Where whole tensors lie, and all that is not put together."""

    def __init__(self, archive: AssembledArchive, below: Places) -> None:
        self._wholes, self._below = archive.wholes, below
        self._known: dict[str, Span] = {}  # of storages that were asked for: many tensors may be cut out of one

    def span(self, key: str) -> Span:
        whole = self._wholes.get(key)
        if whole is None:
            return self._below.span(key)
        found = tuple(self._gathered(piece, whole.item) for piece in whole.pieces)
        if len(found) == 1 and whole.pieces[0].sizes == whole.shape and found[0].is_verbatim:
            return _only(whole, found[0])
        return AssembledSpan(found[0].offset if found else 0, whole.nbytes, None, None, whole, found)

    def begins(self, key: str) -> int:
        whole = self._wholes.get(key)
        if whole is None:
            return self._below.begins(key)
        return self._below.begins(whole.pieces[0].storage) if whole.pieces else 0

    def _gathered(self, piece: Piece, item: int) -> Span:
        """Where a storage lies whose bytes can be read from anywhere in it."""
        span = self._known.get(piece.storage)
        if span is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            span = self._known[piece.storage] = self._below.span(piece.storage)
        if span.data is not None or (span.record is not None and span.record.method):
            raise Malformed(
                "A piece of a tensor is compressed, which torch never writes. Save a copy of the file that holds "
                "it first."
            )
        if span.size < piece.at + prod(piece.sizes) * item:
            raise Malformed("A file has too few bytes for a piece of a tensor. Fetch the file again.")
        return span


def _only(whole: Whole, span: Span) -> Span:
    """The bytes of a tensor of one piece, which vouches for them where it is a whole record."""
    piece = whole.pieces[0]
    if span.is_whole_record and whole.nbytes == span.size:
        return Span(span.offset + piece.at, whole.nbytes, span.record)
    return CutSpan(span.offset + piece.at, whole.nbytes, None, None, span, piece.at)


# -- which file has what of a tensor ---------------------------------------------------------------------------


_OF_RANK = re.compile(r"(?:.*/)?__(\d+)_\d+\.distcp", re.DOTALL)


class PieceRow(NamedTuple):
    """A piece of a tensor: the ``file`` that it is in, and the box that it is of it.

    The box begins at ``first`` and has ``sizes`` elements, a dimension each; of a flat partition it has one dimension.
    ``rank`` is the process that wrote it, as far as the name of the file says.
    """

    file: str
    first: Shape
    sizes: Shape
    rank: int | None = None


def pieces_of(archive: Archive, names: Sequence[str], key: str) -> tuple[PieceRow, ...]:
    """The pieces that storage ``key`` is put together of; none for one that lies in a file as it is.

    ``names`` are those of the files, as `core.containers.content.Several` has them.
    """
    before = 0
    while isinstance(archive, SeveralArchive):
        number, key = split(key)
        before += archive.firsts[number]
        archive = archive.archives[number]
    if not isinstance(archive, AssembledArchive) or key not in archive.wholes:
        return ()
    rows = []
    for piece in archive.wholes[key].pieces:
        for number in archive.below.files_of(piece.storage):
            name = names[before + number] if before + number < len(names) else ""
            rank = _OF_RANK.fullmatch(name)
            rows.append(PieceRow(name, piece.first, piece.sizes, int(rank[1]) if rank else None))
    return tuple(rows)

"""Where the bytes of a DCP folder lie: each piece is a file of ``torch.save`` of its own, inside one of the folder's.

Such a zip is looked into when bytes of it are asked for: a checkpoint has hundreds of thousands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from operator import mul
from typing import ClassVar, NamedTuple

from core.containers.dcp.chunks import Chunk, Chunks
from core.dtypes import ITEM_SIZES, Shape
from core.errors import CheckpointError, Malformed
from core.files.byte_source import Window
from core.files.copy import CHUNK, Sink, Source
from core.formats.archives import Archive, ItemSizes, Places
from core.formats.span import Span
from core.formats.tensor_node import contiguous
from core.formats.zip_archive import ZipArchive, ZipPlaces, read_record
from core.formats.zip_reader import looks_like, read_archive
from core.objects.call_forms import odd_call
from core.objects.pickle_forms import normalize
from core.objects.tensors import USUAL, V3, rebuilt, signs, tensor_spec
from core.oddities import NOT_OF_TORCH, Oddity, listed_oddities
from core.pickling.nodes import Call
from core.pickling.reader import read_pickle
from core.text import listed
from core.words import say

_SPARSE = 2
"""Elements of a storage that are read for one that is wanted, at most."""


class ByteLayout(NamedTuple):
    """Where elements of ``item`` bytes lie: ``strides`` apart, from byte ``first`` of a storage on."""

    first: int
    shape: Shape
    strides: Shape
    item: int


_NOWHERE, _NOTHING = Span(0, 0, None), ByteLayout(0, (), (), 1)


class _Box(NamedTuple):
    """Some elements: a box of ``shape``, which begins at element ``start`` of the storage."""

    shape: Shape
    start: int


@dataclass(frozen=True)
class PiecedSpan(Span):
    """Bytes that lie nowhere as they are: a subclass says in `read` what some of them are."""

    is_verbatim: ClassVar[bool] = False
    is_whole_record: ClassVar[bool] = False

    def pieces(self, source: Source) -> Iterator[bytes]:
        """All bytes, a stretch at a time."""
        for at in range(0, self.size, CHUNK):
            yield self.read(source, at, min(CHUNK, self.size - at))

    def write(self, source: Source, sink: Sink) -> None:
        for piece in self.pieces(source):
            sink.write_large(memoryview(piece))


@dataclass(frozen=True)
class TurnedSpan(PiecedSpan):
    """The numbers of a tensor, row by row, as they lie in ``storage``."""

    storage: Span = _NOWHERE
    layout: ByteLayout = _NOTHING

    def __post_init__(self) -> None:
        """Raises `Malformed` for elements that lie at the same place, which no file has."""
        steps = zip(self.layout.shape, self.layout.strides, strict=True)
        if not self.storage.is_verbatim or any(count > 1 and step < 1 for count, step in steps):
            raise Malformed("It is laid out as torch never writes it.")

    def read(self, source: Source, at: int, length: int) -> bytes:
        """Some of the bytes, in memory of about their size."""
        item = self.layout.item
        begin, end = at // item, -(-(at + length) // item)
        boxes = _boxes(self.layout.shape, self.layout.strides, 0, (begin, end))
        skipped = at - begin * item
        return b"".join(self._rows(source, box) for box in boxes)[skipped : skipped + length]

    def _rows(self, source: Source, box: _Box) -> bytearray:
        """The elements of a box, row by row."""
        gathered = bytearray(prod(box.shape) * self.layout.item)
        strides = self.layout.strides[len(self.layout.strides) - len(box.shape) :]
        self._fill(source, gathered, (box, 0), (strides, contiguous(box.shape)))
        return gathered

    def _fill(self, source: Source, gathered: bytearray, part: tuple[_Box, int], apart: tuple[Shape, Shape]) -> None:
        """Put a part of a box where it is wanted: at an element of ``gathered``.

        ``apart`` is how far its elements lie from each other, in the storage and there.
        """
        (shape, start), to = part
        strides, steps = apart
        extent = 1 + sum((count - 1) * stride for count, stride in zip(shape, strides, strict=True))
        if extent > _SPARSE * prod(shape):
            widest = max(range(len(shape)), key=lambda at: (shape[at] > 1, strides[at]))
            one = (*shape[:widest], 1, *shape[widest + 1 :])
            for index in range(shape[widest]):
                inner = _Box(one, start + index * strides[widest]), to + index * steps[widest]
                self._fill(source, gathered, inner, apart)
            return
        item = self.layout.item
        data = self.storage.read(source, self.layout.first + start * item, extent * item)
        longest = max(range(len(shape)), key=shape.__getitem__, default=0)
        count, stride, step = shape[longest] if shape else 1, 1, 1
        if shape:
            stride, step = strides[longest], steps[longest]
        others = [range(each) if at != longest else (0,) for at, each in enumerate(shape)]
        for indices in product(*others):
            origin = sum(map(mul, indices, strides)) * item
            low = (to + sum(map(mul, indices, steps))) * item
            for byte in range(item):
                taken = slice(origin + byte, origin + byte + (count - 1) * stride * item + 1, stride * item)
                given = slice(low + byte, low + byte + (count - 1) * step * item + 1, step * item)
                gathered[given] = data[taken]


@dataclass(frozen=True)
class ReversedSpan(PiecedSpan):
    """The numbers of ``stored``, a tensor row by row: each part of ``part`` bytes, a real number, turned end to end
    where the file has the other byte order, and with another sign where torch reads it so.

    ``flipped`` says of each part of an element whether its sign is to change: both of a complex number that is negated,
    the second of one that is conjugated.
    """

    stored: Span = _NOWHERE
    part: int = 1
    is_swapped: bool = False
    flipped: tuple[bool, ...] = (False,)

    def __post_init__(self) -> None:
        """Raises `Malformed` for bytes that are packed, as no piece of torch is."""
        if not (self.stored.is_verbatim or isinstance(self.stored, TurnedSpan)):
            raise Malformed("It is laid out as torch never writes it.")

    def read(self, source: Source, at: int, length: int) -> bytes:
        """Some of the bytes, in memory of about their size."""
        item = self.part * len(self.flipped)
        first, end = at // item * item, -(-(at + length) // item) * item
        data = bytearray(self.stored.read(source, first, end - first))
        if self.is_swapped:
            for byte in range(self.part // 2):
                low, high = slice(byte, None, self.part), slice(self.part - 1 - byte, None, self.part)
                data[low], data[high] = data[high], data[low]
        for place, is_flipped in enumerate(self.flipped):
            if is_flipped:
                signs = slice(place * self.part + self.part - 1, None, item)
                data[signs] = data[signs].translate(_OTHER_SIGN)
        return bytes(data[at - first : at - first + length])


_OTHER_SIGN = bytes(byte ^ 0x80 for byte in range(256))
"""The last byte of a floating number, by that of the same number with the other sign."""


def _boxes(shape: Shape, strides: Shape, start: int, part: tuple[int, int]) -> Iterator[_Box]:
    """The boxes that make up the elements of a tensor from one to another, row by row."""
    begin, end = part
    if begin >= end:
        return
    if not shape or (begin == 0 and end == prod(shape)):
        yield _Box(shape, start)
        return
    row, step = prod(shape[1:]), strides[0]
    first, last = -(-begin // row), end // row
    if begin < first * row:
        before = first - 1
        rest = begin - before * row, min(end - before * row, row)
        yield from _boxes(shape[1:], strides[1:], start + before * step, rest)
    if first < last:
        yield _Box((last - first, *shape[1:]), start + first * step)
    if first <= last:
        yield from _boxes(shape[1:], strides[1:], start + last * step, (0, end - last * row))


KIND = "dcp"
_MOST_KEPT = 4096
"""Spans that are kept: the same one is asked for several times in a row."""


class Inner(NamedTuple):
    """A zip inside a file, with its directory in the offsets of all files."""

    file: int
    archive: ZipArchive


@dataclass(frozen=True, eq=False, repr=False)
class DcpArchive(Archive):
    """The files of a folder, by what lies in them: storage ``17`` is chunk number 17, ``3/0`` storage 0 of object 3.

    ``names`` are what the files are called, ``starts`` where they begin in the space of all. ``oddities`` are those of
    the list and of objects; a piece that has some is refused when it is looked into.
    """

    names: tuple[str, ...]
    starts: tuple[int, ...]
    chunks: Chunks
    objects: Sequence[Inner]
    oddities: tuple[Oddity, ...]

    kind: ClassVar[str] = KIND

    def moved(self, start: int) -> DcpArchive:
        objects = [each._replace(archive=each.archive.moved(start)) for each in self.objects]
        return replace(self, starts=tuple(start + each for each in self.starts), objects=objects)

    def files_of(self, key: str) -> Sequence[int]:
        number, slash, _ = key.partition("/")
        return (self.objects[int(number)].file if slash else self.chunks.chunk(int(number)).file,)

    @property
    def ends(self) -> tuple[int, ...]:
        return tuple(start + size for start, size in zip(self.starts, self.chunks.ends, strict=False))

    @property
    def bytes(self) -> int:
        """Of all pieces and objects together."""
        return self.chunks.bytes

    def inner(self, source: Source, chunk: Chunk) -> ZipArchive:
        """The zip that a piece is, with offsets of all files. Raises a `CheckpointError` where it is none."""
        if chunk.place.transforms:
            raise Malformed(packed(chunk.key, chunk.place.transforms))
        start = self.starts[chunk.file] + chunk.place.offset
        return inner_zip(Window(source, start, chunk.place.length)).moved(start)

    def places(self, source: Source, _item_sizes: ItemSizes) -> DcpPlaces:
        return DcpPlaces(self, source)

    def check(self, keys: Sequence[str], sizes: Sequence[int], size: int) -> None:
        """Chunks were looked at when they were listed."""
        for key, nbytes in zip(keys, sizes, strict=True):
            number, slash, own = key.partition("/")
            if slash:
                self.objects[int(number)].archive.check([own], [nbytes], size)


class DcpPlaces(Places):
    """Where the bytes of chunks and objects lie in an open source."""

    def __init__(self, archive: DcpArchive, source: Source) -> None:
        self._archive, self._source = archive, source
        self._kept: dict[str, Span] = {}

    def span(self, key: str) -> Span:
        """A chunk gives its numbers, row by row."""
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = self._found(key)
        return found

    def begins(self, key: str) -> int:
        number, slash, own = key.partition("/")
        if slash:
            return ZipPlaces(self._archive.objects[int(number)].archive, self._source).begins(own)
        chunk = self._archive.chunks.chunk(int(number))
        return self._archive.starts[chunk.file] + chunk.place.offset

    def _found(self, key: str) -> Span:
        number, slash, own = key.partition("/")
        if slash:
            return ZipPlaces(self._archive.objects[int(number)].archive, self._source).span(own)
        chunk = self._archive.chunks.chunk(int(number))
        if chunk.place.transforms:
            raise Malformed(packed(chunk.key, chunk.place.transforms))
        try:
            return self._of_chunk(chunk)
        except CheckpointError as error:
            raise Malformed(
                "A piece of {key!r} in {file} cannot be read: {reason}",
                key=chunk.key,
                file=self._archive.names[chunk.file],
                reason=error,
            ) from None

    def _of_chunk(self, chunk: Chunk) -> Span:
        start = self._archive.starts[chunk.file] + chunk.place.offset
        window = Window(self._source, start, chunk.place.length)
        archive = inner_zip(window)
        root = _pickled_in(window, archive)
        spec, made = tensor_spec(root) if type(root) is Call else None, rebuilt(root)
        is_dense = made is not None and made.func in (USUAL, V3)
        if spec is None or made is None or not is_dense or (spec.dtype, spec.shape) != (chunk.dtype, chunk.sizes):
            raise Malformed("It is not the tensor that .metadata describes.")
        archive.check([spec.storage.key], [spec.storage.nbytes], 0)
        whole = ZipPlaces(archive.moved(start), self._source).span(spec.storage.key)
        item = ITEM_SIZES[chunk.dtype]
        if spec.stride != contiguous(spec.shape) and spec.elements:
            layout = ByteLayout(spec.offset * item, spec.shape, spec.stride, item)
            found: Span = TurnedSpan(0, chunk.nbytes, None, None, whole, layout)
        else:
            record = whole.record if spec.offset == 0 and whole.size == chunk.nbytes else None
            found = replace(whole, offset=whole.offset + spec.offset * item, size=chunk.nbytes, record=record)
        return _as_read(
            found, chunk.dtype, signs(made), is_swapped=spec.storage.dtype == spec.dtype and _is_big(window, archive)
        )


def inner_zip(window: Window) -> ZipArchive:
    """The directory of the zip that a stretch is. Raises `Malformed` for something else."""
    if not looks_like(window.peek(0, 4)):
        raise Malformed("That part of the file was not written by torch.save.")
    return read_archive(window)


def packed(key: str, transforms: Sequence[str]) -> str:
    """The sentence for bytes that an extension of DCP wrote."""
    return say(
        "The bytes of {key!r} were encoded by an extension of torch.distributed.checkpoint ({name}), which "
        "Pthfinder cannot read. Load the checkpoint with that extension, then save it without the extension.",
        key=key,
        name=listed(transforms),
    )


def _as_read(stored: Span, dtype: str, said: tuple[bool, bool], *, is_swapped: bool) -> Span:
    """The numbers as torch reads them: of a file of the other byte order, conjugated or negated."""
    conjugate, negative = said
    is_complex = dtype.startswith("complex")
    part = ITEM_SIZES[dtype] // (2 if is_complex else 1)
    flipped = (negative, negative != conjugate) if is_complex else (negative,)
    is_swapped = is_swapped and part > 1  # of single bytes there is no other order
    if not (is_swapped or any(flipped)):
        return stored
    if any(flipped) and not is_complex and not dtype.startswith(("float", "bfloat")):
        raise Malformed("It is an integer tensor with the negative bit set, which torch never writes.")
    return ReversedSpan(0, stored.size, None, None, stored, part, is_swapped, flipped)


def _is_big(window: Window, archive: ZipArchive) -> bool:
    """Whether the storages of a piece have their last byte first."""
    record = archive.record("byteorder")
    return record is not None and read_record(window, record) == b"big"


def _pickled_in(window: Window, archive: ZipArchive) -> object:
    """The graph of a piece. Raises `Malformed` for one that no ``torch.save`` writes: a piece is shown or refused."""
    record = archive.record("data.pkl")
    if record is None:
        return None
    data = read_record(window, record)
    pickle = read_pickle(data)
    oddities = [*archive.oddities, *normalize(pickle, "data.pkl", len(data)).oddities]
    oddities += (Oddity("", odd) for odd in map(odd_call, pickle.calls) if odd)
    if oddities:
        told = listed_oddities(oddities)
        raise Malformed("it was {not_of_torch} ({oddities}).", not_of_torch=say(NOT_OF_TORCH), oddities=told)
    return pickle.root

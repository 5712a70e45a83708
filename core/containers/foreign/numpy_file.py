"""NumPy's arrays: an ``.npy``, or an ``.npz`` of several, stored or packed.

Headers are read by NumPy itself, which takes no more of them than a literal; arrays of objects would be pickles, and
are not looked into.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from core.containers.content import Content, Other, Read, Several
from core.containers.location import Location
from core.dtypes import ITEM_SIZES, NO_DEVICE
from core.errors import Malformed, NotACheckpoint, Truncated
from core.files.byte_source import ByteSource
from core.files.copy import Source, inflate
from core.formats.archives import Archive, ItemSizes, Places
from core.formats.identify import explain_stranger, known_zip
from core.formats.span import Span
from core.formats.tensor_node import tensor_node
from core.formats.zip_archive import data_offset
from core.formats.zip_reader import odd_for_python, read_records
from core.formats.zip_records import Record
from core.objects.pickle_forms import mentions_of
from core.oddities import Oddity
from core.pickling.nodes import Call, DictNode
from core.progress import Tick
from core.words import marked, say

KIND = "numpy"
READ_ONLY = marked("These are NumPy arrays. They can be looked at but not changed here.")
_OBJECTS = marked("an array of objects or strings, which Pthfinder does not read")
_MAGIC = b"\x93NUMPY"
_ENDING = ".npy"
_HEAD = 1 << 16
_LONGEST_HEADER = 10_000
"""Characters of a header that NumPy reads without being asked for more."""


class _Array(NamedTuple):
    """An array as its header says, and how many bytes that has."""

    dtype: str
    shape: tuple[int, ...]
    fortran: bool
    header: int

    @property
    def nbytes(self) -> int:
        size = ITEM_SIZES[self.dtype]
        for extent in self.shape:
            size *= extent
        return size

    def node(self, key: str) -> Call:
        node = tensor_node(key, self.dtype, self.shape, NO_DEVICE)
        if not self.fortran:
            return node
        turned = tensor_node(key, self.dtype, self.shape[::-1], NO_DEVICE)
        pid, first, shape, strides, *rest = turned.args
        return Call("R", turned.func, (pid, first, shape[::-1], strides[::-1], *rest))


@dataclass(frozen=True)
class _PackedSpan(Span):
    """The bytes of a packed member behind the first ``skip``."""

    skip: int = 0

    is_verbatim: ClassVar[bool] = False
    is_whole_record: ClassVar[bool] = False

    def summed_pieces(self, source: Source) -> Iterator[bytes]:
        """As `Span.summed_pieces`: the header is of the record too."""
        assert self.record is not None
        return inflate(source.chunks(self.offset, self.record.stored), self.record.size, self.record.name)

    def pieces(self, source: Source) -> Iterator[bytes]:
        assert self.record is not None
        left, missing = self.skip, self.size
        for piece in self.summed_pieces(source):
            missing -= len(piece[left:])
            yield piece[left:]
            left = max(left - len(piece), 0)
        if missing:
            name = self.record.name
            raise Malformed("The header of the array {name!r} is damaged. Fetch the file again.", name=name)


@dataclass(frozen=True, eq=False, repr=False)
class ArraysArchive(Archive):
    """Where arrays lie: behind their headers. ``records`` are the members that they are, None for a file by itself.

    ``oddities`` is what NumPy never writes there.
    """

    arrays: Mapping[str, _Array]
    records: Mapping[str, Record | None]
    oddities: tuple[Oddity, ...]
    start: int = 0

    kind: ClassVar[str] = KIND

    def moved(self, start: int) -> ArraysArchive:
        return replace(self, start=self.start + start)

    @property
    def members(self) -> dict[str, Record]:
        """The members that arrays are, by the names of these, where they lie."""
        found = ((key, record) for key, record in self.records.items() if record is not None)
        return {key: record._replace(header=record.header + self.start) for key, record in found}

    def places(self, source: Source, _item_sizes: ItemSizes) -> _Places:
        return _Places(self, source)

    def check(self, keys: Sequence[str], _sizes: Sequence[int], size: int) -> None:
        for key in keys:
            record, array = self.records[key], self.arrays[key]
            there = record.size if record is not None else size - self.start
            if array.header + array.nbytes > there:
                raise Truncated("The array {key!r} is cut short. Fetch the file again.", key=key)


class _Places(Places):
    def __init__(self, archive: ArraysArchive, source: Source) -> None:
        self._archive, self._source = archive, source

    def span(self, key: str) -> Span:
        archive, array = self._archive, self._archive.arrays[key]
        record = archive.records[key]
        if record is None:
            return Span(archive.start + array.header, array.nbytes, None)
        here = record._replace(header=record.header + archive.start)
        begins = data_offset(self._source, here)
        if record.method == 0:
            return Span(begins + array.header, array.nbytes, None)
        return _PackedSpan(begins, array.nbytes, here, None, array.header)

    def begins(self, key: str) -> int:
        record = self._archive.records[key]
        return self._archive.start + (record.header if record is not None else 0)


def claims(location: Location) -> bool:
    """Whether it is an array, or a zip with arrays in it."""
    if location.head.startswith(_MAGIC):
        return True
    is_zip = location.head.startswith(b"PK")
    return is_zip and any(name.endswith(_ENDING) for name in read_records(location.file))


def read(location: Location, _tick: Tick, _read_other: Read) -> Content:
    """The arrays by their names.

    Raises `Malformed` for a header that NumPy cannot read, `NotACheckpoint` where none is of numbers of torch.
    """
    arrays: dict[str, _Array] = {}
    records: dict[str, Record | None] = {}
    others: list[Other] = []
    oddities: list[Oddity] = []
    if location.head.startswith(_MAGIC):
        heads: list[tuple[str, Record | None, bytes]] = [(location.path.stem, None, location.head)]
    else:
        found = read_records(location.file)
        oddities += odd_for_python(found)
        heads = [(found.for_python(name), found[name], _first_bytes(location.file, found[name])) for name in found]
    for name, record, head in heads:
        array = _header(name, head) if head.startswith(_MAGIC) else None
        if array is None:
            others.append(Other(name, _OBJECTS))
            continue
        key = name.removesuffix(_ENDING)
        if key in arrays:
            oddities.append(Oddity(name, say("an array of the same name as another")))
        arrays[key], records[key] = array, record
    if not arrays:
        raise NotACheckpoint(
            known_zip([name for name, _, _ in heads]) or explain_stranger(location.head, location.name)
        )
    tensors = {key: array.node(key) for key, array in arrays.items()}
    root = DictNode([each for pair in tensors.items() for each in pair])
    several = Several(KIND, (location.name,), others=tuple(others))
    return Content(
        ArraysArchive(arrays, records, tuple(oddities)),
        root,
        mentions_of(tensors.values()),
        2,
        READ_ONLY,
        several=several,
    )


def _first_bytes(file: ByteSource, record: Record) -> bytes:
    raw = file.peek(data_offset(file, record), min(record.stored, _HEAD))
    if not record.method:
        return raw
    try:
        return zlib.decompressobj(-15).decompress(raw, _HEAD)
    except zlib.error:
        raise Malformed(
            "Record {name!r} does not unpack; the file is damaged. Fetch it again.", name=record.name
        ) from None


def _header(name: str, head: bytes) -> _Array | None:
    """What the header of an array says; None for an array that is of no numbers of torch."""
    from tokenize import TokenError  # noqa: PLC0415 - for such files alone

    from numpy.lib import format as npy  # noqa: PLC0415

    stream = io.BytesIO(head)
    try:
        version = npy.read_magic(stream)
        read_header: Any = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, fortran, dtype = read_header(stream, max_header_size=_LONGEST_HEADER)
    except (ValueError, SyntaxError, TokenError, RecursionError, MemoryError):
        raise Malformed("The header of the array {name!r} is damaged. Fetch the file again.", name=name) from None
    known = dtype.name in ITEM_SIZES and dtype.isnative and dtype.fields is None and min(shape, default=0) >= 0
    return _Array(dtype.name, tuple(map(int, shape)), bool(fortran), stream.tell()) if known else None

"""The pieces of all tensors of a folder: columns, of which a piece is made when somebody asks for it."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from operator import le
from typing import NamedTuple

from core.containers.dcp.listing import Listing, PiecePlace
from core.containers.dcp.runs import Tensor
from core.dtypes import ITEM_SIZES, Shape
from core.errors import Malformed, Truncated
from core.formats.assembled import Piece, Whole, check_tiling
from core.text import clip
from core.words import say


class Chunk(NamedTuple):
    """A piece of the tensor ``key``: a box of ``sizes`` elements a dimension from ``first`` on, at a ``place``.

    ``file`` is the number of the file that it is in.
    """

    key: str
    dtype: str
    first: Shape
    sizes: Shape
    file: int
    place: PiecePlace

    @property
    def nbytes(self) -> int:
        return prod(self.sizes) * ITEM_SIZES[self.dtype]


class _Cut(NamedTuple):
    """A tensor with those of its pieces that have any elements: where each of these begins, and its bytes."""

    tensor: Tensor
    firsts: tuple[Shape, ...]
    sizes: tuple[int, ...]


class Chunks:
    """The tensors that were put in, by their numbers, and their pieces by theirs.

    ``files`` are the numbers of the files that are there, by name; ``ends`` are their sizes, and those of lists.
    """

    def __init__(self, listing: Listing, files: Mapping[str, int], ends: Sequence[int]) -> None:
        self._places, self._files, self.ends = listing.places, files, ends
        self._keys: list[str] = []
        self._cuts: list[_Cut] = []
        self._starts = array("q")
        self._numbers = array("q")
        self._known: dict[int, _Cut] = {}
        self._kept: list[Tensor] = []
        places = listing.places
        if places.files and files.keys() >= set(places.files):
            limits = map(ends.__getitem__, map(files.__getitem__, places.files))
            self._all_inside = all(map(le, map(int.__add__, places.offsets, places.lengths), limits))
        else:
            self._all_inside = False

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def packed(self) -> bool:
        """Whether an extension wrote the bytes of any."""
        return bool(self._places.transforms)

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return len(self._numbers)

    @property
    def bytes(self) -> int:
        """Of all that was listed, with the zips around it."""
        return sum(self._places.lengths)

    def put(self, key: str, tensor: Tensor) -> list[str]:
        """Put in a tensor, unless files with pieces of it are missing: their names.

        Raises `Malformed` where its pieces do not make it up or it is not said where they lie, and `Truncated` where
        that is behind the end of a file.
        """
        cut = self._known.get(id(tensor)) or self._cut(key, tensor)
        find = self._places.find
        numbers = [find((key, first), -1) for first in cut.firsts]
        if -1 in numbers:
            raise Malformed(nowhere(key))
        lost = () if self._all_inside else self._lost(key, numbers)
        if lost:
            return list(lost)
        lengths = self._places.lengths
        if not all(map(le, cut.sizes, map(lengths.__getitem__, numbers))) and not self.packed:
            raise Malformed(outside(key, self._places.files[numbers[0]]))
        self._keys.append(key)
        self._cuts.append(cut)
        self._starts.append(len(self._numbers))
        self._numbers.extend(numbers)
        return []

    def inside(self, key: str, place: PiecePlace) -> int | None:
        """The number of the file that something lies in; None for one that is missing. Raises `Truncated`."""
        file = self._files.get(place.file)
        if file is not None and place.offset + place.length > self.ends[file]:
            raise Truncated(outside(key, place.file))
        return file

    def row_of(self, number: int) -> int:
        """The number of the tensor that a piece is of."""
        return bisect_right(self._starts, number) - 1

    def chunk(self, number: int) -> Chunk:
        row = self.row_of(number)
        tensor = self._cuts[row].tensor
        first, sizes = tensor.chunks[number - self._starts[row]]
        place = self._places[self._numbers[number]]
        return Chunk(self._keys[row], tensor.dtype, first, sizes, self._files[place.file], place)

    def whole(self, row: int) -> Whole:
        """The tensor of this number."""
        tensor, start = self._cuts[row].tensor, self._starts[row]
        pieces = (Piece(first, sizes, str(start + at)) for at, (first, sizes) in enumerate(tensor.chunks))
        return Whole(tensor.shape, ITEM_SIZES[tensor.dtype], tuple(pieces))

    def _cut(self, key: str, tensor: Tensor) -> _Cut:
        item = ITEM_SIZES[tensor.dtype]
        chunks = tuple(chunk for chunk in tensor.chunks if all(chunk[1]))
        check_tiling(clip(key), Whole(tensor.shape, item, tuple(Piece(*chunk, "") for chunk in chunks)))
        sizes = tuple(prod(extent) * item for _, extent in chunks)
        # The tensor is kept with it, so that no other one gets its id.
        cut = self._known[id(tensor)] = _Cut(tensor._replace(chunks=chunks), tuple(first for first, _ in chunks), sizes)
        self._kept.append(tensor)
        return cut

    def _lost(self, key: str, numbers: Sequence[int]) -> dict[str, None]:
        places = [self._places[number] for number in numbers]
        return {place.file: None for place in places if self.inside(key, place) is None}


class Wholes(Mapping[str, Whole]):
    """The whole tensors by the names of their storages, which are their numbers."""

    def __init__(self, chunks: Chunks) -> None:
        self._chunks = chunks

    def __getitem__(self, key: str) -> Whole:
        if not key.isdecimal() or int(key) >= len(self._chunks):
            raise KeyError(key)
        return self._chunks.whole(int(key))

    def __iter__(self) -> Iterator[str]:
        return map(str, range(len(self._chunks)))

    def __len__(self) -> int:
        return len(self._chunks)


def nowhere(key: str) -> str:
    """The sentence for an entry that has no place."""
    return say("The .metadata of this checkpoint does not say where {key!r}, or a piece of it, lies.", key=clip(key))


def outside(key: str, file: str) -> str:
    """The sentence for an entry that lies where a file has nothing."""
    return say(
        "According to .metadata, {key!r} lies beyond the end of {file}: the file was cut short, or belongs to "
        "another save. Fetch the file again.",
        key=clip(key),
        file=clip(file),
    )

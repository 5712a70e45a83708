"""A folder of ``torch.distributed.checkpoint``: ``.metadata``, and the ``.distcp`` files that ranks wrote.

The tree is that of ``.metadata`` alone; tensors are put together of their pieces when their numbers are asked for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core.containers import zip_file
from core.containers.content import Content, Missing, Other, Read, Several
from core.containers.dcp.archive import KIND, DcpArchive, Inner, packed
from core.containers.dcp.chunks import Chunks, Wholes, nowhere
from core.containers.dcp.listing import Listing, Nest, PiecePlace, joined, read_listing
from core.containers.dcp.runs import Tensor
from core.containers.joining import ReadPart, check_byte_order, inside, join, merged, read_part, renamed
from core.containers.known_files import what_is
from core.containers.location import Location, are_there, located
from core.containers.lost import from_text
from core.dtypes import Shape
from core.errors import CannotOpen, CheckpointError, Malformed, TooLarge
from core.files.byte_source import FileIdentity, part_of
from core.files.parts import Files, Part, identity_of, side_by_side
from core.formats.assembled import AssembledArchive
from core.formats.tensor_node import tensor_maker
from core.formats.zip_archive import ZipArchive
from core.objects.pickle_forms import Mentions, mentions_of
from core.oddities import Oddity
from core.pickling.nodes import ATOMS, Call, DictNode, mapping
from core.progress import Tick
from core.words import marked, say

_META = "meta.pt"


def with_rest(location: Location, content: Content, tick: Tick, read_other: Read) -> Content:
    """A folder with what Lightning put beside it, and the names of what else there is."""
    several = content.several
    assert several is not None
    known = {*several.names, *several.extra}
    others = tuple(Other(name, what_is(name)) for name in location.names if name not in known and name != _META)
    several = several._replace(others=others)
    if _META not in location.names:
        return content._replace(several=several)
    try:
        meta = read_part(location.folder, _META, read_other, tick)
    except CheckpointError as error:
        missing = (*several.missing, Missing(_META, (), str(error)))
        return content._replace(several=several._replace(missing=missing))
    own, more = mapping(content.root), mapping(meta.content.root)
    assert own is not None
    flat = [*own.items]
    taken = {key for key in own.items[::2] if isinstance(key, str)}
    doubled = []
    for key, value in zip(more.items[::2], more.items[1::2], strict=True) if more else (("meta", meta.content.root),):
        if isinstance(key, str) and key in taken:
            doubled.append(key)
        else:
            flat += (key, value)
    several = several._replace(names=(*several.names, _META), doubled=tuple(doubled))
    whole = ReadPart(location.folder.name, location.folder, location.identity, content)
    return join([whole, meta], DictNode(flat), several)


_MOST_BYTES = 1 << 30
"""Of all objects together, with the tensors in them."""
_SMALL = 4096
"""Bytes of an object that is not read again where another one has the same: ``lr`` of a thousand parameters."""


class SavedObject(NamedTuple):
    """An object, where it lies: its ``key``, the number of its ``file``, and its ``place`` there."""

    key: str
    file: int
    place: PiecePlace


class Objects:
    """Reads objects, and keeps what they mention: ``inner`` has the zips in which tensors of theirs lie."""

    def __init__(self, parts: tuple[Part, ...], tick: Tick, read_other: Read) -> None:
        self.inner: list[Inner] = []
        self.mentions: list[Mentions] = []
        self.oddities: list[Oddity] = []
        self._parts, self._tick, self._read_other = parts, tick, read_other
        self._known: dict[bytes, Any] = {}
        self._bytes = 0

    def read(self, files: Files, saved: SavedObject) -> Any:
        """The graph of one. Raises `Malformed` for what torch did not save, `TooLarge` for too much of it."""
        self._tick(0, 0)
        place, part = saved.place, self._parts[saved.file]
        if place.transforms:
            raise Malformed(packed(saved.key, place.transforms))
        self._bytes += place.length
        if self._bytes > _MOST_BYTES:
            raise TooLarge(say("bytes of objects"), self._bytes, _MOST_BYTES)
        window = part_of(files.open(saved.file), place.offset, place.length)
        raw = window.peek(0, place.length) if place.length <= _SMALL else b""
        if raw in self._known:
            return self._known[raw]
        location = Location(part.path, part.identity, window)
        try:
            content = zip_file.read(location, self._tick, self._read_other) if zip_file.claims(location) else None
            if content is None or not isinstance(content.archive, ZipArchive):
                raise Malformed("That part of the file was not written by torch.save.")
            check_byte_order(location, content)
        except CheckpointError as error:
            file, reason = part.path.name, error
            raise Malformed(
                "{key!r} in {file} cannot be read: {reason}", key=saved.key, file=file, reason=reason
            ) from None
        mentions = content.mentions
        self.oddities += (Oddity(f"{saved.key}: {odd.place}", odd.what) for odd in content.archive.oddities)
        if raw and type(content.root) in ATOMS and not mentions.oddities:
            self._known[raw] = content.root
            return content.root
        self.mentions.append(mentions)
        if mentions.persistent:
            renamed(len(self.inner), mentions.persistent, part.path.name)
            self.inner.append(Inner(saved.file, content.archive.moved(part.start + place.offset)))
        return content.root


_LIST, _END = ".metadata", ".distcp"
_OF_RANK = re.compile(r"__\d+\.metadata")
"""What a rank lists for itself, where ranks save without telling each other (``use_collectives=False``)."""
_MARK = b"torch.distributed"
_MOST_LIST = 1 << 30
"""Bytes of a list; one of 100,000 pieces takes 15 million."""
_MOST_FILES = 100_000
_LOWEST_PROTOCOL = 2
_PACKED = marked(
    "Pieces of this checkpoint were encoded by an extension of torch.distributed.checkpoint. It can be looked at "
    "but not changed here; load it with that extension, then save it without the extension."
)


def claims(location: Location) -> bool:
    """Whether it is a folder of the kind, its list, or one of its files."""
    if location.alone:
        return False
    if location.is_folder:
        return any(name.endswith(_END) for name in location.names) or bool(_lists(location))
    return location.name.endswith(_END) or _MARK in location.head


def read(location: Location, tick: Tick, read_other: Read) -> Content:
    """All of it as one tree.

    Raises `CannotOpen` where the list is missing, or every file; `Malformed` for a list that contradicts itself, and
    `Truncated` for a file that ends before what the list says is in it.
    """
    names = _lists(location)
    if not names:
        raise CannotOpen(
            "{path} has .distcp files of torch.distributed.checkpoint, but not the .metadata that says what is in "
            "them: the save did not finish, or .metadata was not copied. Copy .metadata into the folder, or use an "
            "earlier checkpoint.",
            path=os.fspath(location.folder),
        )
    listing, lists = _listed(location.folder, names)
    files = _files(location, listing)
    content = _Folder(listing, files, lists).content(location, tick, read_other)
    return with_rest(location, content, tick, read_other)


def _lists(location: Location) -> list[str]:
    """The names of the lists: the one of all ranks, or those of each rank, which are asked for by any of them."""
    by_rank = [name for name in location.names if _OF_RANK.fullmatch(name)]
    is_of_rank = not location.is_folder and location.name in by_rank
    names = [_LIST] if _LIST in location.names and not is_of_rank else by_rank
    there = are_there(location.folder, names)
    return [name for name in there if (location.folder / name).is_file() and _is_list(location.folder / name)]


def _is_list(path: Path) -> bool:
    with located(path, alone=True) as location:
        return _MARK in location.head


def _listed(folder: Path, names: Sequence[str]) -> tuple[Listing, list[tuple[Path, FileIdentity]]]:
    listings, lists = [], []
    for name in names:
        with located(inside(folder, name), alone=True) as location:
            size = location.file.size
            if size > _MOST_LIST:
                raise TooLarge(say("bytes of .metadata"), size, _MOST_LIST)
            listings.append(read_listing(location.file.claimed(0, size)))
            lists.append((location.path, location.identity))
    return joined(listings) if len(listings) > 1 else listings[0], lists


class _File(NamedTuple):
    """A file of pieces: None for its identity where it is not there."""

    name: str
    path: Path
    identity: FileIdentity | None


def _files(location: Location, listing: Listing) -> list[_File]:
    """The files that the list names, sorted. Raises `CannotOpen` for one outside the folder, or where none is there."""
    names = sorted(set(listing.places.files), key=_by_number)
    if len(names) > _MOST_FILES:
        raise TooLarge(say("files"), len(names), _MOST_FILES)
    files, there = [], set(are_there(location.folder, names))
    for name in names:
        path = inside(location.folder, name)
        try:
            files.append(_File(name, path, identity_of(path) if name in there and path.is_file() else None))
        except OSError as error:
            raise CannotOpen("{path} cannot be opened: {reason}.", path=path, reason=error.strerror) from None
    if files and all(file.identity is None for file in files):
        raise CannotOpen(
            "All {count} files that hold the pieces of {name} are missing.", count=len(names), name=location.name
        )
    return files


def _by_number(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", name)]


class _Folder:
    """A folder that is being read."""

    def __init__(self, listing: Listing, files: Sequence[_File], lists: Sequence[tuple[Path, FileIdentity]]) -> None:
        self.listing = listing
        self.names = [file.name for file in files if file.identity is not None]
        self.parts = side_by_side(
            [*((file.path, file.identity) for file in files if file.identity is not None), *lists]
        )
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.lost: dict[str, list[str]] = {file.name: [] for file in files if file.identity is None}
        self._makers: dict[tuple[str, Shape], Callable[[str], Call]] = {}
        self.chunks = Chunks(listing, self.numbers, [part.size for part in self.parts])

    def content(self, location: Location, tick: Tick, read_other: Read) -> Content:
        nest, objects = Nest(), Objects(self.parts, tick, read_other)
        nodes: list[Call] = []
        paths = self.listing.paths
        with Files(self.parts) as files:
            for key in self._in_order():
                entry = self.listing.entries[key]
                if entry is None:
                    value = self._object(key, objects, files)
                else:
                    value = self._tensor(key, entry)
                    nodes += () if value is _LOST else (value,)
                if value is not _LOST:
                    nest.put(paths.get(key) or (key,), value)
        starts = tuple(part.start for part in self.parts)
        below = DcpArchive(
            tuple(self.names), starts, self.chunks, objects.inner, (*self.listing.oddities, *objects.oddities)
        )
        archive = AssembledArchive(KIND, below, Wholes(self.chunks))
        lists = [part.path.name for part in self.parts[len(self.names) :]]
        missing = tuple(Missing(name, tuple(keys)) for name, keys in self.lost.items())
        extra = tuple(name for name in location.names if name.endswith(_END) and name not in self.numbers)
        several = Several(KIND, (*self.names, *lists), missing, extra)
        mentions = merged([mentions_of(nodes), *objects.mentions])
        read_only = _PACKED if self.chunks.packed else None
        files_read = tuple((part.path, part.identity) for part in self.parts)
        lost = from_text(self.listing.mark)
        return Content(archive, nest.root, mentions, _LOWEST_PROTOCOL, read_only, files_read, several, lost)

    def _in_order(self) -> list[str]:
        """The keys in the order in which they were saved, where the list has it."""
        entries, paths = self.listing.entries, self.listing.paths
        return [*(key for key in paths if key in entries), *(key for key in entries if key not in paths)]

    def _object(self, key: str, objects: Objects, files: Files) -> Any:
        """The graph of an object; `_LOST` where its file is missing."""
        number = self.listing.places.find((key, None))
        if number is None:
            raise Malformed(nowhere(key))
        place = self.listing.places[number]
        file = self.chunks.inside(key, place)
        if file is None:
            self.lost[place.file].append(key)
            return _LOST
        return objects.read(files, SavedObject(key, file, place))

    def _tensor(self, key: str, tensor: Tensor) -> Any:
        """The node of a tensor; `_LOST` where the file of a piece is missing."""
        lost = self.chunks.put(key, tensor)
        for name in lost:
            self.lost[name].append(key)
        return _LOST if lost else self._maker(tensor)(str(len(self.chunks) - 1))

    def _maker(self, tensor: Tensor) -> Callable[[str], Call]:
        """What makes the nodes of tensors of this kind."""
        kind = tensor.dtype, tensor.shape
        if kind not in self._makers:
            self._makers[kind] = tensor_maker(*kind)
        return self._makers[kind]


_LOST: Any = object()

"""What ``torch.distributed.checkpoint`` keeps as bytes: each a file of ``torch.save`` of one object. Read, not run."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.containers import zip_file
from core.containers.content import Read
from core.containers.dcp.archive import Inner, packed
from core.containers.dcp.listing import PiecePlace
from core.containers.joining import renamed
from core.containers.location import Location
from core.errors import CheckpointError, Malformed, TooLarge
from core.files.byte_source import part_of
from core.files.parts import Files, Part
from core.formats.zip_archive import ZipArchive
from core.objects.pickle_forms import Mentions
from core.pickling.nodes import ATOMS
from core.progress import Tick
from core.words import say

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
            if not zip_file.claims(location):
                raise Malformed(say("What lies there is no file of torch.save."))
            content = zip_file.read(location, self._tick, self._read_other)
        except CheckpointError as error:
            file, reason = part.path.name, error
            raise Malformed(
                say("{key!r} in {file} cannot be read: {reason}", key=saved.key, file=file, reason=reason)
            ) from None
        mentions = content.mentions
        if raw and type(content.root) in ATOMS and not mentions.oddities:
            self._known[raw] = content.root
            return content.root
        self.mentions.append(mentions)
        if mentions.persistent and isinstance(content.archive, ZipArchive):
            renamed(len(self.inner), mentions.persistent, part.path.name)
            self.inner.append(Inner(saved.file, content.archive.moved(part.start + place.offset)))
        return content.root

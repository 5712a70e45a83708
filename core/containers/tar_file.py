"""The tar of torch before 0.1.10: storages, tensors and the object in a member each.

Source: ``legacy_load`` in ``torch/serialization.py``. The object refers to tensors by numbers, those to storages, and
some storages are views of others. Members are read where they lie; nothing is unpacked.
"""

from __future__ import annotations

import struct
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from core.containers.content import Content, Read
from core.containers.location import Location
from core.dtypes import ITEM_SIZES, STORAGE_CLASSES
from core.errors import Malformed, TooLarge, Truncated
from core.files.byte_source import ByteSource
from core.files.copy import Source
from core.files.parts import Stream
from core.formats.archives import Archive, ItemSizes, Places, check_storage
from core.formats.legacy import is_tar
from core.formats.span import Span
from core.formats.tensor_node import tensor_node
from core.objects.pickle_forms import mentions_of, normalize
from core.oddities import Oddity
from core.pickling.nodes import Call, Global, PersistentId, substituted
from core.pickling.reader import Pickle, read_pickle
from core.progress import Tick
from core.text import clip
from core.words import marked, say


@dataclass(frozen=True, eq=False, repr=False)
class PlacedArchive(Archive, Places):
    """``kind`` is what it is called, ``found`` where each storage begins and its bytes, and ``start`` the front.

    ``oddities`` is what torch never wrote there.
    """

    kind: str
    found: Mapping[str, tuple[int, int]]
    oddities: tuple[Oddity, ...]
    start: int = 0

    def moved(self, start: int) -> PlacedArchive:
        return replace(self, start=self.start + start)

    def places(self, _source: Source, _item_sizes: ItemSizes) -> PlacedArchive:
        """The directory says it all."""
        return self

    def check(self, keys: Sequence[str], sizes: Sequence[int], size: int) -> None:
        for key, nbytes in zip(keys, sizes, strict=True):
            place = self.found.get(key)
            check_storage(key, nbytes, None if place is None else place[1])
            if place is not None and self.start + sum(place) > size:
                raise Truncated(
                    "The file ends inside the bytes of a tensor; it was cut short or damaged. Fetch it again."
                )

    def span(self, key: str) -> Span:
        begin, size = self.found[key]
        return Span(self.start + begin, size, None)

    def begins(self, key: str) -> int:
        return self.start + self.found[key][0]


KIND = "tar"
_WANTED = ("storages", "tensors", "pickle")
_MOST_MEMBERS = 100
_MOST_LISTED = 1_000_000
_MOST_DIMENSIONS = 64
_CHUNK, _LARGEST_PICKLE = 4096, 64 << 20
_COUNT = struct.Struct("<q")
_DIMENSIONS = struct.Struct("<ii")
"""torch reads four bytes of it, and skips four: older files had one number of eight."""
_NOT_OF_TORCH = marked(
    "A storage or a tensor of this tar is described in a way that torch never writes; it is damaged or malicious."
)


class _Storage(NamedTuple):
    """A storage by its ``key``: ``nbytes`` at ``offset`` of the file. A view of one begins ``first`` elements later."""

    key: str
    dtype: str
    device: str
    offset: int
    nbytes: int
    first: int = 0

    def tensor(self, shape: tuple[int, ...], strides: tuple[int, ...], first: int) -> Call:
        """The node of a tensor that lies in it."""
        whole = tensor_node(self.key, self.dtype, (self.nbytes // ITEM_SIZES[self.dtype],), self.device)
        pid, _, _, _, *rest = whole.args
        return Call("R", whole.func, (pid, self.first + first, shape, strides, *rest))


def claims(location: Location) -> bool:
    """Whether it is a tar with the members that torch wrote."""
    return is_tar(location.head) and set(_WANTED) <= _members(location.file, []).keys()


def read(location: Location, _tick: Tick, _read_other: Read) -> Content:
    """The object with its tensors. Raises `Malformed` and `Truncated` where the members contradict themselves."""
    oddities: list[Oddity] = []
    members = _members(location.file, oddities)
    streams = [_Stream(location.file, name, *members[name], oddities) for name in _WANTED[:2]]
    storages = _storages(streams[0])
    tensors: dict[str, Call] = {}
    for key, made_tensor in _tensors(streams[1], storages):
        _note_twice(key, tensors, "tensors", oddities)
        tensors[key] = made_tensor
    for stream in streams:
        stream.end()
    start, size = members["pickle"]
    if size > _LARGEST_PICKLE:
        raise TooLarge(say("bytes of pickle"), size, _LARGEST_PICKLE)
    pickle = read_pickle(location.file.claimed(start, size))
    used: dict[int, Call] = {}

    def tensor_for(node: PersistentId) -> Any:
        if type(node.pid) is tuple:  # a class with its source code, as the legacy format has it too
            node.pid = ("module", *node.pid)
            return node
        found = tensors.get(str(node.pid))
        if found is None:
            raise Malformed("The pickle refers to a tensor that is not in the file; it is damaged.")
        return used.setdefault(id(found), found)

    root = substituted(pickle.root, tensor_for, frozenset({PersistentId}))
    mentions = normalize(pickle, "pickle", size)
    made = mentions_of(used.values())
    mentions.calls = [*mentions.calls, *made.calls]
    mentions.persistent = [*(node for node in mentions.persistent if type(node.pid) is tuple), *made.persistent]
    mentions.names = list(dict.fromkeys([*mentions.names, *made.names]))
    archive = PlacedArchive(KIND, {each.key: (each.offset, each.nbytes) for each in storages.values()}, tuple(oddities))
    return Content(archive, root, mentions, max(pickle.protocol, 1))


def _members(file: ByteSource, oddities: list[Oddity]) -> dict[str, tuple[int, int]]:
    """Where members begin, and how many bytes they have: of a name the last, as torch takes it. Adds what is odd."""
    found: dict[str, tuple[int, int]] = {}
    try:
        with tarfile.open(fileobj=Stream(file), mode="r:") as tar:
            for _ in range(_MOST_MEMBERS):
                member = tar.next()
                if member is None:
                    break
                _note_twice(member.name, found, member.name, oddities)
                if member.isreg() and not member.issparse():
                    found[member.name] = member.offset_data, member.size
                elif not member.isdir():
                    oddities.append(Oddity(member.name, say("a link, or something else that is not a file")))
            else:
                oddities.append(
                    Oddity("", say("more than {most} members; Pthfinder does not read the rest", most=_MOST_MEMBERS))
                )
    except (tarfile.TarError, ValueError, OverflowError, RecursionError):
        return {}
    return found


def _note_twice(name: str, known: Mapping[str, Any], place: str, oddities: list[Oddity]) -> None:
    if name in known:
        oddities.append(Oddity(place, say("{name!r} is there twice", name=clip(name))))


class _Stream:
    """Pickles and numbers one behind the other, in the member ``name``; ``oddities`` gathers what is odd there."""

    def __init__(self, file: ByteSource, name: str, start: int, size: int, oddities: list[Oddity]) -> None:
        self._file, self.name, self.at, self._end = file, name, start, start + size
        self.oddities = oddities

    def end(self) -> None:
        """Note what follows behind all that was read."""
        if self.at < self._end:
            self.oddities.append(Oddity(self.name, say("bytes after the last listed tensor")))

    def pickle(self) -> Pickle:
        """The next pickle; it refers to nothing outside."""
        length = _CHUNK
        while True:
            data = self._file.claimed(self.at, min(length, self._end - self.at))
            try:
                found = read_pickle(data)
            except Truncated:
                if len(data) < length or length > _LARGEST_PICKLE:
                    raise
                length *= 16
                continue
            self.at += found.end
            self.oddities += normalize(found).oddities
            return found

    def count(self) -> int:
        """How many of something follow."""
        number = self.pickle().root
        if type(number) is not int or not 0 <= number <= _MOST_LISTED:
            raise Malformed("The tar lists an impossible number of tensors; it is damaged.")
        return number

    def numbers(self, form: struct.Struct) -> tuple[int, ...]:
        raw = self._file.peek(self.at, form.size) if self.at + form.size <= self._end else b""
        if len(raw) < form.size:
            raise Truncated("The file ends before all tensors' bytes are there; it was cut short. Fetch it again.")
        self.at += form.size
        return form.unpack(raw)

    def skip(self, nbytes: int) -> None:
        if nbytes < 0 or self.at + nbytes > self._end:
            raise Truncated("The file ends before all tensors' bytes are there; it was cut short. Fetch it again.")
        self.at += nbytes


def _storages(stream: _Stream) -> dict[str, _Storage]:
    """The storages, and views of them, by their numbers as text."""
    found: dict[str, _Storage] = {}
    for _ in range(stream.count()):
        key, device, kind = _parts(stream.pickle().root, 3)
        dtype = STORAGE_CLASSES.get(kind.name) if type(kind) is Global else None
        if dtype is None or type(device) is not str or type(key) not in (int, str):
            raise Malformed(_NOT_OF_TORCH)
        (elements,) = stream.numbers(_COUNT)
        nbytes = elements * ITEM_SIZES[dtype]
        _note_twice(str(key), found, stream.name, stream.oddities)
        found[str(key)] = _Storage(str(key), dtype, device, stream.at, nbytes)
        stream.skip(nbytes)
    views = stream.pickle().root
    for view in views if type(views) is list else ():
        target, root, first, elements = _parts(view, 4)
        whole = found.get(str(root))
        if whole is None or not type(first) is type(elements) is int:
            raise Malformed(_NOT_OF_TORCH)
        if not 0 <= first <= first + elements <= whole.nbytes // ITEM_SIZES[whole.dtype]:
            raise Malformed(_NOT_OF_TORCH)
        _note_twice(str(target), found, stream.name, stream.oddities)
        found[str(target)] = whole._replace(first=first)
    return found


def _tensors(stream: _Stream, storages: dict[str, _Storage]) -> Iterator[tuple[str, Call]]:
    """(number as text, node) of each tensor."""
    for _ in range(stream.count()):
        key, storage, _ = _parts(stream.pickle().root, 3)
        found = storages.get(str(storage))
        dimensions, _ = stream.numbers(_DIMENSIONS)
        if found is None or not 0 <= dimensions <= _MOST_DIMENSIONS:
            raise Malformed(_NOT_OF_TORCH)
        form = struct.Struct(f"<{2 * dimensions + 1}q")
        *layout, first = stream.numbers(form)
        yield str(key), found.tensor(tuple(layout[:dimensions]), tuple(layout[dimensions:]), first)


def _parts(said: Any, count: int) -> tuple[Any, ...]:
    if type(said) is not tuple or len(said) != count:
        raise Malformed(_NOT_OF_TORCH)
    return said

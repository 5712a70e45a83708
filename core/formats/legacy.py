"""The container of torch < 1.6: four pickles in a row, the list of storage keys, then the bytes.

Layout (``_legacy_save`` in ``torch/serialization.py``): magic number, protocol version, facts about the
machine, the object itself, the sorted storage keys; then for each key its number of elements as a
little-endian int64 and its bytes, little-endian too, whatever the facts say of the machine: torch skips them. Element
sizes are known only from the object's persistent ids.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from tarfile import TarError, TarInfo
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from core.errors import Malformed, NotACheckpoint, TooLarge, Truncated
from core.files.byte_source import ByteSource
from core.formats.archives import Archive, ItemSizes, Places, check_storage
from core.formats.span import Span
from core.oddities import Oddity
from core.pickling.nodes import Global, PersistentId
from core.pickling.reader import Pickle, read_pickle
from core.text import clip, listed
from core.words import marked, say

if TYPE_CHECKING:
    from core.files.copy import Source

_STORAGE = ("storage",)
_PARTS = 6
_VIEW = itemgetter(5)
_ODD_ID = marked("A storage is described in a way that torch never writes; the file is damaged or malicious.")
_ODD_VIEW = marked(
    "A view of a storage is described in a way that torch never writes; the file is damaged or malicious."
)


def checked_keys(persistent: list[PersistentId]) -> set[str]:
    """The keys of the storages that are mentioned.

    Raises `Malformed` for what torch cannot read, and for views of which torch would take one for another.
    """
    ids = [node.pid for node in persistent if type(node.pid) is tuple and node.pid[:1] == _STORAGE]
    keys = {pid[2] for pid in ids if len(pid) == _PARTS and isinstance(pid[2], str)}
    if len(keys) == len(ids) and set(map(type, map(_VIEW, ids))) <= {type(None)}:
        return keys
    if not all(map(_is_whole, ids)):
        raise Malformed(_ODD_ID)
    _check_views(ids, keys)
    _check_empty(ids)
    return keys


def _is_whole(pid: tuple[Any, ...]) -> bool:
    """Whether an id says what torch wants to know. Nothing else is compared: it may be of any depth."""
    return len(pid) == _PARTS and type(pid[1]) is Global and isinstance(pid[2], str) and isinstance(pid[3], str)


def _check_views(ids: list[tuple[Any, ...]], keys: set[str]) -> None:
    """A view is one part of one storage, and no storage itself; of one on meta, a younger device, none can be made."""
    known: dict[str, tuple[Any, ...]] = {}
    for _, kind, key, device, numel, view in ids:
        if view is None:
            continue
        if type(view) is not tuple or len(view) != 3 or not isinstance(view[0], str) or device == "meta":
            raise Malformed(_ODD_VIEW)
        name, offset, size = view
        inside = type(offset) is type(size) is type(numel) is int and 0 <= offset <= offset + size <= numel
        if not inside or size < 0 or name in keys or known.setdefault(name, (key, kind, *view)) != (key, kind, *view):
            raise Malformed(_ODD_VIEW)


def _check_empty(ids: list[tuple[Any, ...]]) -> None:
    """What is empty when it is first mentioned stays so: the bytes that a later mention wants have no place."""
    first: dict[str, Any] = {}
    for _, _, key, _, numel, _ in ids:
        if first.setdefault(key, numel) == 0 != numel:
            raise Malformed(_ODD_ID)


MAGIC_NUMBER = 0x1950A86A20F9469CFC6C
PROTOCOL_VERSION = 1001
_COUNT = struct.Struct("<q")
_FIRST_CHUNK = 1 << 20
_TAR = marked(
    "This file is both a checkpoint in the legacy format and a tar archive, and torch.load reads it as the tar. "
    "Somebody disguised it as a different file; do not load it."
)
_MAX_PICKLE = 2 << 30
_LONG = 256  # bits of a number that is not shown


class LegacyStorage(NamedTuple):
    """Bytes of one storage: ``offset`` of the first byte in the file, ``size`` in bytes."""

    key: str
    offset: int
    size: int


@dataclass(frozen=True, eq=False, repr=False)
class LegacyArchive(Archive):
    """Where the parts of a legacy file lie.

    ``preamble`` is the first three pickles as they are, ``protocol`` the pickle protocol of the object,
    ``keys`` the storage keys in file order and ``data_start`` where the first storage's count lies. ``oddities`` is
    what no ``torch.save`` writes there, ``facts`` what it says of the machine, which torch passes over.
    """

    preamble: bytes
    keys: tuple[str, ...]
    data_start: int
    oddities: tuple[Oddity, ...] = ()
    facts: Any = None

    kind: ClassVar[Literal["legacy"]] = "legacy"
    id_parts = 6

    def moved(self, start: int) -> LegacyArchive:
        return replace(self, data_start=self.data_start + start)

    def places(self, source: Source, item_sizes: ItemSizes) -> LegacyPlaces:
        return LegacyPlaces(locate_storages(source, self, item_sizes()))

    def check(self, keys: Sequence[str], sizes: Sequence[int], size: int) -> None:
        """The bytes follow each other, their number before them."""
        listed, end = set(self.keys), self.data_start
        for key, nbytes in zip(keys, sizes, strict=True):
            check_storage(key, nbytes, nbytes if key in listed else None)
            end += _COUNT.size + nbytes
        if end > size:
            raise Truncated(
                "The file ends before all tensors' bytes are there ({end:,} bytes needed, {size:,} found); it "
                "was cut short. Fetch it again.",
                end=end,
                size=size,
            )


@dataclass(frozen=True)
class LegacyPlaces(Places):
    """Where the storages of a legacy file lie: each was found by the counts of those before it."""

    found: Mapping[str, LegacyStorage]

    def span(self, key: str) -> Span:
        storage = self.found[key]
        return Span(storage.offset, storage.size, None)

    def begins(self, key: str) -> int:
        return self.found[key].offset if key in self.found else 0


def looks_like(head: bytes) -> bool:
    """Whether a file that begins with ``head`` has a pickle of the magic number there."""
    try:
        magic = read_pickle(head).root
    except (Truncated, Malformed):
        return False
    return type(magic) is int and magic == MAGIC_NUMBER


def read_legacy(file: ByteSource) -> tuple[LegacyArchive, Pickle]:
    """The archive and the pickle of the object, with the opcodes of all, of a file that looks like one.

    Raises `Truncated` or `Malformed` when it does not go on like one.
    """
    window = _Window(file)
    magic = window.pickle(0)
    version = window.pickle(magic.end)
    if is_tar(window.data):
        raise NotACheckpoint(_TAR)
    if version.root != PROTOCOL_VERSION:
        raise Malformed(_version(version.root))
    machine = window.pickle(version.end)
    found = window.pickle(machine.end)
    listed = window.pickle(found.end)
    around = magic, version, machine, listed
    names = [name for pickle in around for name in pickle.names.values()]
    if names or any(pickle.persistent for pickle in around):
        raise Malformed(_trap(names))
    keys = listed.root
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise Malformed("The list of storages in the file is damaged. Fetch it again.")
    if len(set(keys)) != len(keys):
        raise Malformed("The file lists a storage twice; it is damaged.")
    mentioned = checked_keys(found.persistent)
    unused = next((key for key in keys if key not in mentioned), None)
    if unused is not None and all(type(node.pid) is tuple for node in found.persistent):
        raise Malformed(_unused(unused))
    opcodes = found.opcodes.union(*(pickle.opcodes for pickle in around))  # torch reads all with the same reader
    archive = LegacyArchive(window.data[: machine.end], tuple(keys), listed.end, facts=machine.root)
    return archive, found._replace(opcodes=opcodes)


def _version(said: Any) -> str:
    if type(said) is int and said.bit_length() < _LONG:
        return say(
            "The file gives version {version} of the legacy format; only {known} is known.",
            version=said,
            known=PROTOCOL_VERSION,
        )
    return say(
        "The file gives something that is not a version number of the legacy format; only {known} is known.",
        known=PROTOCOL_VERSION,
    )


def _trap(around: Sequence[Global]) -> str:
    """torch writes only numbers and texts around the object; anything else is there to be run unseen."""
    names = listed(clip(name.dotted) for name in list(dict.fromkeys(around))[:3])
    names = names or say("something outside it")
    return say(
        "A part of the file that should hold only numbers refers to {names}, which would run when a program loads "
        "the file. The file is malicious; do not load it.",
        names=names,
    )


def _unused(key: str) -> str:
    return say(
        "The file holds bytes for storage {key!r}, which nothing in it uses, so their size is unknown.", key=clip(key)
    )


def locate_storages(source: Source, archive: LegacyArchive, item_sizes: Mapping[str, int]) -> dict[str, LegacyStorage]:
    """Find the bytes of each storage; ``item_sizes`` is bytes an element by storage key.

    Reads only the eight-byte counts. Raises `Truncated` when a storage ends behind the file.
    """
    found: dict[str, LegacyStorage] = {}
    at = archive.data_start
    end = source.end_of_file(at)
    for key in archive.keys:
        raw = source.peek(at, _COUNT.size)
        if len(raw) < _COUNT.size:
            raise Truncated("The file ends before all tensors' bytes are there; it was cut short. Fetch it again.")
        (count,) = _COUNT.unpack(raw)
        item = item_sizes.get(key)
        if item is None:
            raise Malformed(_unused(key))
        at += _COUNT.size
        if count < 0 or at + count * item > end:
            raise Truncated(
                "Storage {key!r} lies outside the file; the file was cut short or damaged. Fetch it again.", key=key
            )
        found[key] = LegacyStorage(key, at, count * item)
        at += count * item
    return found


class _Window:
    """The front of the file, read further only when a pickle turns out to go on."""

    def __init__(self, file: ByteSource) -> None:
        self.file = file
        self.data = file.peek(0, _FIRST_CHUNK)

    def pickle(self, at: int) -> Pickle:
        while True:
            try:
                return read_pickle(self.data, at)
            except Truncated:
                if len(self.data) >= self.file.size or not at:
                    raise
                if len(self.data) >= _MAX_PICKLE:
                    raise TooLarge(say("bytes of pickle"), len(self.data), _MAX_PICKLE) from None
                self.data = self.file.claimed(0, len(self.data) * 8)


# -- whether torch takes a file for a tar archive --------------------------------------------------------------


_BLOCK = 512
_SUM = slice(148, 156)
_BINARY = (0o200, 0o377)
_HIGH = bytes(range(128, 256))


def is_tar(head: bytes) -> bool:
    """Whether a file that begins with ``head`` is one."""
    block = head[:_BLOCK]
    if len(block) < _BLOCK or not block.strip(b"\0"):
        return len(block) == _BLOCK
    summed = sum(block) - sum(block[_SUM]) + 8 * ord(" ")
    if _said(block[_SUM]) not in (summed, summed - 256 * _negative(block)):
        return False
    try:
        TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except TarError:
        return False
    return True


def _said(field: bytes) -> int | None:
    """The checksum in the header: octal digits as a rule; None where there is none."""
    if field[0] in _BINARY:
        return int.from_bytes(field[1:], "big") - (256 ** len(field[1:]) if field[0] == _BINARY[1] else 0)
    try:
        return int(field.partition(b"\0")[0].decode("ascii").strip() or "0", 8)
    except ValueError:
        return None


def _negative(block: bytes) -> int:
    """How many bytes are negative to programs that take them so."""
    outside = block[: _SUM.start] + block[_SUM.stop :]
    return len(outside) - len(outside.translate(None, _HIGH))

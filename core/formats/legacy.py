"""The container of torch < 1.6: four pickles in a row, the list of storage keys, then the bytes.

Layout (``_legacy_save`` in ``torch/serialization.py``): magic number, protocol version, facts about the
machine, the object itself, the sorted storage keys; then for each key its number of elements as a
little-endian int64 and its bytes, little-endian too, whatever the facts say of the machine: torch skips them. Element
sizes are known only from the object's persistent ids.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from core.errors import Malformed, NotACheckpoint, TooLarge, Truncated
from core.formats.file_io import read_at, read_part
from core.formats.legacy_ids import checked_keys
from core.formats.tar import is_tar
from core.oddities import Oddity
from core.pickling.nodes import Global
from core.pickling.reader import Pickle, read_pickle
from core.text import clip
from core.words import marked, say

MAGIC_NUMBER = 0x1950A86A20F9469CFC6C
PROTOCOL_VERSION = 1001
_COUNT = struct.Struct("<q")
_FIRST_CHUNK = 1 << 20
_TAR = marked(
    "This file is a checkpoint in torch's older format and a tar archive at once, and torch.load takes it "
    "for the tar. It was made to look like another file than it is; do not load it."
)
_MAX_PICKLE = 2 << 30
_LONG = 256  # bits of a number that is not shown


class LegacyStorage(NamedTuple):
    """Bytes of one storage: ``offset`` of the first byte in the file, ``size`` in bytes."""

    key: str
    offset: int
    size: int


@dataclass(frozen=True, eq=False, repr=False)
class LegacyArchive:
    """Where the parts of a legacy file lie.

    ``preamble`` is the first three pickles as they are, ``protocol`` the pickle protocol of the object,
    ``keys`` the storage keys in file order and ``data_start`` where the first storage's count lies. ``oddities`` is
    what no ``torch.save`` writes there.
    """

    preamble: bytes
    keys: tuple[str, ...]
    data_start: int
    oddities: tuple[Oddity, ...] = ()

    kind: ClassVar[Literal["legacy"]] = "legacy"


def read_legacy(fd: int, size: int) -> tuple[LegacyArchive, Pickle] | None:
    """The archive and the pickle of the object, with the opcodes of all; None when the file is no legacy checkpoint.

    Raises `Truncated` or `Malformed` when it begins like one and does not go on like one.
    """
    window = _Window(fd, size)
    try:
        magic = window.pickle(0)
    except (Truncated, Malformed):
        return None
    if type(magic.root) is not int or magic.root != MAGIC_NUMBER:
        return None
    version = window.pickle(magic.end)
    if is_tar(window.data):
        raise NotACheckpoint(say(_TAR))
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
        raise Malformed(say("The list of storages in the file is damaged. Fetch it again."))
    if len(set(keys)) != len(keys):
        raise Malformed(say("The file lists a storage twice; it is damaged."))
    mentioned = checked_keys(found.persistent)
    unused = next((key for key in keys if key not in mentioned), None)
    if unused is not None and all(type(node.pid) is tuple for node in found.persistent):
        raise Malformed(_unused(unused))
    opcodes = found.opcodes.union(*(pickle.opcodes for pickle in around))  # torch reads all with the same reader
    archive = LegacyArchive(window.data[: machine.end], tuple(keys), listed.end)
    return archive, found._replace(opcodes=opcodes)


def _version(said: Any) -> str:
    if type(said) is int and said.bit_length() < _LONG:
        return say(
            "The file says version {version} of torch's older format; only {known} is known.",
            version=said,
            known=PROTOCOL_VERSION,
        )
    return say(
        "The file says a version that is no number of torch's older format; only {known} is known.",
        known=PROTOCOL_VERSION,
    )


def _trap(around: Sequence[Global]) -> str:
    """torch writes only numbers and texts around the object; anything else is there to be run unseen."""
    names = ", ".join(clip(name.dotted) for name in list(dict.fromkeys(around))[:3])
    names = names or say("something outside it")
    return say(
        "A part of the file that torch fills with numbers alone refers to {names}, which a program that "
        "loads the file would run. It is a trap; do not load it.",
        names=names,
    )


def _unused(key: str) -> str:
    return say(
        "The file holds bytes for storage {key!r}, which nothing in it uses, so their size is unknown.", key=clip(key)
    )


def locate_storages(fd: int, size: int, archive: LegacyArchive, item_sizes: dict[str, int]) -> dict[str, LegacyStorage]:
    """Find the bytes of each storage; ``item_sizes`` is bytes an element by storage key.

    Reads only the eight-byte counts. Raises `Truncated` when a storage ends behind the file.
    """
    found: dict[str, LegacyStorage] = {}
    at = archive.data_start
    for key in archive.keys:
        raw = read_at(fd, _COUNT.size, at)
        if len(raw) < _COUNT.size:
            raise Truncated(say("The file ends before all tensors' bytes are there; it was cut short. Fetch it again."))
        (count,) = _COUNT.unpack(raw)
        item = item_sizes.get(key)
        if item is None:
            raise Malformed(_unused(key))
        at += _COUNT.size
        if count < 0 or at + count * item > size:
            raise Truncated(
                say(
                    "Storage {key!r} lies outside the file; the file was cut short or damaged. Fetch it again.", key=key
                )
            )
        found[key] = LegacyStorage(key, at, count * item)
        at += count * item
    return found


class _Window:
    """The front of the file, read further only when a pickle turns out to go on."""

    def __init__(self, fd: int, size: int) -> None:
        self.fd, self.size = fd, size
        self.data = read_at(fd, min(size, _FIRST_CHUNK), 0)

    def pickle(self, at: int) -> Pickle:
        while True:
            try:
                return read_pickle(self.data, at)
            except Truncated:
                if len(self.data) >= self.size or not at:
                    raise
                if len(self.data) >= _MAX_PICKLE:
                    raise TooLarge(say("bytes of pickle"), len(self.data), _MAX_PICKLE) from None
                self.data = read_part(self.fd, min(self.size, len(self.data) * 8), 0)

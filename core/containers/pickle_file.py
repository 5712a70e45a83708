"""A pickle of Python itself with tensors in it, as ``pickle.dump`` writes a model and skorch its nets.

``torch.storage._load_from_bytes`` holds each storage as bytes that ``torch.save`` made, and a program may put a whole
checkpoint, or another such pickle, into the pickle as bytes. From protocol 3 on bytes lie in the file as they are, so
that storages are read where they lie.
"""

from __future__ import annotations

from typing import Any

from core.containers.content import Content, Read, Several
from core.containers.joining import ReadPart, join_members, merged
from core.containers.location import Location
from core.errors import CheckpointError, NotACheckpoint, TooLarge
from core.files.byte_source import Window, part_of
from core.formats import legacy, zip_reader
from core.formats.identify import explain_stranger
from core.objects.pickle_forms import normalize
from core.pickling.nodes import Call, Global, substituted
from core.pickling.reader import Pickle, read_alone
from core.progress import Tick
from core.remote.address import RemotePath
from core.words import say

KIND = "pickle"
LOAD_FROM_BYTES = Global("torch.storage", "_load_from_bytes")
_PROTOCOLS = (b"\x80\3", b"\x80\4", b"\x80\5")
_LARGEST = 1 << 31
"""Bytes of a pickle that is looked into: all of it is read."""
_MOST = 100_000
"""Storages and checkpoints in it."""
_DEEPEST = 8
"""Pickles in each other."""
_MARKS = (b"_load_from_bytes", b"/data.pkl")
"""What a pickle has in it that holds bytes of ``torch.save``."""


def claims(location: Location) -> bool:
    """Whether it is a pickle, on this computer, with bytes that ``torch.save`` made."""
    file = location.file
    if not location.head.startswith(_PROTOCOLS) or isinstance(file, Window) or isinstance(location.path, RemotePath):
        return False
    return file.size <= _LARGEST and _holds_some(file.peek(0, file.size))


def _holds_some(data: bytes) -> bool:
    return data.startswith(_PROTOCOLS) and any(each in data for each in _MARKS)


def read(location: Location, tick: Tick, read_other: Read) -> Content:
    """The object, with its tensors where their bytes are. Raises what the readers of its parts do."""
    reading = _Reading(location, tick, read_other)
    pickle = read_alone(reading.data)
    root = reading.graph(pickle)
    if not reading.parts:
        raise NotACheckpoint(explain_stranger(location.head, location.name))
    starts = [at for at, _ in reading.parts]
    joined = join_members([part for _, part in reading.parts], root, Several(KIND, (location.name,)), starts, ())
    mentions = merged([joined.mentions, *map(normalize, reading.pickles)])
    mentions.calls = [call for call in mentions.calls if call.func != LOAD_FROM_BYTES]
    mentions.names = [name for name in mentions.names if name != LOAD_FROM_BYTES]
    return joined._replace(mentions=mentions, protocol=pickle.protocol, several=None)


class _Reading:
    """What is found in a pickle: ``parts`` with where they begin, and the ``pickles`` in each other."""

    def __init__(self, location: Location, tick: Tick, read_other: Read) -> None:
        self._location, self._tick, self._read = location, tick, read_other
        self.data = location.file.peek(0, location.file.size)
        self.parts: list[tuple[int, ReadPart]] = []
        self.pickles: list[Pickle] = []
        self._known: dict[int, Any] = {}
        self._at = self._depth = 0

    def graph(self, pickle: Pickle) -> Any:
        """The graph of a pickle, with what its bytes hold in their place."""
        self.pickles.append(pickle)
        for call in pickle.calls:  # in the order of the file, in which their bytes are found at once
            self._stands_for(call)
        return substituted(pickle.root, self._stands_for, frozenset({Call, bytes}))

    def _stands_for(self, node: Any) -> Any:
        if type(node) is bytes:
            try:
                return self._of(node)
            except CheckpointError:  # bytes of something else
                return node
        is_storage = node.func == LOAD_FROM_BYTES and type(node.args) is tuple and len(node.args) == 1
        return self._of(node.args[0]) if is_storage and type(node.args[0]) is bytes else node

    def _of(self, data: bytes) -> Any:
        """What is in some bytes; themselves where it is nothing of torch. Raises a `CheckpointError` for damage."""
        if id(data) not in self._known:
            self._known[id(data)] = data
            self._depth += 1
            try:
                self._known[id(data)] = self._found(data)
            finally:
                self._depth -= 1
        return self._known[id(data)]

    def _found(self, data: bytes) -> Any:
        head = data[:4096]
        is_torch = zip_reader.looks_like(head) or (head.startswith(b"\x80") and legacy.looks_like(head))
        if not is_torch and not (_holds_some(data) and self._depth <= _DEEPEST):
            return data
        if len(self.parts) + len(self.pickles) > _MOST:
            raise TooLarge(say("checkpoints in a pickle"), _MOST + 1, _MOST)
        return self._part(data) if is_torch else self.graph(read_alone(data))

    def _part(self, data: bytes) -> Any:
        """The object of a checkpoint in the pickle."""
        location, size = self._location, len(data)
        start, number = self.data.find(data, self._at), len(self.parts)
        start = self.data.find(data) if start < 0 else start
        self._at = start + size
        identity = location.identity._replace(size=size)
        inner = Location(location.path, identity, part_of(location.file, start, size), alone=True)
        content = self._read(inner, lambda *_: self._tick(0, 0))
        self.parts.append((start, ReadPart(f"{location.name}[{number}]", location.path, identity, content)))
        return content.root

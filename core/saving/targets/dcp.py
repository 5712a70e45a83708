"""A folder of ``torch.distributed.checkpoint``: its list, and a file in which each entry is a zip of ``torch.save``.

Every tensor is one piece, as if a single rank had saved it; whoever loads it cuts it as it needs it (resharding).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from core.containers.lost import MARK, as_text
from core.crc import crc32
from core.dtypes import Shape
from core.errors import EditError, Step, Way
from core.files.copy import CountingSink, Sink, SummedSink
from core.formats.tensor_node import tensor_node
from core.formats.zip_writer import ALIGNMENT, NewRecord, ZipWriter
from core.objects.tensors import QUANTISED, rebuilt
from core.objects.value_text import key_text
from core.pickling import writer
from core.pickling import writer as pickler
from core.pickling.nodes import Call, DictNode, Global, PersistentId, nodes_below
from core.saving.lacking import lost_in_copy
from core.saving.planned import Path, Planned, PlannedTensor
from core.saving.targets.target import Destination, Options, Prepared, Promise
from core.text import clip, listed
from core.words import say, say_count

LIST = ".metadata"
_PROTOCOL = 2
_CHECKPOINT = "torch.distributed.checkpoint"
_VERSION = "1.0.0"
"""``CURRENT_DCP_VERSION``."""


class Lies(NamedTuple):
    """Where an entry was written: ``length`` bytes at ``offset`` of a file."""

    file: str
    offset: int
    length: int


def pickled(places: Iterable[tuple[Entry, Lies]], mark: str = "") -> bytes:
    """The list of entries that were written, each as a whole.

    A ``mark`` of `core.containers.lost` is an attribute more, which torch does not look for.
    """
    shared = _Shared()
    entries: list[Any] = []
    paths: list[Any] = []
    stored: list[Any] = []
    for entry, lies in places:
        entries += (entry.key, shared.entry(entry))
        paths += (entry.key, entry.path)
        stored += (shared.index(entry), shared.place(lies))
    meta = _object(f"{_CHECKPOINT}.metadata", "StorageMeta", checkpoint_id=None, save_id=None, load_id=None, modules=[])
    root = _object(
        f"{_CHECKPOINT}.metadata",
        "Metadata",
        state_dict_metadata=DictNode(entries),
        planner_data=DictNode(paths),
        storage_data=DictNode(stored),
        storage_meta=meta,
        version=_VERSION,
        **({MARK: mark} if mark else {}),
    )
    return writer.dumps(root, _PROTOCOL)


def _object(module: str, name: str, **fields: Any) -> Call:
    """An object with attributes, as Python pickles one."""
    made = Call("N", Global(module, name), ())
    if fields:
        made.set_state(DictNode([part for pair in fields.items() for part in pair]))
    return made


class _Shared:
    """Makes objects; what all tensors have in common is one object, as with torch."""

    def __init__(self) -> None:
        self._layout = Call("R", Global("torch.serialization", "_get_layout"), ("torch.strided",))
        self._format = Call("R", Global(f"{_CHECKPOINT}.metadata", "_MEM_FORMAT_ENCODING"), (0,))

    def entry(self, entry: Entry) -> Call:
        tensor = entry.tensor
        if tensor is None:
            return _object(f"{_CHECKPOINT}.metadata", "BytesStorageMetadata")
        properties = Call("N", Global(f"{_CHECKPOINT}.metadata", "TensorProperties"), ())
        dtype = Global("torch", tensor.dtype)
        properties.set_state((dtype, self._layout, tensor.requires_grad, self._format, False))
        first = _size((0,) * len(tensor.shape))
        chunk = _object(f"{_CHECKPOINT}.metadata", "ChunkStorageMetadata", offsets=first, sizes=_size(tensor.shape))
        return _object(
            f"{_CHECKPOINT}.metadata",
            "TensorStorageMetadata",
            properties=properties,
            size=_size(tensor.shape),
            chunks=[chunk],
        )

    def index(self, entry: Entry) -> Call:
        """What a place is found by."""
        fields: dict[str, Any] = {"fqn": entry.key, "index": None}
        if entry.tensor is not None:
            fields |= {"index": 0, "offset": _size((0,) * len(entry.tensor.shape))}
        return _object(f"{_CHECKPOINT}.metadata", "MetadataIndex", **fields)

    def place(self, lies: Lies) -> Call:
        fields = {"relative_path": lies.file, "offset": lies.offset, "length": lies.length}
        return _object(f"{_CHECKPOINT}.filesystem", "_StorageInfo", **fields)


def _size(shape: Shape) -> Call:
    return Call("R", Global("torch", "Size"), (tuple(shape),))


_DEEPEST = 100
"""Keys that lead to an entry, as far as they are read back."""


class Entry(NamedTuple):
    """An entry: its flat ``key``, where it stood, and the tensor or the ``node`` of the object that it is."""

    key: str
    path: Path
    tensor: PlannedTensor | None
    node: Any


class Entries(NamedTuple):
    """All entries, in order; whether keys were numbers, which become texts, and empty dicts, of which nothing is kept.

    ``numbers`` and ``empty`` count those.
    """

    entries: tuple[Entry, ...]
    numbers: int
    empty: int


def entries_of(planned: Planned) -> Entries:
    """The entries of what is planned. Raises `EditError` for what is no dict, or where two would have one key."""
    if planned.items(planned.root) is None:
        raise EditError(
            "torch.distributed.checkpoint saves a dict of tensors and values, but this file is a single object. "
            "Replace it by its state dict, or save as zip."
        ).with_ways(Way(Step.EXTRACT, "/"), Way(Step.SAVE_AS, "zip"))
    walk = _Walk(planned)
    entries = tuple(walk.below((), planned.root))
    seen: set[str] = set()
    for entry in entries:
        if entry.key in seen:
            raise EditError(
                "torch.distributed.checkpoint would call two entries {key!r}: it joins keys with dots. Rename one.",
                key=clip(entry.key, 60),
            )
        seen.add(entry.key)
    return Entries(entries, walk.numbers, walk.empty)


class _Walk:
    def __init__(self, planned: Planned) -> None:
        self._planned = planned
        self.numbers = self.empty = 0

    def below(self, path: Path, node: Any) -> Iterator[Entry]:
        """The entries at a path and below it, in order."""
        planned = self._planned
        node = planned.written(node)
        tensor = self._tensor(path, node) if path else None
        items = planned.items(node) if tensor is None else None
        if len(path) > _DEEPEST:
            raise EditError("{path} is nested too deeply to be saved so.", path=clip(_flat(path), 60))
        if items is not None:
            self.empty += not items.items
            for key, child in zip(items.items[::2], items.items[1::2], strict=True):
                yield from self.below((*path, self._key(planned.written(key))), child)
        elif type(node) is list and tensor is None and not self._is_one(node):
            for at, child in enumerate(node):
                yield from self.below((*path, at), child)
        else:
            yield Entry(_flat(path), path, tensor, node)

    def _key(self, key: Any) -> str:
        if isinstance(key, str):
            return str(key)
        self.numbers += 1
        return str(key) if type(key) in (int, float, bool) or key is None else key_text(key)

    def _is_one(self, node: list[Any], depth: int = 0) -> bool:
        """Whether a list is one object: it has no tensor and no dict anywhere."""
        for each in map(self._planned.written, node):
            if self._planned.items(each) is not None or self._tensor((), each) is not None:
                return False
            if type(each) is list and (depth > _DEEPEST or not self._is_one(each, depth + 1)):
                return False
        return True

    def _tensor(self, path: Path, node: Any) -> PlannedTensor | None:
        """The tensor at a node, of the kind that has a place in a list of pieces: a quantised one is an object."""
        tensor = self._planned.tensor(path, node)
        made = rebuilt(tensor.node) if tensor is not None else None
        return None if made is None or made.func == QUANTISED else tensor


def _flat(path: Path) -> str:
    return ".".join(map(str, path))


_AROUND = 1664
"""Bytes of a zip of one tensor besides its numbers, about."""
_OBJECT = 4096
_MOST_NAMED = 3
_MOST_LISTED = 2000
"""Entries whose list is made where its bytes are only counted; those of more follow from them."""


def prepare(planned: Planned, options: Options) -> Prepared:
    """As `core.saving.targets.target.Target.prepare` says."""
    found = entries_of(planned)
    promises = tuple(Promise(entry.path, entry.tensor) for entry in found.entries if entry.tensor is not None)
    total = sum(_AROUND + each.tensor.nbytes for each in promises) + _OBJECT * (len(found.entries) - len(promises))
    return _Folder(total, tuple(_told(found)), promises, _Writer(planned, found.entries, options.shard_size))


@dataclass(frozen=True)
class _Folder:
    """A folder that can be written."""

    total: int
    notes: tuple[str, ...]
    promises: tuple[Promise, ...]
    writer: _Writer

    is_folder: ClassVar[bool] = True
    whole: ClassVar[None] = None
    keeps_devices: ClassVar[bool] = False
    opens: ClassVar[str] = ""

    @property
    def lists_all(self) -> bool:
        """Whether no tensor is inside an object, which goes into the folder as a whole."""
        objects = (self.writer.planned.written(each.node) for each in self.writer.entries if each.tensor is None)
        return not any(type(node) is PersistentId for each in objects for node in nodes_below(each))

    def write(self, place: Destination) -> None:
        """As `core.saving.targets.target.Prepared.write` says: the list last, as torch does."""
        self.writer.write(place)


class _Writer(NamedTuple):
    """Entries in the order of torch: objects, then tensors; a new file for each ``most`` bytes."""

    planned: Planned
    entries: Sequence[Entry]
    most: int | None

    def write(self, place: Destination) -> None:
        places: dict[str, Lies] = {}
        sizes: dict[tuple[str, Shape], int] = {}
        for number, entries in enumerate(self._files()):
            name = f"__0_{number}.distcp"
            with place.file(name) as sink:
                for entry in entries:
                    begin = sink.position
                    self._write_one(entry, sink, sizes)
                    places[entry.key] = Lies(name, begin, sink.position - begin)
        with place.file(LIST) as sink:
            if isinstance(sink, CountingSink) and len(self.entries) > _MOST_LISTED:
                some = self.entries[:: len(self.entries) // _MOST_LISTED]
                listed_bytes = len(pickled((entry, places[entry.key]) for entry in some))
                sink.pass_over(listed_bytes * len(self.entries) // len(some))
                return
            lost = lost_in_copy(self.planned.preview)
            sink.write(pickled(((entry, places[entry.key]) for entry in self.entries), as_text(lost)))

    def _files(self) -> Iterator[list[Entry]]:
        current: list[Entry] = []
        size = 0
        for entry in sorted(self.entries, key=lambda entry: entry.tensor is not None):
            own = entry.tensor.nbytes if entry.tensor is not None else _OBJECT
            if self.most is not None and current and size + own > self.most:
                yield current
                current, size = [], 0
            current.append(entry)
            size += own
        if current:
            yield current

    def _write_one(self, entry: Entry, sink: Sink, sizes: dict[tuple[str, Shape], int]) -> None:
        """Write one entry; ``sizes`` are those of tensors that were counted already."""
        if isinstance(sink, CountingSink) and entry.tensor is not None:
            kind = entry.tensor.dtype, tuple(entry.tensor.shape)
            if kind not in sizes:
                begin = sink.position
                _write_tensor(self.planned, entry.tensor, sink)
                sizes[kind] = sink.position - begin
            else:
                sink.pass_over(sizes[kind])
        elif entry.tensor is None:
            self.planned.write_saved(entry.node, sink, marked=False)
        else:
            _write_tensor(self.planned, entry.tensor, sink)


def _write_tensor(planned: Planned, tensor: PlannedTensor, sink: Sink) -> None:
    """Write the zip that ``torch.save`` writes of a tensor with a storage of its own."""
    begin = sink.position
    sink.flush()
    own: SummedSink | CountingSink = CountingSink()
    if not isinstance(sink, CountingSink):
        own = SummedSink(sink.out, sink.total, lambda done, total: sink.tick(min(begin + done, total), total))
    writer = ZipWriter(own)
    pickle = pickler.dumps(tensor_node("0", tensor.dtype, tensor.shape), _PROTOCOL)
    facts = [("data.pkl", pickle), (".format_version", b"1"), (".storage_alignment", str(ALIGNMENT).encode())]
    for name, data in (*facts, ("byteorder", b"little")):
        writer.add(_record(name, data))

    def numbers(target: Sink) -> int:
        own.crc = 0
        planned.write(tensor, target)
        return own.crc

    writer.add(NewRecord("archive/data/0", tensor.nbytes, None, numbers))
    writer.add(_record("version", b"3\n"))
    writer.finish()
    sink.position += own.position


def _record(name: str, data: bytes) -> NewRecord:
    def write(sink: Sink) -> None:
        sink.write(data)

    return NewRecord(f"archive/{name}", len(data), crc32(data), write)


def _told(found: Entries) -> Iterator[str]:
    """What DCP does not keep."""
    tensors = [entry.tensor for entry in found.entries if entry.tensor is not None]
    devices = sorted({tensor.device for tensor in tensors} - {"cpu"})
    if devices:
        yield say(
            "torch.distributed.checkpoint keeps no devices: {devices} is not kept.",
            devices=listed(devices, _MOST_NAMED),
        )
    if found.numbers:
        yield say_count(
            found.numbers,
            "{n:,} key is a number and becomes a string: torch.distributed.checkpoint allows only string keys.",
            "{n:,} keys are numbers and become strings: torch.distributed.checkpoint allows only string keys.",
        )
    if found.empty:
        yield say_count(
            found.empty,
            "{n:,} empty dict is left out: torch.distributed.checkpoint keeps none.",
            "{n:,} empty dicts are left out: torch.distributed.checkpoint keeps none.",
        )

"""A folder of ``torch.distributed.checkpoint``: its list, and a file in which each entry is a zip of ``torch.save``.

Every tensor is one piece, as if a single rank had saved it; whoever loads it cuts it as it needs it (resharding).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from core.containers.lost import as_text
from core.dtypes import Shape
from core.files.copy import CountingSink, Sink, SummedSink
from core.formats.later import Later
from core.formats.tensor_node import tensor_node
from core.formats.zip_writer import ALIGNMENT, NewRecord, ZipWriter
from core.pickling import writer as pickler
from core.pickling.nodes import PersistentId, nodes_below
from core.saving.lacking import lost_in_copy
from core.saving.planned import Planned, PlannedTensor
from core.saving.targets.dcp_entries import Entries, Entry, entries_of
from core.saving.targets.dcp_list import LIST, Lies, pickled
from core.saving.targets.target import Destination, Options, Prepared, Promise
from core.text import listed
from core.words import say, say_count

_PROTOCOL = 2
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
        """Write all files."""
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
        """The entries of each file."""
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

    def numbers(target: Sink) -> int | Later:
        own.crc = 0
        return planned.write(tensor, target) or own.crc

    writer.add(NewRecord("archive/data/0", tensor.nbytes, None, numbers))
    writer.add(_record("version", b"3\n"))
    writer.finish()
    sink.position += own.position


def _record(name: str, data: bytes) -> NewRecord:
    def write(sink: Sink) -> None:
        sink.write(data)

    return NewRecord(f"archive/{name}", len(data), zlib.crc32(data), write)


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
            "{n:,} key is a number, and becomes a text: torch.distributed.checkpoint has no others.",
            "{n:,} keys are numbers, and become texts: torch.distributed.checkpoint has no others.",
        )
    if found.empty:
        yield say_count(
            found.empty,
            "{n:,} empty dict is left out: torch.distributed.checkpoint keeps none.",
            "{n:,} empty dicts are left out: torch.distributed.checkpoint keeps none.",
        )

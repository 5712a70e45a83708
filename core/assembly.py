"""Puts together the file that a preview stands for: the new pickle, and where the bytes of each storage come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from core import pickler
from core.catalogue import Storage
from core.checkpoint import Checkpoint
from core.copying import Sink, Source, checksum, inflate
from core.dtypes import ITEM_SIZES
from core.errors import EditError
from core.graph import DictNode, Global, PersistentId
from core.legacy import MAGIC_NUMBER, PROTOCOL_VERSION, LegacyArchive, locate_storages
from core.new_parts import NewStorage
from core.preview import Preview
from core.release import release_dict
from core.tensors import is_untyped, storage_id
from core.ziparchive import Record, ZipArchive, data_offset, read_record
from core.zipwriter import ALIGNMENT, NewRecord, ZipWriter

_FIRST_WITH_ALL_OPCODES = 4
_LARGE = 32 << 20  # bytes of a file worth keeping page alignment for


@dataclass(frozen=True)
class Span:
    """Bytes of one storage in the source: ``size`` unpacked at ``offset``; ``record`` where it came from a zip.

    ``data`` has the bytes where the source does not have them as such.
    """

    offset: int
    size: int
    record: Record | None
    data: bytes | None = None

    @property
    def is_verbatim(self) -> bool:
        """Whether the bytes lie in the source as they are, not deflated."""
        return self.data is None and (self.record is None or self.record.method == 0)

    def pieces(self, source: Source) -> Iterator[bytes]:
        """The unpacked bytes."""
        if self.data is not None:
            return iter((self.data,))
        if self.record is None or self.is_verbatim:
            return source.chunks(self.offset, self.size)
        return inflate(source.chunks(self.offset, self.record.stored), self.size, self.record.name)

    def write(self, source: Source, sink: Sink) -> None:
        """Write the unpacked bytes."""
        if self.is_verbatim:
            sink.copy(source, self.offset, self.size)
            return
        for piece in self.pieces(source):
            sink.write(piece)


class Assembly:
    """One file in the making, from an open source."""

    def __init__(self, preview: Preview, container: str, source: Source) -> None:
        self.preview = preview
        self.container = container
        self.source = source
        self.catalogue = preview.catalogue
        self.archive = self.catalogue.checkpoint.archive
        self.keys: dict[str, str] = {}  # storage key in the source → in the new file, in order of appearance
        self._index = {storage.key: index for index, storage in enumerate(self.catalogue.storages)}
        self._added = preview.new_storages
        self._pids: dict[int, tuple[Any, ...]] = {}
        self._names: dict[str, str] = {}
        self._legacy_places: dict[str, int] = {}
        self.pickle = self._pickle()
        self.spans = self._spans()

    @property
    def total(self) -> int:
        """Bytes of the file to be written, up to headers."""
        overhead = 256 * len(self.keys) + (1 << 16)
        return len(self.pickle) + overhead + sum(self._storage(key).nbytes for key in self.keys)

    def _storage(self, key: str) -> Storage | NewStorage:
        return self._added.get(key) or self.catalogue.storages[self._index[key]]

    def write(self, sink: Sink) -> None:
        """Write the whole file."""
        if self.container == "zip":
            self._write_zip(sink)
        else:
            self._write_legacy(sink)
        sink.flush()

    def release(self) -> None:
        """Forget everything, piece by piece. The assembly is of no use afterwards."""
        for table in (self.keys, self.spans, self._index, self._pids, self._legacy_places):
            release_dict(table)

    def place_in(self, written: Checkpoint, reader: Source, key: str) -> int:
        """Where the bytes of source storage ``key`` begin in the file that was written."""
        if isinstance(written.archive, ZipArchive):
            record = written.archive.storage(self.keys[key])
            assert record is not None
            return data_offset(reader, record)
        return self._legacy_places[key]

    # -- the pickle ----------------------------------------------------------------------------------------

    def _pickle(self) -> bytes:
        root, replaced = self.preview.edited_graph()
        saved, wanted = self.catalogue.checkpoint.protocol, self.preview.protocol
        lowered = wanted is not None and wanted < min(saved, _FIRST_WITH_ALL_OPCODES)
        return pickler.dumps(root, wanted or saved, replaced, self._persistent, lowered=lowered)

    def _persistent(self, node: PersistentId) -> Any:
        """The persistent id to write: the planned device, and torch's numbering in a zip."""
        known = self._pids.get(id(node))
        if known is not None:
            return known
        storage = storage_id(node)
        if storage is None:
            return self._class_of(node)
        key = self.keys.get(storage.key)
        if key is None:
            # torch computes offsets only when storages are numbered in the order of the pickle, from 0.
            key = str(len(self.keys)) if self.container == "zip" else storage.key
            self.keys[storage.key] = key
        device = self._device(storage.key)
        pid = (*node.pid[:2], *self._unchanged(node, key, device), node.pid[4], *self._view(node))
        if len(pid) == len(node.pid) and all(new is old for new, old in zip(pid, node.pid, strict=True)):
            pid = node.pid
        self._pids[id(node)] = pid
        return pid

    def _device(self, key: str) -> str:
        """The planned device of a storage; that of arrays, which NumPy has in main memory, is the CPU."""
        new = self._added.get(key)
        index = self._index[key] if new is None else new.source
        return self.preview.storage_devices[index] if index >= 0 else "cpu"

    def _class_of(self, node: PersistentId) -> Any:
        """Legacy files wrap a class with its source code; a zip, as torch reads it, has the bare name."""
        pid = node.pid
        wraps = type(pid) is tuple and len(pid) > 1 and pid[0] == "module" and type(pid[1]) is Global
        return pid[1] if wraps and self.container == "zip" else pid

    def _unchanged(self, node: PersistentId, key: str, device: str) -> tuple[str, str]:
        """Key and device, the very strings of the source where they say the same, so that they stay shared."""
        return (
            node.pid[2] if node.pid[2] == key else key,
            node.pid[3] if node.pid[3] == device else self._names.setdefault(device, device),
        )

    def _view(self, node: PersistentId) -> tuple[Any, ...]:
        if self.container == "legacy":
            if is_untyped(node) and not isinstance(self.archive, LegacyArchive):
                raise EditError(
                    "The file has tensors of a kind (float8, uint16 or newer) that torch cannot load from the older "
                    "container. Keep it a zip."
                )
            return (node.pid[5] if len(node.pid) == 6 else None,)
        if len(node.pid) == 6 and node.pid[5] is not None:
            raise EditError(
                "The file has views of storages as only torch 0.1 wrote them, which a zip cannot hold. "
                "Keep its container."
            )
        return ()

    # -- where the bytes are -------------------------------------------------------------------------------

    def _spans(self) -> dict[str, Span]:
        spans = self._source_spans([storage.key for storage in self._sources()])
        for key in self.keys:
            new = self._added.get(key)
            if new is not None:
                spans[key] = self._new_span(new, spans)
        return {key: spans[key] for key in self.keys}

    def _sources(self) -> Iterator[Storage]:
        """The storages of the source whose bytes, or a part of them, are written."""
        wanted = {self._added[key].source if key in self._added else self._index[key] for key in self.keys}
        return (self.catalogue.storages[index] for index in sorted(wanted) if index >= 0)

    def _new_span(self, new: NewStorage, spans: Mapping[str, Span]) -> Span:
        if new.data is not None:
            return Span(0, new.nbytes, None, new.data)
        whole = spans[self.catalogue.storages[new.source].key]
        if not whole.is_verbatim:
            raise EditError("The storages in this file are packed, so they cannot be cut. Save it once, then cut.")
        return Span(whole.offset + new.start, new.nbytes, None)

    def _source_spans(self, keys: Sequence[str]) -> dict[str, Span]:
        fd = self.source.fd
        if isinstance(self.archive, LegacyArchive):
            sizes = {storage.key: ITEM_SIZES[storage.dtype] for storage in self.catalogue.storages}
            found = locate_storages(fd, self.source.size, self.archive, sizes)
            return {key: Span(found[key].offset, found[key].size, None) for key in keys}
        assert isinstance(self.archive, ZipArchive)
        spans = {}
        for key in keys:
            record = self.archive.storage(key)
            assert record is not None
            spans[key] = Span(data_offset(self.source, record), record.size, record)
        return spans

    # -- zip -----------------------------------------------------------------------------------------------

    def _write_zip(self, sink: Sink) -> None:
        writer = ZipWriter(sink, self._alignment())
        if isinstance(self.archive, ZipArchive):
            for record in self._zip_records(self.archive):
                writer.add(record)
        else:
            for record in self._new_zip_records():
                writer.add(record)
        writer.finish()

    def _alignment(self) -> int:
        if isinstance(self.archive, ZipArchive):
            record = self.archive.record(".storage_alignment")
            raw = read_record(self.source.fd, record) if record is not None and record.size < 16 else b""
            if raw.isdigit() and 0 < int(raw) <= 1 << 20:
                return int(raw)
        return ALIGNMENT

    def _zip_records(self, archive: ZipArchive) -> Iterator[NewRecord]:
        """The records of the source in its order; storages together where the first of them was."""
        old_storages = {f"{archive.prefix}data/{storage.key}" for storage in self.catalogue.storages}
        new_storages = {f"{archive.prefix}data/{key}" for key in self.keys.values()}
        waiting = True
        for name, record in archive.records.items():
            if name in old_storages:
                if waiting:
                    yield from self._storage_records(archive.prefix)
                    waiting = False
            elif waiting and name == archive.prefix + "version":
                yield from self._storage_records(archive.prefix)
                waiting = False
                yield self._copied(name, record)
            elif name == archive.prefix + "data.pkl":
                yield _bytes_record(name, self.pickle)
            elif name not in new_storages:
                yield self._copied(name, record)
        if waiting:
            yield from self._storage_records(archive.prefix)

    def _storage_records(self, prefix: str) -> Iterator[NewRecord]:
        for old, new in self.keys.items():
            span = self.spans[old]
            # In a large file the first storage lies in its page as it did in the source, and so, with the sizes
            # unchanged, do all that follow: whole pages are copied faster. It costs up to a page of padding.
            pays = new == "0" and span.record is not None and self.total >= _LARGE
            like = span.offset if pays else None
            crc = span.record.crc if span.record is not None else checksum(span.pieces(self.source))
            yield NewRecord(f"{prefix}data/{new}", span.size, crc, partial(span.write, self.source), like)

    def _copied(self, name: str, record: Record) -> NewRecord:
        span = Span(data_offset(self.source, record), record.size, record)
        return NewRecord(name, span.size, record.crc, partial(span.write, self.source))

    def _new_zip_records(self) -> Iterator[NewRecord]:
        """A zip from a legacy file: what torch 2.13 puts into one, in its order."""
        little = not isinstance(self.archive, LegacyArchive) or self.archive.little_endian
        prefix = "archive/"
        yield _bytes_record(prefix + "data.pkl", self.pickle)
        yield _bytes_record(prefix + ".format_version", b"1")
        yield _bytes_record(prefix + ".storage_alignment", str(ALIGNMENT).encode())
        yield _bytes_record(prefix + "byteorder", b"little" if little else b"big")
        yield from self._storage_records(prefix)
        yield _bytes_record(prefix + "version", b"3\n")

    # -- legacy --------------------------------------------------------------------------------------------

    def _write_legacy(self, sink: Sink) -> None:
        if isinstance(self.archive, LegacyArchive):
            little = self.archive.little_endian
            wanted = self.preview.protocol
            preamble = self.archive.preamble if wanted is None else _preamble(little, wanted)
            keys = [key for key in (*self.archive.keys, *self._added) if key in self.keys]
        else:
            little = self._zip_is_little_endian()
            protocol = self.preview.protocol or self.catalogue.checkpoint.protocol
            preamble, keys = _preamble(little, protocol), sorted(self.keys)
        sink.write(preamble + self.pickle + pickler.dumps(keys, 2))
        for key in keys:
            span = self.spans[key]
            count = span.size // ITEM_SIZES[self._storage(key).dtype]
            sink.write(count.to_bytes(8, "little" if little else "big", signed=True))
            self._legacy_places[key] = sink.position
            span.write(self.source, sink)

    def _zip_is_little_endian(self) -> bool:
        record = self.archive.record("byteorder") if isinstance(self.archive, ZipArchive) else None
        return record is None or read_record(self.source.fd, record) != b"big"


def _bytes_record(name: str, data: bytes) -> NewRecord:
    return NewRecord(name, len(data), checksum(iter((data,))), lambda sink: sink.write(data))


def _preamble(little: bool, protocol: int) -> bytes:
    """The first three pickles of a legacy file."""
    sizes = DictNode(["short", 2, "int", 4, "long", 4])
    facts = DictNode(["protocol_version", PROTOCOL_VERSION, "little_endian", little, "type_sizes", sizes])
    return b"".join(pickler.dumps(part, protocol) for part in (MAGIC_NUMBER, PROTOCOL_VERSION, facts))

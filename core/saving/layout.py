"""Puts together the file that a preview stands for: the new pickle, and where the bytes of each storage come from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from core.catalogue.odd_places import oddities_of
from core.containers.lost import MARK, as_text
from core.crc import checksum, crc32
from core.dtypes import ITEM_SIZES
from core.edits.preview import Preview
from core.errors import EditError, Malformed
from core.files.copy import CountingSink, Sink, Source
from core.formats.assembled import AssembledSpan, CutSpan, sources_of
from core.formats.legacy import MAGIC_NUMBER, PROTOCOL_VERSION, LegacyArchive
from core.formats.zip_archive import ZipArchive, data_offset, read_record
from core.formats.zip_records import Record
from core.formats.zip_writer import ALIGNMENT, NewRecord, ZipWriter
from core.numbers.spans import Span
from core.numbers.summing import RecordSums
from core.pickling import writer as pickler
from core.pickling.nodes import DictNode
from core.saving.lacking import lost_in_copy
from core.saving.legacy_format import check_legacy_format, stamp
from core.saving.new_ids import NewIds
from core.saving.storages import NewStorages
from core.words import marked

if TYPE_CHECKING:
    from core.formats.archives import Archive
    from core.saving.made_span import MadeSpan

_ALL: Any = object()
"""Stands for all that a preview shows."""
_FIRST_WITH_ALL_OPCODES = 4
_BIG_ENDIAN = marked(
    "The file was saved on a big-endian machine, and torch never writes big-endian numbers in the legacy format. "
    "Keep the zip format."
)
_COUNT = 8
"""Bytes of the number of items that stands before a storage of the legacy format."""
_LARGE = 32 << 20  # bytes of a file worth keeping page alignment for
_SMALL = 16 << 10  # bytes of a storage worth writing together with its neighbours
_RUN, _RUN_BYTES = 1000, 1 << 20  # storages, and their bytes, that are written together


class NewFile:
    """Makes one new file from an open source.

    ``root`` is the node that the file holds; without it, the file holds all that the preview shows. ``marked`` lets the
    file say that it is the copy of an incomplete source, where that is so.
    """

    def __init__(
        self, preview: Preview, container: str, storages: NewStorages, *, root: Any = _ALL, marked: bool = True
    ) -> None:
        self.preview = preview
        self.container = container
        self.source = storages.source
        self.catalogue = preview.catalogue
        self.archive = self.catalogue.checkpoint.archive
        self.storages = storages
        self._added = preview.new_storages
        self._root = root
        self._stamp = stamp(preview) if root is _ALL else b""
        self._mark = as_text(lost_in_copy(preview)) if marked else ""
        ids = NewIds(preview, container, storages.index)
        self.keys = ids.keys  # of storages, in the source → in the new file, in order of appearance
        self._legacy_places: dict[str, int] = {}
        self._sums = RecordSums()
        self._counts = False  # whether bytes of storages are only counted, and not made
        if container == "legacy":
            check_legacy_format(preview)
        self.pickle = self._pickle(ids)
        self.storages.check(self.keys)

    @property
    def damaged(self) -> list[int]:
        return self.storages.damaged

    @cached_property
    def total(self) -> int:
        """Bytes of the file to be written, up to headers."""
        overhead = 256 * len(self.keys) + (1 << 16)
        return sum(map(len, self.pickle)) + overhead + sum(map(self.storages.nbytes, self.keys))

    def write(self, sink: Sink) -> None:
        """Write the whole file. Once: the pickle is gone then."""
        self._counts = isinstance(sink, CountingSink)
        if not self._counts:
            self.storages.sum_up_cut(self.keys, lambda *_: sink.tick(0, sink.total))
        if self.container == "zip":
            self._write_zip(sink)
        else:
            self._write_legacy(sink)
        sink.flush()
        self.pickle.clear()

    def place_in(self, archive: Archive, reader: Source, key: str) -> int:
        """Where the bytes of source storage ``key`` begin in the file that was written, which has ``archive``.

        Raises `Malformed` where that has none, or not where it says.
        """
        if isinstance(archive, ZipArchive):
            record = archive.storage(self.keys[key])
            if record is None:
                raise Malformed("The bytes of storage {key!r} are missing.", key=key)
            return data_offset(reader, record)
        return self._legacy_places[key]

    # -- the pickle ----------------------------------------------------------------------------------------

    def _pickle(self, ids: NewIds) -> list[bytes]:
        root, replaced = self.preview.edited_graph()
        root = root if self._root is _ALL else self._root
        saved, wanted = self.catalogue.checkpoint.protocol, self.preview.draft.protocol
        lowered = wanted is not None and wanted < min(saved, _FIRST_WITH_ALL_OPCODES)
        shared = self.catalogue.checkpoint.mentions.shared
        return pickler.pieces(root, wanted or saved, replaced, ids, lowered=lowered, shared=shared)

    # -- zip -----------------------------------------------------------------------------------------------

    def _write_zip(self, sink: Sink) -> None:
        if isinstance(self.archive, ZipArchive) and self._root is _ALL and not oddities_of(self.catalogue):
            writer = ZipWriter(sink, self._alignment(self.archive), self._stamp)
            self._write_records(writer, self.archive)
        else:
            writer = ZipWriter(sink, ALIGNMENT, self._stamp)
            self._write_new_records(writer)
        writer.finish()
        self.damaged.extend(self._sums.damaged(self.source, lambda: sink.tick(sink.position, sink.position)))

    def _alignment(self, archive: ZipArchive) -> int:
        record = archive.record(".storage_alignment")
        return ALIGNMENT if record is None else int(read_record(self.source, record))

    def _write_records(self, writer: ZipWriter, archive: ZipArchive) -> None:
        """The records of the source in its order; storages together where the first of them was."""
        folder = f"{archive.prefix}data/"
        waiting = True
        for name in archive.records:
            key = name[len(folder) :] if name.startswith(folder) else None
            if name == archive.prefix + MARK:
                continue
            if key is not None and key in self.storages.index:
                if waiting:
                    self._write_storages(writer, folder)
                    waiting = False
            elif waiting and name == archive.prefix + "version":
                self._write_storages(writer, folder)
                waiting = False
                writer.add(self._copied(archive.records[name]))
            elif name == archive.prefix + "data.pkl":
                writer.add(_bytes_record(name, self.pickle))
            elif key is None or not self._is_new_key(key):
                writer.add(self._copied(archive.records[name]))
        if waiting:
            self._write_storages(writer, folder)
        if not archive.says_version:
            writer.add(_version_record(archive.prefix))
        self._write_mark(writer, archive.prefix)

    def _write_mark(self, writer: ZipWriter, prefix: str) -> None:
        """A record that torch does not look for: behind all others, where it moves none of them."""
        if self._mark:
            writer.add(_bytes_record(prefix + MARK, [self._mark.encode()]))

    def _is_new_key(self, key: str) -> bool:
        """Whether a storage of the file to be written is called ``key``: they are numbered."""
        short = key.isdecimal() and len(key) <= len(str(len(self.keys)))
        return short and str(int(key)) == key and int(key) < len(self.keys)

    def _write_storages(self, writer: ZipWriter, folder: str) -> None:
        """All storages in order: small ones many at a time."""
        names: list[bytes] = []
        contents: list[bytes] = []
        checksums: list[int] = []
        gathered = 0
        head = folder.encode("utf-8", "surrogateescape")
        for old, new in self.keys.items():
            small = self._small(old) if new != "0" and old not in self._added and not self._counts else None
            if small is not None:
                content, crc = small
                names.append(head + new.encode())
                contents.append(content)
                checksums.append(crc)
                gathered += len(content)
            if gathered and (small is None or gathered >= _RUN_BYTES or len(names) >= _RUN):
                writer.add_small(names, contents, checksums)
                names, contents, checksums, gathered = [], [], [], 0
            if small is not None:
                continue
            if self._counts:
                writer.add(_counted(folder + new, self.storages.nbytes(old)))
                continue
            self.storages.sum_up_too_large(old)
            writer.add(self._storage_record(old, new, folder))
        writer.add_small(names, contents, checksums)

    def _small(self, key: str) -> tuple[bytes, int] | None:
        """The bytes of a small storage, and their CRC; None of others."""
        index = self.storages.index[key]
        found = self.storages.spans.small(index, _SMALL)
        if found is None or self.storages.recipe(key) is None:
            return found
        if not self.storages.spans.is_sound(index):
            self.damaged.append(index)
        span = self.storages.span(key)
        assert not isinstance(span, Span)
        made = b"".join(span.pieces(self.source))
        self.storages.count_lost(key, span)
        return (made, crc32(made)) if made else None

    def _storage_record(self, old: str, new: str, folder: str) -> NewRecord:
        span = self.storages.span(old)
        if not isinstance(span, Span):
            return NewRecord(folder + new, span.size, None, partial(self._write_made, old, span))
        # In a large file the first storage lies in its page as it did in the source, and so, with the sizes
        # unchanged, do all that follow: whole pages are copied faster. It costs up to a page of padding.
        pays = new == "0" and span.record is not None and self.total >= _LARGE
        like = span.offset if pays else None
        if isinstance(span, AssembledSpan | CutSpan):
            return NewRecord(folder + new, span.size, None, partial(self._write_assembled, old, span))
        record = span.record if span.is_whole_record else None
        crc = record.crc if record is not None else checksum(span.pieces(self.source))
        return NewRecord(folder + new, span.size, crc, partial(span.write, self.source), like)

    def _write_assembled(self, key: str, span: AssembledSpan | CutSpan, sink: Sink) -> int:
        runs, index = span.write_runs(self.source, sink), self.storages.index[key]
        if runs is not None:
            return self._sums.add(runs, index)
        assert isinstance(span, AssembledSpan)
        self._sums.add_unknown(span.found, index)
        return span.write_gathered(self.source, sink)

    def _write_made(self, key: str, span: MadeSpan, sink: Sink) -> int:
        crc, is_sound = span.write_made(self.source, sink)
        self.storages.count_lost(key, span)
        before = self.storages.source_span(key)
        if not is_sound:
            self.damaged.append(self.storages.index[key])
        elif isinstance(before, AssembledSpan | CutSpan):  # of which no piece was seen whole
            self._sums.add_unknown(sources_of(before), self.storages.index[key])
        return crc

    def _copied(self, record: Record) -> NewRecord:
        span = Span(data_offset(self.source, record), record.size, record)
        return NewRecord(record.name, span.size, record.crc, partial(span.write, self.source))

    def _write_new_records(self, writer: ZipWriter) -> None:
        """A zip from a legacy file or an odd zip: what torch 2.13 puts into one, in its order, and nothing else."""
        prefix = "archive/"
        writer.add(_bytes_record(prefix + "data.pkl", self.pickle))
        writer.add(_bytes_record(prefix + ".format_version", [b"1"]))
        writer.add(_bytes_record(prefix + ".storage_alignment", [str(ALIGNMENT).encode()]))
        big = self.storages.is_big_endian
        writer.add(_bytes_record(prefix + "byteorder", [b"big" if big else b"little"]))
        self._write_storages(writer, f"{prefix}data/")
        writer.add(_version_record(prefix))
        self._write_mark(writer, prefix)

    # -- legacy --------------------------------------------------------------------------------------------

    def _write_legacy(self, sink: Sink) -> None:
        if isinstance(self.archive, LegacyArchive):
            keys = [key for key in (*self.archive.keys, *self._added) if key in self.keys]
        else:
            if self.storages.is_big_endian:
                raise EditError(_BIG_ENDIAN)
            keys = sorted(self.keys)
        protocol = self.preview.draft.protocol or self.catalogue.checkpoint.protocol
        for piece in (_preamble(protocol, self._mark), *self.pickle, *pickler.pieces(keys, 2)):
            sink.write(piece)
        for key in keys:
            if isinstance(sink, CountingSink):
                sink.pass_over(_COUNT + self.storages.nbytes(key))
                continue
            span = self.storages.span(key)
            self.storages.sum_up_too_large(key)
            count = span.size // ITEM_SIZES[self.storages.dtype(key)]
            sink.write(count.to_bytes(_COUNT, "little", signed=True))
            self._legacy_places[key] = sink.position
            if not self.storages.write_summed(key, sink):
                self.damaged.append(self.storages.index[key])


def _counted(name: str, size: int) -> NewRecord:
    """A record whose bytes are counted, and not made."""

    def pass_over(sink: Sink) -> None:
        assert isinstance(sink, CountingSink)
        sink.pass_over(size)

    return NewRecord(name, size, 0, pass_over)


def _version_record(prefix: str) -> NewRecord:
    """The version of the container that torch 2.13 writes."""
    return _bytes_record(prefix + "version", [b"3\n"])


def _bytes_record(name: str, pieces: Sequence[bytes]) -> NewRecord:
    def write(sink: Sink) -> None:
        for piece in pieces:
            sink.write(piece)

    return NewRecord(name, sum(map(len, pieces)), checksum(pieces), write)


def _preamble(protocol: int, mark: str) -> bytes:
    """The first three pickles of a legacy file, as torch writes them on any machine of today.

    torch passes over what the third says, so that a mark can stand there.
    """
    sizes = DictNode(["short", 2, "int", 4, "long", 4])
    facts = DictNode(["protocol_version", PROTOCOL_VERSION, "little_endian", True, "type_sizes", sizes])
    if mark:
        facts.items.extend((MARK, mark))
    return b"".join(pickler.dumps(part, protocol) for part in (MAGIC_NUMBER, PROTOCOL_VERSION, facts))

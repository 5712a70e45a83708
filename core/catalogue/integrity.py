"""Checks a file for bit rot: torch writes a checksum with every record of a zip and never compares it.

Every record is read and its CRC-32 compared with the directory's; what the file says twice must agree. A checksum of 0
was never computed (``torch.serialization.set_crc32_options(False)``), and the older format has none: there only sizes
can be checked. Memory stays constant.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from core.catalogue.catalogue import Catalogue
from core.containers.dcp.archive import DcpArchive
from core.containers.foreign.numpy_file import ArraysArchive
from core.containers.torch_zips.archive import TorchZip
from core.dtypes import ITEM_SIZES
from core.errors import CannotOpen, CheckpointError, Malformed, SourceChanged, Truncated
from core.files.copy import Source
from core.formats.archives import Archive
from core.formats.assembled import AssembledArchive
from core.formats.legacy import LegacyArchive, locate_storages
from core.formats.safetensors import NOTES, SafetensorsArchive
from core.formats.several import SeveralArchive
from core.formats.spread.sums import Compare, compared, pieces, problem_of
from core.formats.zip_archive import ZipArchive, data_offset, local_facts
from core.formats.zip_records import Record
from core.progress import Tick, ignore
from core.spread.crew import Crew
from core.words import say


@dataclass(frozen=True)
class Damage:
    """Something wrong with one ``record`` of the file number ``part``: a sentence, and the entries that suffer.

    ``entries`` are tensors, or the root where everything is in doubt; none where nothing uses the record.
    """

    record: str
    problem: str
    entries: tuple[int, ...] = ()
    part: int = 0


@dataclass(frozen=True)
class IntegrityReport:
    """What was found: ``records`` in the file, of which ``checked`` had a checksum, ``bytes`` read."""

    records: int
    checked: int
    bytes: int
    seconds: float
    damages: tuple[Damage, ...] = field(repr=False)

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong, as far as the file lets anybody tell."""
        return not self.damages

    @property
    def unchecked(self) -> int:
        """Records whose bytes nothing vouches for."""
        return self.records - self.checked


def verify(
    catalogue: Catalogue, tick: Tick | None = None, crew: Crew | None = None, known: Compare = lambda *_: None
) -> IntegrityReport:
    """Read the whole file and compare it with what it says of itself; with a ``crew`` its workers read.

    What is ``known`` of a record already is taken from there, where this process reads.

    Raises `CannotOpen` when the file is no longer the one that was opened, `ClusterError` where workers cannot do it,
    and `Cancelled` when ``tick`` does.
    """
    started = time.perf_counter()
    checkpoint = catalogue.checkpoint
    tick = tick or ignore
    check = _Check(catalogue, tick, known)
    try:
        if crew is not None:
            check = _Check(catalogue, ignore, _by_workers(catalogue, tick, crew))
        with check.files:
            check.run()
    except OSError as error:
        raise CannotOpen(
            "{path} cannot be read: {reason}.", path=checkpoint.path, reason=error.strerror or error
        ) from None
    except SourceChanged as error:
        raise CannotOpen(str(error)) from None
    seconds = time.perf_counter() - started
    return IntegrityReport(check.records, check.checked, check.done, seconds, tuple(check.damages))


def _by_workers(catalogue: Catalogue, tick: Tick, crew: Crew) -> Compare:
    """What workers found of all records: one run over the directories tells which there are, the next is told this."""
    records: list[tuple[int, Record]] = []

    def note(place: int, record: Record) -> str:
        records.append((place, record))
        tick(0, 0)
        return ""

    first = _Check(catalogue, ignore, note)
    with first.files:
        first.run()
    found = compared(records, catalogue.checkpoint.parts, tick, crew)
    return lambda place, _: found[place]


class _Check:
    """One run over open files; ``known`` says what is wrong with the bytes of a record, instead of reading them."""

    def __init__(self, catalogue: Catalogue, tick: Tick, known: Compare) -> None:
        self.catalogue, self.tick = catalogue, tick
        self._known = known
        self.files = catalogue.checkpoint.files()
        self.damages: list[Damage] = []
        self.records = self.checked = self.done = self.total = 0
        self._storages = {key: index for index, key in enumerate(catalogue.storage_columns.keys)}

    def run(self) -> None:
        checkpoint = self.catalogue.checkpoint
        self.total = sum(_summed_bytes(checkpoint.archive))
        self._one(checkpoint.archive, checkpoint.parts[-1].end)

    def _one(self, archive: Archive, end: int, keys: str = "", name: str = "", first: int = 0) -> None:
        """One part, up to ``end``, whose storages are called ``keys`` and their own; ``name`` says which it is.

        Its first file is number ``first``.
        """
        if isinstance(archive, SeveralArchive):
            for number, each in enumerate(archive.archives):
                inner = f"{keys}{number}/", f"{name}{archive.names[number]}: ", first + archive.firsts[number]
                self._one(each, archive.ends[number], *inner)
            return
        before = len(self.damages)
        if isinstance(archive, AssembledArchive):
            self._one(archive.below, end, keys, "", first)
        elif isinstance(archive, ZipArchive | TorchZip | ArraysArchive):
            self._zip(archive, end, keys)
        elif isinstance(archive, LegacyArchive):
            self._legacy(archive, keys)
        elif isinstance(archive, SafetensorsArchive):
            self._safetensors(archive)
        elif isinstance(archive, DcpArchive):
            self._dcp(archive, keys)
        if name:
            found = [replace(each, record=name + each.record, part=first + each.part) for each in self.damages[before:]]
            self.damages[before:] = found

    # -- zip -----------------------------------------------------------------------------------------------

    def _zip(self, archive: ZipArchive | TorchZip | ArraysArchive, end: int, keys: str) -> None:
        records = list(archive.members.values() if isinstance(archive, ArraysArchive) else archive.records.values())
        key_of = _storage_keys(archive)
        self.records += len(records)
        places: list[tuple[int, Record]] = []
        problems: dict[str, str] = {}
        for record in records:
            try:
                places.append((self._place(record, end), record))
            except (Malformed, Truncated) as error:
                problems[record.name] = str(error)
        problems |= _overlaps(places)
        summed = [(place, record) for place, record in places if record.crc or not record.stored]
        self.checked += len(summed)
        problems |= self._sums(summed)
        for record in records:
            if record.name in problems:
                self.damages.append(
                    Damage(record.name, problems[record.name], self._hurt(record.name, key_of(record.name), keys))
                )

    def _place(self, record: Record, end: int) -> int:
        """Where the bytes begin. Raises `Malformed` when the two headers of a record disagree."""
        place = data_offset(self.files, record)
        if place + record.stored > end:
            raise Truncated("Record {name!r} lies outside the file; the file was cut short.", name=record.name)
        local = local_facts(self.files, record)
        if local is not None and local != (record.method, record.crc, record.stored, record.size):
            raise Malformed("The two headers of record {name!r} disagree; the file is damaged.", name=record.name)
        return place

    def _hurt(self, name: str, key: str | None, keys: str) -> tuple[int, ...]:
        """The tensors of the storage that a record holds; the root where it is a pickle, and everything is in doubt."""
        storage = self._storages.get(keys + key) if key is not None else None
        if storage is None:
            return (0,) if name.endswith(".pkl") else ()
        return self._tensors(storage)

    def _tensors(self, storage: int) -> tuple[int, ...]:
        rows = self.catalogue.rows_of_storage[storage]
        return tuple(self.catalogue.tensors[row].entry for row in rows)

    def _sums(self, records: Sequence[tuple[int, Record]]) -> dict[str, str]:
        """The records whose bytes do not match their checksum, and what to say of each."""
        problems: dict[str, str] = {}
        for place, record in records:
            problem = self._compare(place, record)
            if problem:
                problems[record.name] = problem
        return problems

    def _compare(self, place: int, record: Record) -> str:
        """What is wrong with the bytes of a record; empty when nothing is."""
        known = self._known(place, record)
        if known is None:
            return problem_of(record, self._counted(pieces(self.files, place, record.stored, record.name)))
        self.done += record.stored
        return known

    def _counted(self, stored: Iterator[bytes]) -> Iterator[bytes]:
        for piece in stored:
            self.done += len(piece)
            yield piece
            self.tick(self.done, self.total)

    # -- the others ----------------------------------------------------------------------------------------

    def _dcp(self, archive: DcpArchive, keys: str) -> None:
        """Pieces of tensors, and objects: a zip each."""
        source = Source(self.files)
        for number in range(archive.chunks.count):
            row, chunk = archive.chunks.row_of(number), archive.chunks.chunk(number)
            storage = self._storages.get(f"{keys}{row}")
            if chunk.place.transforms:
                self.records += 1
                continue
            before = len(self.damages)
            try:
                self._zip(archive.inner(source, chunk), archive.ends[chunk.file], "")
            except CheckpointError as error:
                self.damages.append(Damage("", str(error)))
            entries = () if storage is None else self._tensors(storage)
            found = (replace(each, entries=entries) for each in self.damages[before:])
            self.damages[before:] = [self._within(archive, each, chunk.key, chunk.file) for each in found]
        for number, inner in enumerate(archive.objects):
            before = len(self.damages)
            self._zip(inner.archive, archive.ends[inner.file], f"{keys}{number}/")
            self.damages[before:] = [self._within(archive, each, "", inner.file) for each in self.damages[before:]]

    @staticmethod
    def _within(archive: DcpArchive, damage: Damage, key: str, file: int) -> Damage:
        """The same, named by the file, and the key of what it is a piece of."""
        name = ": ".join(filter(None, (archive.names[file], key, damage.record)))
        return replace(damage, record=name, part=file)

    def _legacy(self, archive: LegacyArchive, keys: str) -> None:
        """Only sizes: what the object says of each storage against the count that stands before its bytes."""
        storages = self.catalogue.storage_columns
        index = {key: self._storages[keys + key] for key in archive.keys if keys + key in self._storages}
        sizes = {key: ITEM_SIZES[storages.dtypes[number]] for key, number in index.items()}
        self.records += len(archive.keys)
        try:
            found = locate_storages(Source(self.files), archive, sizes)
        except CheckpointError as error:
            self.damages.append(Damage(say("the storages"), str(error), (0,)))
            return
        for number, key in enumerate(archive.keys):
            nbytes = storages.nbytes[index[key]]
            if found[key].size != nbytes:
                problem = say(
                    "It has {size:,} bytes, but the pickle says {nbytes:,}.", size=found[key].size, nbytes=nbytes
                )
                self.damages.append(Damage(say("storage {key}", key=key), problem, self._tensors(index[key])))
            if not number & 0xFFF:
                self.tick(number, self.records)

    def _safetensors(self, archive: SafetensorsArchive) -> None:
        """There are no checksums, and that byte ranges follow each other up to the end is looked at while opening."""
        self.records += len(archive.header.keys() - {NOTES})


def _storage_keys(archive: ZipArchive | TorchZip | ArraysArchive) -> Callable[[str], str | None]:
    """Which storage a record holds, by its name; None where it holds none."""
    if isinstance(archive, ZipArchive):
        folder = archive.prefix + "data/"
        return lambda name: name.removeprefix(folder) if name.startswith(folder) else None
    names = (
        archive.names if isinstance(archive, TorchZip) else {key: each.name for key, each in archive.members.items()}
    )
    found: dict[str, str] = {}
    for key, name in names.items():
        found.setdefault(name, key)
    return found.get


def _summed_bytes(archive: Archive) -> Iterator[int]:
    """The bytes that have checksums, of each among the files of an archive that has some."""
    if isinstance(archive, ZipArchive | TorchZip):
        yield archive.records.summed_bytes
    elif isinstance(archive, ArraysArchive):
        yield sum(record.stored for record in archive.members.values())
    elif isinstance(archive, DcpArchive):
        yield archive.bytes
    elif isinstance(archive, AssembledArchive):
        yield from _summed_bytes(archive.below)
    elif isinstance(archive, SeveralArchive):
        for each in archive.archives:
            yield from _summed_bytes(each)


def _overlaps(places: Sequence[tuple[int, Record]]) -> dict[str, str]:
    """Records whose bytes lie in those of another, header included."""
    found: dict[str, str] = {}
    end, last = 0, ""
    for place, record in sorted(places, key=lambda each: each[1].header):
        if record.header < end:
            found[record.name] = say(
                "Its bytes overlap those of record {last!r}; the file was tampered with or damaged.", last=last
            )
        if place + record.stored >= end:
            end, last = place + record.stored, record.name
    return found

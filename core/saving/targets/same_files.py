"""The files that a source of several had, each written anew: the folder of a run, or a zip of checkpoints.

What changes in a branch changes in its file; the other files of the folder, such as settings, go along.
"""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from core.containers.known_files import ALTERNATIVE, Role, role_of
from core.errors import EditError, Step, Way
from core.files.copy import CHUNK, CountingPlace, CountingSink, Descriptor, Sink
from core.files.parts import identity_of, reading
from core.formats.archives import Archive
from core.formats.legacy import LegacyArchive
from core.formats.safetensors import SafetensorsArchive
from core.formats.several import SeveralArchive
from core.formats.zip_archive import ZipArchive
from core.saving.companions import is_file
from core.saving.planned import Planned
from core.saving.targets import safetensors, torch_files
from core.saving.targets.target import Destination, Options, Prepared, Promise
from core.text import clip, listed
from core.words import say, say_count

_AROUND_MEMBER, _END = 144, 22
"""Bytes of a zip besides its members: for each a header, what follows it and a row of the directory, and its end."""
_MOST_NAMED = 3
FOLDER, ZIP = "run folder", "zip of files"
"""The containers that it is for."""


class _Branch(NamedTuple):
    """A branch of the tree that goes into files of its own: the ``name`` of the first, and how they are written."""

    label: Any
    name: str
    prepared: Prepared


def prepare(planned: Planned, _options: Options) -> Prepared:
    """As `core.saving.targets.target.Target.prepare` says."""
    checkpoint = planned.preview.catalogue.checkpoint
    archive = checkpoint.archive
    if not isinstance(archive, SeveralArchive) or archive.kind not in (FOLDER, ZIP) or planned.preview.root != 0:
        raise EditError(
            "Only the folder of a run, or a zip of checkpoints, can be saved as the same files as the source."
        )
    branches = tuple(_branches(planned, archive))
    if archive.kind == FOLDER:
        _check_is_run(branches)
    others = checkpoint.several.others if checkpoint.several is not None else ()
    kept = tuple(other.name for other in others if other.what != ALTERNATIVE)
    left = tuple(other.name for other in others if other.what == ALTERNATIVE)
    if archive.kind == ZIP:
        return _Zip(branches, checkpoint.path, kept, left)
    return _Folder(branches, checkpoint.path, tuple(name for name in kept if is_file(checkpoint.path / name)), left)


def _check_is_run(branches: Sequence[_Branch]) -> None:
    """Raises `EditError` for a file that nobody would take for a run, once it is alone in its folder."""
    roles = {role_of(branch.name.rpartition("/")[2]) or Role.MODEL for branch in branches}
    if len(roles) == 1 and Role.MODEL not in roles:
        names = listed([branch.name for branch in branches], _MOST_NAMED)
        told = say("Only {names} is left of this run, which is not enough for a run folder. Save as zip.", names=names)
        raise EditError(told).with_ways(Way(Step.SAVE_AS, "zip"))


def _branches(planned: Planned, archive: SeveralArchive) -> Iterator[_Branch]:
    """Those that are left: the part number N of the source is the child number N of its root."""
    preview = planned.preview
    for number, entry in enumerate(preview.catalogue.children(0)):
        if not preview.dropped(entry):
            inner = planned.at(preview.catalogue.values[entry])
            name = archive.names[number]
            yield _Branch(preview.label(entry), name, _prepared(inner, archive.archives[number], name))


def _prepared(planned: Planned, archive: Archive, name: str) -> Prepared:
    if isinstance(archive, ZipArchive | LegacyArchive):
        return _TorchFile(planned, archive.kind)
    if isinstance(archive, SafetensorsArchive):
        return safetensors.prepare(planned, Options("safetensors"))
    if isinstance(archive, SeveralArchive) and archive.kind == "sharded":
        size = max(1, *(end - begin for begin, end in zip((0, *archive.ends), archive.ends, strict=False)))
        options = Options(archive.archives[0].kind, is_folder=True, shard_size=size)
        prepare_shards = safetensors.prepare if options.kind == "safetensors" else torch_files.prepare
        return prepare_shards(planned, options)
    raise EditError(
        "{name} was written by several ranks, and Pthfinder does not write it that way. Save it as a single zip, "
        "or as dcp.",
        name=name,
    ).with_ways(Way(Step.SAVE_AS, "zip"), Way(Step.SAVE_AS, "dcp"))


@dataclass(frozen=True)
class _TorchFile:
    """One file as torch.save writes it."""

    planned: Planned
    kind: str

    notes: ClassVar[tuple[str, ...]] = ()
    is_folder: ClassVar[bool] = False
    whole: ClassVar[None] = None
    keeps_devices: ClassVar[bool] = True
    lists_all: ClassVar[bool] = False
    opens: ClassVar[str] = ""

    @property
    def total(self) -> int:
        nbytes = {tensor.storage: self.planned.storages.nbytes(tensor.storage) for tensor in self.planned.tensors}
        return sum(nbytes.values()) + 256 * len(nbytes) + (1 << 16)

    @property
    def promises(self) -> tuple[Promise, ...]:
        return tuple(Promise(tensor.path, tensor) for tensor in self.planned.tensors)

    def write(self, place: Destination) -> None:
        """As `Prepared.write` says."""
        with place.file() as sink:
            self.planned.write_saved(self.planned.root, sink, self.kind)


@dataclass(frozen=True)
class _Several:
    """All branches, and the ``others`` that go along from ``source``; those that are ``left`` do not."""

    branches: tuple[_Branch, ...]
    source: Path
    others: tuple[str, ...]
    left: tuple[str, ...] = ()

    whole: ClassVar[None] = None
    lists_all: ClassVar[bool] = False
    opens: ClassVar[str] = ""

    @property
    def keeps_devices(self) -> bool:
        return all(branch.prepared.keeps_devices for branch in self.branches)

    @property
    def total(self) -> int:
        return sum(branch.prepared.total for branch in self.branches)

    @property
    def notes(self) -> tuple[str, ...]:
        own = (note for branch in self.branches for note in branch.prepared.notes)
        if not self.left:
            return tuple(own)
        return (
            *own,
            say_count(
                len(self.left),
                "{n:,} file with the same weights in another format is not copied: {names}.",
                "{n:,} files with the same weights in another format are not copied: {names}.",
                names=listed([clip(name, 80) for name in self.left], _MOST_NAMED),
            ),
        )

    @property
    def promises(self) -> tuple[Promise, ...]:
        return tuple(
            Promise((branch.label, *promise.path), promise.tensor)
            for branch in self.branches
            for promise in branch.prepared.promises
        )


class _Folder(_Several):
    """A folder of them."""

    is_folder: ClassVar[bool] = True

    def write(self, place: Destination) -> None:
        """As `Prepared.write` says."""
        for branch in self.branches:
            branch.prepared.write(_Below(place, branch.name))
        for name in self.others:
            with place.file(name) as sink, reading(self.source / name) as other:
                if isinstance(sink, CountingSink):
                    sink.pass_over(identity_of(self.source / name).size)
                    continue
                while piece := other.read(CHUNK):
                    sink.write(piece)


class _Zip(_Several):
    """A zip of them, in the order of the source."""

    is_folder: ClassVar[bool] = False

    def write(self, place: Destination) -> None:
        """As `Prepared.write` says. A member is made beside the zip first: its size stands before it."""
        by_name = {branch.name: branch for branch in self.branches}
        if isinstance(place, CountingPlace):
            self._count(place)
            return
        with (
            place.file() as sink,
            zipfile.ZipFile(_Stream(sink), "w") as target,
            reading(self.source) as source,
            zipfile.ZipFile(source) as old,
        ):
            for info in old.infolist():
                branch = by_name.get(info.filename)
                if branch is None and info.filename in self.others:
                    with old.open(info) as member:
                        _add(target, info, member)
                elif branch is not None:
                    with tempfile.TemporaryFile() as made:
                        branch.prepared.write(_Spool(Descriptor(made.fileno()), sink))
                        made.seek(0)
                        _add(target, info, made)

    def _count(self, place: CountingPlace) -> None:
        """The members, and what stands around each."""
        for branch in self.branches:
            branch.prepared.write(place)
        with reading(self.source) as source, zipfile.ZipFile(source) as old, place.file() as sink:
            infos = {info.filename: info for info in old.infolist()}
            for name in (*(branch.name for branch in self.branches), *self.others):
                sink.pass_over(_AROUND_MEMBER + 2 * len(name.encode()))
            sink.pass_over(_END + sum(infos[name].file_size for name in self.others if name in infos))


def _add(target: zipfile.ZipFile, info: zipfile.ZipInfo, content: Any) -> None:
    fresh = zipfile.ZipInfo(info.filename, info.date_time)
    fresh.external_attr, fresh.create_system = info.external_attr, info.create_system
    with target.open(fresh, "w", force_zip64=True) as member:
        while piece := content.read(CHUNK):
            member.write(piece)


class _Below(NamedTuple):
    """The place of one branch: a file without a name gets that of the branch, others go beside it."""

    place: Destination
    name: str

    def file(self, name: str = "") -> AbstractContextManager[Sink]:
        folder = self.name.rpartition("/")[0]
        return self.place.file(f"{folder}/{name}" if folder and name else name or self.name)


class _Spool(NamedTuple):
    """The place of a file that is made apart; its progress is that of the whole."""

    out: Descriptor
    whole: Sink

    @contextmanager
    def file(self, _name: str = "") -> Iterator[Sink]:
        sink = Sink(self.out, self.whole.total, lambda *_: self.whole.tick(self.whole.position, self.whole.total))
        yield sink
        sink.flush()


class _Stream(io.RawIOBase):
    """A sink as ``zipfile`` writes to one that it cannot seek in."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._sink.write(bytes(data))
        return len(data)

"""Reads back what was written, before it takes the place of anything: the last step that can still fail."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.catalogue.odd_places import oddities_of
from core.catalogue.release import release, release_graph, release_records
from core.edits.preview import Preview
from core.errors import Cancelled, CheckpointError, NotPlain, VerifyFailed
from core.formats.copy import Source
from core.formats.file_io import O_BINARY
from core.formats.zip_reader import looks_like, read_archive, read_record
from core.objects.value_text import key_text
from core.oddities import Oddity, listed_oddities
from core.pickling.nodes import PersistentId
from core.pickling.reader import Mentions, loads
from core.saving.follow import can_be_followed, same_tensors
from core.saving.layout import Assembly

if TYPE_CHECKING:
    from core.catalogue.checkpoint import Archive

_SAMPLES = 200
_SAMPLE_BYTES = 4096
_HEAD = 4
_BATCH = 1000  # storages that are looked at at once


def verify(assembly: Assembly, path: Path, pause: Callable[[], None]) -> tuple[int, int]:
    """Read back what was written to ``path``; returns how many tensors and storages are in it.

    ``pause`` is called now and then and may raise `Cancelled`. Raises `VerifyFailed`, and `NotPlain` where an odd
    source became an odd file.
    """
    try:
        counts = _follow(assembly, path, pause)
        return counts if counts is not None else _look_up(assembly, path, pause)
    except (VerifyFailed, NotPlain, Cancelled):
        raise
    except CheckpointError as error:
        raise VerifyFailed(f"What was written does not read back ({error}) The target was left alone.") from None


def _follow(assembly: Assembly, path: Path, pause: Callable[[], None]) -> tuple[int, int] | None:
    """Read a zip back part by part and compare each; None where that does not tell.

    The directory is gone before the graph is read: of many small tensors each is as large as the other, and both at
    once would take more memory than all else that saving needs.
    """
    if assembly.container != "zip" or not can_be_followed(assembly.preview) or oddities_of(assembly.catalogue):
        return None
    with _opened(path) as reader:
        if not looks_like(reader.peek(0, _HEAD)):
            return None
        archive = read_archive(reader.fd, reader.size, lambda *_: pause())
        _verify_samples(assembly, archive, reader)
        record = archive.record("data.pkl") if assembly.is_whole(archive) else None
        data = read_record(reader.fd, record) if record is not None else b""
        release_records(archive)
    if not data:
        return None
    pause()
    mentions = Mentions()
    root, _ = loads(data, 0, mentions)
    del data
    storages = _numbered(mentions.persistent)
    tensors = same_tensors(assembly.preview, assembly.keys, root, pause) if storages == len(assembly.keys) else None
    release_graph(root, mentions)
    return (tensors, len(assembly.keys)) if tensors is not None else None


def _look_up(assembly: Assembly, path: Path, pause: Callable[[], None]) -> tuple[int, int]:
    """Read a file back as it is opened, lay it out as tables, and compare those."""
    written = open_checkpoint(path, lambda *_: pause())
    with _opened(path) as reader:
        _verify_samples(assembly, written.archive, reader)
    catalogue = build_catalogue(written, lambda *_: pause())
    _check_plain(assembly, oddities_of(catalogue))
    if not _same_tensors(assembly, catalogue):
        raise VerifyFailed(
            "What was written is not what was planned; the target was left alone. Please report this file."
        )
    counts = len(catalogue.tensors), len(catalogue.storages)
    release(catalogue)
    return counts


def _check_plain(assembly: Assembly, oddities: Sequence[Oddity]) -> None:
    """What is odd in the pickle of a source is written as it is where nothing else can say it, and then not kept."""
    if oddities and oddities_of(assembly.catalogue):
        raise NotPlain(
            f"What is shown cannot be written as a plain file: {listed_oddities(oddities)}. Nothing was written. "
            "Leave out what holds it, or keep the file as it is."
        )


@contextmanager
def _opened(path: Path) -> Iterator[Source]:
    fd = os.open(path, os.O_RDONLY | O_BINARY)
    try:
        yield Source(fd, os.fstat(fd).st_size)
    finally:
        os.close(fd)


def _numbered(mentioned: Sequence[PersistentId]) -> int | None:
    """How many storages a pickle speaks of; None unless they are numbered in their order, as a zip has them."""
    count = 0
    for first in range(0, len(mentioned), _BATCH):
        pids = [node.pid for node in mentioned[first : first + _BATCH]]
        pids = [pid for pid in pids if type(pid) is tuple and len(pid) in (5, 6) and pid[0] == "storage"]
        keys = [pid[2] for pid in pids]
        if keys == list(map(str, range(count, count + len(keys)))):  # nothing is shared, as in nearly all files
            count += len(keys)
            continue
        for key in keys:
            if key == str(count):
                count += 1
            elif not (type(key) is str and key.isdecimal() and int(key) < count):
                return None
    return count


def _verify_samples(assembly: Assembly, archive: Archive, reader: Source) -> None:
    """Compare the first and last bytes of storages spread over the file with the source.

    Catches bytes in the wrong place. Comparing all of them would take as long as writing them.
    """
    keys = list(assembly.keys)
    step = max(1, len(keys) // _SAMPLES)
    for first in range(0, len(keys), step):
        for key in keys[first : first + step]:
            if _is_as_planned(assembly, archive, reader, key):
                break


def _is_as_planned(assembly: Assembly, archive: Archive, reader: Source, key: str) -> bool:
    """True once the ends of a storage were compared; False for one that has no bytes as such in the source."""
    span = assembly.span(key)
    if not span.is_verbatim or not span.size:
        return False
    place = assembly.place_in(archive, reader, key)
    length = min(span.size, _SAMPLE_BYTES)
    for at in (0, span.size - length):
        if assembly.source.read(span.offset + at, length) != reader.read(place + at, length):
            raise VerifyFailed(f"The bytes of storage {key!r} were not written as planned; the target was left alone.")
    return True


class _Fact(NamedTuple):
    """What a file says of one tensor; ``storage`` is the key of its storage in the new file."""

    path: str
    dtype: str
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int
    storage: str | None
    device: str
    nbytes: int


def _same_tensors(assembly: Assembly, written: Catalogue) -> bool:
    """Whether the file has the tensors that the preview promised, in order, each with its bytes."""
    preview = assembly.preview
    promised: Iterable[_Fact] = _promised(preview, assembly.keys)
    found: Iterable[_Fact] = _found(written)
    if preview.moved or preview.new_tensors:  # a state dict made of a module has an order of its own
        # Sorted by nothing else: parameters that are keys read alike, and stay in the order of the file.
        promised, found = sorted(promised, key=attrgetter("path")), sorted(found, key=attrgetter("path"))
    return all(want == have for want, have in itertools.zip_longest(promised, found))


def _promised(preview: Preview, keys: Mapping[str, str]) -> Iterator[_Fact]:
    catalogue = preview.catalogue
    for index, row in enumerate(catalogue.tensors):
        if preview.dropped(row.entry):
            continue
        piece = preview.pieces.get(index)
        storage, offset = catalogue.storages[row.storage], row.storage_offset
        key, nbytes = storage.key, storage.nbytes
        if piece is not None:
            new, offset = preview.added[piece[0]], piece[1]
            key, nbytes = new.key, new.nbytes
        elif row.storage in catalogue.in_pickle:
            key = ""
        device = preview.storage_devices[row.storage]
        path = preview.path_text(row.entry)
        yield _Fact(path, row.dtype, row.shape, row.stride, offset, keys.get(key), device, nbytes)
    for tensor in preview.new_tensors:
        path = "/".join(map(key_text, (*preview.path(tensor.base), *tensor.keys)))
        nbytes = preview.new_storages[tensor.storage].nbytes
        yield _Fact(path, tensor.dtype, tensor.shape, tensor.stride, 0, keys.get(tensor.storage), "cpu", nbytes)


def _found(written: Catalogue) -> Iterator[_Fact]:
    for row in written.tensors:
        storage = written.storages[row.storage]
        yield _Fact(
            written.path_text(row.entry),
            row.dtype,
            row.shape,
            row.stride,
            row.storage_offset,
            storage.key if row.storage not in written.in_pickle else None,
            storage.device,
            storage.nbytes,
        )

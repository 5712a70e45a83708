"""Reads back what was written, before it takes the place of anything: the last step that can still fail."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from core.assembly import Assembly
from core.catalogue import Catalogue, build_catalogue
from core.checkpoint import Checkpoint, open_checkpoint
from core.copying import Source
from core.errors import Cancelled, CheckpointError, VerifyFailed
from core.files import O_BINARY
from core.following import same_tensors
from core.preview import Preview
from core.release import release, release_checkpoint
from core.text import key_text
from core.ziparchive import ZipArchive

_SAMPLES = 200
_SAMPLE_BYTES = 4096


def verify(assembly: Assembly, path: Path, pause: Callable[[], None]) -> tuple[int, int]:
    """Read back what was written to ``path``; returns how many tensors and storages are in it.

    ``pause`` is called now and then and may raise `Cancelled`. Raises `VerifyFailed`.
    """
    try:
        written = open_checkpoint(path, lambda *_: pause())
        _verify_samples(assembly, written)
        storages = _storages(assembly, written)
        tensors = same_tensors(assembly.preview, assembly.keys, written.root, pause) if storages is not None else None
        if storages is not None and tensors is not None:
            release_checkpoint(written)
            return tensors, storages
        catalogue = build_catalogue(written, lambda *_: pause())
    except (VerifyFailed, Cancelled):
        raise
    except CheckpointError as error:
        raise VerifyFailed(f"What was written does not read back ({error}) The target was left alone.") from None
    if not _same_tensors(assembly.preview, catalogue):
        raise VerifyFailed(
            "What was written is not what was planned; the target was left alone. Please report this file."
        )
    counts = len(catalogue.tensors), len(catalogue.storages)
    release(catalogue)
    return counts


def _storages(assembly: Assembly, written: Checkpoint) -> int | None:
    """How many storages the file speaks of; None unless they are numbered as a zip has them and there as a whole."""
    if not isinstance(written.archive, ZipArchive) or not assembly.is_whole(written.archive):
        return None
    count = 0
    for node in written.mentions.persistent:
        pid = node.pid
        if type(pid) is not tuple or len(pid) not in (5, 6) or pid[0] != "storage":
            continue
        if pid[2] == str(count):
            count += 1
        elif not (type(pid[2]) is str and pid[2].isdecimal() and int(pid[2]) < count):
            return None
    return count if count == len(assembly.keys) else None


def _verify_samples(assembly: Assembly, written: Checkpoint) -> None:
    """Compare the first and last bytes of storages spread over the file with the source.

    Catches bytes in the wrong place. Comparing all of them would take as long as writing them.
    """
    fd = os.open(written.file, os.O_RDONLY | O_BINARY)
    try:
        reader = Source(fd, written.bytes)
        keys = list(assembly.keys)
        step = max(1, len(keys) // _SAMPLES)
        for first in range(0, len(keys), step):
            for key in keys[first : first + step]:
                if _is_as_planned(assembly, written, reader, key):
                    break
    finally:
        os.close(fd)


def _is_as_planned(assembly: Assembly, written: Checkpoint, reader: Source, key: str) -> bool:
    """True once the ends of a storage were compared; False for one that has no bytes as such in the source."""
    span = assembly.span(key)
    if not span.is_verbatim or not span.size:
        return False
    place = assembly.place_in(written, reader, key)
    length = min(span.size, _SAMPLE_BYTES)
    for at in (0, span.size - length):
        if assembly.source.read(span.offset + at, length) != reader.read(place + at, length):
            raise VerifyFailed(f"The bytes of storage {key!r} were not written as planned; the target was left alone.")
    return True


class _Fact(NamedTuple):
    """What a file says of one tensor, its storage by any name that is one a storage."""

    path: str
    dtype: str
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int
    storage: Any
    device: str
    nbytes: int


def _same_tensors(preview: Preview, written: Catalogue) -> bool:
    """Whether the file has the tensors that the preview promised, in order, with the same sharing."""
    promised: Iterable[_Fact] = _promised(preview)
    found: Iterable[_Fact] = _found(written)
    if preview.moved or preview.new_tensors:  # a state dict made of a module has an order of its own
        # Sorted by nothing else: parameters that are keys read alike, and stay in the order of the file.
        promised, found = sorted(promised, key=attrgetter("path")), sorted(found, key=attrgetter("path"))
    partner: dict[Any, Any] = {}
    nothing = object()
    for want, have in itertools.zip_longest(promised, found, fillvalue=nothing):
        if not isinstance(want, _Fact) or not isinstance(have, _Fact):
            return False
        if partner.setdefault(want.storage, have.storage) != have.storage or want[:5] + want[6:] != have[:5] + have[6:]:
            return False
    return True


def _promised(preview: Preview) -> Iterator[_Fact]:
    catalogue = preview.catalogue
    for index, row in enumerate(catalogue.tensors):
        if preview.dropped(row.entry):
            continue
        piece = preview.pieces.get(index)
        storage, offset, nbytes = str(row.storage), row.storage_offset, catalogue.storages[row.storage].nbytes
        if piece is not None:
            new = preview.added[piece[0]]
            storage, offset, nbytes = new.key, piece[1], new.nbytes
        device = preview.storage_devices[row.storage]
        yield _Fact(preview.path_text(row.entry), row.dtype, row.shape, row.stride, offset, storage, device, nbytes)
    for tensor in preview.new_tensors:
        path = "/".join(map(key_text, (*preview.path(tensor.base), *tensor.keys)))
        nbytes = preview.new_storages[tensor.storage].nbytes
        yield _Fact(path, tensor.dtype, tensor.shape, tensor.stride, 0, tensor.storage, "cpu", nbytes)


def _found(written: Catalogue) -> Iterator[_Fact]:
    for row in written.tensors:
        storage = written.storages[row.storage]
        yield _Fact(
            written.path_text(row.entry),
            row.dtype,
            row.shape,
            row.stride,
            row.storage_offset,
            storage.key,
            storage.device,
            storage.nbytes,
        )

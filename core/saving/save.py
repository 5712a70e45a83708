"""Saves a previewed plan: a temporary file beside the target, streamed, checked and moved into place.

Until the last step the target is what it was; after it, it is the whole new file.
"""

from __future__ import annotations

import os
import shutil
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.catalogue.checkpoint import Checkpoint, no_collector
from core.catalogue.odd_places import oddities_of
from core.edits.containers import CONTAINERS, FULLY_READ
from core.edits.edits import Plan, UseContainer
from core.edits.preview import Preview
from core.edits.preview import preview as preview_of
from core.errors import (
    DamagedSource,
    NotEnoughSpace,
    OddSource,
    SaveError,
)
from core.formats.copy import Sink, Source
from core.formats.zip_archive import ZipArchive, read_record
from core.oddities import NOT_OF_TORCH, listed_oddities
from core.progress import Tick, ignore
from core.saving import leftovers
from core.saving.layout import NewFile
from core.saving.look_only import check_look_only
from core.saving.opened import changes_told, check_unchanged, source_of, their_files
from core.saving.publishing import Temporary, check_target, disk_errors, resolved
from core.saving.verify import verify
from core.text import clip, listed, size_text
from core.words import marked, say


@dataclass(frozen=True)
class SaveReport:
    """What was saved: ``bytes`` of the file, and how many tensors and storages are in it.

    ``damaged`` are the paths of tensors whose bytes did not match the checksum of the source, which this file lacks,
    and ``data.pkl`` where the pickle did not. ``left`` is a second name of the new file that could not be removed.
    """

    path: Path
    bytes: int
    seconds: float
    tensors: int
    storages: int
    damaged: tuple[str, ...] = ()
    left: Path | None = None


def save(  # noqa: PLR0913 - each is an option of its own
    preview: Preview,
    target: str | Path,
    *,
    container: str | None = None,
    overwrite: bool = False,
    accept_damage: bool = False,
    accept_odd: bool = False,
    tick: Tick | None = None,
) -> SaveReport:
    """Write the checkpoint as the preview shows it.

    ``container`` is ``zip`` or ``legacy``, or None for that of the source. Raises a `SaveError` (the target
    exists, no space, the source changed, what was written does not read back) or `Cancelled`; the target is
    then as it was and nothing is left beside it, but for a `LeftBehind`, which names it. Bytes that do not match their
    checksum are a `DamagedSource` where the new file would not show it, as one of the older container cannot, unless
    ``accept_damage``. A file that no ``torch.save`` wrote is an `OddSource` unless ``accept_odd``: then what is shown
    of it is written, and nothing else.
    """
    started = time.perf_counter()
    tick = tick or ignore
    checkpoint = preview.catalogue.checkpoint
    check_look_only(preview, container or preview.container)
    _check_odd(preview, accept_odd)
    kind = container or preview.container or checkpoint.container
    if kind not in CONTAINERS:
        raise SaveError(say("{kind!r} is no container; choose zip or legacy.", kind=kind))
    preview = _in_container(preview, kind)
    path = resolved(target)
    check_target(path, overwrite)
    leftovers.clear_litter()
    with Temporary(path) as temporary, disk_errors(path):
        with source_of(checkpoint) as source, their_files(preview) as theirs, no_collector():
            damaged = _damaged_pickle(checkpoint, source)
            if damaged and not accept_damage:
                raise DamagedSource(say(_DAMAGED_PICKLE))
            new_file = NewFile(preview, kind, source, theirs)
            check_space(path, new_file.total)
            with changes_told(checkpoint, source.files):
                # The size that was shown beforehand; in another container only the new_file can tell.
                size = preview.bytes_after if kind == (preview.container or checkpoint.container) else new_file.total
                sink = Sink(temporary.fd, size, tick)
                new_file.write(sink)
                if path.exists():
                    # What is replaced is gone afterwards, so the new bytes must have reached the disk. A new
                    # name is written as `cp` and torch.save do: the source is there if the power fails.
                    os.fsync(temporary.fd)
            check_unchanged(checkpoint, source.files)
            damaged += (paths := _damaged_paths(preview, new_file.damaged))
            if paths and not accept_damage:
                raise DamagedSource(_damage(paths))
            tensors, storages = verify(new_file, temporary.path, lambda: tick(sink.position, sink.position))
            tick(sink.position, sink.position)
            status = os.fstat(source.files.fd())
        temporary.publish(status, overwrite)
    seconds = time.perf_counter() - started
    return SaveReport(path, sink.position, seconds, tensors, storages, damaged, temporary.left)


def _damaged_pickle(checkpoint: Checkpoint, source: Source) -> tuple[str, ...]:
    """The record of the pickle where it does not match its checksum: the new file gets a pickle with a right one."""
    archive = checkpoint.archive
    record = archive.record("data.pkl") if isinstance(archive, ZipArchive) else None
    if record is None or not record.crc or zlib.crc32(read_record(source, record)) == record.crc:
        return ()
    return ("data.pkl",)


def _damaged_paths(preview: Preview, storages: Sequence[int]) -> tuple[str, ...]:
    catalogue = preview.catalogue
    found: list[str] = []
    for storage in storages:
        rows = catalogue.rows_of_storage[storage]
        paths = [catalogue.path_text(catalogue.tensors[row].entry) or say("the tensor") for row in rows]
        found += paths or [say("storage {key}", key=catalogue.storages[storage].key)]
    return tuple(found)


_DAMAGED_PICKLE = marked(
    "The pickle of this file does not match the checksum that was saved with it: the file is damaged, and "
    "names, shapes or values may be wrong. Nothing was written, because the new file could not tell any "
    "more. Fetch the file again."
)


def _damage(paths: Sequence[str]) -> str:
    return say(
        "The bytes of {paths} do not match the checksum that was saved with them: the file is damaged. Nothing was "
        "written, because the new file could not tell any more. Fetch the file again. A zip in which storages are "
        "whole keeps the checksums.",
        paths=listed([clip(path, 72) for path in paths], 3),
    )


def _check_odd(preview: Preview, accepted: bool) -> None:
    oddities = oddities_of(preview.catalogue)
    if oddities and not accepted:
        raise OddSource(
            say(
                "{name} was {not_of_torch} ({oddities}). Nothing was written. A plain file of what is shown can be "
                "written if you accept that.",
                name=preview.catalogue.checkpoint.name,
                not_of_torch=say(NOT_OF_TORCH),
                oddities=listed_oddities(oddities),
            )
        )


def check(
    preview: Preview, container: str | None = None, *, accept_damage: bool = False, accept_odd: bool = False
) -> None:
    """Raises what `save` would raise because of what is in the source or asked for, as far as no bytes are copied."""
    checkpoint = preview.catalogue.checkpoint
    check_look_only(preview, container or preview.container)
    _check_odd(preview, accept_odd)
    with (
        source_of(checkpoint) as source,
        their_files(preview) as theirs,
        no_collector(),
        changes_told(checkpoint, source.files),
    ):
        if _damaged_pickle(checkpoint, source) and not accept_damage:
            raise DamagedSource(say(_DAMAGED_PICKLE))
        kind = container or preview.container or checkpoint.container
        NewFile(_in_container(preview, kind), kind, source, theirs)


def _in_container(preview: Preview, kind: str) -> Preview:
    """The preview with a container that was asked for when saving as part of its plan, where more than that changes."""
    checkpoint = preview.catalogue.checkpoint
    if kind == (preview.container or checkpoint.container) or checkpoint.protocol <= FULLY_READ:
        return preview
    return preview_of(preview.catalogue, Plan((*preview.plan.edits, UseContainer(kind))))


def check_space(path: Path, needed: int) -> None:
    """Raises `NotEnoughSpace` where the disk of a new file has no room for so many bytes."""
    free = shutil.disk_usage(path.parent).free
    if needed > free:
        raise NotEnoughSpace(
            say(
                "The file needs {needed} and {folder} has {free} free. Make room or choose another disk.",
                needed=size_text(needed),
                folder=path.parent,
                free=size_text(free),
            )
        )

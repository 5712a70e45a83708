"""Damage in the source that what is written could not tell any more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.catalogue.checkpoint import Checkpoint
from core.crc import crc32
from core.edits.preview import Preview
from core.errors import DamagedSource, Step, Way
from core.files.copy import Source
from core.formats.zip_archive import ZipArchive, read_record
from core.text import clip, listed
from core.words import marked, say

_ACCEPT = Way(Step.ACCEPT_DAMAGE)


def damaged_pickle(checkpoint: Checkpoint, source: Source) -> tuple[str, ...]:
    """The record of the pickle where it does not match its checksum: the new file gets a pickle with a right one."""
    archive = checkpoint.archive
    record = archive.record("data.pkl") if isinstance(archive, ZipArchive) else None
    if record is None or not record.crc or crc32(read_record(source, record)) == record.crc:
        return ()
    return ("data.pkl",)


def damaged_paths(preview: Preview, storages: Iterable[int]) -> tuple[str, ...]:
    """The paths of the tensors in storages that are damaged, in the order of the file."""
    catalogue = preview.catalogue
    found: list[str] = []
    for storage in sorted(set(storages)):
        rows = catalogue.rows_of_storage[storage]
        paths = [catalogue.path_text(catalogue.tensors[row].entry) or say("the tensor") for row in rows]
        found += paths or [say("storage {key}", key=catalogue.storages[storage].key)]
    return tuple(found)


def check_pickle(checkpoint: Checkpoint, source: Source, accepted: bool) -> tuple[str, ...]:
    """What `damaged_pickle` gives. Raises `DamagedSource` for a damaged one that was not accepted."""
    damaged = damaged_pickle(checkpoint, source)
    if damaged and not accepted:
        raise DamagedSource(_DAMAGED_PICKLE).with_ways(_ACCEPT)
    return damaged


_DAMAGED_PICKLE = marked(
    "The pickle of this file does not match the checksum that was saved with it: the file is damaged, and names, "
    "shapes or values may be wrong. Nothing was written, because the new file would hide the damage. Fetch the "
    "file again."
)


def check_paths(paths: Sequence[str]) -> None:
    """Raises `DamagedSource` where there are paths of tensors that are damaged."""
    if not paths:
        return
    raise DamagedSource(
        "The bytes of {paths} do not match the checksum that was saved with them: the file is damaged. Nothing was "
        "written, because the new file would hide the damage. Fetch the file again. A zip copy that keeps the "
        "storages whole keeps the checksums too.",
        paths=listed([clip(path, 72) for path in paths], 3),
    ).with_ways(_ACCEPT)

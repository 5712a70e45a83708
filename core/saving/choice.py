"""What a save makes: a format, one file or a folder, by what was asked for, the source, and the name of the target."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from core.catalogue.checkpoint import Checkpoint
from core.edits.containers import CONTAINERS, FULLY_READ
from core.edits.edits import Drop, Plan, UseContainer
from core.edits.preview import Preview
from core.edits.preview import preview as preview_of
from core.errors import SaveError
from core.formats.several import SeveralArchive
from core.saving.lacking import lost_in
from core.saving.new_name import FIXED, INCOMPLETE, beside, parts
from core.saving.targets.names import FOLDERS, KNOWN, SAME_FILES
from core.saving.targets.safetensors_header import METADATA
from core.saving.targets.target import Options
from core.words import say

_TORCH: Final = frozenset({".pt", ".pth", ".ckpt", ".bin", ".pkl", ".tar"})
_SAFETENSORS: Final = ".safetensors"
_OF_FILES: Final = _TORCH | {_SAFETENSORS}


def saved_kind(checkpoint: Checkpoint) -> str:
    """The format that a checkpoint is in, that of its files where it is sharded; zip where none can be written."""
    archive = checkpoint.archive
    kind = checkpoint.container
    if kind in SAME_FILES:
        return "files"
    if kind == "sharded" and isinstance(archive, SeveralArchive):
        kind = archive.archives[0].kind
    return kind if kind in KNOWN else "zip"


def is_cut(checkpoint: Checkpoint) -> bool:
    """Whether a checkpoint is in shards."""
    return checkpoint.container == "sharded"


def place_of(checkpoint: Checkpoint) -> Path:
    """The file or the folder that a checkpoint is: of shards the folder, whichever file of it was opened."""
    return checkpoint.path.parent if is_cut(checkpoint) and checkpoint.path.is_file() else checkpoint.path


def suggested(preview: Preview, *, one_file: bool = False) -> Path:
    """What the new file, or folder, is called where nobody says; ``one_file`` of shards too."""
    checkpoint = preview.catalogue.checkpoint
    path = beside(place_of(checkpoint), suffix_of(preview))
    kind = preview.container or saved_kind(checkpoint)
    if kind == "safetensors":
        is_one = not is_cut(checkpoint) or one_file
        name = path.name if place_of(checkpoint).is_dir() else parts(path)[0]
        return path.with_name(name + _SAFETENSORS) if is_one else path
    if kind in CONTAINERS and path.suffix.lower() == _SAFETENSORS:
        return path.with_suffix(".pth")
    return path.with_name(f"{path.name}.pth") if one_file and path.suffix.lower() not in _OF_FILES else path


def suffix_of(preview: Preview, usual: str = FIXED) -> str:
    """What the name of a copy gets: it says so where something of the source is missing."""
    return INCOMPLETE if lost_in(preview) else usual


def of_its_kind(view: Preview, target: Path) -> Path:
    """A name with the ending of the container that a plan asks for, where it has that of another."""
    ending = target.suffix.lower()
    if view.container == "safetensors" and ending in _TORCH:
        return target.with_name(parts(target)[0] + _SAFETENSORS)
    if view.container in FOLDERS and ending in _OF_FILES:
        return target.with_name(parts(target)[0])
    return target.with_suffix(".pth") if view.container in CONTAINERS and ending == _SAFETENSORS else target


def chosen(
    preview: Preview, target: str | Path, container: str | None = None, shard_size: int | None = None
) -> Options:
    """How ``target`` would be written. Raises `SaveError` for a format that there is not, and shards in one file.

    Where no container is asked for, one that the name of the target ends in has its way where the source's would not
    be found under that name.
    """
    checkpoint, ending = preview.catalogue.checkpoint, Path(target).suffix.lower()
    kind = container or preview.container or _by_name(saved_kind(checkpoint), ending)
    if kind not in KNOWN:
        raise SaveError(say("{kind!r} is no container; choose one of {known}.", kind=kind, known=", ".join(KNOWN)))
    always = kind in FOLDERS
    if (always or shard_size is not None) and ending in _OF_FILES:
        raise SaveError(
            say("{name} is a name of one file, and a folder would be written. Give the name of a folder.", name=target)
        )
    is_cut = checkpoint.container == "sharded" and ending not in _OF_FILES and str(target) not in ("", ".")
    if kind == "files":
        return Options(kind, is_folder=checkpoint.container == "run folder")
    return Options(kind, always or shard_size is not None or is_cut, shard_size)


def _by_name(kind: str, ending: str) -> str:
    if ending == _SAFETENSORS:
        return "safetensors"
    return "zip" if ending in _TORCH and kind not in ("zip", "legacy") else kind


def without_header(preview: Preview) -> Preview:
    """The preview without the notes of a safetensors header, for a container of torch: no model has such a key."""
    catalogue = preview.catalogue
    if saved_kind(catalogue.checkpoint) != "safetensors" or preview.root != 0:
        return preview
    notes = [entry for entry in catalogue.children(0) if catalogue.labels[entry] == METADATA]
    drops = tuple(Drop(entry) for entry in notes if catalogue.rows[entry] < 0 and not preview.dropped(entry))
    return preview_of(catalogue, Plan((*preview.plan.edits, *drops))) if drops else preview


def in_container(preview: Preview, kind: str) -> Preview:
    """The preview with a container that was asked for when saving as part of its plan, where more than that changes."""
    checkpoint = preview.catalogue.checkpoint
    if kind not in CONTAINERS:
        return preview
    saved = saved_kind(checkpoint) if is_cut(checkpoint) else checkpoint.container
    if kind == (preview.container or saved) or checkpoint.protocol <= FULLY_READ:
        return without_header(preview)
    return preview_of(preview.catalogue, Plan((*preview.plan.edits, UseContainer(kind))))

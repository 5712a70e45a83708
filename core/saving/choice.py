"""What a save makes: a format, one file or a folder, by what was asked for, the source, and the name of the target."""

from __future__ import annotations

from pathlib import Path

from core.catalogue.checkpoint import Checkpoint
from core.catalogue.quoting import literal
from core.edits.containers import FULLY_READ
from core.edits.edits import Plan, UseContainer
from core.edits.entries import drops
from core.edits.preview import Preview
from core.edits.preview import preview as preview_of
from core.errors import SaveError
from core.formats.register import OF_ONE_FILE, OF_OTHER_FILES, TARGETS, format_of
from core.formats.safetensors import NOTES
from core.saving.lacking import lost_in
from core.saving.new_name import FIXED, INCOMPLETE, beside, parts
from core.saving.targets.target import Options
from core.text import listed


def saved_kind(checkpoint: Checkpoint) -> str:
    """The format that a copy is in: that of the source, or of its files where it is sharded, or what is near it."""
    return checkpoint.format.copied_as or checkpoint.part_formats[0].copied_as


def is_cut(checkpoint: Checkpoint) -> bool:
    """Whether a checkpoint is in shards."""
    return checkpoint.format.cut


def place_of(checkpoint: Checkpoint) -> Path:
    """The file or the folder that a checkpoint is: of shards the folder, whichever file of it was opened."""
    return checkpoint.path.parent if is_cut(checkpoint) and checkpoint.path.is_file() else checkpoint.path


def suggested(preview: Preview, *, one_file: bool = False) -> Path:
    """What the new file, or folder, is called where nobody says; ``one_file`` of shards too."""
    checkpoint = preview.catalogue.checkpoint
    path = beside(place_of(checkpoint), suffix_of(preview))
    kind = format_of(preview.container or saved_kind(checkpoint))
    if kind.has_own_ending:
        is_one = not is_cut(checkpoint) or one_file
        name = path.name if place_of(checkpoint).is_dir() else parts(path)[0]
        return path.with_name(name + kind.ending) if is_one else path
    if kind.of_torch and path.suffix.lower() in OF_OTHER_FILES:
        return path.with_suffix(kind.ending)
    return path.with_name(path.name + kind.ending) if one_file and path.suffix.lower() not in OF_ONE_FILE else path


def suffix_of(preview: Preview, usual: str = FIXED) -> str:
    """What the name of a copy gets: it says so where something of the source is missing."""
    return INCOMPLETE if lost_in(preview) else usual


def of_its_kind(view: Preview, target: Path) -> Path:
    """A name with the ending of the container that a plan asks for, where it has that of another."""
    if view.container is None:
        return target
    ending, wanted = target.suffix.lower(), format_of(view.container)
    if wanted.has_own_ending or wanted.always_folder:
        is_other = ending in OF_ONE_FILE and ending != wanted.ending
        return target.with_name(parts(target)[0] + wanted.ending) if is_other else target
    return target.with_suffix(wanted.ending) if ending in OF_OTHER_FILES else target


def chosen(
    preview: Preview, target: str | Path, container: str | None = None, shard_size: int | None = None
) -> Options:
    """How ``target`` would be written. Raises `SaveError` for a format that there is not, and shards in one file.

    Where no container is asked for, one that the name of the target ends in has its way where the source's would not
    be found under that name.
    """
    checkpoint, ending = preview.catalogue.checkpoint, Path(target).suffix.lower()
    kind = container or preview.container or _by_name(saved_kind(checkpoint), ending)
    if kind not in TARGETS:
        raise SaveError("{kind!r} is not a container; choose one of {known}.", kind=kind, known=listed(TARGETS))
    wanted = format_of(kind)
    if (wanted.always_folder or shard_size is not None) and ending in OF_ONE_FILE:
        raise SaveError(
            "{name} is the name of a file, but this save writes a folder. Give the name of a folder.", name=target
        )
    if wanted.of_branches:
        return Options(kind, is_folder=checkpoint.format.folders)
    as_before = is_cut(checkpoint) and ending not in OF_ONE_FILE and str(target) not in ("", ".")
    return Options(kind, wanted.always_folder or shard_size is not None or as_before, shard_size)


def call_of_copy(made: Options, name: str = "") -> str:
    """``torch.load('a.pth')``, which loads a copy of that name, or ``torch.load(f)`` of any; empty where it takes more
    than one call.
    """
    if made.is_folder or format_of(made.kind).of_branches:
        return ""
    return format_of(made.kind).call.replace("(f)", f"({literal(name) if name else 'f'})")


def _by_name(kind: str, ending: str) -> str:
    """The format that files of this ending are of, where ``kind`` is not called so."""
    if ending not in OF_ONE_FILE or ending in format_of(kind).called:
        return kind
    return next(name for name in TARGETS if ending in format_of(name).called)


def without_header(preview: Preview) -> Preview:
    """The preview without the notes of a safetensors header, for a container of torch: no model has such a key."""
    catalogue = preview.catalogue
    if format_of(saved_kind(catalogue.checkpoint)).pickled or preview.root != 0:
        return preview
    notes = [entry for entry in catalogue.children(0) if catalogue.labels[entry] == NOTES]
    dropped = drops(entry for entry in notes if catalogue.rows[entry] < 0 and not preview.dropped(entry))
    return preview_of(catalogue, Plan((*preview.plan.edits, *dropped))) if dropped else preview


def in_container(preview: Preview, kind: str) -> Preview:
    """The preview with a container that was asked for when saving as part of its plan, where more than that changes."""
    checkpoint = preview.catalogue.checkpoint
    if not format_of(kind).of_torch:
        return preview
    saved = saved_kind(checkpoint) if is_cut(checkpoint) else checkpoint.container
    if kind == (preview.container or saved) or checkpoint.protocol <= FULLY_READ:
        return without_header(preview)
    return preview_of(preview.catalogue, Plan((*preview.plan.edits, UseContainer(kind))))

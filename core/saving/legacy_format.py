"""What torch cannot load from the legacy format, where the bytes of tensors come after everything else."""

from __future__ import annotations

from core.dtypes import UNTYPED
from core.edits.preview import Preview
from core.errors import EditError
from core.formats.register import Format, format_of
from core.formats.zip_archive import ZipArchive
from core.objects.tensors import GENERATOR, NESTED
from core.pickling.nodes import Global, names_below


def check_legacy_format(preview: Preview) -> None:
    """Raises `EditError` for what a plan would bring into the legacy format and torch could not load from there."""
    if not preview.catalogue.checkpoint.format.after_objects and has_nested(preview):
        raise EditError(
            "The file has nested tensors, which torch cannot load from the legacy format: it builds them before it "
            "has read their sizes. Keep the zip format."
        )
    if not preview.catalogue.checkpoint.format.after_objects and has_generators(preview):
        raise EditError(
            "The file has random number generators, which torch cannot load from the legacy format: it sets their "
            "state before it has read that state. Keep the zip format."
        )
    if has_copies(preview):
        raise EditError(
            "The file has tensors from another device that were saved as a CPU copy. torch cannot load them from "
            "the legacy format: it builds them before it has read the copy. Use the zip format."
        )


def planned_format(preview: Preview) -> Format:
    """The format of the file to be written, or of the file as it is where the plan leaves that."""
    return format_of(preview.container or preview.catalogue.checkpoint.container)


def stamp(preview: Preview) -> bytes:
    """What GPT-SoVITS has in the place of PK at the beginning of the planned file: it stays unless a container is
    asked for; empty in files of others.
    """
    archive = preview.catalogue.checkpoint.archive
    return archive.stamp if preview.container is None and isinstance(archive, ZipArchive) else b""


def has_untyped(preview: Preview) -> bool:
    """Whether the file to be written has a storage that says no dtype."""
    if not preview.draft.added and not any(
        name.name in UNTYPED for name in preview.catalogue.checkpoint.mentions.names
    ):
        return False
    return any(name.name in UNTYPED for name in names_below(*preview.edited_graph()))


def has_nested(preview: Preview) -> bool:
    """Whether nested tensors are in the file to be written."""
    return _has(preview, NESTED)


def has_generators(preview: Preview) -> bool:
    """Whether generators of random numbers are in the file to be written."""
    return _has(preview, GENERATOR)


def _has(preview: Preview, name: Global) -> bool:
    if name not in preview.catalogue.checkpoint.mentions.names:
        return False
    return name in names_below(*preview.edited_graph())


def has_copies(preview: Preview) -> bool:
    """Whether a copy of a tensor is in the file to be written, no legacy file had it, and it is not the tensor itself.

    It is where the tensor is to be on the CPU, in the dtype of its copy.
    """
    catalogue, legacy = preview.catalogue, preview.catalogue.checkpoint.format.after_objects
    for row in catalogue.tree.carried:
        tensor, piece = catalogue.tensors[row], preview.draft.pieces.get(row)
        is_new = piece is not None or (not legacy and tensor.storage not in catalogue.in_pickle)
        dtype = preview.draft.added[piece[0]].dtype if piece is not None else catalogue.storages[tensor.storage].dtype
        if is_new and not preview.dropped(tensor.entry) and (preview.device(row), dtype) != ("cpu", tensor.dtype):
            return True
    return False

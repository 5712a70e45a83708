"""Saves a previewed plan: new files beside the target, or in a store elsewhere, streamed, checked and put in place.

Until the last step the target is what it was; after it, it is the whole new file or folder.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from core.catalogue.checkpoint import Checkpoint
from core.edits.preview import Preview
from core.files.member import MemberPath
from core.files.parts import identity_of
from core.progress import Tick, ignore
from core.remote.address import RemotePath
from core.saving import leftovers
from core.saving.allowed import check_allowed, check_missing
from core.saving.choice import chosen, in_container
from core.saving.damage import check_paths, damaged_paths
from core.saving.gate import check_source
from core.saving.outlook import outlook, outlook_of
from core.saving.permissions import LikeFolder, like_source
from core.saving.place import NewFileHere, NewPlace
from core.saving.planned import Planned, check_unchanged, planned
from core.saving.publishing import check_target, disk_errors, resolved
from core.saving.save_report import SaveReport
from core.saving.targets.target import prepared_for
from core.saving.verify import verify

if TYPE_CHECKING:
    from core.saving.companions import Replaced
    from core.saving.losses import Loss


def save(  # noqa: PLR0913 - each is an option of its own
    preview: Preview,
    target: str | Path,
    *,
    container: str | None = None,
    shard_size: int | None = None,
    overwrite: bool = False,
    accept_damage: bool = False,
    accept_odd: bool = False,
    accept_missing: bool = False,
    last: bool = False,
    tick: Tick | None = None,
) -> SaveReport:
    """Write the checkpoint as the preview shows it.

    ``container`` is ``zip``, ``legacy`` or another of `core.formats.register.TARGETS`, or None for that of the source
    and for what the name of the target says. With ``shard_size`` bytes a file at most the target is a folder, as it is
    for a source in shards and a target that has no ending of a file. Raises a `SaveError` (the target
    exists, no space, the source changed, what was written does not read back) or `Cancelled`; the target is
    then as it was and nothing is left beside it, but for a `LeftBehind`, which names it. Bytes that do not match their
    checksum are a `DamagedSource` where the new file would not show it, as one of the legacy format cannot, unless
    ``accept_damage``. A file that no ``torch.save`` wrote is an `OddSource` unless ``accept_odd``: then what is shown
    of it is written, and nothing else. A source of which files are missing is a `MissingParts` unless
    ``accept_missing``: then the new file says what is not in it. What a format cannot hold is an `EditError`. With
    ``last`` the preview is of no use afterwards: of very many tensors its tables make room for what is read back.
    """
    started = time.perf_counter()
    checkpoint = preview.catalogue.checkpoint
    tick = tick or ignore
    check_allowed(preview, container, accept_odd)
    check_missing(preview, accept_missing)
    options = chosen(preview, target, container, shard_size)
    asked, preview = preview, in_container(preview, options.kind)
    path = resolved(target)
    if options.is_folder:
        from core.saving.companions import companions_of  # noqa: PLC0415 - for folders alone

        replaced = _check_folder(path, overwrite)
        companions, new = companions_of(preview, replaced), _new_folder(path, tick, checkpoint, replaced)
    else:
        _check_file(path, checkpoint, overwrite)
        companions, new = [], _new_file(path, tick, checkpoint, overwrite)
    with new as place, disk_errors(path):
        with planned(preview) as found:
            source = found.storages.source
            prepared, damaged = prepared_for(found, options, accept_damage=accept_damage)
            place.expect(prepared.total + sum(identity_of(each).size for each in companions))
            place.total = prepared.total
            prepared.write(place)
            check_unchanged(checkpoint, source.files)
            damaged += (paths := damaged_paths(preview, found.storages.damaged))
            if not accept_damage:
                check_paths(paths)
            files, carried = tuple(place.names()), tuple(place.carry(companions))
            place.finish()
            expected = outlook_of(asked, preview, options, prepared, place.bytes)
            losses = _losses(preview, found, place)
            counts = verify(prepared, found, place.path, lambda: place.tick(place.bytes, place.bytes), last)
            place.tick(place.bytes, place.bytes)
        place.put()
    seconds = time.perf_counter() - started
    return SaveReport(path, place.bytes, seconds, *counts, expected, damaged, place.left, files, carried, losses)


def check(  # noqa: PLR0913 - as above
    preview: Preview,
    container: str | None = None,
    *,
    target: str | Path = "",
    shard_size: int | None = None,
    accept_damage: bool = False,
    accept_odd: bool = False,
) -> tuple[str, ...]:
    """Raises what `save` would raise because of what is in the source or asked for, as far as no bytes are copied.

    Returns sentences on what the format does not keep.
    """
    options = {"accept_damage": accept_damage, "accept_odd": accept_odd}
    return outlook(preview, container, target=target, shard_size=shard_size, **options).notes


def _losses(preview: Preview, found: Planned, place: NewPlace) -> tuple[Loss, ...]:
    """What casts lost: read is only what was not counted while it was written."""
    if not preview.draft.recipes:
        return ()
    from core.saving.losses import cast_losses  # noqa: PLC0415 - NumPy, for a plan that needs it

    return cast_losses(preview, lambda *_: place.tick(place.bytes, place.bytes), known=found.storages.lost)


# -- where it is written -------------------------------------------------------------------------------------------


def _check_file(path: Path, source: Checkpoint, overwrite: bool) -> None:
    """Raises `SaveError` for a target that cannot be written, or must not be; clears what killed saves left there."""
    if isinstance(path, RemotePath):
        from core.saving.elsewhere import check_elsewhere  # noqa: PLC0415 - for those who have one

        check_elsewhere(path, source, overwrite)
    else:
        check_target(path, overwrite)
        leftovers.clear_litter()
    if source.of_many or isinstance(source.path, MemberPath):
        check_source(path, source)


def _new_file(path: Path, tick: Tick, source: Checkpoint, overwrite: bool) -> NewPlace:
    with disk_errors(path):
        like = like_source(source)
    if isinstance(path, RemotePath):
        from core.saving.elsewhere import NewFileElsewhere  # noqa: PLC0415 - as above

        return NewFileElsewhere(path, tick, like, overwrite)
    return NewFileHere(path, tick, like, overwrite)


def _check_folder(path: Path, overwrite: bool) -> Replaced | None:
    """The same for a folder: what it replaces, None where nothing is there."""
    if isinstance(path, RemotePath):
        from core.saving.elsewhere import check_new_folder  # noqa: PLC0415 - as above

        check_new_folder(path)
        return None
    from core.saving.companions import check_folder  # noqa: PLC0415 - for folders alone

    replaced = check_folder(path, overwrite)
    leftovers.clear_litter()
    return replaced


def _new_folder(path: Path, tick: Tick, source: Checkpoint, replaced: Replaced | None) -> NewPlace:
    with disk_errors(path):
        like = LikeFolder(source)
    if isinstance(path, RemotePath):
        from core.saving.elsewhere import NewFolderElsewhere  # noqa: PLC0415 - as above

        return NewFolderElsewhere(path, tick, like)
    from core.saving.new_folder import NewFolderHere  # noqa: PLC0415 - for folders alone

    return NewFolderHere(path, tick, like, None if replaced is None else replaced.files)

"""What a save would write, worked out before it is made: how much, what is not kept, and what is not there to be kept.

The command line and the window both say what stands here, so that they can never differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.catalogue.checkpoint import Checkpoint
from core.catalogue.odd_places import oddities_of
from core.containers.lost import made_without
from core.edits.preview import Preview
from core.files.copy import CountingPlace
from core.files.parts import identity_of
from core.saving.allowed import check_allowed, missing_of
from core.saving.choice import chosen, in_container, is_cut, saved_kind
from core.saving.planned import planned
from core.saving.targets.target import Options, Prepared, prepared_for
from core.text import clip
from core.words import say


@dataclass(frozen=True)
class Outlook:
    """What a save would write.

    ``bytes`` are those of all new files together. ``notes`` are sentences on what the format does not keep, or keeps
    otherwise, and on what was taken along; ``missing`` those on what of the source is not there and will not be in the
    copy: `core.saving.save.save` asks for ``accept_missing`` then. ``keeps_devices`` is whether the new file names
    devices, ``same`` whether it holds the same as the source in the same form: nothing changed, dropped or missing.

    What the plan itself warns of, `core.edits.preview.Preview.warnings`, comes besides.
    """

    bytes: int
    notes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    keeps_devices: bool = True
    same: bool = False


def outlook(  # noqa: PLR0913 - as asked for
    preview: Preview,
    container: str | None = None,
    *,
    target: str | Path = "",
    shard_size: int | None = None,
    accept_odd: bool = True,
    accept_damage: bool = True,
) -> Outlook:
    """What `core.saving.save.save` would write, with the same arguments; no bytes of tensors are copied.

    Raises what it would raise because of what is in the source or asked for, but for what is ``missing``.
    """
    check_allowed(preview, container, accept_odd)
    options = chosen(preview, target, container, shard_size)
    written = in_container(preview, options.kind)
    with planned(written) as found:
        prepared, _ = prepared_for(found, options, accept_damage=accept_damage)
        place = CountingPlace()
        prepared.write(place)
        return outlook_of(preview, written, options, prepared, place.bytes)


def outlook_of(preview: Preview, written: Preview, options: Options, prepared: Prepared, nbytes: int) -> Outlook:
    """What there is to be told of a preview that is ``written``, in its container, as ``nbytes`` of new files."""
    missing = missing_of(preview)
    carried, notes = _carried(written, options, prepared)
    same = not preview.plan and not missing and _is_like(preview, options) and not notes
    keeps_devices = prepared.keeps_devices or options.format.of_branches  # some of the files do, as in the source
    told = (*_about(preview.catalogue.checkpoint), *notes)
    return Outlook(nbytes + carried, told, missing, keeps_devices, same)


def _carried(preview: Preview, options: Options, prepared: Prepared) -> tuple[int, tuple[str, ...]]:
    """The bytes of files that go along, and what is said of the format and of files that do not."""
    if not options.is_folder:
        return 0, tuple(prepared.notes)
    from core.saving.companions import companions_of, left_behind  # noqa: PLC0415 - for folders alone

    left = () if options.format.of_branches else left_behind(preview)
    return sum(identity_of(each).size for each in companions_of(preview)), (*prepared.notes, *left)


def _is_like(preview: Preview, options: Options) -> bool:
    """Whether what is written has the form of the source, and all that is in it."""
    checkpoint = preview.catalogue.checkpoint
    if oddities_of(preview.catalogue) or options.shard_size is not None:
        return False
    if is_cut(checkpoint):
        return options.is_folder and options.kind == saved_kind(checkpoint)
    return options.kind == checkpoint.container or (options.format.of_branches and checkpoint.format.of_branches)


def _about(checkpoint: Checkpoint) -> tuple[str, ...]:
    """That one file was named and all are taken that it belongs to; and that it was made without some already."""
    taken = (all_taken(checkpoint),) if one_of_many(checkpoint) else ()
    return (*taken, made_without(checkpoint.lost)) if checkpoint.lost else taken


def one_of_many(checkpoint: Checkpoint) -> bool:
    """Whether a checkpoint of several files was opened by one of them."""
    several = checkpoint.several
    return several is not None and len(several.names) > 1 and checkpoint.path.name in several.names


def all_taken(checkpoint: Checkpoint) -> str:
    """The sentence on a file that was opened with all others of its model."""
    assert checkpoint.several is not None
    return say(
        "{name} is one of {count} files of a model, and all of them are saved.",
        name=clip(checkpoint.path.name, 160),
        count=len(checkpoint.several.names),
    )

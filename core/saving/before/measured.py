"""How large a new file would be, and what its format says of it, without a byte of it."""

from __future__ import annotations

from typing import NamedTuple

from core.catalogue.checkpoint import no_collector
from core.edits.preview import Preview
from core.files.copy import CountingPlace, CountingSink
from core.files.parts import identity_of
from core.saving.damage import check_pickle
from core.saving.layout import NewFile
from core.saving.opened import changes_told, source_of, their_files
from core.saving.targets.target import Options


class Measured(NamedTuple):
    """The ``bytes`` of all new files, and as `core.saving.targets.target.Prepared` says."""

    bytes: int
    notes: tuple[str, ...] = ()
    keeps_devices: bool = True


def measured(preview: Preview, options: Options, *, accept_damage: bool) -> Measured:
    """What would be written. Raises what a save would, as far as no bytes are copied."""
    if options.is_folder or not options.format.of_torch:
        from core.saving.save_as import companions_of, left_behind, prepared_for  # noqa: PLC0415 - for other formats alone

        with prepared_for(preview, options, accept_damage=accept_damage) as prepared:
            place = CountingPlace()
            prepared.write(place)
            of_branches = options.format.of_branches
            carried = sum(identity_of(each).size for each in companions_of(preview)) if options.is_folder else 0
            notes = (*prepared.notes, *(left_behind(preview) if options.is_folder and not of_branches else ()))
            names_devices = prepared.keeps_devices or of_branches  # some of the files do, as in the source
            return Measured(place.bytes + carried, notes, names_devices)
    checkpoint = preview.catalogue.checkpoint
    with (
        source_of(checkpoint) as source,
        their_files(preview) as theirs,
        no_collector(),
        changes_told(checkpoint, source.files),
    ):
        check_pickle(checkpoint, source, accept_damage)
        sink = CountingSink()
        NewFile(preview, options.kind, source, theirs).write(sink)
        return Measured(sink.position)

"""Saves a previewed plan: a temporary file beside the target, streamed, checked and moved into place.

Until the last step the target is what it was; after it, it is the whole new file.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from core.catalogue.checkpoint import no_collector
from core.edits.preview import Preview
from core.files.copy import Sink
from core.progress import Tick, ignore
from core.saving.before.allowed import check_allowed, check_missing
from core.saving.before.outlook import outlook
from core.saving.choice import chosen, in_container
from core.saving.damage import check_paths, check_pickle, damaged_paths
from core.saving.layout import NewFile
from core.saving.opened import changes_told, check_unchanged, source_of, their_files
from core.saving.places.place import check_place, new_place
from core.saving.publishing import disk_errors, resolved
from core.saving.save_report import SaveReport
from core.saving.spread.gaps import Gaps
from core.saving.verify import verify
from core.spread.crew import Crew


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
    tick: Tick | None = None,
    crew: Crew | None = None,
) -> SaveReport:
    """Write the checkpoint as the preview shows it.

    ``container`` is ``zip``, ``legacy`` or another of `core.formats.register.TARGETS`, or None for that of the source
    and for what the name of the target says. With ``shard_size`` bytes a file at most the target is a folder, as it is
    for a source in shards and a target that has no ending of a file. Raises a `SaveError` (the target
    exists, no space, the source changed, what was written does not read back) or `Cancelled`; the target is
    then as it was and nothing is left beside it, but for a `LeftBehind`, which names it. Bytes that do not match their
    checksum are a `DamagedSource` where the new file would not show it, as one of the older container cannot, unless
    ``accept_damage``. A file that no ``torch.save`` wrote is an `OddSource` unless ``accept_odd``: then what is shown
    of it is written, and nothing else. A source of which files are missing is a `MissingParts` unless
    ``accept_missing``: then the new file says what is not in it. What a format cannot hold is an `EditError`.

    With a ``crew`` its workers make what is cast or put together, where source and target are files of this computer:
    the new file is the same to the byte. Then it raises `ClusterError` too, where workers cannot do it.
    """
    started = time.perf_counter()
    checkpoint = preview.catalogue.checkpoint
    gaps = Gaps(checkpoint, crew)
    tick = gaps.told(tick or ignore)
    check_allowed(preview, container, accept_odd)
    check_missing(preview, accept_missing)
    options = chosen(preview, target, container, shard_size)
    preview = in_container(preview, options.kind)
    path = resolved(target)
    if options.is_folder or not options.format.of_torch:
        from core.saving.save_as import save_as  # noqa: PLC0415 - for other formats alone

        report = save_as(preview, path, options, overwrite=overwrite, accept_damage=accept_damage, tick=tick, gaps=gaps)
        return replace(report, seconds=time.perf_counter() - started)
    kind, saved = options.kind, preview.container or checkpoint.container
    check_place(path, checkpoint, overwrite)
    with new_place(path, tick, overwrite=overwrite) as place, disk_errors(path):
        with source_of(checkpoint) as source, their_files(preview) as theirs, no_collector():
            damaged = check_pickle(checkpoint, source, accept_damage)
            new_file = NewFile(preview, kind, source, theirs, gaps)
            place.expect(new_file.total)
            with changes_told(checkpoint, source.files):
                # The size that was shown beforehand; in another container only the new_file can tell.
                size = preview.bytes_after if kind == saved else new_file.total
                sink = Sink(place.out, size, place.tick)
                new_file.write(sink)
                gaps.fill(source)
            check_unchanged(checkpoint, source.files)
            damaged += (paths := damaged_paths(preview, [*new_file.damaged, *gaps.damaged]))
            if not accept_damage:
                check_paths(paths)
            place.finish()
            tensors, storages = verify(new_file, place.path, lambda: place.tick(sink.position, sink.position))
            place.tick(sink.position, sink.position)
            status = source.files.status()
        place.put(status)
    seconds = time.perf_counter() - started
    return SaveReport(path, sink.position, seconds, tensors, storages, damaged, place.left)


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

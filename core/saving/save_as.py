"""Saves a previewed plan in a format of `core.saving.targets`: one file or a folder, all or nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.edits.preview import Preview
from core.files.copy import Sink
from core.files.parts import identity_of
from core.progress import Tick
from core.saving.damage import check_paths, check_pickle, damaged_paths
from core.saving.folders.companions import Replaced, companions_in, files_in
from core.saving.opened import check_unchanged
from core.saving.places.place import NewPlace, check_folder_place, check_place, new_folder, new_place
from core.saving.planned import Planned, planned
from core.saving.publishing import disk_errors
from core.saving.read_back import read_back
from core.saving.save_report import SaveReport
from core.saving.spread.gaps import Gaps
from core.saving.targets.target import Options, Prepared, target_of
from core.text import clip, listed
from core.words import say_count

_MOST_NAMED = 3


def save_as(  # noqa: PLR0913 - as asked for
    preview: Preview, path: Path, options: Options, *, overwrite: bool, accept_damage: bool, tick: Tick, gaps: Gaps
) -> SaveReport:
    """As `core.saving.save.save` says, for all but one file of torch; ``seconds`` are not counted."""
    if options.is_folder:
        return _save_folder(preview, path, options, overwrite, accept_damage, tick, gaps)
    check_place(path, preview.catalogue.checkpoint, overwrite)
    with new_place(path, tick, overwrite=overwrite) as place, disk_errors(path):
        with planned(preview, gaps) as found:
            prepared, damaged = _prepared(found, options, accept_damage)
            place.expect(prepared.total)
            file = _OneFile(place, prepared.total)
            prepared.write(file)
            gaps.fill(found.storages.source)
            damaged += _damage(found, gaps, accept_damage)
            check_unchanged(preview.catalogue.checkpoint, found.storages.source.files)
            place.finish()
            counts = read_back(prepared, found, place.path, lambda: place.tick(file.bytes, file.bytes))
            place.tick(file.bytes, file.bytes)
            status = found.storages.source.files.status()
        place.put(status)
    return SaveReport(path, file.bytes, 0, *counts, damaged, place.left, notes=tuple(prepared.notes))


def _save_folder(  # noqa: PLR0913 - as asked for
    preview: Preview, path: Path, options: Options, overwrite: bool, accept_damage: bool, tick: Tick, gaps: Gaps
) -> SaveReport:
    replaced = check_folder_place(path, overwrite)
    with new_folder(path, tick) as folder, disk_errors(path):
        with planned(preview, gaps) as found:
            prepared, damaged = _prepared(found, options, accept_damage)
            companions = companions_of(preview, replaced)
            folder.expect(prepared.total + sum(identity_of(each).size for each in companions))
            folder.total = prepared.total
            prepared.write(folder)
            gaps.fill(found.storages.source)
            files = folder.names()
            damaged += _damage(found, gaps, accept_damage)
            carried = folder.carry(companions)
            check_unchanged(preview.catalogue.checkpoint, found.storages.source.files)
            folder.finish()
            counts = read_back(prepared, found, folder.path, lambda: tick(folder.bytes, folder.bytes))
            tick(folder.bytes, folder.bytes)
        folder.publish(None if replaced is None else replaced.files)
    return SaveReport(
        path, folder.bytes, 0, *counts, damaged, folder.left, tuple(files), tuple(carried), tuple(prepared.notes)
    )


@contextmanager
def prepared_for(preview: Preview, options: Options, *, accept_damage: bool) -> Iterator[Prepared]:
    """What would be written, while the source is open. Raises what `save_as` would, as far as no bytes are copied."""
    with planned(preview) as found:
        yield _prepared(found, options, accept_damage)[0]


def _prepared(found: Planned, options: Options, accept_damage: bool) -> tuple[Prepared, tuple[str, ...]]:
    """What is written, and the pickle of the source where that is damaged."""
    damaged = check_pickle(found.preview.catalogue.checkpoint, found.storages.source, accept_damage)
    prepared = target_of(options.kind).prepare(found, options)
    found.storages.check(dict.fromkeys(promise.tensor.storage for promise in prepared.promises))
    return prepared, damaged


def _damage(found: Planned, gaps: Gaps, accepted: bool) -> tuple[str, ...]:
    paths = damaged_paths(found.preview, [*found.storages.damaged, *gaps.damaged])
    if not accepted:
        check_paths(paths)
    return paths


def companions_of(preview: Preview, replaced: Replaced | None = None) -> list[Path]:
    """Files that go along: those of the folder that is replaced, and of the one that a source in shards lies in."""
    checkpoint = preview.catalogue.checkpoint
    found = list(replaced.companions) if replaced is not None else []
    if checkpoint.format.cut:
        found += companions_in(checkpoint.path if checkpoint.path.is_dir() else checkpoint.path.parent)
    return sorted({each.name: each for each in reversed(found)}.values(), key=lambda each: each.name)


def left_behind(preview: Preview) -> tuple[str, ...]:
    """A sentence on the files of the source's folder that no new folder gets."""
    checkpoint = preview.catalogue.checkpoint
    several = checkpoint.several
    if several is None or checkpoint.is_elsewhere:
        return ()
    names = [other.name for other in several.others]
    if checkpoint.format.cut:
        folder = checkpoint.path if checkpoint.path.is_dir() else checkpoint.path.parent
        known = {*map(os.path.normpath, several.names), *(path.name for path in several.listings)}
        known |= {path.name for path in companions_in(folder)}
        names = [path.name for path in files_in(folder) if path.name not in known]
    names = [name for name in names if not name.rpartition("/")[2].startswith(".")]
    if not names:
        return ()
    return (
        say_count(
            len(names),
            "{n:,} other file of the folder does not go along: {names}.",
            "{n:,} other files of the folder do not go along: {names}.",
            names=listed([clip(name, 80) for name in names], _MOST_NAMED),
        ),
    )


class _OneFile:
    """The new file of a save, as `core.saving.targets.target.Destination`."""

    def __init__(self, place: NewPlace, total: int) -> None:
        self._place, self._total = place, total
        self.bytes = 0

    @contextmanager
    def file(self, _name: str = "") -> Iterator[Sink]:
        sink = Sink(self._place.out, self._total, self._place.tick)
        yield sink
        sink.flush()
        self.bytes = sink.position

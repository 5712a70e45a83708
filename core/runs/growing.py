"""A run that may still train, looked at again and again: what came, went or changed since, without touching the rest.

A checkpoint that somebody writes is listed and left alone until two looks find the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.errors import CheckpointError
from core.files.parts import identity_of
from core.progress import Tick, ignore
from core.remote.address import RemotePath, real
from core.runs.folder import CheckpointRow, by_names, in_order, read_rows
from core.runs.members import members_named

_DEEPEST = 3
_Files = tuple[tuple[str, ...], ...]
"""What tells whether the files of a checkpoint are others by now."""
_Tell = Callable[[CheckpointRow], object] | None


@dataclass(frozen=True)
class Look:
    """A run at one moment: its ``rows`` in the order of training, and the names of those that are being written.

    ``read`` has each row as the checkpoint itself says it, ``marks`` how its files lay when it was read, and ``seen``
    how they lay at this look. ``added`` are those that lie elsewhere and that somebody has added.
    """

    folder: Path
    rows: tuple[CheckpointRow, ...] = ()
    writing: frozenset[str] = frozenset()
    added: tuple[str, ...] = ()
    read: Mapping[str, CheckpointRow] = field(default_factory=dict)
    marks: Mapping[str, _Files] = field(default_factory=dict)
    seen: Mapping[str, _Files] = field(default_factory=dict)


def first_look(folder: Path, names: Sequence[str], tick: Tick = ignore, tell: _Tell = None) -> Look:
    """Read all checkpoints of a run, those too that are being written; ``tell`` hears of each row as it is read."""
    return _look(Look(folder), names, names, tick, tell)


def next_look(before: Look, tick: Tick = ignore) -> Look:
    """Look again, and read what is another by now and lies still. Elsewhere nothing is asked."""
    if isinstance(before.folder, RemotePath):
        return before
    try:
        members = members_named([str(before.folder)], whole=True)
    except CheckpointError:  # all is gone, or the folder is
        members = None
    added = [name for name in before.added if (before.folder / name).exists()]
    return _look(before, [*(members.names if members is not None else ()), *added], (), tick, None)


def with_more(before: Look, paths: Sequence[Path], tick: Tick = ignore) -> Look:
    """The same run with other checkpoints beside it, wherever they lie."""
    known = {real(row.path) for row in before.rows}
    more = tuple(str(path.absolute()) for path in paths if real(path) not in known)
    return _look(replace(before, added=(*before.added, *more)), [*before.seen, *more], more, tick, None)


def _look(before: Look, names: Sequence[str], at_once: Collection[str], tick: Tick, tell: _Tell) -> Look:
    """``at_once`` are to be read whether they lie still or not."""
    seen = {name: _files(before.folder / name) for name in names}
    read = {name: before.read[name] for name in names if name in before.read}
    marks = {name: before.marks[name] for name in read}
    changed = [name for name in names if name not in read or seen[name] != marks[name]]
    due = [name for name in changed if name in at_once or seen[name] == before.seen.get(name)]
    for row in read_rows(by_names(before.folder, due), tick, tell, read.values()):
        read[row.name], marks[row.name] = row, seen[row.name]
    writing = frozenset(changed) - frozenset(due)
    new = by_names(before.folder, [name for name in changed if name not in read])
    return Look(before.folder, in_order([*read.values(), *new]), writing, before.added, read, marks, seen)


def _files(path: Path) -> _Files:
    """The files of a checkpoint as they lie now; none elsewhere."""
    return () if isinstance(path, RemotePath) else tuple(sorted(_found(path, _DEEPEST)))


def _found(path: Path, deep: int) -> Iterator[tuple[str, ...]]:
    try:
        if not path.is_dir():
            yield str(path), *map(str, identity_of(path))
        elif deep:
            for each in path.iterdir():
                yield from _found(each, deep - 1)
    except OSError:
        yield (str(path),)

"""Which checkpoints of a run can go by a rule, and how they go: to the trash, whole, and none that others need.

What nobody can be sure of stays: a checkpoint without a step, one that is not all there, what a link or a note such as
``latest`` names, what lies outside of the run, and always the last one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from core.errors import EditError, SourceChanged
from core.files.parts import whole_file
from core.remote.address import RemotePath, real
from core.runs import kept
from core.runs.folder import CheckpointRow, trainer_state
from core.runs.since import sequences
from core.runs.trash import move_to_trash
from core.words import say

_NOTES = ("latest", "latest_checkpointed_iteration.txt", "latest_checkpoint", "last_checkpoint", "checkpoint")
"""Files in which DeepSpeed, Megatron and others write which checkpoint is the newest."""
_BEST = re.compile(r"(?<![a-z])best(?![a-z])", re.IGNORECASE)
_MOST_NOTE = 4096


@dataclass(frozen=True)
class Rules:
    """What is to stay: each ``every``-th, the ``last`` ones, what is called the ``best``, and the row ``healthy``."""

    every: int = 0
    last: int = 0
    best: bool = False
    healthy: int | None = None


class Pruning(NamedTuple):
    """The rows that ``go``, and why each of the others ``stays``. ``nbytes`` are those of what goes, ``versions`` tell
    whether it is another by now.
    """

    go: tuple[int, ...]
    stays: dict[int, str]
    nbytes: int
    versions: tuple[str, ...]


def what_can_go(folder: Path, rows: Sequence[CheckpointRow], rules: Rules) -> Pruning:
    """What goes by some rules. Nothing is touched. Raises `EditError` for a run elsewhere."""
    if isinstance(folder, RemotePath):
        raise EditError("{folder} is remote, and only local files can be moved to the trash.", folder=folder)
    linked = frozenset(at for at, row in enumerate(rows) if row.links_to)
    stays: dict[int, str] = dict(_unsure(folder, rows))
    in_order, _ = sequences(rows, linked)
    places = [each for sequence in in_order for each in sequence]
    for sequence in in_order:
        for number, at in enumerate(sequence):
            why = _by_rule(number, len(sequence), at, rules) or _by_name(rows[at], rules)
            if why:
                stays.setdefault(at, why)
    go = needed = [at for at in places if at not in stays]
    files = [_real(row) for row in rows]
    while needed:
        around = _around(files[at] for at in stays)
        needed = [at for at in go if around & files[at]]
        stays |= dict.fromkeys(needed, say("A checkpoint that stays needs its files."))
        go = [at for at in go if at not in stays]
    for at in range(len(rows)):
        if at not in go:
            stays.setdefault(at, say("Its step is not known."))
    versions = tuple(kept.version_of(rows[at].files) for at in go)
    return Pruning(tuple(go), dict(sorted(stays.items())), sum(rows[at].bytes for at in go), versions)


def prune(rows: Sequence[CheckpointRow], found: Pruning) -> Iterator[tuple[int, Path | None]]:
    """Move what goes to the trash, one after the other: each row, and where its file or folder lies there, if known.

    Raises `SaveError`, and `SourceChanged` for one that is another by now; what went before that is in the trash.
    """
    for at, version in zip(found.go, found.versions, strict=True):
        row = rows[at]
        if not version or kept.version_of(row.files) != version:
            raise SourceChanged("{name} has changed meanwhile and is kept.", name=row.name)
        for path in _moved(row):
            yield at, move_to_trash(path)


def _moved(row: CheckpointRow) -> list[Path]:
    """What is moved of a checkpoint: its folder, or its files."""
    return [row.path] if row.path.is_dir() else sorted({row.path, *row.files})


def _real(row: CheckpointRow) -> frozenset[Path]:
    return frozenset(real(path) for path in (row.path, *row.files))


def _around(files: Iterable[frozenset[Path]]) -> frozenset[Path]:
    """Files of checkpoints, and the folders that they are in: one of these may be another checkpoint."""
    return frozenset(each for several in files for file in several for each in (file, *file.parents))


def _by_rule(number: int, count: int, at: int, rules: Rules) -> str:
    if number >= count - max(rules.last, 1):
        return say("It is among the last.")
    if rules.every and number % rules.every == 0:
        return say("The rule keeps one of every {every:,}.", every=rules.every)
    return say("It is the last healthy one.") if at == rules.healthy else ""


def _by_name(row: CheckpointRow, rules: Rules) -> str:
    return say("Its name says best.") if rules.best and _BEST.search(row.name) else ""


def _unsure(folder: Path, rows: Sequence[CheckpointRow]) -> Iterator[tuple[int, str]]:
    inside = real(folder)
    named = dict(_named(folder, rows))
    leads = {real(row.path) for row in rows if row.links_to}
    for at, row in enumerate(rows):
        if row.links_to:
            yield at, say("It is a link.")
        elif not row.is_complete:
            yield at, say("It is incomplete: a save may be in progress.")
        elif not all(inside in file.parents for file in _real(row)):
            yield at, say("It lies outside of the run.")
        elif real(row.path) in leads:
            yield at, say("A link leads to it.")
        elif row.path.name in named or f"step {row.step}" in named:
            note = named.get(row.path.name) or named[f"step {row.step}"]
            yield at, say("{note} names it.", note=note)


def _named(folder: Path, rows: Sequence[CheckpointRow]) -> Iterator[tuple[str, str]]:
    """What notes in a run name: a checkpoint, or a step; and the note."""
    for note in _NOTES:
        text = _text(folder / note)
        for word in text.split()[:8]:
            yield Path(word).name, note
            if word.isdecimal():
                yield f"step {int(word)}", note
    for row in rows:
        if row.is_complete:
            best = trainer_state(row.path).get("best_model_checkpoint")
            if isinstance(best, str):
                yield Path(best).name, say("best_model_checkpoint of {name}", name=row.name)


def _text(path: Path) -> str:
    try:
        raw = whole_file(path, _MOST_NOTE) if path.is_file() else None
    except OSError:
        return ""
    return (raw or b"").decode("utf-8", "replace")

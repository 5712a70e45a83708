"""How healthy one checkpoint of a run is: what a scan of it finds, as far as a run asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.errors import CheckpointError
from core.progress import Tick, ignore
from core.remote.address import as_path
from core.runs import kept
from core.runs.folder import CheckpointRow
from core.spread.crew import Crew, spread
from core.values.scan import scan
from core.values.symptom import DAMAGED, ERROR, NOT_FINITE, UNREAD, WARNING, Symptom

_KIND = "health"
WORK = "core.runs.health:read_whole"


class Noticed(NamedTuple):
    """A symptom of `core.values.symptom`, by the path of its tensor."""

    code: str
    severity: str
    path: str
    count: int  # type: ignore[assignment]  # as there
    why: str

    @property
    def is_lasting(self) -> bool:
        """Whether all later checkpoints have it too: NaN and infinities in what is trained do not heal."""
        return self.severity == ERROR and self.code in NOT_FINITE

    @property
    def is_warning(self) -> bool:
        """Whether it is to be told of a run: what is dead, exploding, or does not fit."""
        return self.severity in (ERROR, WARNING) and self.code not in (*NOT_FINITE, UNREAD, DAMAGED)


class Health(NamedTuple):
    """What a scan found in ``tensors`` of so many ``bytes``; ``problem`` is why nothing is known of it."""

    tensors: int = 0
    bytes: int = 0
    noticed: tuple[Noticed, ...] = ()
    problem: str = ""

    @property
    def is_sick(self) -> bool | None:
        """Whether there is NaN or Inf in what is trained; None where damage lets nobody tell."""
        if self.problem or any(each.code in (UNREAD, DAMAGED) for each in self.noticed):
            return None
        return any(each.is_lasting for each in self.noticed)

    @property
    def not_finite(self) -> list[str]:
        """The paths of the tensors with NaN or Inf, in what is trained."""
        return list(dict.fromkeys(each.path for each in self.noticed if each.is_lasting))


def health_of(row: CheckpointRow, tick: Tick, crew: Crew | None = None) -> Health:
    """Read all numbers of a checkpoint, or look up what was found in just these files before.

    One that cannot be read is told in ``problem``. Raises `Cancelled`, and `ClusterError`.
    """
    version = kept.version_of(row.files)
    known = _read(kept.get(_KIND, version))
    if known is not None:
        return known
    catalogue = open_catalogue(row.path)
    found = scan(catalogue, tick, crew)
    health = Health(found.tensors, found.bytes, tuple(_noticed(catalogue, each) for each in found.symptoms))
    kept.put(_KIND, health, version)
    return health


class Whole(NamedTuple):
    """A checkpoint that one worker reads alone, by its path and those of its files."""

    path: str
    files: tuple[str, ...]


def read_whole(span: Whole) -> Health:
    """What a worker does with it: one that cannot be read is told in ``problem``."""
    files = tuple(map(as_path, span.files))
    try:
        return health_of(CheckpointRow("", as_path(span.path), files=files), ignore)
    except CheckpointError as error:
        return Health(problem=str(error))


class Reader:
    """Reads the checkpoints of a run, whose bytes ``tick`` counts together; it never steps back.

    One is read by all workers together, and several that are known to be needed by a worker each (`ahead`). How many
    are read is known at the end: the total is that of as many as it takes at most, of their usual size.
    """

    def __init__(self, rows: Sequence[CheckpointRow], tick: Tick, crew: Crew | None = None, *, most: int) -> None:
        self._rows, self._tick, self._crew = rows, tick, crew
        self._found: dict[int, Health] = {}
        self._done = 0
        self._total = sum(row.bytes for row in rows) * min(most, len(rows)) // max(len(rows), 1)

    def __call__(self, at: int) -> Health:
        """The health of the checkpoint at a row. Raises what `health_of` raises."""
        if at in self._found:
            return self._found[at]
        row = self._rows[at]
        self._total = max(self._total, self._done + row.bytes)
        try:
            return health_of(row, partial(self._partly, row.bytes), self._crew)
        except CheckpointError:
            self._crew = None  # whose workers may still be about that file
            raise
        finally:
            self._done += row.bytes

    def ahead(self, places: Sequence[int]) -> None:
        """Read several at once where there are workers. Raises `Cancelled`, and `ClusterError`."""
        known = {at for at in places if kept.get(_KIND, kept.version_of(self._rows[at].files)) is not None}
        due = [at for at in places if at not in known and at not in self._found]
        if self._crew is None or len(due) < self._crew.workers:
            return
        self._total = max(self._total, self._done + sum(self._rows[at].bytes for at in due))
        spans = (Whole(str(self._rows[at].path), tuple(map(str, self._rows[at].files))) for at in due)
        for answer in spread(self._crew, WORK, spans, lambda: self._tick(self._done, self._total)):
            at = due[answer.number]
            self._found[at] = Health(problem=answer.problem) if answer.problem else answer.answer
            self._done += self._rows[at].bytes

    def _partly(self, nbytes: int, done: int, total: int) -> None:
        self._tick(self._done + nbytes * done // max(total, 1), self._total)


def _noticed(catalogue: Catalogue, symptom: Symptom) -> Noticed:
    return Noticed(symptom.code, symptom.severity, symptom.path(catalogue), symptom.count, symptom.why)


def _read(kept_answer: Any) -> Health | None:
    """What was kept, if it is whole."""
    try:
        tensors, nbytes, noticed, problem = kept_answer
        return Health(tensors, nbytes, tuple(Noticed(*each) for each in noticed), problem)
    except (TypeError, ValueError):
        return None

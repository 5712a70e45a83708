"""Since when the numbers of a run are wrong: the first checkpoint with NaN or Inf, and the last without.

NaN and infinities in what is trained do not heal: a weight that is NaN stays NaN, whatever gradient comes. So where one
checkpoint follows the other, as few are read as it takes to halve them again and again. All are read where training
went back, and for what can heal: rows of zeros, tensors that explode. So is each that says no step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.errors import CheckpointError, ClusterError
from core.remote.address import real
from core.runs.folder import CheckpointRow
from core.runs.health import Health
from core.runs.odd import returns
from core.words import say

Read = Callable[[int], Health]
"""Reads the checkpoint of a row."""


class Begin(NamedTuple):
    """The first checkpoint, a row, with something that the last healthy one has: its code, its tensor, and why."""

    code: str
    path: str
    row: int
    why: str


@dataclass(frozen=True)
class Since:
    """What was found out of a run.

    ``health`` has that of each row that was read. ``first_sick`` is the row of the first checkpoint with NaN or Inf,
    None where none has any, ``last_healthy`` that of the one before it, None where there is none. ``begins`` is since
    when the last healthy one has what can heal. ``why_all`` says why all were read; empty where halving was enough.
    ``passed`` are rows of the same state as others, such as links.
    """

    health: Mapping[int, Health]
    first_sick: int | None = None
    last_healthy: int | None = None
    begins: tuple[Begin, ...] = ()
    why_all: str = ""
    passed: frozenset[int] = field(default=frozenset())


def since(
    rows: Sequence[CheckpointRow],
    read: Read,
    *,
    read_all: bool = False,
    ahead: Callable[[Sequence[int]], object] = lambda _places: None,
) -> Since:
    """Find out since when a run is sick, by reading as few checkpoints as are needed; with ``read_all`` all.

    ``read`` is asked once for each; of several that it will be asked for ``ahead`` hears before. Raises what it raises
    but for a `CheckpointError` of one checkpoint.
    """
    search, passed = _Search(rows, read, ahead), frozenset(_passed(rows))
    in_turn, alone = sequences(rows, passed)
    every = say("All checkpoints were read, as you asked.") if read_all else _why_all(rows)
    found: list[tuple[int | None, int | None, list[int]]] = []
    for places in (*in_turn, *([at] for at in alone)):
        if every:
            search.all_of(places)
        first = search.first_sick(places)
        found.append((first, search.last_healthy(places, first), places))
    first = min((first for first, _, _ in found if first is not None), default=None)
    ends = [(healthy, places) for each, healthy, places in found if healthy is not None and first in (None, each)]
    ends = ends or [(healthy, places) for _, healthy, places in found[: len(in_turn)] if healthy is not None]
    in_order = [each for each in ends if len(each[1]) > 1] or ends
    healthy, places = max(in_order, default=(None, []))
    begins: tuple[Begin, ...] = ()
    if healthy is not None:
        begins, why = search.begins([at for at in places if at <= healthy])
        every = every or why
    return Since(search.known, first, healthy, begins, every, passed)


def most_read(rows: Sequence[CheckpointRow], *, read_all: bool = False) -> int:
    """How many checkpoints `since` reads at most, unless there is something that can heal."""
    in_turn, alone = sequences(rows, frozenset(_passed(rows)))
    if read_all or _why_all(rows):
        return sum(map(len, in_turn)) + len(alone)
    return sum(min(len(each), len(each).bit_length() + 1) for each in in_turn) + len(alone)


def sequences(rows: Sequence[CheckpointRow], passed: frozenset[int]) -> tuple[list[list[int]], list[int]]:
    """The checkpoints of each model in the order of training, and those of which nobody knows where they belong."""
    found: dict[tuple[object, ...], list[int]] = {}
    alone = []
    by_steps = any(row.step is not None for row in rows)
    for at, row in enumerate(rows):
        if not row.is_complete or at in passed:
            continue
        if (row.step if by_steps else row.epoch) is None:
            alone.append(at)
        else:
            found.setdefault((row.model.keys, row.optimizers), []).append(at)
    return list(found.values()), alone


def _passed(rows: Sequence[CheckpointRow]) -> Iterator[int]:
    """Links to checkpoints that are rows themselves: what they lead to is read once."""
    if any(row.links_to for row in rows):
        own = {real(row.path) for row in rows if not row.links_to}
        yield from (at for at, row in enumerate(rows) if row.links_to and real(row.path) in own)


def _why_all(rows: Sequence[CheckpointRow]) -> str:
    """Why halving would not be sound; empty where it is."""
    if returns(rows, range(len(rows))):
        return say(
            "All checkpoints were read, because training restarted from an earlier step, so a later one may be "
            "healthy again."
        )
    return ""


class _Search:
    def __init__(self, rows: Sequence[CheckpointRow], read: Read, ahead: Callable[[Sequence[int]], object]) -> None:
        self._rows, self._read, self._ahead = rows, read, ahead
        self.known: dict[int, Health] = {}

    def health(self, at: int) -> Health:
        """That of a row, read once."""
        if at not in self.known:
            try:
                self.known[at] = self._read(at)
            except ClusterError:
                raise
            except CheckpointError as error:
                self.known[at] = Health(problem=str(error))
        return self.known[at]

    def all_of(self, places: Sequence[int]) -> None:
        self._ahead([at for at in places if at not in self.known])
        for at in places:
            self.health(at)

    def first_sick(self, places: Sequence[int]) -> int | None:
        """The first that is sick. What was read counts: where all was, nothing is taken for granted."""
        if all(at in self.known for at in places):
            return next((at for at in places if self.known[at].is_sick), None)
        left = list(places)  # those of which the answer is open, or the last that is known to be sick
        found: int | None = None
        place = len(left) - 1
        while left:
            sick = self.health(left[place]).is_sick
            if sick is None:
                del left[place]
            elif sick:
                found = left[place]
                del left[place:]
            else:
                del left[: place + 1]
            place = len(left) // 2 if found is not None else len(left) - 1
        return found

    def last_healthy(self, places: Sequence[int], first: int | None) -> int | None:
        """The last healthy one before the first that is sick."""
        before = [at for at in places if first is None or at < first]
        return next((at for at in reversed(before) if self.health(at).is_sick is False), None)

    def begins(self, places: Sequence[int]) -> tuple[tuple[Begin, ...], str]:
        """Since when the last of some checkpoints has what can heal, and why all of them were read for that."""
        wanted = {(each.code, each.path): each.why for each in self.health(places[-1]).noticed if each.is_warning}
        if not wanted:
            return (), ""
        first = next((at for at in places if self.health(at).is_sick is not None), places[-1])
        why = ""
        if wanted.keys() - self._warnings(first) and any(at not in self.known for at in places):
            self.all_of(places)
            why = say(
                "All checkpoints up to the last healthy one were read, because some problems, such as rows of "
                "zeros, can disappear again."
            )
        known = [at for at in places if at in self.known and self.known[at].is_sick is not None]
        begun = {key: next(at for at in known if key in self._warnings(at)) for key in wanted}
        return tuple(Begin(*key, begun[key], why_so) for key, why_so in wanted.items()), why

    def _warnings(self, at: int) -> set[tuple[str, str]]:
        return {(each.code, each.path) for each in self.known[at].noticed if each.is_warning}

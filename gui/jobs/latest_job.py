"""One way to ask a question beside the event loop and keep only the newest answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from core.progress import ignore
from gui.jobs.job import Job, Work

LONGEST_PAUSE: Final = 0.02
"""Seconds that the event loop may be held up by what is answered at once."""


Slot = Callable[..., object]


class Turn:
    """Has one job at a time of those who share it: what has become stale, too, ends before the next begins. Only one
    that waits for a server lets the others go on.
    """

    def __init__(self) -> None:
        self._job: Job | None = None
        self._waiting: list[LatestJob] = []

    def wait_for(self, latest: LatestJob) -> None:
        """Have somebody begin once all who came before have had their turn."""
        if latest not in self._waiting:
            self._waiting.append(latest)
        self._next()

    def _next(self) -> None:
        while self._waiting and (self._job is None or not self._job.running):
            latest = self._waiting.pop(0)
            self._job = latest.begin() if isValid(latest) else None
            if self._job is not None:
                self._job.ended.connect(self._go_on)
                self._job.waiting.connect(self._let_pass)

    def _go_on(self) -> None:
        if self._job is not None and not self._job.running:  # who heard of its end may have begun anew
            self._job = None
        self._next()

    def _let_pass(self, _news: object) -> None:
        self._job = None
        self._next()


UNASKED: Final = Turn()
"""For what the window works out before anybody asks. Each thread at work takes as much of the interpreter's time as the
one that draws: with five of them everything that the user did took six times as long.
"""


class LatestJob(QObject):
    """`ask(work)` is followed by `done`, `failed` or `cancelled`, or by nothing at all once something newer is asked.

    Work that ticks is stopped at its next tick when it becomes stale. Work that does not runs to its end unheard;
    where such work is long, a `turn` has the next wait for it, so that no more than one thread is ever at it.
    """

    progress = Signal(object, object)
    """`(done, total)` of the newest question."""
    waiting = Signal(object)
    """The `core.remote.traffic.News` of a server that the newest question waits for."""
    done = Signal(object)
    """The newest answer."""
    failed = Signal(object)
    """The exception that the newest question ended with."""
    cancelled = Signal()
    """The newest question was given up, as `cancel()` wanted."""

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        turn: Turn | None = None,
        done: Slot | None = None,
        failed: Slot | None = None,
        cancelled: Slot | None = None,
    ) -> None:
        """Connect what is given to the signals of the same names."""
        super().__init__(parent)
        for signal, slot in ((self.done, done), (self.failed, failed), (self.cancelled, cancelled)):
            if slot is not None:
                signal.connect(slot)
        self._turn = turn
        self._work: Work | None = None
        self._job: Job | None = None
        self.seconds = 0.0
        """How long the newest answer took to work out."""

    @property
    def busy(self) -> bool:
        """An answer that is wanted is under way."""
        return self._work is not None

    def ask(self, work: Work, *, at_once: bool = False) -> None:
        """Have `work(tick)` done; whatever was asked before is stale. `at_once` does it here, for what is quick."""
        self.drop()
        self._work = work
        if at_once:
            self._answer_here(work)
        elif self._turn is not None:
            self._turn.wait_for(self)
        else:
            self.begin()

    def cancel(self) -> None:
        """Ask the work to stop at its next tick; `cancelled` follows, or `done` if it was quicker."""
        if self._work is None:
            return
        if self._job is not None and not self._job.dropped:
            self._job.cancel()
        else:  # it waits for its turn
            self._end(self.cancelled.emit)

    def drop(self) -> None:
        """The answer is not wanted any more."""
        self._work = None
        if self._job is not None:
            self._job.drop()

    def begin(self) -> Job | None:
        """Start on the newest question, as it is its turn; None where it is not wanted any more."""
        if self._work is None:
            return None
        job = self._job = Job(self._work)
        # Bound methods, not lambdas: Qt cuts the connection when this object goes before the job ends.
        job.progress.connect(self.progress)
        job.waiting.connect(self.waiting)
        job.done.connect(self._answer)
        job.failed.connect(self._fail)
        job.cancelled.connect(self._give_up)
        job.ended.connect(self._forget)
        return job.start()

    def _answer_here(self, work: Work) -> None:
        begin = time.perf_counter()
        try:
            answer = work(ignore)
        except Exception as error:  # noqa: BLE001 - told as one of a worker thread is
            self._fail(error)
        else:
            self.seconds = time.perf_counter() - begin
            self._end(self.done.emit, answer)

    def _answer(self, answer: object) -> None:
        if self._job is not None:
            self.seconds = self._job.seconds
        self._end(self.done.emit, answer)

    def _fail(self, error: Exception) -> None:
        self._end(self.failed.emit, error)

    def _give_up(self) -> None:
        self._end(self.cancelled.emit)

    def _end(self, tell: Callable[..., None], *values: object) -> None:
        """Not busy any more when it is told, so that whoever hears of it can ask again."""
        self._work = None
        tell(*values)

    def _forget(self) -> None:
        """A question has left its thread: nothing of it is kept."""
        if self._job is not None and not self._job.running:
            self._job = None


def raised(error: Exception) -> None:
    """Raise what nobody knows what to do about: for `failed` of a job that cannot fail but by a mistake of ours."""
    raise error


class Pace:
    """Learns how long work on something of a given size takes."""

    def __init__(self, first: float) -> None:
        """``first`` are the seconds for each unit of size as long as nothing has been timed."""
        self._first = self._seconds = first

    def is_quick(self, size: int) -> bool:
        """Whether the event loop can do it at once."""
        return size * self._seconds <= LONGEST_PAUSE

    def learn(self, size: int, seconds: float) -> None:
        """Work of this size took so long.

        The library remembers what it worked out, and a change of the plan makes it forget: good news is believed by
        halves.
        """
        self._seconds = max(seconds / size, self._seconds / 2)

    def forget(self) -> None:
        """What comes next is about something else."""
        self._seconds = self._first

"""One way to ask a question beside the event loop and keep only the newest answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal

from core.progress import ignore
from gui.jobs.job import Job, Work

LONGEST_PAUSE: Final = 0.02
"""Seconds that the event loop may be held up by what is answered at once."""


Slot = Callable[..., object]


class LatestJob(QObject):
    """`ask(work)` is followed by `done`, `failed` or `cancelled`, or by nothing at all once something newer is asked.

    Work that ticks is stopped at its next tick when it becomes stale. Work that does not runs to its end unheard;
    where such work is long, `in_turn` has the next wait for it, so that no more than one thread is ever at it.
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
        in_turn: bool = False,
        done: Slot | None = None,
        failed: Slot | None = None,
        cancelled: Slot | None = None,
    ) -> None:
        """Connect what is given to the signals of the same names."""
        super().__init__(parent)
        for signal, slot in ((self.done, done), (self.failed, failed), (self.cancelled, cancelled)):
            if slot is not None:
                signal.connect(slot)
        self._in_turn = in_turn
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
        elif not (self._in_turn and self._job is not None and self._job.running):
            self._start(work)

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

    def _start(self, work: Work) -> None:
        job = self._job = Job(work)
        # Bound methods, not lambdas: Qt cuts the connection when this object goes before the job ends.
        job.progress.connect(self.progress)
        job.waiting.connect(self.waiting)
        job.done.connect(self._answer)
        job.failed.connect(self._fail)
        job.cancelled.connect(self._give_up)
        job.ended.connect(self._go_on)
        job.start()

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

    def _go_on(self) -> None:
        """A question has left its thread: nothing of it is kept, and it is the turn of the newest, if it has waited."""
        if self._job is None or self._job.running:
            return
        self._job = None
        if self._work is not None:
            self._start(self._work)


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

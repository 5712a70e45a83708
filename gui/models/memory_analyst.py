"""Asks the library what loading would allocate: at once where that is quick, beside the event loop where it is not."""

from __future__ import annotations

import time
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal, SignalInstance

from core.memory.analysis import Analysis, analyse
from core.memory.machine import Machine
from core.preview import Preview
from gui.jobs import Job

LONGEST_PAUSE: Final = 0.02
"""Seconds that the event loop may be held up."""
_FIRST_PACE: Final = 1e-5
"""Seconds a tensor and process, until the first analysis of a document has been timed."""


class Analyst(QObject):
    """One question at a time: a newer one takes the place of those that wait, and stale answers are dropped."""

    ready = Signal(object)
    """The `Analysis` of the latest question."""
    failed = Signal(object)
    """The exception that the latest question ended with."""
    started = Signal()
    """The answer takes a while."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pace = _FIRST_PACE
        self._size = 1
        self._job: Job | None = None
        self._waiting: tuple[Preview, Machine, bool] | None = None
        self._wanted = False

    def ask(self, preview: Preview, machine: Machine, *, keep: bool) -> None:
        """Have the strategies worked out; `ready` or `failed` follows, at once for small files."""
        self._wanted = True
        if self._job is not None:
            self._waiting = (preview, machine, keep)
            return
        self._start(preview, machine, keep)

    def forget(self) -> None:
        """The answer under way is not wanted any more; the next question is about something new."""
        self._pace = _FIRST_PACE
        self._wanted = False
        self._waiting = None

    @property
    def busy(self) -> bool:
        """An answer is under way."""
        return self._job is not None and self._wanted

    def _start(self, preview: Preview, machine: Machine, keep: bool) -> None:
        size = max(1, len(preview.catalogue.tensors) * machine.ranks)
        work = partial(_timed, preview, machine, keep)
        if size * self._pace <= LONGEST_PAUSE:
            try:
                analysis, seconds = work()
            except Exception as error:  # noqa: BLE001 - the same as for a job: it belongs to whoever asked
                self.failed.emit(error)
                return
            self._learn(seconds / size)
            self.ready.emit(analysis)
            return
        self.started.emit()
        job = self._job = Job(lambda _tick: work())
        self._size = size
        # Bound methods, not lambdas: Qt cuts the connection when this object goes before the job ends.
        job.done.connect(self._done)
        job.failed.connect(self._failed)
        job.start()

    def _learn(self, pace: float) -> None:
        """The library remembers what it worked out, and a change of the plan makes it forget: believe good news by
        halves.
        """
        self._pace = max(pace, self._pace / 2)

    def _done(self, result: tuple[Analysis, float]) -> None:
        self._learn(result[1] / self._size)
        self._end(self.ready, result[0])

    def _failed(self, error: Exception) -> None:
        self._end(self.failed, error)

    def _end(self, signal: SignalInstance, answer: object) -> None:
        self._job = None
        if self._waiting is not None:
            question, self._waiting = self._waiting, None
            self._start(*question)
        elif self._wanted:
            signal.emit(answer)


def _timed(preview: Preview, machine: Machine, keep: bool) -> tuple[Analysis, float]:
    begin = time.perf_counter()
    analysis = analyse(preview, machine, keep=keep)
    return analysis, time.perf_counter() - begin

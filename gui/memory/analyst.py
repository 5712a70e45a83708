"""Asks the library what loading would allocate: at once where that is quick, beside the event loop where it is not."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal

from core.edits.preview import Preview
from core.memory.analysis import Analysis, predict_memory
from core.memory.machine import Machine
from core.memory.training.least import Training
from gui.jobs.latest_job import LatestJob, Pace

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
        self._pace = Pace(_FIRST_PACE)
        self._size = 1
        self._latest = LatestJob(self, in_turn=True)
        self._latest.done.connect(self._answer)
        self._latest.failed.connect(self.failed)

    def ask(self, preview: Preview, machine: Machine, training: Training, *, keep: bool) -> None:
        """Have the strategies worked out; `ready` or `failed` follows, at once for small files."""
        self._size = max(1, len(preview.catalogue.tensors) * machine.ranks)
        quick = self._pace.is_quick(self._size)
        if not quick:
            self.started.emit()
        self._latest.ask(
            lambda _tick: predict_memory(preview, machine, keep=keep, training=training),
            at_once=quick,
        )

    def forget(self) -> None:
        """The answer under way is not wanted any more; the next question is about something new."""
        self._pace.forget()
        self._latest.drop()

    @property
    def busy(self) -> bool:
        """An answer is under way."""
        return self._latest.busy

    def _answer(self, analysis: Analysis) -> None:
        self._pace.learn(self._size, self._latest.seconds)
        self.ready.emit(analysis)

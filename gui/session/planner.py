"""Works out what plans make of a large file beside the event loop, one after the other, in the order they were wanted.

A plan that cannot be done takes those wanted after it along: they were made from it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from gui.jobs.latest_job import LatestJob


@dataclass(frozen=True)
class WantedPlan:
    """A plan that is wanted, and the name of the step."""

    catalogue: Catalogue
    plan: Plan
    text: str | None


class Planner(QObject):
    """Makes previews; every plan ends in `done` or, with all that were wanted after it, in `failed`."""

    done = Signal(object, object)
    """The `WantedPlan` and its `Preview`."""
    failed = Signal(object)
    """The exception."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queue: deque[WantedPlan] = deque()
        self._latest = LatestJob(self)
        self._latest.done.connect(self._go_on)
        self._latest.failed.connect(self._fail)

    @property
    def last(self) -> Plan | None:
        """The plan that will hold when all is done; None while nothing is under way."""
        return self._queue[-1].plan if self._queue else None

    def want(self, wanted: WantedPlan) -> None:
        """Work a plan out after those wanted before it."""
        self._queue.append(wanted)
        if not self._latest.busy:
            self._start()

    def settle(self) -> None:
        """Work out now, in this thread, all that is under way."""
        while self._queue:
            self._latest.drop()
            try:
                result = worked_out(self._queue[0])
            except Exception as error:  # noqa: BLE001 - told like one of the worker thread
                self._fail(error)
            else:
                self._finish(result)

    def drop(self) -> None:
        """Forget all that is under way."""
        self._queue.clear()
        self._latest.drop()

    def _start(self) -> None:
        wanted = self._queue[0]
        self._latest.ask(lambda _tick: worked_out(wanted))

    def _go_on(self, result: Preview) -> None:
        self._finish(result)
        if self._queue and not self._latest.busy:
            self._start()

    def _finish(self, result: Preview) -> None:
        self.done.emit(self._queue.popleft(), result)

    def _fail(self, error: Exception) -> None:
        self._queue.clear()
        self.failed.emit(error)


def worked_out(wanted: WantedPlan) -> Preview:
    """The preview of a plan, with all the numbers that the window shows at once. Raises `CheckpointError`."""
    result = preview(wanted.catalogue, wanted.plan)
    work_out_now(result)
    return result


def work_out_now(shown: Preview) -> None:
    """Have the numbers that the window shows at once worked out here, and not when it first asks for them."""
    for name in ("totals_after", "tensors_moved", "tensors_dropped", "bytes_after", "refused_names"):
        getattr(shown, name)

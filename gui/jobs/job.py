"""One way to do long work beside the event loop.

A `Job` runs `function(tick)` on a thread of its own and tells about it through signals that always arrive on the
thread that made the job. Python threads share one lock, so the long work could still make the window stutter: while
any job runs the lock changes hands often and the garbage collector, whose full passes hold the lock for a tenth of a
second on a big checkpoint, stays off.
"""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, Signal

from core.errors import Cancelled
from core.progress import Tick
from core.remote.traffic import News, listening

Work = Callable[[Tick], Any]

PROGRESS_INTERVAL: Final = 0.05
"""Seconds between two progress signals: at most 20 a second."""

BUSY_SWITCH_INTERVAL: Final = 0.00005
"""Seconds after which a busy thread has to hand the interpreter lock over while a job runs."""

_running: set[Job] = set()
_idle_switch_interval = sys.getswitchinterval()


class Job(QObject):
    """Long work on a worker thread; exactly one of `done`, `failed` and `cancelled` ends it, unless it is dropped.

    Connect the signals, then `start()`. A running job keeps itself alive.
    """

    progress = Signal(object, object)
    """`(done, total)` as plain ints, at most 20 times a second."""
    waiting = Signal(object)
    """The `News` of a server that the function waits for, as often."""
    done = Signal(object)
    """What the function returned."""
    failed = Signal(object)
    """The exception that the function raised."""
    cancelled = Signal()
    """The function noticed the request of `cancel()` and gave up."""
    ended = Signal()
    """The thread has nothing left to do; told last, and of a dropped job as well."""

    _ticked = Signal(object, object)
    _heard = Signal(object)
    _ended = Signal(str, object)

    def __init__(self, function: Work) -> None:
        super().__init__()
        self._function: Work | None = function
        self.seconds = 0.0
        """How long the work took, once it has ended."""
        self._stop = threading.Event()
        self._dropped = False
        self._last_progress = self._last_news = 0.0
        self._thread = threading.Thread(target=self._work, name=f"job {getattr(function, '__name__', '')}", daemon=True)
        # Explicitly queued: the worker emits, the thread that made this object hears.
        self._ticked.connect(self._pass_progress, Qt.ConnectionType.QueuedConnection)
        self._heard.connect(self._pass_news, Qt.ConnectionType.QueuedConnection)
        self._ended.connect(self._pass_end, Qt.ConnectionType.QueuedConnection)

    def start(self) -> Job:
        """Begin; returns the job itself, so that making and starting fit one line."""
        _enter(self)
        self._thread.start()
        return self

    def cancel(self) -> None:
        """Ask the work to stop at its next tick, or while it waits for a server; `cancelled` follows, or `done` if it
        was quicker.
        """
        self._stop.set()

    def drop(self) -> None:
        """Cancel and forget: whatever the work still has to say is not wanted any more."""
        self._dropped = True
        self.cancel()

    def wait(self, seconds: float | None = None) -> bool:
        """Block until the worker thread has ended; False when that took longer than `seconds`."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    @property
    def dropped(self) -> bool:
        """Whether nobody wants to know how it ends."""
        return self._dropped

    @property
    def running(self) -> bool:
        """True from `start()` until the end has been told."""
        return self in _running

    def _tick(self, done: int, total: int) -> None:
        if self._stop.is_set():
            raise Cancelled
        now = time.monotonic()
        if now - self._last_progress >= PROGRESS_INTERVAL:
            self._last_progress = now
            self._ticked.emit(done, total)

    def _listen(self, news: News) -> None:
        """Called by whichever thread waits, several times a second."""
        if self._stop.is_set():
            raise Cancelled
        now = time.monotonic()
        if now - self._last_news >= PROGRESS_INTERVAL:
            self._last_news = now
            self._heard.emit(news)

    def _work(self) -> None:
        function, self._function = self._function, None  # it may hold a whole document
        assert function is not None
        begin = time.perf_counter()
        try:
            with listening(self._listen):
                end, value = "done", function(self._tick)
        except Cancelled:
            end, value = "cancelled", None
        except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to whoever asked for the work
            end, value = "failed", error
        self.seconds = time.perf_counter() - begin
        del function
        self._ended.emit(end, value)
        del value  # an exception and this frame would otherwise keep each other, and all they saw, alive

    def _pass_progress(self, done: int, total: int) -> None:
        if not self._dropped and self.running:
            self.progress.emit(done, total)

    def _pass_news(self, news: News) -> None:
        if not self._dropped and self.running:
            self.waiting.emit(news)

    def _pass_end(self, end: str, value: object) -> None:
        if not self.running:
            return  # the program quits
        _leave(self)
        if self._dropped:
            pass
        elif end == "done":
            self.done.emit(value)
        elif end == "failed":
            self.failed.emit(value)
        else:
            self.cancelled.emit()
        self.ended.emit()


def running() -> frozenset[Job]:
    """The jobs whose end has not been told yet."""
    return frozenset(_running)


def stop_all(seconds: float = 5.0) -> bool:
    """Drop every running job and wait for the threads; False when one did not end in time (the program quits)."""
    jobs = running()
    for job in jobs:
        job.drop()
    deadline = time.monotonic() + seconds
    ended = [job.wait(max(0.0, deadline - time.monotonic())) for job in jobs]
    for job in jobs:
        _leave(job)
    return all(ended)


def _enter(job: Job) -> None:
    if not _running:
        sys.setswitchinterval(BUSY_SWITCH_INTERVAL)
        gc.disable()
    _running.add(job)


def _leave(job: Job) -> None:
    if job not in _running:
        return
    _running.discard(job)
    if not _running:
        sys.setswitchinterval(_idle_switch_interval)
        # What the job made lives as long as the document does: taking it out of the collector's sight keeps every
        # later full pass short.
        gc.freeze()
        gc.enable()

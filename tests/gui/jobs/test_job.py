"""Jobs: one end each, on the thread of the window, progress at a bearable rate, late results dropped."""

from __future__ import annotations

import gc
import sys
import threading
import time
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from core.errors import Cancelled
from core.progress import Tick
from core.remote.traffic import traffic_of_thread
from gui.jobs import job as jobs
from gui.jobs.job import Job


class Ends:
    """Records every end of a job, and the thread it was told on."""

    def __init__(self, job: Job) -> None:
        self.seen: list[tuple[str, Any]] = []
        self.threads: set[threading.Thread] = set()
        job.done.connect(lambda value: self._note("done", value))
        job.failed.connect(lambda error: self._note("failed", error))
        job.cancelled.connect(lambda: self._note("cancelled", None))

    def _note(self, end: str, value: Any) -> None:
        self.seen.append((end, value))
        self.threads.add(threading.current_thread())


def test_a_job_works_on_another_thread_and_tells_on_this_one(qtbot: QtBot) -> None:
    job = Job(lambda tick: threading.current_thread())
    ends = Ends(job)
    with qtbot.waitSignal(job.done):
        job.start()
    ((end, worker),) = ends.seen
    assert end == "done"
    assert worker is not threading.current_thread()
    assert ends.threads == {threading.current_thread()}
    assert not job.running


def test_an_exception_is_one_failed_end(qtbot: QtBot) -> None:
    def work(tick: Tick) -> None:
        raise ValueError("no such thing")

    job = Job(work)
    ends = Ends(job)
    with qtbot.waitSignal(job.failed):
        job.start()
    qtbot.wait(20)
    ((end, error),) = ends.seen
    assert end == "failed"
    assert isinstance(error, ValueError)


def test_cancel_is_noticed_at_the_next_tick(qtbot: QtBot) -> None:
    ticking = threading.Event()

    def work(tick: Tick) -> None:
        while True:
            tick(1, 2)
            ticking.set()

    job = Job(work)
    ends = Ends(job)
    job.start()
    assert ticking.wait(60)
    with qtbot.waitSignal(job.cancelled):
        job.cancel()
    assert ends.seen == [("cancelled", None)]


def test_what_is_waited_for_is_told_here_and_can_be_left(qtbot: QtBot) -> None:
    """As `core.remote.asking` does it, and on whichever thread: it tells several times a second of the wait."""

    def work(tick: Tick) -> None:
        while True:
            traffic_of_thread().tell("example.org", 3.0, 2, 4, "it broke")
            time.sleep(0.01)

    job = Job(work)
    ends, heard = Ends(job), []
    job.waiting.connect(lambda news: heard.append((news.host, news.silent, threading.current_thread())))
    with qtbot.waitSignal(job.waiting):
        job.start()
    with qtbot.waitSignal(job.cancelled):
        job.cancel()
    assert ends.seen == [("cancelled", None)]
    assert set(heard) == {("example.org", 3.0, threading.current_thread())}


def test_work_that_was_quicker_than_cancel_is_done(qtbot: QtBot) -> None:
    job = Job(lambda tick: 7)
    job.cancel()  # never asked before the end: the function makes no tick
    ends = Ends(job)
    with qtbot.waitSignal(job.done):
        job.start()
    assert ends.seen == [("done", 7)]


def test_a_dropped_job_is_never_heard_of_again(qtbot: QtBot) -> None:
    go = threading.Event()

    def work(tick: Tick) -> int:
        go.wait(60)
        return 1

    job = Job(work)
    ends = Ends(job)
    job.start()
    job.drop()
    go.set()
    assert job.wait(60)
    qtbot.waitUntil(lambda: not job.running)
    assert ends.seen == []


def test_progress_comes_at_most_twenty_times_a_second(qtbot: QtBot) -> None:
    def work(tick: Tick) -> None:
        passed.append(time.monotonic())
        while time.monotonic() < passed[0] + 0.5:
            tick(2**40, 2**41)
        time.sleep(0.1)  # so that there is a second one to tell, however seldom this thread had its turn
        tick(2**40, 2**41)
        passed.append(time.monotonic())

    job = Job(work)
    passed: list[float] = []
    heard: list[tuple[int, int]] = []
    job.progress.connect(lambda done, total: heard.append((done, total)))
    with qtbot.waitSignal(job.done):
        job.start()
    assert 2 <= len(heard) <= 20 * (passed[1] - passed[0]) + 1
    assert set(heard) == {(2**40, 2**41)}


def test_threads_take_turns_quickly_and_the_collector_rests_while_a_job_runs(qtbot: QtBot) -> None:
    before = sys.getswitchinterval()
    job = Job(lambda tick: (sys.getswitchinterval(), gc.isenabled()))
    ends = Ends(job)
    with qtbot.waitSignal(job.done):
        job.start()
    interval, collecting = ends.seen[0][1]
    assert interval == pytest.approx(jobs.BUSY_SWITCH_INTERVAL)
    assert not collecting
    assert sys.getswitchinterval() == pytest.approx(before)
    assert gc.isenabled()


def test_quitting_stops_what_still_runs(qtbot: QtBot) -> None:
    def work(tick: Tick) -> None:
        while True:
            tick(0, 1)
            time.sleep(0.001)

    job = Job(work)
    ends = Ends(job)
    job.start()
    assert jobs.stop_all(60)
    qtbot.wait(20)
    assert ends.seen == []
    assert not jobs.running()


def test_cancelled_raised_by_the_work_itself_is_no_failure(qtbot: QtBot) -> None:
    def work(tick: Tick) -> None:
        raise Cancelled

    job = Job(work)
    ends = Ends(job)
    with qtbot.waitSignal(job.cancelled):
        job.start()
    assert ends.seen == [("cancelled", None)]

"""The newest question alone is answered: on the thread that asked, once, whatever became of the older ones."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QObject
from pytestqt.qtbot import QtBot

from core.progress import Tick
from core.remote.traffic import traffic_of_thread
from gui.jobs import job, latest_job
from gui.jobs.latest_job import LatestJob, Pace, Turn

LONG = 60.0
"""Seconds after which a test has failed; none passes by it."""


class Told:
    """Everything a `LatestJob` says, in order."""

    def __init__(self, latest: LatestJob) -> None:
        self.all: list[tuple[str, Any]] = []
        latest.done.connect(lambda answer: self.all.append(("done", answer)))
        latest.failed.connect(lambda error: self.all.append(("failed", str(error))))
        latest.cancelled.connect(lambda: self.all.append(("cancelled", None)))


class Held:
    """Work that begins, and ends when the test lets it."""

    def __init__(self, end: Callable[[Tick], Any]) -> None:
        self.began, self.may_end = threading.Event(), threading.Event()
        self._end = end

    def __call__(self, tick: Tick) -> Any:
        self.began.set()
        assert self.may_end.wait(LONG)
        return self._end(tick)


def answer(value: Any) -> Callable[[Tick], Any]:
    return lambda _tick: value


def fail(words: str) -> Callable[[Tick], Any]:
    def work(_tick: Tick) -> None:
        raise ValueError(words)

    return work


def tick_on(tick: Tick) -> str:
    tick(1, 2)
    return "never stopped"


@pytest.fixture
def latest(qapp: object) -> Iterator[LatestJob]:
    yield LatestJob()
    assert job.stop_all(LONG)


@pytest.fixture
def in_turn(qapp: object) -> Iterator[LatestJob]:
    yield LatestJob(turn=Turn())
    assert job.stop_all(LONG)


@pytest.fixture
def all_told(qtbot: QtBot) -> Callable[[], None]:
    """Waits until every thread has said what it has to say."""
    return lambda: qtbot.waitUntil(lambda: not job.running(), timeout=int(LONG * 1000))


def test_the_answer_comes_once_and_on_the_thread_that_asked(latest: LatestJob, all_told: Callable[[], None]) -> None:
    told, threads = Told(latest), []
    latest.done.connect(lambda worker: threads.append((threading.current_thread(), worker)))
    latest.ask(lambda _tick: threading.current_thread())
    assert latest.busy
    assert told.all == []
    all_told()
    assert not latest.busy
    assert len(told.all) == 1
    ((here, worker),) = threads
    assert here is threading.current_thread() is not worker


@pytest.mark.parametrize("end", [answer("old"), fail("old"), tick_on], ids=["done", "failed", "cancelled"])
@pytest.mark.parametrize("old_ends_first", [True, False])
def test_the_newest_wins_and_of_the_older_nothing_is_heard(
    latest: LatestJob, all_told: Callable[[], None], end: Callable[[Tick], Any], old_ends_first: bool
) -> None:
    told = Told(latest)
    old, new = Held(end), Held(answer("new"))
    latest.ask(old)
    assert old.began.wait(LONG)
    latest.ask(new)
    assert new.began.wait(LONG)  # beside the old one, which may hang
    (first, last) = (old, new) if old_ends_first else (new, old)
    first.may_end.set()
    last.may_end.set()
    all_told()
    assert told.all == [("done", "new")]


@pytest.mark.parametrize("end", [answer("old"), fail("old"), tick_on], ids=["done", "failed", "cancelled"])
def test_in_turn_the_newest_waits_and_those_between_are_never_begun(
    in_turn: LatestJob, all_told: Callable[[], None], end: Callable[[Tick], Any]
) -> None:
    told = Told(in_turn)
    old, between = Held(end), Held(answer("between"))
    between.may_end.set()
    in_turn.ask(old)
    assert old.began.wait(LONG)
    in_turn.ask(between)
    in_turn.ask(answer("new"))
    assert in_turn.busy
    assert len(job.running()) == 1
    old.may_end.set()
    all_told()
    assert told.all == [("done", "new")]
    assert not between.began.is_set()


def test_of_those_who_share_a_turn_one_is_at_work(qtbot: QtBot, all_told: Callable[[], None]) -> None:
    turn, told = Turn(), list[str]()
    works = {name: Held(answer(name)) for name in ("first", "second", "gone", "dropped", "last")}
    askers = {name: LatestJob(turn=turn, done=told.append) for name in works}
    for name, asker in askers.items():
        asker.ask(works[name])
    shiboken6.delete(askers.pop("gone"))
    askers["dropped"].drop()
    for name in ("first", "second", "last"):
        assert works[name].began.wait(LONG)
        assert len(job.running()) == 1
        works[name].may_end.set()
        qtbot.waitUntil(lambda name=name: name in told, timeout=int(LONG * 1000))
    all_told()
    assert told == ["first", "second", "last"]


def test_who_waits_for_a_server_lets_the_others_pass(qtbot: QtBot, all_told: Callable[[], None]) -> None:
    turn, may_end = Turn(), threading.Event()

    def wait_for_server(_tick: Tick) -> str:
        traffic_of_thread().tell("host", 1.0, 1, 1, "")
        assert may_end.wait(LONG)
        return "slow"

    slow, quick = (LatestJob(turn=turn) for _ in range(2))
    told_slow, told_quick = Told(slow), Told(quick)
    slow.ask(wait_for_server)
    quick.ask(answer("quick"))
    qtbot.waitUntil(lambda: not quick.busy, timeout=int(LONG * 1000))
    assert (told_slow.all, told_quick.all) == ([], [("done", "quick")])
    may_end.set()
    all_told()
    assert told_slow.all == [("done", "slow")]


def test_who_hears_an_answer_can_ask_again(in_turn: LatestJob, all_told: Callable[[], None]) -> None:
    told, asked = Told(in_turn), []

    def ask_again(_answer: object) -> None:
        assert not in_turn.busy
        if not asked:
            asked.append(1)
            in_turn.ask(answer("second"))

    in_turn.done.connect(ask_again)
    in_turn.ask(answer("first"))
    all_told()
    assert told.all == [("done", "first"), ("done", "second")]


def test_what_is_asked_at_once_is_answered_here_and_makes_the_older_stale(
    latest: LatestJob, all_told: Callable[[], None]
) -> None:
    told, old = Told(latest), Held(answer("old"))
    latest.ask(old)
    latest.ask(lambda _tick: threading.current_thread(), at_once=True)
    assert told.all == [("done", threading.current_thread())]
    latest.ask(fail("at once"), at_once=True)
    assert told.all[1:] == [("failed", "at once")]
    assert not latest.busy
    old.may_end.set()
    all_told()
    assert len(told.all) == 2


def test_nothing_is_kept_of_a_question_that_is_answered(latest: LatestJob, all_told: Callable[[], None]) -> None:
    """Its thread and locks would lie among what goes with a document, and keep the memory of it from the system."""
    told = Told(latest)
    latest.ask(lambda _tick: "answer")
    (running,) = map(weakref.ref, job.running())
    all_told()
    assert told.all == [("done", "answer")]
    assert running() is None


def test_a_failure_of_the_newest_is_told(latest: LatestJob, all_told: Callable[[], None]) -> None:
    told = Told(latest)
    latest.ask(fail("no such thing"))
    all_told()
    assert told.all == [("failed", "no such thing")]
    assert not latest.busy


def test_what_is_cancelled_says_so(latest: LatestJob, all_told: Callable[[], None]) -> None:
    told, work = Told(latest), Held(tick_on)
    latest.ask(work)
    latest.cancel()
    assert latest.busy  # until the work has noticed
    work.may_end.set()
    all_told()
    assert told.all == [("cancelled", None)]
    assert not latest.busy
    latest.cancel()  # nothing is under way
    assert len(told.all) == 1


def test_what_waits_for_its_turn_is_cancelled_at_once(in_turn: LatestJob, all_told: Callable[[], None]) -> None:
    told, old, waiting = Told(in_turn), Held(answer("old")), Held(answer("waiting"))
    in_turn.ask(old)
    in_turn.ask(waiting)
    in_turn.cancel()
    assert told.all == [("cancelled", None)]
    old.may_end.set()
    all_told()
    assert told.all == [("cancelled", None)]
    assert not waiting.began.is_set()


@pytest.mark.parametrize("end", [answer("late"), fail("late"), tick_on], ids=["done", "failed", "cancelled"])
def test_of_what_is_dropped_nothing_is_heard(
    latest: LatestJob, all_told: Callable[[], None], end: Callable[[Tick], Any]
) -> None:
    told, work = Told(latest), Held(end)
    latest.ask(work)
    latest.drop()
    assert not latest.busy
    work.may_end.set()
    all_told()
    assert told.all == []


def test_dropped_work_that_ticks_is_stopped(latest: LatestJob, all_told: Callable[[], None]) -> None:
    went_on = []
    work = Held(lambda tick: went_on.append(tick(1, 2)))
    latest.ask(work)
    latest.drop()
    work.may_end.set()
    all_told()
    assert went_on == []


@pytest.mark.parametrize("end", [answer("late"), fail("late"), tick_on], ids=["done", "failed", "cancelled"])
@pytest.mark.parametrize("turns", [False, True])
def test_closing_while_it_runs(
    all_told: Callable[[], None], capfd: pytest.CaptureFixture[str], end: Callable[[Tick], Any], turns: bool
) -> None:
    dialog = QObject()
    latest = LatestJob(dialog, turn=Turn() if turns else None)
    told, work = Told(latest), Held(end)
    latest.ask(work)
    shiboken6.delete(dialog)
    work.may_end.set()
    all_told()
    assert told.all == []
    assert capfd.readouterr().err == ""  # nothing was told to an object that is gone


@pytest.mark.parametrize("turns", [False, True])
def test_when_the_program_quits_nothing_is_begun_anew(qtbot: QtBot, turns: bool) -> None:
    latest = LatestJob(turn=Turn() if turns else None)
    told, begun = Told(latest), []
    old = Held(tick_on)
    old.may_end.set()
    latest.ask(old)
    if turns:
        latest.ask(lambda _tick: begun.append(1))
    assert old.began.wait(LONG)
    assert job.stop_all(LONG)
    QCoreApplication.processEvents()
    assert not job.running()
    assert told.all == []
    assert begun == []


def test_progress_of_the_newest_is_passed_on(latest: LatestJob, all_told: Callable[[], None]) -> None:
    heard: list[tuple[int, int]] = []
    latest.progress.connect(lambda done, total: heard.append((done, total)))
    old, new = Held(tick_on), Held(lambda tick: tick(2**40, 2**41))
    latest.ask(old)
    latest.ask(new)
    old.may_end.set()
    new.may_end.set()
    all_told()
    assert heard == [(2**40, 2**41)]


def test_the_pace_is_learned_and_good_news_believed_by_halves(
    latest: LatestJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(latest_job, "LONGEST_PAUSE", 0.02)
    pace = Pace(0.001)
    assert pace.is_quick(20)
    assert not pace.is_quick(21)
    pace.learn(10, 0.1)
    assert pace.is_quick(2)
    assert not pace.is_quick(3)
    pace.learn(10, 0.0)
    assert pace.is_quick(4)
    assert not pace.is_quick(5)
    pace.forget()
    assert pace.is_quick(20)
    latest.ask(answer(1), at_once=True)
    assert 0 <= latest.seconds < LONG

"""Workers as processes of this machine, each at the other end of a pipe of its own.

A pool of `concurrent.futures` is broken as a whole when one of its processes dies, and does not say over what; here
one that dies is replaced, and the span that it had is given to the next. Each begins as a new interpreter ("spawn"):
a fork of a program with threads, as the window is, would inherit locks that nobody opens any more. It ends with its
pipe, so that none is left behind whatever becomes of this process.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Self

from core.errors import ClusterError
from core.spread.crew import MOST_DEATHS, SpanResult, died_over_it
from core.spread.worker import DONE, Reply, carry_out, order, raise_again

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection


@dataclass
class _Worker:
    """A process, the pipe to it, the span that it has, which is -1 where it has none, and whether it has begun."""

    process: BaseProcess
    pipe: Connection[Any, Any]
    number: int = -1
    has_begun: bool = False


@dataclass
class _Given:
    """A span that is with a worker, and how many died over it."""

    work: str
    span: Any
    deaths: int = 0


class Processes:
    """So many processes of this machine. They begin as this is entered, while who asks still cuts the work."""

    def __init__(self, count: int) -> None:
        self.workers = self.room = count
        self._crew: list[_Worker] = []
        self._given: dict[int, _Given] = {}
        self._stillborn = 0

    def give(self, number: int, work: str, span: Any) -> None:
        """As `core.spread.crew.Crew.give` says."""
        self._given[number] = _Given(work, span)
        self._send(number)

    def take(self, seconds: float) -> Sequence[SpanResult]:
        """As `core.spread.crew.Crew.take` says."""
        found: list[SpanResult] = []
        by_pipe = {worker.pipe: worker for worker in self._crew}
        for pipe in wait(list(by_pipe), seconds):
            worker = by_pipe[pipe]  # type: ignore[index]  # nothing but pipes was waited for
            try:
                reply: Reply = worker.pipe.recv()
            except (EOFError, OSError):
                found += self._mourn(worker)
                continue
            if not worker.has_begun:
                worker.has_begun, self._stillborn = True, 0
                continue
            number, worker.number = worker.number, -1
            del self._given[number]
            raise_again(reply)
            found.append(SpanResult(number, reply.answer, reply.text))
        return found

    def _send(self, number: int) -> None:
        worker = next((each for each in self._crew if each.number < 0), None) or self._hire()
        worker.number = number
        given = self._given[number]
        with suppress(OSError):  # of one that died meanwhile its pipe tells
            worker.pipe.send(order(given.work, given.span))

    def _mourn(self, worker: _Worker) -> Sequence[SpanResult]:
        """A worker has died: what it had goes to another, unless it was what killed it again and again."""
        self._crew.remove(worker)
        _dismiss(worker)
        if not worker.has_begun:
            self._stillborn += 1
            if self._stillborn >= MOST_DEATHS:
                raise ClusterError("No other process of the program can be started here. Say --workers 1.")
        if worker.number < 0:
            return ()
        given = self._given[worker.number]
        given.deaths += worker.has_begun
        if given.deaths < MOST_DEATHS:
            self._send(worker.number)
            return ()
        del self._given[worker.number]
        return (SpanResult(worker.number, problem=died_over_it()),)

    def _hire(self) -> _Worker:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), daemon=True, name="pthfinder worker")
        process.start()
        theirs.close()  # else its end would not be told
        worker = _Worker(process, ours)
        self._crew.append(worker)
        return worker

    def __enter__(self) -> Self:
        while len(self._crew) < self.workers:
            self._hire()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        while self._crew:
            _dismiss(self._crew.pop())
        self._given.clear()


def _dismiss(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join()
    worker.process.close()
    worker.pipe.close()


def serve(pipe: Connection[Any, Any]) -> None:
    """Be a worker, as long as there is somebody at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C of a terminal goes to all; who asked for this one ends it
    with suppress(EOFError, OSError):
        pipe.send(Reply(DONE))  # it has begun
        while True:
            pipe.send(carry_out(pipe.recv()))

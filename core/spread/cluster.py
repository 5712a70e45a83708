"""Workers of Dask: on a cluster that runs already, or on one of this machine that lives as long as the work.

Dask schedules, gives a span to another worker when one dies, and spills. It pickles what goes to a worker and back:
that is an order of plain data (`core.spread.worker`), and the name of the one function that carries it out. It is
imported only when a cluster is asked for.
"""

from __future__ import annotations

import importlib
import queue
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Any, Self

from core.errors import ClusterError, OtherVersion
from core.spread.address import is_address, local_workers
from core.spread.crew import SpanResult, died_over_it
from core.spread.worker import carry_out, order, raise_again

_CONNECT = 10.0
"""Seconds after which a scheduler that does not answer is none, and one that has no worker will get none."""
_GONE = 30.0
"""Seconds for which all workers may be away: one that died is started anew in a few."""
_REFRESH = 1.0
"""Seconds between two questions who the workers are."""
_AHEAD = 2
"""Spans for each thread of a worker: while one is worked on the next is on its way."""
_MADE_AGAIN = frozenset({"pending", "lost", "finished"})
"""States of a span that was done, whose worker died with the answer: Dask gives it to another, who may be quick."""
_SILENT = 50
"""The level of logs that only what ends a program reaches: what goes wrong is told by us, in a sentence."""
_SETTINGS = {
    "logging": dict.fromkeys(
        ("distributed", "distributed.client", "distributed.worker", "tornado", "asyncio"), "critical"
    ),
    "distributed.scheduler.http.routes": [],  # no pages about a cluster that lives for some minutes
    "distributed.worker.http.routes": [],
    "distributed.scheduler.allowed-failures": 1,
}


class Cluster:
    """The workers at an ``address``, as `core.spread.address` has it. Nothing is started before it is entered.

    Entering raises `ClusterError` where Dask is not installed, where no scheduler answers, or none of its workers;
    `OtherVersion` where they have another Dask or Python; and what ``pause`` raises, which is called while it waits.
    """

    def __init__(self, address: str, pause: Callable[[], None] = lambda: None) -> None:
        if not is_address(address):
            raise ClusterError(
                "{address} is not a cluster: say local:8, or tcp://HOST:PORT of its scheduler.", address=address
            )
        self._address, self._pause = address, pause
        self._stack = ExitStack()
        self._client: Any = None
        self._name = uuid.uuid4().hex
        self._threads = self._given = 0
        self._asked = self._seen = 0.0
        self._out: dict[Any, int] = {}
        self._orders: dict[int, Any] = {}
        self._suspects: list[int] = []
        self._alone: set[int] = set()
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()

    @property
    def workers(self) -> int:
        """As `core.spread.crew.Crew.workers` says: their threads."""
        return max(self._threads, 1)

    @property
    def room(self) -> int:
        """As `core.spread.crew.Crew.room` says."""
        self._look()
        return _AHEAD * self.workers

    def give(self, number: int, work: str, span: Any) -> None:
        """As `core.spread.crew.Crew.give` says."""
        self._orders[number] = order(work, span)
        self._submit(number)

    def _submit(self, number: int) -> None:
        self._given += 1  # two works may have a span of one number
        key = f"pthfinder-{self._name}-{self._given}"
        future = self._client.submit(carry_out, self._orders[number], key=key, pure=False)
        self._out[future] = number
        future.add_done_callback(self._ended.put)

    def take(self, seconds: float) -> Sequence[SpanResult]:
        """As `core.spread.crew.Crew.take` says.

        When a worker dies, Dask suspects all that it had. Such spans are tried again when nothing else is left, each
        alone, so that only those are given up that are to blame.
        """
        if not self._out and self._suspects:
            self._alone.add(self._suspects[-1])
            self._submit(self._suspects.pop())
        ended = self._ended_within(seconds)
        if not ended:
            self._look()
            return ()
        done = [future for future in ended if future.status == "finished"]
        with self._lost_connection():
            replies = self._client.gather(done)
        found = []
        for future, reply in zip(done, replies, strict=True):
            raise_again(reply)
            found.append(SpanResult(self._over(future), reply.answer, reply.text))
        for future in ended:
            if future not in done:
                found += self._failed(future)
        return found

    def _over(self, future: Any) -> int:
        """The number of a span that is done."""
        number = self._out.pop(future)
        del self._orders[number]
        self._alone.discard(number)
        return number

    def _ended_within(self, seconds: float) -> list[Any]:
        """What has ended, all that is there at once."""
        ended = []
        with suppress(queue.Empty):
            ended.append(self._ended.get(timeout=seconds))
            while True:
                ended.append(self._ended.get_nowait())
        return ended

    def _failed(self, future: Any) -> Sequence[SpanResult]:
        """The answer of a span that no worker survived, none of one that is only suspected or made again.

        Raises `ClusterError` where that is nobody's fault.
        """
        if future.status in _MADE_AGAIN and self._client.status == "running":
            future.add_done_callback(self._ended.put)
            return ()
        if future.status != "error":
            raise self._gone()
        with self._lost_connection():
            error = future.exception()
        if type(error).__name__ == "KilledWorker":
            if self._out[future] in self._alone:
                return (SpanResult(self._over(future), problem=died_over_it()),)
            self._suspects.append(self._out.pop(future))
            return ()
        raise OtherVersion(
            "The cluster at {address} does not know this Pthfinder ({kind}). Install the same version where its "
            "scheduler and its workers run, and start them with --preload pthfinder.",
            address=self._address,
            kind=type(error).__name__,
        )

    # -- the connection ----------------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        try:
            dask = importlib.import_module("dask")
            self._stack.enter_context(dask.config.set(_SETTINGS))
            distributed = importlib.import_module("distributed")
        except ImportError:
            raise ClusterError("--cluster needs Dask: pip install 'pthfinder[cluster]'.") from None
        try:
            self._connect(distributed)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._out and self._client is not None:
            with suppress(Exception):  # a scheduler that is gone has none of ours
                self._client.cancel(list(self._out), force=True)
        self._out.clear()
        self._orders.clear()
        self._suspects.clear()
        self._stack.close()

    def _connect(self, distributed: Any) -> None:
        address: Any = self._address
        local = local_workers(address)
        if local:
            scratch = self._stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            address = self._stack.enter_context(self._local(distributed, local, scratch))
        try:
            self._client = distributed.Client(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, TimeoutError, ValueError):
            raise ClusterError(
                "No scheduler of Dask answers at {address}. Is it running?", address=self._address
            ) from None
        self._stack.callback(self._client.close, timeout=_CONNECT)
        self._wait_for_workers()
        self._check_versions()

    @staticmethod
    def _local(distributed: Any, count: int, scratch: str) -> Any:
        return distributed.LocalCluster(
            n_workers=count,
            local_directory=scratch,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},  # else it takes a fixed port
            silence_logs=_SILENT,
            preload=["core.spread.uninterrupted"],
        )

    def _check_versions(self) -> None:
        """Raises `OtherVersion` where scheduler or workers have another Dask or Python than this process."""
        told = self._client.get_versions()
        ours = _versions(told["client"])
        for who in (told["scheduler"], *told["workers"].values()):
            theirs = _versions(who)
            if theirs != ours:
                raise OtherVersion(
                    "The cluster at {address} runs {theirs}, and this program {ours}. Both must be the same.",
                    address=self._address,
                    theirs=theirs,
                    ours=ours,
                )

    def _wait_for_workers(self) -> None:
        end = time.monotonic() + _CONNECT
        self._look()
        while not self._threads:
            self._pause()
            if time.monotonic() > end:
                raise ClusterError("The scheduler at {address} has no workers. Start some.", address=self._address)
            with suppress(Exception):
                self._client.wait_for_workers(1, timeout=_REFRESH)
            self._asked = 0.0
            self._look()

    def _look(self) -> None:
        """Who is there. Raises `ClusterError` where nobody is any more."""
        now = time.monotonic()
        if self._client.status != "running":
            raise self._gone()
        if now - self._asked < _REFRESH:
            return
        with self._lost_connection():
            threads = sum(self._client.nthreads().values())
        self._asked = now
        if threads:
            self._threads, self._seen = threads, now
        elif self._threads and now - self._seen > _GONE:
            raise ClusterError("All workers of {address} are gone.", address=self._address)

    def _gone(self) -> ClusterError:
        return ClusterError("The scheduler at {address} is gone; what it had is lost.", address=self._address)

    def _lost_connection(self) -> _Lost:
        return _Lost(self._gone)


class _Lost:
    """Errors of a connection that broke, as ours."""

    def __init__(self, gone: Callable[[], ClusterError]) -> None:
        self._gone = gone

    def __enter__(self) -> None:
        """Nothing is done before."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        called = kind.__name__ if kind is not None else ""  # asyncio has one, concurrent.futures and Dask
        if isinstance(error, OSError | TimeoutError) or called.endswith("CancelledError"):
            raise self._gone() from None


def _versions(told: Any) -> str:
    """What of the versions of one process must be the same in all."""
    packages = told["packages"]
    python = ".".join(packages["python"].split(".")[:2])
    return f"Python {python}, Dask {packages['dask']}, distributed {packages['distributed']}"

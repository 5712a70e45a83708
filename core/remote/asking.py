"""Asks stores, with patience: what may be better in a moment is tried again, and whoever waits can stop at any time.

Each question goes out on a thread of its own, so that a server which does not answer holds nobody: the one who asked
looks up several times a second, tells of the wait, and leaves when its listener says so.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar, copy_context
from math import inf
from typing import Generic, NamedTuple, TypeVar, cast

from core.errors import CheckpointError
from core.remote.address import RemotePath
from core.remote.secrets import redacted
from core.remote.status import Fetch, RemoteStatus
from core.remote.stores import store_of
from core.remote.traffic import traffic_of_thread
from core.remote.trouble import Passing, Unreachable
from core.words import say

Answer = TypeVar("Answer")
ATTEMPTS = 4
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 10.0
"""Seconds between two attempts; each pause is twice the one before."""
LOOK = 0.1
"""Seconds between two looks of whoever waits."""
_GETS_ON = 1 << 16
"""Bytes of an attempt that count as success: the next one is the first again."""
LONGEST = 120.0
"""Seconds without a byte of an answer: then it is not waited for, however lively a server is."""
_AT_ONCE = 8
"""Questions that go out beside each other."""


class _Known(NamedTuple):
    """What was answered since `each_once` began."""

    statuses: dict[RemotePath, RemoteStatus | OSError]
    names: dict[RemotePath, list[str]]


_known: ContextVar[_Known | None] = ContextVar("_known", default=None)


@contextmanager
def each_once() -> Iterator[None]:
    """What is asked of a file meanwhile is asked once: while a checkpoint is opened, each is as it was at first."""
    before = _known.set(_known.get() or _Known({}, {}))
    try:
        yield
    finally:
        _known.reset(before)


def _not_read(path: RemotePath, reason: str) -> Unreachable:
    return Unreachable(
        "{path} could not be read after {count} tries: {reason}. Check the connection, and try again.",
        path=path,
        reason=reason,
        count=ATTEMPTS,
    )


def status_of(path: RemotePath) -> RemoteStatus:
    """What is at a path. Raises `OSError` where nothing is or may not be read, and a `CheckpointError`."""
    known = _known.get()
    found = known.statuses.get(path) if known is not None else None
    if found is None:
        try:
            found = asked(path, lambda: store_of(path).status(path), within=LONGEST)
            traffic_of_thread().add(len(found.head))
        except (FileNotFoundError, PermissionError) as error:
            found = error
        if known is not None:
            known.statuses[path] = found
    if isinstance(found, OSError):
        path.remember_none()
        raise found
    path.remember(is_folder=found.is_folder)
    return found


def ask_all(paths: Iterable[RemotePath]) -> None:
    """Have the statuses of many files come beside each other; inside `each_once`, where they are kept."""
    known = _known.get()
    side_by_side([path for path in paths if known is not None and path not in known.statuses], status_of)


def side_by_side(paths: Sequence[RemotePath], ask: Callable[[RemotePath], object]) -> None:
    """Ask something of many files at once. What goes wrong is met again by whoever needs the answer."""

    def quietly(path: RemotePath) -> None:
        with suppress(OSError, CheckpointError):
            ask(path)

    if len(paths) > 1:
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            for each in [pool.submit(copy_context().run, quietly, path) for path in paths]:
                each.result()


def is_there(path: RemotePath) -> bool:
    """Whether there is something at a path. Raises a `CheckpointError` where that cannot be found out."""
    try:
        status_of(path)
    except OSError:
        return False
    return True


def names_at(path: RemotePath) -> list[str]:
    """The names in a folder, as `core.remote.status.Store.names` gives them; none where it cannot be listed."""
    known = _known.get()
    if known is not None and path in known.names:
        return known.names[path]
    try:
        found = asked(path, lambda: store_of(path).names(path), within=LONGEST)
    except OSError:
        found = []
    if known is not None:
        known.names[path] = found
    return found


def fetched(path: RemotePath, status: RemoteStatus, start: int, length: int) -> bytearray:
    """A range of a file. What came before a connection broke is not asked for again.

    Raises `SourceChanged` where it is of another version by now, `Unreachable` where it does not come.
    """
    wanted = Fetch(start, length)
    fetch(path, status, wanted)
    return wanted.data


def fetch(path: RemotePath, status: RemoteStatus, wanted: Fetch) -> None:
    """The same for whoever has a place for the bytes."""
    try:
        asked(path, lambda: store_of(path).fetch(path, status, wanted), lambda: wanted.here, within=LONGEST)
    finally:
        wanted.stopped = True


def asked(
    path: RemotePath,
    question: Callable[[], Answer],
    seen: Callable[[], int] = lambda: 0,
    failed: Callable[[RemotePath, str], CheckpointError] = _not_read,
    within: float = inf,
) -> Answer:
    """The answer to a question, tried `ATTEMPTS` times. ``seen`` tells how many bytes have come so far, and ``within``
    how many seconds it may take until others have.

    Raises what ``failed`` gives where none comes.
    """
    traffic, trouble, attempt = traffic_of_thread(), "", 1
    while True:
        before = seen()
        traffic.requests += 1
        try:
            return _waited(path, question, seen, attempt, trouble, within)
        except Passing as passing:
            attempt = 1 if seen() - before >= _GETS_ON else attempt
            trouble = redacted(passing.reason)
            if attempt >= ATTEMPTS:
                raise failed(path, trouble) from None
            _pause(path, pause_after(passing, attempt), attempt, trouble)
            attempt += 1


def tried(question: Callable[[], object], seconds: float) -> bool:
    """Whether a question was answered within some seconds, asked once; whoever tidies up waits no longer."""
    under_way = _Asked(question)
    if not under_way.ended.wait(seconds):
        return False
    try:
        _ = under_way.answer
    except (OSError, CheckpointError, Passing):
        return False
    return True


def pause_after(passing: Passing, attempt: int) -> float:
    """Seconds that are to pass before the next attempt, at least."""
    return max(passing.wait, _FIRST_PAUSE * 2.0 ** (attempt - 1))


def spread(seconds: float) -> float:
    """A pause as it is made: never exactly as long as all others wait that were sent away just now."""
    return min(seconds, _LONGEST_PAUSE) * random.uniform(0.8, 1.2)


def _pause(path: RemotePath, seconds: float, attempt: int, trouble: str) -> None:
    """Wait before the next attempt."""
    began = time.monotonic()
    end = began + spread(seconds)
    while (now := time.monotonic()) < end:
        traffic_of_thread().tell(path.host, now - began, attempt, ATTEMPTS, trouble)
        time.sleep(min(LOOK, end - now))


def _waited(  # noqa: PLR0913 - all that is told of an attempt
    path: RemotePath,
    question: Callable[[], Answer],
    seen: Callable[[], int],
    attempt: int,
    trouble: str,
    within: float,
) -> Answer:
    """The answer of a question that is asked on another thread; what comes meanwhile is told."""
    traffic, here, last = traffic_of_thread(), seen(), time.monotonic()
    under_way = _Asked(question)
    while not under_way.ended.wait(LOOK):
        now, there = time.monotonic(), seen()
        if there > here:
            traffic.add(there - here)
            here, last = there, now
        if now - last > within:
            raise Passing(say("its server does not answer"))
        traffic.tell(path.host, now - last, attempt, ATTEMPTS, trouble)
    traffic.add(max(seen() - here, 0))
    return under_way.answer


class _Asked(Generic[Answer]):
    """A question under way. Its thread ends with the program: a server may take as long as it likes."""

    def __init__(self, question: Callable[[], Answer]) -> None:
        self.ended = threading.Event()
        self._question = question
        self._answer: Answer | None = None
        self._error: BaseException | None = None
        threading.Thread(target=self._ask, name="remote", daemon=True).start()

    @property
    def answer(self) -> Answer:
        """What came of it. Raises what the question raised."""
        if self._error is not None:
            try:
                raise self._error
            finally:
                self._error = None  # it would hold this frame, and the frame it
        return cast(Answer, self._answer)

    def _ask(self) -> None:
        try:
            self._answer = self._question()
        except BaseException as error:  # noqa: BLE001 - it belongs to whoever asked
            self._error = error
        finally:
            self.ended.set()

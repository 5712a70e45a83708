"""What goes over the network: counted, and told to whoever waits for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import NamedTuple


class News(NamedTuple):
    """How it stands while somebody waits.

    ``received`` bytes have come in ``requests`` since the listening began, ``speed`` of them a second of late. The
    server at ``host`` has been ``silent`` for so many seconds; it is asked for the ``attempt``-th time of ``attempts``,
    and ``trouble`` says what was wrong with the last.
    """

    received: int
    requests: int
    speed: float
    host: str
    silent: float = 0.0
    attempt: int = 1
    attempts: int = 1
    trouble: str = ""


Listener = Callable[[News], None]
"""Called several times a second while bytes are awaited; may raise `core.errors.Cancelled`."""
_RECENT = 3.0
"""Seconds over which the speed is counted."""


@dataclass
class Traffic:
    """A count of what one piece of work has fetched and sent."""

    listener: Listener | None = None
    received: int = 0
    requests: int = 0
    _lately: list[tuple[float, int]] = field(default_factory=list)

    def add(self, nbytes: int) -> None:
        """So many bytes have come."""
        self.received += nbytes
        now = time.monotonic()
        self._lately.append((now, nbytes))
        while self._lately and now - self._lately[0][0] > _RECENT:
            self._lately.pop(0)

    @property
    def speed(self) -> float:
        """Bytes a second of late."""
        if not self._lately:
            return 0.0
        first = self._lately[0][0]
        return sum(nbytes for _, nbytes in self._lately) / max(time.monotonic() - first, 0.1)

    def tell(self, host: str, silent: float, attempt: int, attempts: int, trouble: str) -> None:
        """Tell the listener; raises what it raises."""
        if self.listener is not None:
            told = News(self.received, self.requests, self.speed, host, silent, attempt, attempts, trouble)
            self.listener(told)


_TRAFFIC: ContextVar[Traffic | None] = ContextVar("_TRAFFIC", default=None)


@contextmanager
def listening(listener: Listener | None = None) -> Iterator[Traffic]:
    """Count what this thread fetches meanwhile, and tell the listener of it."""
    traffic = Traffic(listener)
    before = _TRAFFIC.set(traffic)
    try:
        yield traffic
    finally:
        _TRAFFIC.reset(before)


@contextmanager
def pausing(pause: Callable[[], None]) -> Iterator[None]:
    """Have ``pause`` called too wherever this thread waits meanwhile; it may raise `core.errors.Cancelled`."""
    traffic = traffic_of_thread()
    before, token = traffic.listener, _TRAFFIC.set(traffic)

    def both(news: News) -> None:
        pause()
        if before is not None:
            before(news)

    traffic.listener = both
    try:
        yield
    finally:
        traffic.listener = before
        _TRAFFIC.reset(token)


def traffic_of_thread() -> Traffic:
    """The count that is kept for this thread, or one that nobody looks at."""
    return _TRAFFIC.get() or Traffic()

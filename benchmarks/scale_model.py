"""What a scan by many workers takes, worked out and not measured: our own scheduling, and reads replaced by their time.

What cuts the work and hands it out is the program's own (`core.spread`); the workers, the store and the scheduler are
events on a clock that is only counted. Run as ``python -m benchmarks.scale_model``; ``docs/measured.md`` shows what it
prints.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self

from core.spread.crew import MOST_DEATHS, SpanResult, spread
from core.spread.cutting import gathered, span_bytes

TB, GB, MB = 10**12, 10**9, 10**6


@dataclass(frozen=True)
class Site:
    """Where it runs. Times in seconds, sizes in bytes.

    ``stream`` is what one worker is sent a second, ``store`` what all are together at most. A read of ``block`` bytes
    is one request, which takes ``latency`` until its first byte. ``summing`` is what a processor adds up a second.
    ``overhead`` is what a span costs the one process that hands out and takes in, and ``start`` how long workers take
    to be there. A worker dies once in ``lives`` spans, and another one comes after ``replaced``.
    """

    workers: int
    stream: float = 90 * MB
    store: float = 400 * GB
    block: int = 8 << 20
    latency: float = 0.03
    summing: float = 2.5 * GB
    overhead: float = 0.002
    start: float = 1.0
    lives: int = 0
    replaced: float = 5.0

    def seconds(self, nbytes: int) -> float:
        """What a worker takes over so many bytes: it waits for them, and adds them up while others are on their way."""
        rate = min(self.stream, self.store / self.workers)
        return self.requests(nbytes) * self.latency + max(nbytes / rate, nbytes / self.summing)

    def requests(self, nbytes: int) -> int:
        """Reads of so many bytes, and one question whether the file is still the same."""
        return 1 + -(-nbytes // self.block)


@dataclass(frozen=True)
class Price:
    """In dollars: a worker for an hour, and a thousand requests. Put your own in."""

    worker_hour: float = 0.05
    thousand_requests: float = 0.0004


@dataclass(frozen=True)
class Forecast:
    """What comes out: how long it takes, in ``seconds``, and how often what was done."""

    site: Site
    seconds: float
    spans: int
    requests: int
    busy: float
    deaths: int

    @property
    def used(self) -> float:
        """The part of the time in which workers read or add up."""
        return self.busy / (self.site.workers * self.seconds)

    def dollars(self, price: Price) -> float:
        """What it costs."""
        hours = self.site.workers * self.seconds / 3600
        return hours * price.worker_hour + self.requests / 1000 * price.thousand_requests


class Simulated:
    """A crew that does nothing, and takes the time that a site would take."""

    def __init__(self, site: Site) -> None:
        self.site, self.workers, self.room = site, site.workers, 2 * site.workers
        self.now = self._handed = site.start
        self.busy = 0.0
        self.requests = self.deaths = 0
        self._idle = site.workers
        self._waiting: deque[tuple[int, int, float]] = deque()
        self._events: list[tuple[float, int, bool]] = []
        self._sizes: dict[int, int] = {}
        self._tries: dict[int, int] = {}
        self._begun = 0

    def give(self, number: int, _work: str, span: Any) -> None:
        """As `core.spread.crew.Crew.give` says: one after the other is handed out."""
        self._handed = max(self._handed, self.now) + self.site.overhead
        self._sizes[number] = sum(nbytes for _, nbytes in span)
        self._waiting.append((number, self._sizes[number], self._handed))
        self._begin()

    def take(self, _seconds: float) -> Sequence[SpanResult]:
        """As `core.spread.crew.Crew.take` says: the clock goes on to the next end."""
        self.now, number, well = heapq.heappop(self._events)
        self._idle += 1
        if well:
            self._begin()
            return (SpanResult(number, number),)
        self.deaths += 1
        self._tries[number] = self._tries.get(number, 0) + 1
        assert self._tries[number] < MOST_DEATHS
        self._waiting.appendleft((number, self._sizes[number], self.now + self.site.replaced))
        self._begin()
        return ()

    def _begin(self) -> None:
        while self._idle and self._waiting:
            number, nbytes, at = self._waiting.popleft()
            self._idle -= 1
            self._begun += 1
            seconds = self.site.seconds(nbytes)
            well = not self.site.lives or self._begun % self.site.lives != 0
            self.busy += seconds if well else seconds / 2
            self.requests += self.site.requests(nbytes)
            heapq.heappush(self._events, (max(at, self.now) + (seconds if well else seconds / 2), number, well))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Nobody has to be sent home."""


def tensors(parts: int, total: int, each: int) -> Iterator[tuple[tuple[int, int], int]]:
    """Tensors of about ``each`` bytes in files of the same size: the number and the bytes of each, and its bytes."""
    count = max(total // parts // each, 1)
    nbytes = total // (parts * count)
    for number in range(parts * count):
        yield (number, nbytes), nbytes


def forecast(site: Site, total: int, parts: int, each: int = 50 * MB) -> Forecast:
    """What a scan of ``total`` bytes in so many ``parts`` takes. Every span is answered once, or this raises."""
    with Simulated(site) as crew:
        spans = list(gathered(tensors(parts, total, each), span_bytes(total, site.workers)))
        answered = [answer.number for answer in spread(crew, "", spans, lambda: None)]
        assert sorted(answered) == list(range(len(spans)))
        return Forecast(site, crew.now, len(spans), crew.requests, crew.busy, crew.deaths)


def rows(total: int, parts: int, workers: Sequence[int], price: Price, site: Site) -> Iterator[str]:
    """A table of Markdown."""
    yield "| workers | time | times as fast as one | workers busy | requests | costs |"
    yield "|---:|---:|---:|---:|---:|---:|"
    alone = forecast(replace(site, workers=1), total, parts).seconds
    for count in workers:
        found = forecast(replace(site, workers=count), total, parts)
        faster, used = alone / found.seconds, f"{found.used:.0%}".replace("%", " %")
        cells = time_text(found.seconds), f"{faster:,.0f}", used, f"{found.requests:,}", f"${found.dollars(price):.2f}"
        yield f"| {count:,} | {' | '.join(cells)} |"


def time_text(seconds: float) -> str:
    """``31.2 h``, ``18.8 min`` or ``42.0 s``."""
    if seconds >= 2 * 3600:
        return f"{seconds / 3600:,.1f} h"
    return f"{seconds / 60:.1f} min" if seconds >= 120 else f"{seconds:.1f} s"


LARGE = 10 * TB, 20_000
MANY = (1, 2, 10, 30, 100, 300, 1000)


def main() -> int:
    """Print the tables of the page."""
    for title, site in SITES.items():
        print(f"\n{title}\n")
        print("\n".join(rows(*LARGE, MANY, Price(), site)))
    return 0


SITES = {
    "An object store": Site(1),
    "The same, and one worker in every 1,000 spans dies": Site(1, lives=1000),
    "A file system in a network that gives 20 GB/s to all": Site(1, stream=GB, store=20 * GB, latency=0.001),
}

if __name__ == "__main__":
    raise SystemExit(main())

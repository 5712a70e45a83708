"""Spans given to workers and their answers taken, whoever the workers are.

A span is plain data: texts, numbers and tuples of them, in frozen dataclasses and named tuples of ours. What a worker
is told to do with it is the name of a function of ours (`core.spread.worker`). Answers come in any order, each once;
what they amount to must not depend on that order, which is up to who asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

from core.words import say

LOOK = 0.05
"""Seconds between two looks at whether somebody wants to stop."""
MOST_DEATHS = 3
"""Workers that may die over one span before it is given up: the third is no accident."""


class SpanResult(NamedTuple):
    """What came of the ``span`` that is ``number``: the ``answer`` of the worker, or the ``problem`` that there is none
    for.
    """

    number: int
    answer: Any = None
    problem: str = ""
    span: Any = None


def died_over_it() -> str:
    """What is said of a span that no worker survives."""
    return say("Several workers in a row died on this part: it may need more memory than they have.")


class Crew(Protocol):
    """Some workers. A context manager: behind it none of them works for us, whatever was still under way."""

    @property
    def workers(self) -> int:
        """How many there are, for who cuts the work; more may come, and some may go."""

    @property
    def room(self) -> int:
        """Spans that may be with them at once: a few more than can be worked on, so that none waits for the next."""

    def give(self, number: int, work: str, span: Any) -> None:
        """Give a span away, with the name of what is to be done with it. There must be `room`."""

    def take(self, seconds: float) -> Sequence[SpanResult]:
        """Answers that are there, after at most so many seconds; perhaps none.

        Raises `ClusterError` where no more can come, and `SourceChanged` where a worker found another file.
        """

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...


def spread(crew: Crew, work: str, spans: Iterable[Any], pause: Callable[[], None]) -> Iterator[SpanResult]:
    """The answers to all spans as they come, each exactly once, with its span.

    Spans are asked for as there is room for them: of very many only those under way are in memory. ``pause`` is called
    all the while, and may raise `Cancelled`.
    """
    left = enumerate(spans)
    out: dict[int, Any] = {}
    while True:
        while len(out) < crew.room:
            number, span = next(left, (-1, None))
            if number < 0:
                break
            out[number] = span
            crew.give(number, work, span)
        if not out:
            return
        answers = crew.take(LOOK)
        pause()
        for answer in answers:
            if answer.number in out:  # a worker that was given up may still have answered
                yield answer._replace(span=out.pop(answer.number))

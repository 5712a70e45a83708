"""Works on spans in this process, one after the other: what breaks there is raised where it is asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from core.spread.crew import SpanResult
from core.spread.worker import carry_out, order, raise_again


class Here:
    """A crew of nobody else."""

    workers = 1
    room = 1

    def __init__(self) -> None:
        self._given: deque[tuple[int, str, Any]] = deque()

    def give(self, number: int, work: str, span: Any) -> None:
        """As `core.spread.crew.Crew.give` says."""
        self._given.append((number, work, span))

    def take(self, _seconds: float) -> Sequence[SpanResult]:
        """As `core.spread.crew.Crew.take` says: one answer, when its span is done."""
        number, work, span = self._given.popleft()
        reply = carry_out(order(work, span))
        raise_again(reply)
        return (SpanResult(number, reply.answer, reply.text),)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._given.clear()

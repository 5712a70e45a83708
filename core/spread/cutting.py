"""Cuts work into spans for workers: large enough that a span costs little extra, small enough for all to have some.

A result never depends on where a span begins and ends, so the spans may depend on the number of workers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

LARGEST, SMALLEST = 128 << 20, 8 << 20
"""Bytes of a span. A worker of an object store reads the largest in a second or so; 10 TB are 80,000 of them."""
_EACH = 8
"""Spans that each worker does in turn, where there is enough work. Then all workers end at nearly the same time."""
ITEM = 100_000
"""What one more item costs beside its own bytes, as the bytes that could be read in that time."""

Item = TypeVar("Item")


def span_bytes(total: int, workers: int) -> int:
    """How many bytes a span shall have, of ``total`` for so many workers."""
    return min(max(total // (max(workers, 1) * _EACH), SMALLEST), LARGEST)


def gathered(items: Iterable[tuple[Item, int]], most: int) -> Iterator[list[Item]]:
    """Items, each with its bytes, one behind the other in spans of about ``most`` bytes."""
    span: list[Item] = []
    size = 0
    for item, nbytes in items:
        if span and size + nbytes + ITEM > most:
            yield span
            span, size = [], 0
        span.append(item)
        size += nbytes + ITEM
    if span:
        yield span


def cut(count: int, each: int) -> list[tuple[int, int]]:
    """Cut ``count`` things into stretches of at most ``each``, and of one at least.

    Returns the first thing of each stretch, and the one behind its last.
    """
    each = max(each, 1)
    return [(first, min(first + each, count)) for first in range(0, count, each)]

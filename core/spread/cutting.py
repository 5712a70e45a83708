"""How work is cut into spans: so large that what a span costs beside its bytes is little, so small that all have some.

Where a span begins and ends never shows in a result, so that it may depend on how many workers there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

LARGEST, SMALLEST = 128 << 20, 8 << 20
"""Bytes of a span. A worker of an object store reads the largest in a second or so; 10 TB are 80,000 of them."""
_EACH = 8
"""Spans that each worker has in turn, where there is enough: the last ones to end then wait little for each other."""
ITEM = 100_000
"""Bytes that are read in the time that one more thing to look at takes, however small it is."""

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
    """``count`` things in stretches of at most ``each``, and of one at least.

    Of every stretch the first, and the one behind the last.
    """
    each = max(each, 1)
    return [(first, min(first + each, count)) for first in range(0, count, each)]

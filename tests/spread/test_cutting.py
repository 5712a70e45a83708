"""How work is cut: all of it, each part once, and into spans of a size that is worth their cost."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.spread.cutting import ITEM, LARGEST, SMALLEST, cut, gathered, span_bytes


@given(st.integers(0, 500), st.integers(-3, 600))
def test_stretches_are_all_there_is(count: int, each: int) -> None:
    stretches = cut(count, each)
    assert [*chain.from_iterable(range(*stretch) for stretch in stretches)] == [*range(count)]
    assert all(0 < last - first <= max(each, 1) for first, last in stretches)


@given(st.lists(st.integers(0, 3_000_000)), st.integers(1, 4_000_000))
def test_spans_hold_every_item_once_in_order(sizes: list[int], most: int) -> None:
    spans = list(gathered(enumerate(sizes), most))
    assert [*chain.from_iterable(spans)] == [*range(len(sizes))]
    for span in spans:
        assert len(span) == 1 or sum(sizes[item] + ITEM for item in span) <= most


@pytest.mark.parametrize(("total", "workers"), [(0, 1), (10**8, 2), (10**13, 1000), (10**13, 1)])
def test_the_size_of_a_span(total: int, workers: int) -> None:
    assert SMALLEST <= span_bytes(total, workers) <= LARGEST

"""Tables whose rows are made when they are asked for: like the list that they stand for, and no more is made."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.catalogue.lazy_rows import Table

COUNT = 20_000
made = 0


def rows(first: int, end: int) -> list[str]:
    global made
    made += end - first
    return [f"row {index}" for index in range(first, end)]


@pytest.fixture(autouse=True)
def nothing_made() -> None:
    global made
    made = 0


def test_a_few_rows_are_made_for_a_few() -> None:
    table = Table(COUNT, rows)
    assert (len(table), made) == (COUNT, 0)
    assert table[:40] == rows(0, 40)
    assert [table[index] for index in (5, COUNT - 1)] == ["row 5", f"row {COUNT - 1}"]
    assert made == 40 + 40 + 2


def test_all_are_made_once_for_who_wants_many() -> None:
    table = Table(COUNT, rows)
    assert [table[index] for index in range(COUNT)] == rows(0, COUNT)
    assert list(table) == table[:] == table.fill()
    assert made == 100 + COUNT + COUNT
    rows_made = table.fill()
    assert table.taken() is rows_made
    assert (len(table), list(table)) == (0, [])


@given(st.integers(0, 40), st.one_of(st.integers(-50, 50), st.slices(40)))
def test_it_answers_like_a_list(count: int, index: Any) -> None:
    table, plain = Table(count, rows), rows(0, count)
    try:
        wanted: Any = plain[index]
    except IndexError:
        with pytest.raises(IndexError):
            table[index]
    else:
        assert table[index] == wanted
        assert list(table) == plain
        assert table[index] == wanted

"""Parameters of which `make test` takes a part, every value of a cross product among them, and `make slow` the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import pytest


def in_turn(first: Sequence[Any], *others: Sequence[Any], turns: int = 1) -> list[Any]:
    """Parameters for every combination. Each value of the first has ``turns`` of the combinations of the others, the
    next ones for the next value; what is beyond that is marked as long.
    """
    rest = [*product(*others)]
    return [
        pytest.param(value, *each, marks=[] if (at - number * turns) % len(rest) < turns else [pytest.mark.long])
        for number, value in enumerate(first)
        for at, each in enumerate(rest)
    ]


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """Parameters for all values; those after the first ``count`` are marked as long."""
    return [pytest.param(each, marks=[pytest.mark.long] * (at >= count)) for at, each in enumerate(values)]


def halves(values: Sequence[Any], number: int) -> tuple[Sequence[Any], Sequence[Any]]:
    """Every second value and the others; for the next number the other way around."""
    return values[number % 2 :: 2], values[1 - number % 2 :: 2]

"""Where the numbers of a parameter lie in what ranks have of ZeRO.

ZeRO 1 and 2 put the parameters of a group one behind the other, fill up the end and cut that into as many parts as
there are ranks. ZeRO 3 cuts each parameter: a rank has its parts of all parameters of a group one behind the other,
the same number of each, and so the last rank, or several, have some numbers that are nobody's. Sources:
``deepspeed/utils/zero_to_fp32.py`` and ``deepspeed/checkpoint/ds_to_universal.py``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import prod
from typing import NamedTuple

from core.dtypes import Shape
from core.errors import Malformed
from core.words import say

PARTITIONS_PARAMETERS = 3
"""The stage of ZeRO that cuts each parameter."""
_ALIGNED = 2
"""ZeRO 1 and 2 fill up a group to a multiple of so many numbers a rank."""


class ParameterSlice(NamedTuple):
    """``length`` numbers of a parameter, which ``rank`` has from its number ``first`` on."""

    rank: int
    first: int
    length: int


def stretches(stage: int, shapes: Mapping[str, Shape], counts: Sequence[int]) -> dict[str, list[ParameterSlice]]:
    """Where the parameters of a group lie, of which each rank has so many numbers.

    Raises `Malformed` where that is not as many as the parameters take.
    """
    if stage >= PARTITIONS_PARAMETERS:
        return _each_cut(shapes, counts)
    wanted, step = sum(map(prod, shapes.values())), _ALIGNED * len(counts)
    found = sum(counts)
    if wanted > found or -(-wanted // step) != -(-found // step) or len(set(counts[:-1])) > 1:
        raise _not_alike(wanted, found)
    ends = list(accumulate(counts))
    firsts = accumulate(map(prod, shapes.values()), initial=0)
    return {
        name: list(_within(first, prod(shape), counts, ends))
        for (name, shape), first in zip(shapes.items(), firsts, strict=False)
    }


def fits(stage: int, counts: Sequence[int], weights: Sequence[int]) -> bool:
    """Whether a state of a group lies as its weights do, by how many numbers the ranks have of either.

    Of weights ZeRO 1 and 2 leave out what fills up the end.
    """
    last = counts[-1] >= weights[-1] if stage < PARTITIONS_PARAMETERS else counts[-1] == weights[-1]
    return last and list(counts[:-1]) == list(weights[:-1])


def _within(first: int, count: int, counts: Sequence[int], ends: Sequence[int]) -> Iterator[ParameterSlice]:
    """Some numbers among those of all ranks."""
    rank = bisect_right(ends, first)
    while count:
        begin = first - ends[rank] + counts[rank]
        some = min(count, counts[rank] - begin)
        if some:
            yield ParameterSlice(rank, begin, some)
        first, count, rank = first + some, count - some, rank + 1


def _each_cut(shapes: Mapping[str, Shape], counts: Sequence[int]) -> dict[str, list[ParameterSlice]]:
    found: dict[str, list[ParameterSlice]] = {}
    ranks, first = len(counts), 0
    for name, shape in shapes.items():
        elements = prod(shape)
        each = -(-elements // ranks)
        own = (min(each, elements - rank * each) for rank in range(ranks))
        found[name] = [ParameterSlice(rank, first, count) for rank, count in enumerate(own) if count > 0]
        first += each
    if set(counts) != {first}:
        raise _not_alike(first * ranks, sum(counts))
    return found


def _not_alike(wanted: int, found: int) -> Malformed:
    return Malformed(
        say(
            "The model takes {wanted:,} numbers, and the ranks have {found:,}: the files are of different saves. Put "
            "those of one save into a folder of their own.",
            wanted=wanted,
            found=found,
        )
    )

"""The rule about tensors that are far larger than those of the same name in other layers."""

from __future__ import annotations

from collections.abc import Iterator
from math import log10
from statistics import median

from core.catalogue.optimizers.moments import SECOND_MOMENTS
from core.values import symptom
from core.values.health.places import MODEL, OPTIMIZER, TensorPlace, families, is_bias, is_constant_on_purpose
from core.values.health.seen import Seen
from core.values.symptom import Symptom
from core.words import say

_LEAST = 4
"""Tensors of one name that there must be."""
_TIMES = 100
"""How much larger than the median a weight must be."""
_TIMES_OF_STATE = 1000
"""The same of optimizer state: gradients differ far more from layer to layer than weights do."""
_SPREADS = 6
"""How many times farther from the median than half of all tensors are, in orders of magnitude."""


def exploding(seen: Seen) -> Iterator[Symptom]:
    """Tensors whose root mean square is far above that of the others."""
    for group in families(seen.places):
        if len(group) < _LEAST or group[0].role not in (MODEL, OPTIMIZER) or _may_vary(group[0].name):
            continue
        sizes = [(place, size) for place in group if (size := _size(seen, place))]
        if len(sizes) >= _LEAST:
            yield from _outliers(seen, sizes)


def _may_vary(name: str) -> bool:
    return is_bias(name) or is_constant_on_purpose(name) or "running_" in name


def _size(seen: Seen, place: TensorPlace) -> float | None:
    """The size of what a tensor has: of second moments that of the gradients that they are squares of."""
    found = seen.typical(place.row)
    return found**0.5 if found and place.state in SECOND_MOMENTS else found


def _outliers(seen: Seen, sizes: list[tuple[TensorPlace, float]]) -> Iterator[Symptom]:
    middle = median(size for _, size in sizes)
    spread = median(abs(log10(size / middle)) for _, size in sizes)
    usual = min(sizes, key=lambda each: abs(each[1] - middle))[0]
    least = _TIMES if sizes[0][0].role == MODEL else _TIMES_OF_STATE
    for place, size in sizes:
        if size < least * middle or log10(size / middle) < _SPREADS * spread:
            continue
        found = seen.statistics[place.row]
        if found.lowest is None:  # complex numbers have no order
            text = say(
                "Its numbers are {times:,.0f} times as large as is usual in {usual} and others.",
                times=size / middle,
                usual=_called(usual),
            )
        else:
            text = say(
                "Its numbers are {times:,.0f} times as large as is usual in the {others:,} others of this name, such "
                "as {usual}: {lowest:.4g} to {highest:.4g}, root mean square {typical:.3g}, there {typical_there:.3g}.",
                times=size / middle,
                others=len(sizes) - 1,
                usual=_called(usual),
                lowest=found.lowest,
                highest=found.highest,
                typical=seen.typical(place.row),
                typical_there=seen.typical(usual.row),
            )
        yield Symptom(symptom.EXPLODING, place.entry, found.count, text)


def _called(place: TensorPlace) -> str:
    return say("{state} of {name}", state=place.state, name=place.name) if place.state else place.name

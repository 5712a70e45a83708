"""What the command ``values`` prints of tensors: JSON, and text with bars and the corner of the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.catalogue.catalogue import Catalogue
from core.dtypes import NO_DEVICE
from core.numbers.layout import Box, whole
from core.numbers.reader import Numbers
from core.numbers.slices import part_of
from core.numbers.tensor import TensorNumbers
from core.progress import Tick, ignore
from core.report.inspect import JsonDict
from core.report.layout import aligned, padded
from core.report.numbers import json_number, statistics_json
from core.text import clip, count_text, index_text, series, shape_text, titled
from core.values.distribution import Distribution, Histogram, distribution_of
from core.values.firsts import NO_PLACES, Firsts, Places
from core.values.statistics import Statistics, statistics_of
from core.words import say

_BARS, _WIDEST = 20, 50
_CORNER = 8


class Facts(NamedTuple):
    """What a tensor, or a part of it, is; ``shape`` is that of the part."""

    key: str
    dtype: str
    shape: tuple[int, ...]
    device: str | None
    part: str | None
    numbers: TensorNumbers
    box: Box | None = None

    def statistics(self, tick: Tick) -> Statistics:
        """Those of the numbers; places of a part are places in the whole tensor."""
        found = statistics_of(self.numbers, tick)
        return found if self.box is None else found._replace(first=found.first.within(self.box))


def facts_of(catalogue: Catalogue, numbers: Numbers, row: int, part: str | None) -> Facts:
    """The facts of a tensor row. Raises `BadSlice` for a part that does not fit."""
    tensor, found = catalogue.tensors[row], numbers.tensor(row)
    shape, box = tensor.shape, None
    if part is not None:
        box, shape = part_of(part, found.shape)
        found = found.part(box)
    device = catalogue.device_of(row)
    key = catalogue.path_text(tensor.entry)
    return Facts(key, tensor.dtype, shape, None if device == NO_DEVICE else device, part, found, box)


def values_json(facts: Facts, tick: Tick = ignore) -> JsonDict:
    """What ``values --json`` prints of a tensor. NaN and infinities are the texts ``nan``, ``inf`` and ``-inf``.

    What there is not is null: the minimum of complex numbers, the mean of none, the standard deviation of one. The mean
    of complex numbers is a list of its two parts, and their percentiles and histogram are of magnitudes. ``slice`` is
    there where a part was asked for, ``exact`` says whether percentiles and histogram are.
    """
    statistics = facts.statistics(tick)
    found = distribution_of(facts.numbers, statistics, tick)
    histogram = found.histogram or Histogram(np.empty(0), np.empty(0, np.int64))
    return {
        "key": facts.key,
        "dtype": facts.dtype,
        "shape": facts.shape,
        "device": facts.device,
        **({"slice": facts.part} if facts.part is not None else {}),
        **statistics_json(statistics),
        "percentiles": {str(percent): json_number(value) for percent, value in found.percentiles.items()},
        "histogram": {
            "edges": [json_number(edge) for edge in histogram.edges.tolist()],
            "counts": histogram.counts.tolist(),
        },
        "exact": found.exact,
    }


def values_lines(facts: Facts, tick: Tick = ignore) -> Iterator[str]:
    """All about one tensor, for a terminal."""
    statistics = facts.statistics(tick)
    found = distribution_of(facts.numbers, statistics, tick, bins=_BARS)
    yield _title(facts)
    yield from _statistics_lines(statistics)
    yield from _percentile_lines(found)
    if found.histogram is not None:
        yield ""
        yield from _histogram_lines(found.histogram, found.distinct)
    if statistics.count:
        yield ""
        yield from _corner_lines(facts)


def table_lines(facts: Iterable[Facts], tick: Tick = ignore) -> Iterator[str]:
    """A line for each of several tensors."""
    head = ("", say("shape"), "dtype", "min", "max", "mean", "std", "")
    yield from aligned([head, *(_row(each, each.statistics(tick)) for each in facts)], right=range(3, 7))


def _row(facts: Facts, statistics: Statistics) -> tuple[str, ...]:
    numbers = (statistics.minimum, statistics.maximum, statistics.mean, statistics.std)
    return clip(facts.key, 160), shape_text(facts.shape), facts.dtype, *map(_text, numbers), _odd(statistics)


def _title(facts: Facts) -> str:
    part = f"[{facts.part.strip().strip('[]')}]" if facts.part is not None else ""
    kind = f"{facts.dtype} {shape_text(facts.shape)}"
    if facts.device is not None:
        kind = say("{kind} on {device}", kind=kind, device=clip(facts.device, 20))
    name = clip(facts.key, 160) or say("the tensor")
    return titled(f"{name}{clip(part)}", series((kind, count_text(prod(facts.numbers.shape), "number"))))


def _statistics_lines(statistics: Statistics) -> Iterator[str]:
    pairs = (
        (say("minimum"), statistics.minimum, "l1", statistics.l1),
        (say("maximum"), statistics.maximum, "l2", statistics.l2),
        (say("mean"), statistics.mean, say("zeros"), statistics.zeros),
        (say("std"), statistics.std, say("denormal"), statistics.denormal),
    )
    for name, value, other, beside in pairs:
        yield f"  {padded(name, 9)} {_text(value):<24} {padded(other, 9)} {_text(beside)}"
    if statistics.nan or statistics.posinf or statistics.neginf:
        told = say("not finite: {numbers}", numbers=_odd(statistics, statistics.first))
        if statistics.lowest is not None:
            least, most = _text(statistics.lowest), _text(statistics.highest)
            told = say("{told}; the finite ones from {least} to {most}", told=told, least=least, most=most)
        yield f"  {told}"
    first = statistics.first
    if first.lowest and first.lowest[0]:
        lowest, highest = index_text(first.lowest[0]), index_text(first.highest[0])
        yield f"  {say('the lowest is at {lowest}, the highest at {highest}', lowest=lowest, highest=highest)}"


def _odd(statistics: Statistics, first: Firsts = NO_PLACES) -> str:
    """How many there are of each kind that is not finite, and where the first is."""
    kinds = (
        ("NaN", statistics.nan, first.nan),
        ("+Inf", statistics.posinf, first.posinf),
        ("-Inf", statistics.neginf, first.neginf),
    )
    return series(_counted(f"{count:,} {name}", places) for name, count, places in kinds if count)


def _counted(numbers: str, places: Places) -> str:
    if not places or not places[0]:
        return numbers
    return say("{numbers} (first at {place})", numbers=numbers, place=index_text(places[0]))


def _percentile_lines(found: Distribution) -> Iterator[str]:
    if found.percentiles:
        told = series(titled(f"{each} %", _text(at)) for each, at in found.percentiles.items())
        if found.exact:
            yield f"  {say('percentiles: {told}', told=told)}"
        else:
            yield f"  {say('percentiles, accurate to within 1 %: {told}', told=told)}"


def _text(number: complex | None) -> str:
    if number is None:
        return "-"
    return f"{number:,}" if isinstance(number, int) else f"{number:.6g}"


def _histogram_lines(histogram: Histogram, distinct: dict[float, int] | None) -> Iterator[str]:
    """A line a bin: where it begins, how many are in it, a bar; a line a value where there are no more of them."""
    if distinct is not None and len(distinct) <= _BARS:
        names, counts = list(map(_text, distinct)), list(distinct.values())
    else:
        names, counts = list(map(_text, histogram.edges[:-1].tolist())), histogram.counts.tolist()
    numbers = [f"{count:,}" for count in counts]
    first, second = max(map(len, names)), max(map(len, numbers))
    for name, number, count in zip(names, numbers, counts, strict=True):
        bar = "#" * max(round(count / max(counts) * _WIDEST), count > 0)
        yield f"  {name:>{first}}  {number:>{second}}  {bar}".rstrip()


def _corner_lines(facts: Facts) -> Iterator[str]:
    """The first numbers along the last two dimensions that have several, at the beginning of all others."""
    shape = facts.numbers.shape
    axes = [axis for axis, length in enumerate(shape) if length > 1][-2:]
    shown = [min(length, _CORNER) if axis in axes else 1 for axis, length in enumerate(shape)]
    values = facts.numbers.read(whole(shown)).reshape([shown[axis] for axis in axes])
    if prod(shown) < prod(shape):
        at = ", ".join(f":{shown[axis]}" if axis in axes else "0" for axis in range(len(shape)))
        yield f"  {say('the numbers at [{at}]', at=at)}"
    further = " …" if axes and shown[axes[-1]] < shape[axes[-1]] else ""
    for line in np.array2string(_printable(values), precision=4, max_line_width=150).splitlines():
        yield f"  {line}{further}"
    if len(axes) == 2 and shown[axes[0]] < shape[axes[0]]:
        yield "  …"


def _printable(values: NDArray[Any]) -> NDArray[Any]:
    """Numbers of dtypes that only ml_dtypes has, in ones that NumPy prints."""
    if values.dtype.isbuiltin == 1:
        return values
    return values.astype(np.int64 if "int" in values.dtype.name else np.float32)

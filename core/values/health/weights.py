"""The rules about single tensors: numbers that are not finite, all alike, too small, or gone row by row."""

from __future__ import annotations

from collections.abc import Iterator
from math import log10, prod
from statistics import median

from core.catalogue.optimizers.groups import SECOND_MOMENTS
from core.dtypes import Shape
from core.text import index_text
from core.values import symptom
from core.values.firsts import Places
from core.values.health.places import (
    MODEL,
    OPTIMIZER,
    TensorPlace,
    begins_at_zero,
    families,
    is_bias,
    is_constant_on_purpose,
    is_mask,
    is_parameter,
    is_table,
)
from core.values.health.seen import Seen
from core.values.statistics import Statistics
from core.values.symptom import ERROR, NOTE, WARNING, Symptom
from core.words import say, say_count

_COARSE = ("float16", "float8", "float4", "q", "complex")
"""Dtypes with denormals in every model, where they take no longer than others."""
_MOST = 0.5
"""The part of the tensors of one name that must not be zero, or constant, for one that is to stand out."""
_NEARLY_ALL = 0.9
"""The same of norms: the last one of each block often begins with zero."""


def may_have_dead_rows(place: TensorPlace) -> bool:
    """Whether rows of zeros would mean something in a tensor."""
    return (
        place.role == MODEL
        and place.is_real
        and len(place.shape) > 1
        and place.shape[0] > 1
        and place.row_size > 1
        and not is_mask(place.name)
        and not is_bias(place.name)
    )


def weight_symptoms(seen: Seen, place: TensorPlace) -> Iterator[Symptom]:
    """All that is to be said of one tensor by itself, or beside those of the same name."""
    yield from _not_finite(seen, place)
    if place.role != MODEL or not place.is_real or prod(place.shape) < 2:
        return
    if seen.is_zero(place.row):
        yield from _all_zero(seen, place)
    elif seen.is_constant(place.row):
        yield from _constant(seen, place)
    else:
        yield from _dead(seen, place)
    yield from _denormal(seen, place)


# -- NaN and Inf -------------------------------------------------------------------------------------------------------


def _not_finite(seen: Seen, place: TensorPlace) -> Iterator[Symptom]:
    found = seen.statistics[place.row]
    infinite = found.posinf + found.neginf
    severity = ERROR if place.role in (MODEL, OPTIMIZER) else WARNING
    if found.nan:
        where = found.first.nan
        text = f"{_told(place, found.nan, found.count, 'NaN', where)} {_after_nan(place)}"
        yield Symptom(symptom.NAN, place.entry, found.nan, text, severity, where)
    if not infinite:
        return
    sign = "+Inf" if not found.neginf else "-Inf" if not found.posinf else "Inf"
    where = found.first.infinite
    text = _told(place, infinite, found.count, sign, where)
    on_purpose = _on_purpose(seen, place, found)
    if on_purpose:
        severity = NOTE
    yield Symptom(symptom.INF, place.entry, infinite, f"{text} {on_purpose or _after_inf(place)}", severity, where)


def _told(place: TensorPlace, some: int, count: int, what: str, where: Places) -> str:
    """How many numbers are ``what``, of which state they are the numbers, and where the first is."""
    told = _are(some, count, what)
    if place.state and place.name:
        told = say("{numbers} in {state} of {name}", numbers=told, state=place.state, name=place.name)
    if count > 1 and where and where[0]:
        return say("{numbers}, first at {place}.", numbers=told, place=index_text(where[0]))
    return say("{numbers}.", numbers=told)


def _are(some: int, count: int, what: str) -> str:
    if some == count:
        if count == 1:
            return say("The number is {what}", what=what)
        return say("All {n:,} numbers are {what}", n=count, what=what)
    return say_count(
        some, "{n:,} of {count:,} numbers is {what}", "{n:,} of {count:,} numbers are {what}", count=count, what=what
    )


def _on_purpose(seen: Seen, place: TensorPlace, found: Statistics) -> str:
    """Why there may be infinite numbers; empty where nothing says so.

    What is nothing but one infinity overflowed nowhere: gpytorch keeps such bounds, callbacks begin with such a best.
    """
    if found.zeros and not found.posinf and found.zeros + found.neginf == found.count:
        return say("All others are 0: this is an attention mask, which has -Inf on purpose.")
    is_whole = found.count in (found.posinf, found.neginf)
    if is_whole and place.role != OPTIMIZER and place.entry not in seen.trained and not is_parameter(place.name):
        return say(
            "All its numbers are like this, so it is probably a bound or a start value, such as the best score "
            "before the first one."
        )
    if is_mask(place.name) and place.role != OPTIMIZER:
        return say("Its name says mask, and a mask may have them on purpose; the file cannot tell.")
    return ""


def _after_nan(place: TensorPlace) -> str:
    if place.role == OPTIMIZER:
        return say("The next step of the optimizer makes its parameter NaN. Resume from an older checkpoint.")
    if place.role == MODEL:
        return say("Everything computed with it becomes NaN. Use an earlier checkpoint.")
    return say("The file cannot tell what it is for.")


def _after_inf(place: TensorPlace) -> str:
    if place.role == OPTIMIZER:
        return say("The next step of the optimizer does nothing or makes NaN there. Resume from an older checkpoint.")
    if place.role == MODEL:
        return say("Training or a cast to a shorter dtype overflowed. Use an earlier checkpoint.")
    return say("The file cannot tell what it is for.")


# -- zeros and constants -------------------------------------------------------------------------------------


def _all_zero(seen: Seen, place: TensorPlace) -> Iterator[Symptom]:
    if begins_at_zero(place.name) or is_mask(place.name):
        return
    count = seen.statistics[place.row].count
    family = seen.families.get(place.row)
    others = family.members - family.zero if family is not None else 0
    if place.name.endswith("running_var"):
        text = say(
            "All {count:,} numbers are zero: the input of this norm never varied, so the layer "
            "before it always outputs the same.",
            count=count,
        )
        yield Symptom(symptom.ALL_ZERO, place.entry, count, text)
    elif family is not None and others >= (_MOST if place.is_matrix else _NEARLY_ALL) * family.members:
        text = say_count(
            others,
            "All {count:,} numbers are zero, unlike in the corresponding tensor of the other layer: this tensor "
            "blocks every signal.",
            "All {count:,} numbers are zero, unlike in the corresponding tensors of {n:,} other layers: this "
            "tensor blocks every signal.",
            count=count,
        )
        yield Symptom(symptom.ALL_ZERO, place.entry, count, text)
    elif place.is_matrix:
        text = say(
            "All {count:,} numbers are zero. Some layers start like this on purpose; the file cannot "
            "tell whether this is one.",
            count=count,
        )
        yield Symptom(symptom.ALL_ZERO, place.entry, count, text, NOTE)


def _constant(seen: Seen, place: TensorPlace) -> Iterator[Symptom]:
    if not place.is_matrix or is_constant_on_purpose(place.name) or is_bias(place.name):
        return
    found = seen.statistics[place.row]
    if found.minimum == 1 and _shape_of_bias(seen, place) == place.shape:
        return  # a norm over several dimensions
    family = seen.families.get(place.row)
    others = family.members - family.constant - family.zero if family is not None else 0
    if family is not None and others >= _MOST * family.members:
        text = say_count(
            others,
            "All {count:,} numbers are {value:.6g}, but those in the corresponding tensor of the other layer vary: "
            "this tensor was not trained.",
            "All {count:,} numbers are {value:.6g}, but those in the corresponding tensors of {n:,} other layers "
            "vary: this tensor was not trained.",
            count=found.count,
            value=found.minimum,
        )
        yield Symptom(symptom.CONSTANT, place.entry, found.count, text)
    else:
        text = say(
            "All {count:,} numbers are {value:.6g}: units with the same weights learn the same. The "
            "file cannot tell whether that is on purpose.",
            count=found.count,
            value=found.minimum,
        )
        yield Symptom(symptom.CONSTANT, place.entry, found.count, text, NOTE)


def _shape_of_bias(seen: Seen, place: TensorPlace) -> Shape | None:
    """The shape of the bias beside a weight."""
    stem, dot, _ = place.name.rpartition(".")
    return seen.shapes.get((seen.catalogue.parents[place.entry], f"{stem}{dot}bias"))


# -- rows ----------------------------------------------------------------------------------------------------


def _dead(seen: Seen, place: TensorPlace) -> Iterator[Symptom]:
    rows = seen.zero_rows.get(place.row)
    if rows is None or not rows.dead or begins_at_zero(place.name) or is_constant_on_purpose(place.name):
        return
    of = place.shape[0]
    text = say(
        "{dead:,} of {rows:,} rows are all zero, the first is row {first:,}.", dead=rows.dead, rows=of, first=rows.first
    )
    if _is_table(seen, place):
        if rows.dead in (1, rows.trailing):
            return  # the row of padding, and those that fill a table up to a round number
        why = say("This is common for rows of padding or of words that were never trained.")
        yield Symptom(symptom.DEAD, place.entry, rows.dead, f"{text} {why}", NOTE)
        return
    severity = WARNING
    if 2 * rows.dead > of or _is_pruned(seen, place):
        severity = NOTE
        why = say("That many suggest pruning, not training.")
    else:
        why = say("These units output only their bias, whatever the input. That is normal only if they were pruned.")
    yield Symptom(symptom.DEAD, place.entry, rows.dead, f"{text} {why}", severity)


def _is_table(seen: Seen, place: TensorPlace) -> bool:
    """Whether a tensor may be that of an embedding: by its name, or because it stands alone and without a bias."""
    if is_table(place.name):
        return True
    return len(place.shape) == 2 and place.row not in seen.families and _shape_of_bias(seen, place) is None


def _is_pruned(seen: Seen, place: TensorPlace) -> bool:
    """Whether there is a mask beside a tensor, as ``torch.nn.utils.prune`` leaves one, or most tensors like it have
    just as large a part of rows of zeros.
    """
    if place.name.endswith("_orig"):
        return True
    family = seen.families.get(place.row)
    return family is not None and family.members > 2 and family.pruned[seen.part_zero(place)] > family.members / 2


# -- denormals -----------------------------------------------------------------------------------------------


def _denormal(seen: Seen, place: TensorPlace) -> Iterator[Symptom]:
    found = seen.statistics[place.row]
    if not found.denormal or place.dtype.startswith(_COARSE):
        return
    small = say("denormal, too small for the full precision of {dtype}", dtype=place.dtype)
    text = say(
        "{numbers}: weight decay shrinks weights that get no gradient. CPUs are slow with such "
        "small numbers (see torch.set_flush_denormal).",
        numbers=_are(found.denormal, found.count, small),
    )
    yield Symptom(symptom.DENORMAL, place.entry, found.denormal, text, NOTE)


# -- tensors that are far larger than those of the same name in other layers -------------------------------------------


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
                "Its numbers are {times:,.0f} times as large as in the corresponding tensors of other layers, such "
                "as {usual}.",
                times=size / middle,
                usual=_called(usual),
            )
        else:
            text = say(
                "Its numbers are {times:,.0f} times as large as in the {others:,} corresponding tensors of other "
                "layers, such as {usual}. They go from {lowest:.4g} to {highest:.4g}; their root mean square is "
                "{typical:.3g}, that of the others {typical_there:.3g}.",
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

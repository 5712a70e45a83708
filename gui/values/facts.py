"""Statistics, percentiles and distinct numbers as lines of text; without Qt."""

from __future__ import annotations

from math import isfinite
from typing import Any, NamedTuple

from core.numbers.places import Index
from core.numbers.quantised import Quantiser
from core.text import index_text, listed, titled
from core.values.distribution import Distribution
from core.values.firsts import Places
from core.values.statistics import Statistics
from core.words import say
from gui.plots.number_text import exact_text, number_text, told_apart
from gui.values.model import DROPPED
from gui.values.reading import Glance, Known

_MOST_DISTINCT = 12


class Fact(NamedTuple):
    """A name, what it says, what it says in full, whether it is bad news, and the first number that it is about."""

    name: str
    text: str
    tip: str
    bad: bool = False
    place: Index | None = None


def facts(known: Known) -> list[Fact]:
    """What is known of the numbers of a tensor, the most wanted first; ``≈`` stands before what a sample says."""
    statistics, exact = known.statistics, known.counted
    first = statistics.first
    found = [
        _at(_extreme("min", "lowest", statistics.minimum, statistics.lowest, exact), first.lowest),
        _at(_extreme("max", "highest", statistics.maximum, statistics.highest, exact), first.highest),
        _measure("mean", statistics.mean, say("the mean of all numbers: tensor.mean()"), exact),
        _measure("std", statistics.std, say("the standard deviation, unbiased: tensor.std()"), exact),
    ]
    if exact:
        found += [
            _measure("L1", statistics.l1, say("the sum of all magnitudes: tensor.norm(1)"), exact),
            _measure("L2", statistics.l2, say("the square root of the sum of all squares: tensor.norm()"), exact),
            _count("zeros", statistics.zeros, statistics.count, bad=statistics.zeros == statistics.count > 1),
            _at(_count("NaN", statistics.nan, statistics.count, bad=statistics.nan > 0), first.nan),
            _at(_infinite(statistics), first.infinite),
            _count("denorm", statistics.denormal, statistics.count, bad=False),
        ]
    return [fact for fact in found if fact is not None]


def percentiles(known: Known) -> list[Fact]:
    """The percentiles, and how they came about."""
    found = known.distribution
    how = say("exact") if found.exact else say("from a fine histogram: there are more than 10 million numbers")
    if not known.settled:
        how = say("of a sample; all numbers are being read")
    about = "" if known.settled else "≈ "
    texts = told_apart(found.percentiles.values())
    return [
        Fact(
            f"{place} %",
            f"{about}{text}",
            say("{place} % of the numbers lie below {value!r} ({how})", place=place, value=value, how=how),
        )
        for text, (place, value) in zip(texts, found.percentiles.items(), strict=True)
    ]


def distinct(found: Distribution) -> str:
    """The numbers that there are, where they are few."""
    if not found.distinct:
        return ""
    texts = told_apart(found.distinct)[:_MOST_DISTINCT]
    counts = [f"{text} ({count:,})" for text, count in zip(texts, found.distinct.values(), strict=False)]
    shown, more = listed(counts), len(found.distinct) - len(counts)
    if more > 0:
        shown = say("{names} and {more:,} more", names=shown, more=more)
    return say("{count:,} distinct: {listed}", count=len(found.distinct), listed=shown)


def quantised(quantiser: Quantiser) -> str:
    """What a quantised tensor is quantised by: the numbers shown are those that its integers stand for."""
    scale, zero = quantiser.scale, quantiser.zero_point
    if quantiser.axis is None:
        return say(
            "Quantized: scale {scale}, zero point {zero}. The numbers shown are those of dequantize().",
            scale=number_text(scale[0]),
            zero=number_text(zero[0]),
        )
    return say(
        "Quantized along dimension {axis}: {count:,} scales from {low} to {high}, zero points from {least} to "
        "{greatest}. The numbers shown are those of dequantize().",
        axis=quantiser.axis,
        count=len(scale),
        low=number_text(scale.min()),
        high=number_text(scale.max()),
        least=number_text(zero.min()),
        greatest=number_text(zero.max()),
    )


def notes(glance: Glance | None, *, dropped: bool) -> str:
    """What is to be known of a tensor before its numbers, a line each."""
    found = [say(DROPPED)] if dropped else []
    if glance is not None and glance.quantiser is not None:
        found.append(quantised(glance.quantiser))
    if glance is not None and not glance.size:
        found.append(say("This tensor is empty: one of its dimensions is 0."))
    return "\n".join(found)


def as_text(title: str, known: Known) -> str:
    """Return all that is known, a line each."""
    return "\n".join([title, *(titled(fact.name, fact.text) for fact in [*facts(known), *percentiles(known)])])


def _at(fact: Fact | None, places: Places) -> Fact | None:
    """A fact with where its numbers are."""
    if fact is None or not places:
        return fact
    told = say("First at {places}: a click goes there", places=listed(map(index_text, places)))
    return fact._replace(tip=f"{fact.tip}\n{told}", place=places[0])


def _extreme(name: str, word: str, value: float | None, finite: float | None, exact: bool) -> Fact | None:
    """Return an extreme; that of the finite numbers where NaN or infinity would hide it."""
    if value is None or finite is None or isfinite(value):
        return _measure(name, value, say("the {word} number: tensor.{name}()", word=word, name=name), exact)
    return _measure(
        word,
        finite,
        say("the {word} finite number; tensor.{name}() is {exact}", word=word, name=name, exact=exact_text(value)),
        exact,
    )


def _measure(name: str, value: Any, meaning: str, exact: bool) -> Fact | None:
    if value is None:
        return None
    about = "" if exact else "≈ "
    odd = not isinstance(value, complex) and not isfinite(value)
    sampled = "" if exact else say("\nfrom a sample; all numbers are still being read")
    return Fact(name, f"{about}{number_text(value)}", f"{meaning}\n{exact_text(value)}{sampled}", odd)


def _count(name: str, count: int, total: int, *, bad: bool) -> Fact:
    share = f" ({_share(count / total)})" if count else ""
    return Fact(name, f"{count:,}{share}", say("{count:,} of {total:,} numbers", count=count, total=total), bad)


def _infinite(statistics: Statistics) -> Fact:
    total = statistics.posinf + statistics.neginf
    text = f"+{statistics.posinf:,} −{statistics.neginf:,}" if total else "0"
    return Fact(
        "±Inf",
        text,
        say("{posinf:,} times +Inf, {neginf:,} times -Inf", posinf=statistics.posinf, neginf=statistics.neginf),
        total > 0,
    )


def _share(share: float) -> str:
    return "all" if share == 1 else f"{share:.1%}" if share >= 0.001 else "<0.1%"

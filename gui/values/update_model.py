"""The optimizer beside a parameter: the shapes of its moments, and the size of the next step; no Qt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.catalogue.catalogue import Catalogue
from core.edits.preview import Preview
from core.errors import CheckpointError, SourceChanged
from core.progress import Tick
from core.text import clip, count_text
from core.values.distribution import Histogram, sampled
from core.values.planned import numbers_of
from core.values.update import Moments, UpdateSize, moments_of, planned_moments, update_size
from core.words import say, say_count

_SAMPLE = 100_000
_MOST_PARTS = 3


@dataclass(frozen=True)
class PartShape:
    """One tensor of the state: its name, its entry, and its histogram; of a sample where it has ``more`` numbers."""

    name: str
    entry: int
    histogram: Histogram | None
    more: int = 0


@dataclass(frozen=True)
class Beside:
    """What an optimizer keeps of a parameter. ``size`` is of the next step; where it cannot be told ``why`` says so."""

    moments: Moments
    parts: tuple[PartShape, ...]
    size: UpdateSize | None
    why: str = ""


def has_moments(catalogue: Catalogue, entry: int) -> bool:
    """Whether an optimizer in the file keeps something of the shape of a parameter, or an entry is part of that."""
    found = moments_of(catalogue, entry)
    return found is not None and bool(found.parts)


def beside(preview: Preview, entry: int, tick: Tick) -> Beside:
    """What there is beside the parameter at an entry, or beside the one that an entry of the state belongs to.

    All as it would be saved, with numbers, lr and dtypes that are pending.

    Raises `CannotOpen` and `SourceChanged` where the file is gone or another one, `Truncated` where it is too short.
    """
    catalogue = preview.catalogue
    moments = planned_moments(preview, entry)
    assert moments is not None
    with numbers_of(preview.planned, lambda: tick(0, 0)) as numbers:
        wanted = [("weight", moments.parameter), *list(moments.parts.items())[:_MOST_PARTS]]
        parts = []
        for name, each in wanted:
            tick(0, 0)
            tensor = numbers.tensor(catalogue.rows[each])
            found = sampled(tensor, _SAMPLE)[1]
            parts.append(PartShape(name, each, found.histogram, tensor.size if not found.exact else 0))
        try:
            return Beside(moments, tuple(parts), update_size(numbers, moments, tick))
        except SourceChanged:
            raise
        except CheckpointError as error:
            return Beside(moments, tuple(parts), None, str(error))


def part_title(found: Beside, part: PartShape) -> str:
    """What stands over the histogram of a part."""
    name = found.moments.name if part.entry == found.moments.parameter else part.name
    return (
        say("{name} · of a sample, about {sample:,} of {more:,} numbers", name=name, sample=_SAMPLE, more=part.more)
        if part.more
        else name
    )


def size_lines(found: Beside) -> list[str]:
    """The size of the next step in words."""
    size = found.size
    if size is None:
        return [found.why]
    kind = found.moments.kind or "Adam"
    steps = say_count(round(size.step), "{n:,} step", "{n:,} steps")
    norms = say(
        "‖step‖ {norm:.3g} against ‖weights‖ {weights:.3g}, by lr {lr:g} after {steps}",
        norm=size.norm,
        weights=size.weight_norm,
        lr=size.lr,
        steps=steps,
    )
    lines = [
        say("Next step of {kind}: {share} of the weights", kind=clip(kind, 40), share=_share(size.share)),
        say("{norms}; the largest change is {largest:.3g}", norms=norms, largest=size.largest),
    ]
    if size.still:
        lines.append(
            say(
                "{still} of {all:,} would not move",
                still=count_text(size.still, "number"),
                all=size.numbers,
            )
        )
    return lines


def _share(share: float) -> str:
    return f"{share:.3%}" if 1e-5 <= share < 10 else say("{share:.2g} times the size", share=share)


def relative_histogram(size: UpdateSize) -> Histogram | None:
    """The changes in shares of each weight, on a logarithmic axis; None where nothing moves."""
    used = [place for place, count in enumerate(size.relative) if count]
    if not used:
        return None
    first, last = used[0], used[-1]
    edges = 10.0 ** np.array([*size.edges[first : last + 1], size.edges[last] + 1], np.float64)
    return Histogram(edges, np.array(size.relative[first : last + 1]), log=True)

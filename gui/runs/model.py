"""What a run looks like: a line for each checkpoint, a lamp for each, the curves and the map of its drift; no Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import isfinite, nan, sqrt
from typing import Final, NamedTuple

from core.diagnosis.finding import ERROR, NOTE, WARNING
from core.remote.address import real
from core.report.runs import told_lines
from core.runs.drift import Drift, Point
from core.runs.folder import CheckpointRow
from core.runs.health import Health
from core.runs.odd import odd_ones
from core.runs.since import Since, sequences
from core.runs.texts import number_text
from core.text import count_text, listed, sentences, size_text, titled
from core.words import marked, say, say_count


class Lamp(Enum):
    """How a checkpoint is, as far as one knows; what is likely follows from others, and was not read."""

    UNKNOWN = marked("Its numbers were not read.")
    HEALTHY = marked("The trained weights have no NaN and no Inf.")
    LIKELY_HEALTHY = marked("A later checkpoint is healthy, so this one is too: weights that are NaN stay NaN.")
    SICK = marked("The trained weights have NaN or Inf.")
    LIKELY_SICK = marked("An earlier checkpoint has NaN or Inf, so this one does too: weights that are NaN stay NaN.")
    BROKEN = marked("It is incomplete or damaged.")


_IN_A_WORD: Final = {
    Lamp.HEALTHY: marked("healthy"),
    Lamp.LIKELY_HEALTHY: marked("healthy, like a later one"),
    Lamp.LIKELY_SICK: marked("NaN or Inf, like an earlier one"),
}


class Searched(NamedTuple):
    """Since when a run is sick, with the rows that it was found out of."""

    rows: tuple[CheckpointRow, ...]
    found: Since


@dataclass(frozen=True)
class RunRow:
    """A checkpoint in the list. ``wrong`` is what keeps it from being used, ``notes`` what else is told of it."""

    row: CheckpointRow
    lamp: Lamp = Lamp.UNKNOWN
    wrong: str = ""
    notes: str = ""
    is_written: bool = False
    """Somebody is writing it."""

    @property
    def state(self) -> str:
        """What the list says of it in a line."""
        if self.is_written:
            return say("It is being written.")
        if not self.row.is_read and not self.wrong:
            return "…"
        return sentences(self.wrong, self.notes) or say(_IN_A_WORD.get(self.lamp, ""))

    @property
    def tip(self) -> str:
        """All of that, below each other."""
        told = self.wrong or (self.state if self.is_written else say(self.lamp.value))
        return "\n".join(filter(None, (self.row.name, told, self.notes)))

    @property
    def called(self) -> str:
        """``step 2,600``, or else its name."""
        step, epoch = number_text(self.row.step), number_text(self.row.epoch)
        return say("step {step}", step=step) if step else say("epoch {epoch}", epoch=epoch) if epoch else self.row.name


def run_rows(
    rows: Sequence[CheckpointRow], writing: frozenset[str] = frozenset(), searched: Searched | None = None
) -> tuple[RunRow, ...]:
    """The list of a run; what was found out of earlier rows counts for those of the same name."""
    lamps, healths = _lamps(searched) if searched is not None else ({}, {})
    odd: dict[int, list[str]] = defaultdict(list)
    for each in odd_ones(rows):
        odd[each.row].append(each.why)
    return tuple(_run_row(row, odd[at], row.name in writing, lamps, healths) for at, row in enumerate(rows))


def _run_row(
    row: CheckpointRow, odd: Sequence[str], written: bool, lamps: Mapping[str, Lamp], healths: Mapping[str, Health]
) -> RunRow:
    lamp, health = lamps.get(row.name, Lamp.UNKNOWN), healths.get(row.name)
    wrong = row.problem or (say("Missing: {files}.", files=listed(row.missing, 3)) if row.missing else "")
    if written:
        return RunRow(row, is_written=True)
    if wrong or lamp is Lamp.BROKEN:
        damage = health.problem or next((each.why for each in health.noticed), "") if health is not None else ""
        return RunRow(row, Lamp.BROKEN, wrong or damage, sentences(*odd))
    if lamp is Lamp.SICK and health is not None:
        some, tensors = len(health.not_finite), count_text(health.tensors, "tensor")
        wrong = say("{some:,} of {tensors} have NaN or Inf.", some=some, tensors=tensors)
    return RunRow(row, lamp, wrong, sentences(*odd))


def _lamps(searched: Searched) -> tuple[dict[str, Lamp], dict[str, Health]]:
    """The lamp of each row by its name, and what was found in those that were read."""
    rows, found = searched
    lamps = dict.fromkeys(range(len(rows)), Lamp.UNKNOWN)
    for at, health in found.health.items():
        lamps[at] = Lamp.BROKEN if health.is_sick is None else Lamp.SICK if health.is_sick else Lamp.HEALTHY
    for places in sequences(rows, found.passed)[0]:
        sick = next((at for at in places if lamps[at] is Lamp.SICK), None)
        healthy = next((at for at in reversed(places) if lamps[at] is Lamp.HEALTHY), None)
        for at in places:
            if lamps[at] is Lamp.UNKNOWN and sick is not None and at > sick:
                lamps[at] = Lamp.LIKELY_SICK
            elif lamps[at] is Lamp.UNKNOWN and healthy is not None and at < healthy:
                lamps[at] = Lamp.LIKELY_HEALTHY
    own = {real(row.path): lamps[at] for at, row in enumerate(rows) if not row.links_to}
    for at in found.passed:
        lamps[at] = own.get(real(rows[at].path), Lamp.UNKNOWN)
    return {rows[at].name: lamp for at, lamp in lamps.items()}, {
        rows[at].name: each for at, each in found.health.items()
    }


def summary(rows: Sequence[RunRow]) -> str:
    """What a run is, in a line: ``steps 100 to 4,000 · 43.0 MiB``."""
    steps = [each.row.step for each in rows if each.row.step is not None]
    size = sum(each.row.bytes for each in rows if not each.row.links_to)
    lame = sum(each.lamp is Lamp.BROKEN for each in rows)
    return " · ".join(
        filter(
            None,
            (
                say("steps {first} to {last}", first=number_text(min(steps)), last=number_text(max(steps)))
                if len(set(steps)) > 1
                else "",
                size_text(size) if size else "",
                say_count(lame, "{n:,} is not usable", "{n:,} are not usable") if lame else "",
                _of_odd(rows),
            ),
        )
    )


def _of_odd(rows: Sequence[RunRow]) -> str:
    odd = sum(bool(each.notes) for each in rows)
    return say_count(odd, "{n:,} differs from the others", "{n:,} differ from the others") if odd else ""


def verdict(rows: Sequence[RunRow], searched: Searched | None) -> tuple[str, str]:
    """How bad it is, and the sentences that the window and the command line say."""
    if searched is None:
        return NOTE, say("Which checkpoint was the last healthy one? Pthfinder reads only as many as it needs.")
    begins = searched.found.begins
    healing = (titled(each.path, each.why) for each in begins[:1])
    told = sentences(*told_lines(*searched), *healing)
    read = say(
        "{read:,} of {count} read.",
        read=len(searched.found.health),
        count=count_text(len(searched.rows), "checkpoint"),
    )
    if searched.found.first_sick is not None:
        return ERROR, sentences(told, read)
    return WARNING if begins or any(each.wrong for each in rows) else "", sentences(told, read)


# -- curves over steps -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measure:
    """What of a drift is drawn. ``on_map`` makes the curve of a layer one that can be held beside those of others."""

    title: str
    tip: str
    of: Callable[[Point], float]
    on_map: Callable[[Sequence[float], Sequence[Point]], list[float]]
    map_means: str
    of_updates: bool = False
    """The first checkpoint has none."""
    diverging: bool = False
    """On the map it goes both ways from 0."""

    def number(self, points: Sequence[Point], at: int) -> float:
        """The number of the checkpoint at a place; NaN where there is none."""
        return nan if self.of_updates and not at % len(points) else self.of(points[at])

    def curve(self, points: Sequence[Point]) -> list[float]:
        """A number for each checkpoint."""
        return [self.number(points, at) for at in range(len(points))]

    def map_row(self, points: Sequence[Point]) -> list[float]:
        """The same as colours: a number for each checkpoint."""
        return self.on_map(self.curve(points), points)


def _beside_first(curve: Sequence[float], _points: Sequence[Point]) -> list[float]:
    return [each / curve[0] - 1 if curve[0] else nan if each else 0.0 for each in curve]


def _beside_weights(curve: Sequence[float], points: Sequence[Point]) -> list[float]:
    sizes = [sqrt(point.squares / point.size) if point.size else 0.0 for point in points]
    return [0.0, *(each / size if size else nan for each, size in list(zip(curve, sizes, strict=True))[1:])]


MEASURES: Final = (
    Measure(
        marked("Update"),
        marked("The root mean square of what changed since the checkpoint before"),
        lambda point: point.update,
        _beside_weights,
        marked("relative to the size of the weights"),
        of_updates=True,
    ),
    Measure(
        marked("Norm"),
        marked("The length of the tensor: the root of the sum of its squares"),
        lambda point: point.norm,
        _beside_first,
        marked("grown (blue) or shrunk (brown) since the first checkpoint"),
        diverging=True,
    ),
    Measure(
        marked("Cosine"),
        marked("The cosine of the angle to the first checkpoint: 1 means the same direction"),
        lambda point: point.cosine,
        lambda curve, _points: [1 - each for each in curve],
        marked("change of direction since the first checkpoint"),
    ),
    Measure(
        marked("Zeros"),
        marked("The share of its numbers that are zero"),
        lambda point: point.zero_share,
        lambda curve, _points: list(curve),
        marked("share of zeros"),
    ),
)


class Curve(NamedTuple):
    """A line of the plot: what it is called, and a number for each checkpoint at ``rows``."""

    name: str
    rows: tuple[int, ...]
    values: tuple[float, ...]


def options_of(rows: Sequence[CheckpointRow]) -> tuple[Curve, ...]:
    """Each number in the optimizers over the run, those that change first, learning rates before all."""
    found: dict[str, dict[int, float]] = defaultdict(dict)
    for at, row in enumerate(rows):
        if row.is_complete and not row.links_to:
            for name, value in row.options:
                found[name][at] = float(value)
            if row.epoch is not None:
                found[say("epoch")][at] = row.epoch
    curves = [Curve(name, tuple(each), tuple(each.values())) for name, each in found.items()]
    return tuple(sorted(curves, key=lambda curve: (not curve.name.endswith("/lr"), len(set(curve.values)) == 1)))


def places_of(rows: Sequence[CheckpointRow]) -> tuple[float, ...]:
    """Where each checkpoint stands from left to right: by its step, else by its epoch, else by its turn."""
    for numbers in ([row.step for row in rows], [row.epoch for row in rows]):
        told = [each for each, row in zip(numbers, rows, strict=True) if row.is_complete]
        if told and None not in told:
            return tuple(nan if each is None else float(each) for each in numbers)
    return tuple(map(float, range(len(rows))))


@dataclass(frozen=True)
class LayerRow:
    """A tensor or a layer in the table, with its numbers in the checkpoint ``at`` a place; "" is the whole model."""

    path: str
    points: tuple[Point, ...]
    at: int = -1

    @property
    def name(self) -> str:
        return self.path or say("the whole model")

    def number(self, measure: Measure) -> float:
        return measure.number(self.points, self.at)


class Drifted(NamedTuple):
    """The drift of the checkpoints of these names: of each layer, and of each tensor; the whole model comes first."""

    names: tuple[str, ...]
    layers: Sequence[LayerRow]
    tensors: Sequence[LayerRow]


def drifted(rows: Sequence[CheckpointRow], found: Drift) -> Drifted:
    """What is shown of a drift; takes a moment for a large model."""
    whole = LayerRow("", found.whole)
    both = (
        [whole, *(LayerRow(path, points) for path, points in zip(each.paths, each.points, strict=True))]
        for each in (found.by_layer(), found)
    )
    return Drifted(tuple(rows[at].name for at in found.rows), *both)


def number(value: float) -> str:
    """A number of a table; nothing where there is none."""
    return f"{value:.4g}" if isfinite(value) else say("NaN") if value != value else "Inf"  # noqa: PLR0124 - only NaN

"""The rows of the optimizer panel: each entry of the state, and the parameter it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.groups import scalars_on_cpu
from core.catalogue.optimizers.matched import choices, matched
from core.catalogue.optimizers.words import belonging_text, kind_text, model_of, model_text
from core.catalogue.rows import Optimizer, OptimizerEntry
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.progress import Tick
from core.text import clip, sentences, series
from core.words import say, say_count
from gui.document.typed import can_be_set

MOST_RATES: Final = 4
"""Groups of which the learning rates are side by side; most optimizers have one or two."""


@dataclass(frozen=True)
class OptimizerRow:
    """One entry. `parts` are the names below it; the name of its parameter and devices are the planned ones.

    `state_devices` are those of what must lie with the parameter: all but what torch keeps on the CPU, such as a
    `step`. That is `aside` where the parameter is elsewhere.
    """

    item: OptimizerEntry
    place: int
    name: str | None
    shape: tuple[int, ...] | None
    parts: tuple[str, ...]
    state_devices: tuple[str, ...]
    parameter_device: str | None
    aside: tuple[str, ...] = ()

    @property
    def comparable(self) -> bool:
        """Whether both the state and its parameter have a place."""
        return bool(self.parameter_device and self.state_devices)

    @property
    def mismatch(self) -> bool:
        """Whether the state was saved on another device than the parameter."""
        return self.parameter_device is not None and any(d != self.parameter_device for d in self.state_devices)


class OptimizerTable(NamedTuple):
    """The rows of an optimizer, those first that are not with their parameter, and what is said of all of them."""

    rows: Sequence[OptimizerRow]
    headline: str


def optimizer_table(preview: Preview, optimizer: Optimizer, tick: Tick) -> OptimizerTable:
    """Work the rows out; some 25 µs each. Raises `Cancelled`."""
    rows = []
    for row in optimizer_rows(preview, optimizer):
        tick(row.place, len(optimizer.entries))
        rows.append(row)
    headline = summary(optimizer, rows, belonging_text(preview.catalogue, optimizer))
    return OptimizerTable(sorted(rows, key=lambda row: not row.mismatch), headline)


def optimizer_rows(preview: Preview, optimizer: Optimizer) -> Iterator[OptimizerRow]:
    """One row an entry, in the order of the groups."""
    catalogue = preview.catalogue
    return (_row(catalogue, preview, place, item) for place, item in enumerate(optimizer.entries))


def _row(catalogue: Catalogue, preview: Preview, place: int, item: OptimizerEntry) -> OptimizerRow:
    parts: list[str] = []
    devices: dict[str, None] = {}
    children = catalogue.children(item.entry) if item.entry is not None else []
    own_rule = () if item.step_on_device else scalars_on_cpu(catalogue.labels[child] for child in children)
    kept: dict[str, set[str]] = {}
    for child in children:
        parts.append(catalogue.label_text(child))
        found = [preview.device(row) for row in catalogue.made_of(child) or catalogue.subtree_rows(child)]
        if catalogue.labels[child] in own_rule:
            kept[parts[-1]] = set(found)
        else:
            devices |= dict.fromkeys(found)
    shape, device, name = None, None, preview.planned.name_of(item)
    if item.parameter is not None:
        row = catalogue.row_of(item.parameter)
        shape, device = preview.planned.shape(item.parameter), preview.device(row) if row >= 0 else None
    elif item.home is not None:
        shape, device = item.home.shape, item.home.device
    aside = tuple(part for part, found in kept.items() if device not in (None, "cpu") and found == {"cpu"})
    return OptimizerRow(item, place, name, shape, tuple(parts), tuple(devices), device, aside)


def rates_of(catalogue: Catalogue, optimizer: Optimizer) -> tuple[int, ...]:
    """The entries of the learning rates of its groups that are plain numbers; none where there are too many to show."""
    children, labels = catalogue.children, catalogue.labels
    groups = [each for part in children(optimizer.entry) if labels[part] == "param_groups" for each in children(part)]
    rates = [each for group in groups[: MOST_RATES + 1] for each in children(group) if labels[each] == "lr"]
    return tuple(rates) if len(rates) <= MOST_RATES and all(can_be_set(catalogue, each) for each in rates) else ()


def summary(optimizer: Optimizer, rows: Sequence[OptimizerRow], of: str = "") -> str:
    """`Adam, 1 group, for model (matched by name). The names of 161 of 161 parameters are known. All
    state is on the device of its parameter.`

    `of` says whose optimizer it is.
    """
    kind = clip(kind_text(optimizer.kind), 40) or say("Optimizer")
    parts = [kind, say_count(optimizer.groups, "{n:,} group", "{n:,} groups"), *([of] if of else [])]
    return sentences(
        say("{clauses}.", clauses=series(parts)),
        say(
            "The names of {matched:,} of {params:,} parameters are known.",
            matched=optimizer.matched,
            params=optimizer.params,
        ),
        _where(rows) if any(row.comparable for row in rows) else "",
    )


def _where(rows: Sequence[OptimizerRow]) -> str:
    """Whether the state lies with its parameters, but for what torch keeps on the CPU."""
    wrong = sum(row.mismatch for row in rows)
    if wrong:
        return say_count(
            wrong,
            "The state of {n:,} parameter is on a different device from it.",
            "The state of {n:,} parameters is on different devices from them.",
        )
    aside = dict.fromkeys(name for row in rows for name in row.aside)
    if not aside:
        return say("All state is on the device of its parameter.")
    return say(
        "All state is on the device of its parameter, except {names}, which torch keeps on the CPU.",
        names=series(aside),
    )


#: Models that are offered; what is beyond can be named on the command line.
_MOST = 40


@dataclass(frozen=True)
class ChosenModels:
    """What the user said: models by the entries of their optimizers, and the file that the models are in."""

    models: Mapping[int, int] = field(default_factory=dict)
    other: Catalogue | None = None

    def of(self, optimizer: int, model: int | None) -> ChosenModels:
        """Return this choice with a model of this file for one optimizer; None takes it back, and another file too."""
        rest = {entry: each for entry, each in self.models.items() if entry != optimizer}
        return ChosenModels(rest if model is None else {**rest, optimizer: model})


def offers(catalogue: Catalogue, optimizer: Optimizer, chosen: ChosenModels) -> list[tuple[str, int | None]]:
    """The texts to choose from, each with the entry of a model; None for the one that is found without being told."""
    models = (
        (say("Belongs to: {model}", model=model_text(catalogue, entry)), entry) for entry in choices(catalogue)[:_MOST]
    )
    if chosen.other is not None or optimizer.entry in chosen.models:
        first = say("Belongs to: detect it")
    elif optimizer.matched_by is None:
        first = say("Belongs to: not detected")
    else:
        first = say("Belongs to: {model} (detected)", model=model_of(catalogue, optimizer))
    return [(first, None), *models]


def with_chosen(catalogue: Catalogue, chosen: ChosenModels, plan: Plan) -> tuple[Catalogue, Preview]:
    """The document with its optimizers matched as was said, and what the plan makes of it. Raises `EditError`."""
    found = matched(catalogue, chosen.models, chosen.other)
    return found, preview(found, plan)


def with_file(chosen: ChosenModels, path: Path, tick: Tick) -> ChosenModels:
    """Return this choice with the models of another file. Raises a `CheckpointError` for one that does not open."""
    return replace(chosen, models={}, other=open_catalogue(path, tick))

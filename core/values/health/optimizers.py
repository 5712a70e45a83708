"""The rules about optimizer state: what the steps, the moments and the parameters say of each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from math import sqrt
from typing import NamedTuple

from core.catalogue.optimizers.groups import FIRST_MOMENTS, SECOND_MOMENTS, STEP, groups_of
from core.catalogue.rows import Optimizer, OptimizerEntry
from core.pickling.nodes import get
from core.text import clip, count_text, index_text, sentences, shape_text
from core.values import symptom
from core.values.health.seen import Seen
from core.values.statistics import plain_float
from core.values.symptom import NOTE, Symptom
from core.words import say

_ADAM = frozenset(("Adam", "AdamW", "NAdam", "RAdam", "Adam or AdamW"))
"""Optimizers whose moments are both of the gradients, and so bounded by each other."""
_SLACK = 10.0
"""Schedulers change the betas meanwhile (OneCycleLR), and short dtypes round."""
_LEAST = 1e-12
"""First moments below that may belong to squares too small for float32."""


class State(NamedTuple):
    """The state of one parameter: the tensor rows of its parts by name, and how many steps it says it has made."""

    item: OptimizerEntry
    rows: dict[str, int]
    step: float | None


def is_of_squares(state: str) -> bool:
    """Whether what an optimizer calls so has no numbers below zero."""
    return state in SECOND_MOMENTS


def optimizer_symptoms(seen: Seen) -> Iterator[Symptom]:
    """All that is to be said of the optimizers of a file."""
    for row, count in seen.below_zero.items():
        place = seen.places[row]
        text = say(
            "{some:,} of {count:,} numbers are below zero, but {state} is made of squares: the next step takes "
            "their root, which is NaN.",
            some=count,
            count=seen.statistics[row].count,
            state=place.state,
        )
        lowest = seen.statistics[row].first.lowest[:1]
        if lowest and lowest[0]:
            text = sentences(text, say("The lowest is at {place}.", place=index_text(lowest[0])))
        yield Symptom(symptom.NEGATIVE, place.entry, count, text, first=lowest)
    for optimizer in seen.catalogue.optimizers:
        yield from _One(seen, optimizer).symptoms()


class _One:
    """One optimizer with its numbers."""

    def __init__(self, seen: Seen, optimizer: Optimizer) -> None:
        self.seen, self.optimizer = seen, optimizer
        self.catalogue = seen.catalogue
        self.states = [_state(seen, item) for item in optimizer.entries if item.entry is not None]

    def symptoms(self) -> Iterator[Symptom]:
        yield from self.steps()
        yield from self.untouched()
        yield from self.unlike()
        yield from self.misshapen()

    # -- steps -----------------------------------------------------------------------------------------------

    def steps(self) -> Iterator[Symptom]:
        """Parameters with another number of steps than most."""
        counted = [state for state in self.states if state.step is not None]
        often = Counter(state.step for state in counted)
        if len(often) < 2:
            return
        usual, most = often.most_common(1)[0]
        odd = [state for state in counted if state.step != usual]
        theirs = [step for step in often if step is not None and step != usual]
        text = say(
            "{parameters} took {steps}, and {odd:,} took {range}, such as {names}. This is normal if some were "
            "frozen, added later, or had no gradient for a while. It may also mean that the state comes from two "
            "runs; the file does not show which.",
            parameters=count_text(most, "parameter"),
            steps=_steps(usual),
            odd=len(odd),
            range=_range(theirs),
            names=self._one_of(odd),
        )
        yield Symptom(symptom.STEPS, self.optimizer.entry, len(odd), text, NOTE)

    def _one_of(self, odd: list[State]) -> str:
        """The first of them, and whether they are all parameters of one group."""
        groups = {state.item.group for state in odd}
        same = [state for state in self.states if state.item.group in groups]
        name = self._named(odd[0])
        if len(groups) > 1 or len(same) > len(odd):
            return name
        return say("{name} (exactly the parameters of group {group})", name=name, group=groups.pop())

    # -- moments ---------------------------------------------------------------------------------------------

    def untouched(self) -> Iterator[Symptom]:
        """Parameters that were stepped, and whose moments are all zero."""
        idle = [state for state in self.states if self._is_idle(state)]
        moving = [state for state in self.states if self._moments(state) and not self._is_idle(state)]
        if not idle:
            return
        if not moving:
            if any(state.step for state in idle):
                steps = max(state.step or 0 for state in idle)
                text = say(
                    "All moments of {parameters} are zero after {steps}: they never got a gradient, or the state "
                    "and the step count come from different runs.",
                    parameters=count_text(len(idle), "parameter"),
                    steps=_steps(steps),
                )
                yield Symptom(symptom.UNFIT, self.optimizer.entry, len(idle), text)
            return
        for state in idle:
            yield Symptom(symptom.UNFIT, state.item.entry or 0, 1, self._about_idle(state, len(moving)), NOTE)

    def _about_idle(self, state: State, moving: int) -> str:
        name = self._named(state)
        zero = say("All moments of {name} are zero", name=name)
        if state.step:
            zero = say("All moments of {name} are zero after {steps}", name=name, steps=_steps(state.step))
        return say(
            "{zero}, but those of {moving:,} other parameters are not: it never got a gradient. This is normal for "
            "unused layers and idle experts; the file alone cannot tell.",
            zero=zero,
            moving=moving,
        )

    def _is_idle(self, state: State) -> bool:
        moments = self._moments(state)
        return bool(moments) and state.step != 0 and all(self.seen.is_zero(row) for row in moments)

    def _moments(self, state: State) -> list[int]:
        return [
            row
            for name, row in state.rows.items()
            if (name in FIRST_MOMENTS or name in SECOND_MOMENTS) and self.seen.places[row].dtype.startswith(_FLOATS)
        ]

    def unlike(self) -> Iterator[Symptom]:
        """First moments that are larger than gradients of such squares can make them.

        By Cauchy and Schwarz |m| ≤ (1-β₁) / √((1-β₂)(1-β₁²/β₂)) · √v, if both are means of the same gradients.
        """
        for state in self.states if self.optimizer.kind in _ADAM else ():
            first, second = state.rows.get("exp_avg"), state.rows.get("exp_avg_sq")
            bound = self._bounds[state.item.group] if state.item.group < len(self._bounds) else None
            if first is None or second is None or bound is None or not state.step:
                continue
            of, squares = self.seen.statistics[first], self.seen.statistics[second]
            if of.lowest is None or of.highest is None or squares.maximum is None or squares.highest != squares.maximum:
                continue
            top = max(abs(of.lowest), abs(of.highest))
            if top > _LEAST and top > _SLACK * bound * sqrt(max(squares.maximum, 0.0)):
                text = say(
                    "exp_avg of {name} reaches {first:.3g}, but exp_avg_sq only {second:.3g}, which no gradients "
                    "can produce. They come from different runs, or one of them was reset.",
                    name=self._named(state),
                    first=top,
                    second=squares.maximum,
                )
                yield Symptom(symptom.UNFIT, state.item.entry or 0, 1, text)

    @cached_property
    def _bounds(self) -> list[float | None]:
        """Of each group how many times the root of the second moment the first one can be."""
        return [_bound(get(group, "betas")) for group in groups_of(self.catalogue.values[self.optimizer.entry])]

    # -- shapes ----------------------------------------------------------------------------------------------

    def misshapen(self) -> Iterator[Symptom]:
        """State of another shape than the parameter has by whose name it was saved, or in whose place it stands."""
        shapes = {state.item.param_id: shape for state in self.states if (shape := self._shape(state)) is not None}
        for state in self.states:
            have, name = shapes.get(state.item.param_id), state.item.name
            if have is None or name is None or state.item.parameter is not None:
                continue
            wanted = self._shapes_by_name.get(name)
            if wanted is not None and len(wanted) == 1 and have not in wanted:
                text = say(
                    "The state of {name} has shape {state}, but {name} itself has {shape}: they come from "
                    "different models, and the next optimizer step will fail.",
                    name=name,
                    state=shape_text(have),
                    shape=shape_text(next(iter(wanted))),
                )
                yield Symptom(symptom.UNFIT, state.item.entry or 0, 1, text)

    def _shape(self, state: State) -> tuple[int, ...] | None:
        for name in ("exp_avg", "exp_avg_sq", "momentum_buffer", "square_avg", "sum"):
            if name in state.rows:
                return self.seen.places[state.rows[name]].shape
        return None

    @cached_property
    def _shapes_by_name(self) -> dict[str, set[tuple[int, ...]]]:
        """The shapes of all tensors of a name in the state dicts of the file."""
        found: dict[str, set[tuple[int, ...]]] = {}
        for entry in self.catalogue.state_dicts:
            for child in self.catalogue.children(entry):
                label, shape = self.catalogue.labels[child], self.catalogue.shape(child)
                if isinstance(label, str) and shape is not None:
                    found.setdefault(label, set()).add(shape)
        return found

    def _named(self, state: State) -> str:
        number = self.catalogue.label_text(state.item.entry or 0)
        return clip(state.item.name or say("parameter {number}", number=number), 120)


_FLOATS = ("float32", "float64", "bfloat16", "float16")


def _state(seen: Seen, item: OptimizerEntry) -> State:
    catalogue = seen.catalogue
    rows: dict[str, int] = {}
    step: float | None = None
    for child in catalogue.children(item.entry or 0):
        label, row = catalogue.labels[child], catalogue.rows[child]
        if not isinstance(label, str):
            continue
        if row >= 0:
            rows[label] = row
        if label == STEP:
            step = plain_float(catalogue.values[child]) if row < 0 else _single(seen, row)
    return State(item, rows, step)


def _steps(number: float | None) -> str:
    return say("1 step") if number == 1 else say("{number:,.10g} steps", number=number)


def _range(steps: list[float]) -> str:
    least, most = f"{min(steps):,.10g}", f"{max(steps):,.10g}"
    return least if len(steps) == 1 else say("{least} to {most}", least=least, most=most)


def _single(seen: Seen, row: int) -> float | None:
    found = seen.statistics[row]
    return found.lowest if found.count == 1 else None


def _bound(betas: object) -> float | None:
    if type(betas) is not tuple and type(betas) is not list:
        return None
    if len(betas) != 2 or not all(type(beta) is float for beta in betas):
        return None
    first, second = betas
    if not (0 <= first < 1 and 0 < second < 1 and first * first < second):
        return None
    return float((1 - first) / sqrt((1 - second) * (1 - first * first / second)))

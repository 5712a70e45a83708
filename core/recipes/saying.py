"""The edits of a plan as steps, the options of ``fix`` that do the same: each is read again before it is believed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.edits.edits import OPTIONS, Edit, Plan, edits_of
from core.edits.preview import Preview, preview
from core.edits.steps import MOST_STEPS, Names, Step
from core.errors import CheckpointError


class Said(NamedTuple):
    """The ``steps`` that do what some edits do, and the edits that are ``left``, because no step means the same."""

    steps: tuple[Step, ...]
    left: tuple[Edit, ...]


def steps_of(catalogue: Catalogue, plan: Plan) -> Said:
    """A plan as steps, in its order."""
    steps: list[Step] = []
    left: list[Edit] = []
    for place, edit in enumerate(plan.edits):
        said = said_alone(catalogue, edit, plan.edits[:place])
        if said is None:
            left.append(edit)
        else:
            steps += said
    return Said(tuple(steps), tuple(left))


def said_alone(catalogue: Catalogue, edit: Edit, before: Sequence[Edit] = ()) -> list[Step] | None:
    """The steps that are an edit which comes after others; None where there are none."""

    @cache
    def planned() -> Preview:
        return preview(catalogue, Plan(tuple(before)))

    def planned_key(entry: int) -> Any:
        return None if planned().dropped(entry) else planned().label(entry)

    try:
        for steps in edit.ways(Names(catalogue, planned_key)):
            if 0 < len(steps) <= MOST_STEPS and _means(catalogue, planned, steps, edit, before):
                return steps
    except CheckpointError:
        pass
    return None


def _means(
    catalogue: Catalogue, planned: Callable[[], Preview], steps: Sequence[Step], edit: Edit, before: Sequence[Edit]
) -> bool:
    """Whether some steps are read as the edit, several as parts of it; or come to the same.

    ``planned`` gives what comes of the edits ``before``: numbers are named in the shapes that tensors have by then.
    """
    try:
        found = [
            each
            for step in steps
            for each in edits_of(
                planned().for_steps if OPTIONS[step.option].counts_in_shapes else catalogue, step
            ).edits
        ]
        said = edit.is_said_by(found)
        if said is not None:
            return said
        made, wanted = (preview(catalogue, Plan((*before, *edits))).rewrite for edits in (found, (edit,)))
    except CheckpointError:
        return False
    return made.names == wanted.names and made.drops == wanted.drops

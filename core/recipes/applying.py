"""A recipe applied to a file: its steps as far as the file has what they are about, and what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.diagnosis.diagnose import cure_all
from core.edits.edits import Edit, Plan, Step, edits_of
from core.edits.preview import Preview, preview
from core.errors import BadDevice, CheckpointError, EditError, KeyCollision, Way
from core.errors import Step as Ways
from core.loading.computer import Computer
from core.progress import Tick, ignore
from core.recipes.recipe import CURE, Recipe, reads_words
from core.text import sentences
from core.words import say

_ALL = "all"


class NotDone(NamedTuple):
    """A ``step`` that does nothing in a file, and ``why``, a sentence."""

    step: Step
    why: str


class Applied(NamedTuple):
    """The file as the recipe would have it saved, and the steps that are ``not_done``."""

    preview: Preview
    not_done: tuple[NotDone, ...]


def apply_recipe(  # noqa: PLR0913 - what, to what, where, and what it may
    catalogue: Catalogue,
    recipe: Recipe,
    plan: Plan = Plan(),
    computer: Computer = Computer(),
    tick: Tick = ignore,
    *,
    accept_files: bool = False,
) -> Applied:
    """The steps of a recipe after what is planned already, in their order.

    One that reads other files than the checkpoint is an `EditError` unless ``accept_files``: whoever wrote it would
    choose which of them are copied. Then none of them has been touched.
    A step that the file has nothing for is left out and told. Raises `KeyCollision` where two keys would become one:
    then the file is not what the recipe was made for; and `BadDevice` for a device that there is not, as in any file.
    """
    if not accept_files and (reads := reads_words(recipe)):
        raise EditError(sentences(reads, say("Nothing was done."))).with_ways(Way(Ways.ACCEPT_FILES))
    view = preview(catalogue, plan)
    not_done: list[NotDone] = []
    at_once = _at_once(view, recipe)
    if at_once is not None:
        return Applied(at_once, ())
    for number, step in enumerate(recipe.steps):
        tick(number, len(recipe.steps))
        try:
            after = _after(view, step, computer)
        except (KeyCollision, BadDevice):
            raise
        except EditError as error:
            not_done.append(NotDone(step, str(error)))
            continue
        if not _differs(view, after):
            not_done.append(NotDone(step, say("This changes nothing in the file.")))
            continue
        view = after
    return Applied(view, tuple(not_done))


def _at_once(view: Preview, recipe: Recipe) -> Preview | None:
    """All steps in one preview, which is faster; None where one of them does nothing by itself."""
    try:
        edits = [edit for step in recipe.steps for edit in _edits(view.for_steps, step)]
        after = preview(view.catalogue, view.plan.with_edits(edits))
    except CheckpointError:
        return None
    if after.draft.layouts != view.draft.layouts:
        return None  # what comes after a step that reshapes counts in the new shape
    told = {change.edit: change for change in after.changes}
    counts = all(told[edit].tensors or told[edit].keys for edit in edits if edit in told)
    return after if counts and edits else None


def _edits(catalogue: Catalogue, step: Step) -> Sequence[Edit]:
    if step.option == CURE:
        raise EditError(step.option)  # which edits it is depends on those before it
    return edits_of(catalogue, step).edits


def _after(view: Preview, step: Step, computer: Computer) -> Preview:
    if step.option == CURE:
        codes = None if step.value == _ALL else set(step.value.split())
        return preview(view.catalogue, cure_all(view.catalogue, view.plan, computer, codes))
    return preview(view.catalogue, view.plan.with_edits(edits_of(view.for_steps, step).edits))


def _differs(before: Preview, after: Preview) -> bool:
    """Whether a step changes what is written."""
    rewrites = (before.rewrite, after.rewrite)
    return (
        list(before.draft.devices) != list(after.draft.devices)
        or before.root != after.root
        or before.draft.recipes != after.draft.recipes
        or (before.draft.shrunk, before.draft.layouts) != (after.draft.shrunk, after.draft.layouts)
        or (before.container, before.draft.protocol) != (after.container, after.draft.protocol)
        or any(
            getattr(rewrites[0], name) != getattr(rewrites[1], name)
            for name in ("names", "drops", "values", "inserts", "nodes")
        )
    )

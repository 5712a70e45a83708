"""The command ``fix``: a plan from the arguments, previewed and saved."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cli.edit_arguments import computer_of
from cli.opening import opened
from cli.output import USAGE, complain
from cli.saving import carry_out
from core import program
from core.catalogue.catalogue import Catalogue
from core.edits.edits import IN_ORDER, OPTIONS, Plan, Step, edits_of
from core.edits.preview import Preview, preview
from core.remote.address import as_path
from core.words import say


def fix(arguments: argparse.Namespace) -> int:
    """Write a fixed copy."""
    if arguments.output is None and not arguments.dry_run:
        return _usage(say("fix needs -o OUT (or --dry-run)"))
    catalogue = opened(arguments)
    plan, notes = _plan(catalogue, arguments)
    extra: dict[str, Any] = {}
    if arguments.cure:
        from cli.curing import cure  # noqa: PLC0415 - a fix without a diagnosis starts without its rooms

        plan, cured, extra = cure(catalogue, plan, arguments)
        notes += cured
    if arguments.recipe:
        plan, left, extra["left_out"] = _with_recipe(catalogue, plan, arguments)
        notes += left
    result = preview(catalogue, plan)
    if arguments.save_recipe:
        notes += _keep(result, arguments)
    if result.recipes:
        from cli.setting import told_losses  # noqa: PLC0415 - as above

        lost, extra["losses"] = told_losses(result)
        notes += lost
    return carry_out(result, arguments, notes, extra)


def _plan(catalogue: Catalogue, arguments: argparse.Namespace) -> tuple[Plan, list[str]]:
    """The plan, and sentences on what was asked for and is not done."""
    steps = arguments.steps if arguments.in_order else sorted(arguments.steps, key=lambda step: IN_ORDER[step.option])
    reshaped = _reshaped(catalogue, steps)
    meant = [edits_of(reshaped if OPTIONS[step.option].counts_in_shapes else catalogue, step) for step in steps]
    edits = [edit for each in meant for edit in each.edits]
    notes = [note for each in meant for note in each.notes]
    last_counts = any(OPTIONS[step.option].last_counts for step in steps)
    return Plan().with_edits(edits) if last_counts else Plan(tuple(edits)), notes


def _reshaped(catalogue: Catalogue, steps: Sequence[Step]) -> Catalogue:
    """The file in whose shapes numbers are named: as the steps that name none leave it."""
    others = [step for step in steps if not OPTIONS[step.option].counts_in_shapes]
    if not others or len(others) == len(steps):
        return catalogue
    edits = [edit for step in others for edit in edits_of(catalogue, step).edits]
    return preview(catalogue, Plan(tuple(edits))).for_steps


def _with_recipe(
    catalogue: Catalogue, plan: Plan, arguments: argparse.Namespace
) -> tuple[Plan, list[str], list[dict[str, str]]]:
    """The plan with the steps of ``--recipe``, and those that were left out, for people and for JSON."""
    from core.recipes.applying import apply_recipe  # noqa: PLC0415 - a fix without a recipe starts without its rooms
    from core.recipes.recipe import read_recipe, step_text  # noqa: PLC0415

    computer = computer_of(arguments)
    applied = apply_recipe(catalogue, read_recipe(as_path(arguments.recipe)), plan, computer)
    left = [{"step": step_text(each.step), "why": each.why} for each in applied.not_done]
    return applied.preview.plan, [f"{say('left out')}: {each['step']}: {each['why']}" for each in left], left


def _keep(result: Preview, arguments: argparse.Namespace) -> list[str]:
    """Write ``--save-recipe``; what of the plan is no part of it."""
    from core.recipes.recipe import recipe_of, write_recipe  # noqa: PLC0415 - as above

    path = Path(arguments.save_recipe)
    made = recipe_of(result, path.name.partition(".")[0])
    write_recipe(path, made.recipe)
    return [f"{say('not in the recipe')}: {each.title}: {each.why}" for each in made.left]


def _usage(message: str) -> int:
    complain(say("pthfinder: {message}. See `{name} fix --help`.", message=message, name=program.name()))
    return USAGE

"""The command ``fix``: a plan from the arguments, previewed and saved."""

from __future__ import annotations

import argparse
from typing import Any

from cli.opening import opened
from cli.output import USAGE, complain
from cli.saving import carry_out
from core import program
from core.catalogue.catalogue import Catalogue
from core.edits.edits import Plan
from core.edits.preview import preview
from core.recipes.options import IN_ORDER, edits_of


def fix(arguments: argparse.Namespace) -> int:
    """Write a fixed copy."""
    if arguments.output is None and not arguments.dry_run:
        return _usage("fix needs -o OUT (or --dry-run)")
    catalogue = opened(arguments)
    plan, notes = _plan(catalogue, arguments)
    extra: dict[str, Any] = {}
    if arguments.cure:
        from cli.curing import cure  # noqa: PLC0415 - a fix without a diagnosis starts without its rooms

        plan, cured, extra = cure(catalogue, plan, arguments)
        notes += cured
    result = preview(catalogue, plan)
    if result.recipes:
        from cli.setting import told_losses  # noqa: PLC0415 - as above

        lost, extra["losses"] = told_losses(result)
        notes += lost
    return carry_out(result, arguments, notes, extra)


def _plan(catalogue: Catalogue, arguments: argparse.Namespace) -> tuple[Plan, list[str]]:
    """The plan, and sentences on what was asked for and is not done."""
    steps = arguments.steps if arguments.in_order else sorted(arguments.steps, key=lambda step: IN_ORDER[step.option])
    meant = [edits_of(catalogue, step) for step in steps]
    edits = [edit for each in meant for edit in each.edits]
    notes = [note for each in meant for note in each.notes]
    numbers = any(step.option in ("cast", "set") for step in steps)
    return Plan().with_edits(edits) if numbers else Plan(tuple(edits)), notes


def _usage(message: str) -> int:
    complain(f"pthfinder: {message}. See `{program.name()} fix --help`.")
    return USAGE

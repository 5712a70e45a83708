"""The command ``fix``: a plan from the arguments, previewed and saved."""

from __future__ import annotations

import argparse
from typing import Any

from cli.opening import opened
from cli.output import USAGE, complain
from cli.saving import carry_out, prefix_edits
from core import program
from core.catalogue.catalogue import Catalogue
from core.edits.edits import Drop, Edit, Keep, MoveOptimizer, Plan, RemapDevice, RenameKey
from core.edits.preview import preview


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
    edits: list[Edit] = [RemapDevice(source, target) for source, target in arguments.map]
    if arguments.optimizer_device:
        edits.append(MoveOptimizer(arguments.optimizer_device))
    edits += prefix_edits(arguments)
    edits += [Drop(catalogue.find(path)) for path in arguments.drop]
    edits += [RenameKey(catalogue.find(path), name) for path, name in arguments.rename]
    notes: list[str] = []
    if arguments.cast or arguments.set:
        from cli.setting import casts, settings  # noqa: PLC0415 - a fix that changes no numbers starts without

        cast, notes = casts(catalogue, arguments.cast)
        edits += [*cast, *settings(catalogue, arguments.set)]
    if arguments.keep:
        edits.append(Keep(catalogue.find(arguments.keep)))
    return Plan().with_edits(edits) if arguments.cast or arguments.set else Plan(tuple(edits)), notes


def _usage(message: str) -> int:
    complain(f"pthfinder: {message}. See `{program.name()} fix --help`.")
    return USAGE

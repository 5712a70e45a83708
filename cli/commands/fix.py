"""The command ``fix``: a plan from the arguments, previewed and saved."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cli.opening import opened
from cli.output import USAGE, complain
from cli.saving import carry_out
from cli.shared_arguments import (
    Add,
    accept_files,
    accepted,
    add_file,
    computer_of,
    json_argument,
    machine_arguments,
    model_arguments,
    overwrite_argument,
)
from core import program
from core.catalogue.catalogue import Catalogue
from core.edits.edits import IN_ORDER, OPTIONS, Plan, Step, UseContainer, check_step, edits_of
from core.edits.preview import Preview, preview
from core.errors import EditError, SaveError
from core.formats.register import TARGETS
from core.remote.address import as_path
from core.saving.gate import Place, check_apart, place_of
from core.saving.legacy_format import stamp
from core.saving.publishing import resolved
from core.text import titled
from core.words import say

if TYPE_CHECKING:
    from core.recipes.recipe import Recipe


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add)
    add("-o", "--output", metavar="OUT", help=say("the file to write; may be FILE itself with --overwrite"))
    model_arguments(add)
    _edit_arguments(add)
    add(
        "--cure",
        action="extend",
        nargs="+",
        default=[],
        metavar="CODE",
        help=say("fix problems that diagnose finds, by their codes, or `all`"),
    )
    machine_arguments(add, say("for --cure: "))
    add("--against", metavar="OTHER", help=say("for --cure: the model that will load it, as for diagnose"))
    overwrite_argument(add)
    add("--accept-damage", action="store_true", help=say("write bytes even if they do not match their checksum"))
    accepted(add)
    accept_files(add)
    add("--dry-run", action="store_true", help=say("show what would change, and write nothing"))
    json_argument(add)


def _edit_arguments(add: Add) -> None:
    """Describe them all. They are collected in ``steps``, in the order in which they stand."""
    for option in OPTIONS.values():
        if not option.form:
            add(f"--{option.name}", action=_Collect, dest="steps", nargs=0, default=[], help=say(option.help))
        elif option.metavar:
            named, told = option.metavar, say(option.help)
            add(f"--{option.name}", action=_Collect, dest="steps", default=[], metavar=named, help=told)
    add("--in-order", action="store_true", help=say("apply the edits in the order given, not devices first"))
    add(
        "--recipe",
        metavar="FILE",
        help=say("then apply a recipe, skipping the steps that do not apply to this file"),
    )
    add("--save-recipe", metavar="FILE", help=say("save these edits as a recipe for other files"))
    add("--container", choices=TARGETS, help=say("write this container (default: the same as FILE)"))
    add(
        "--shard-size",
        type=_size,
        metavar="SIZE",
        help=say("write a folder of shards of at most this size, such as 5GB, with the index that transformers writes"),
    )


def _size(text: str) -> int:
    from core.saving.targets.sharding import size_of  # noqa: PLC0415 - for who asks for it

    try:
        return size_of(text)
    except SaveError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


class _Collect(argparse.Action):
    """Puts a step behind those before it."""

    def __call__(
        self, _: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        step = Step((option or "").removeprefix("--"), values if isinstance(values, str) else "")
        try:
            check_step(step)
        except EditError as error:
            raise argparse.ArgumentError(self, str(error)) from None
        namespace.steps = [*namespace.steps, step]


def run(arguments: argparse.Namespace) -> int:
    """Write a fixed copy."""
    if arguments.output is None and not arguments.save_recipe and not arguments.dry_run:
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
    kept = _kept(result, arguments) if arguments.save_recipe else None
    notes += kept.left if kept is not None else []
    return carry_out(result, arguments, notes, extra, kept)


def _plan(catalogue: Catalogue, arguments: argparse.Namespace) -> tuple[Plan, list[str]]:
    """The plan, and sentences on what was asked for and is not done."""
    steps = arguments.steps if arguments.in_order else sorted(arguments.steps, key=lambda step: IN_ORDER[step.option])
    reshaped = _reshaped(catalogue, steps)
    meant = [edits_of(reshaped if OPTIONS[step.option].counts_in_shapes else catalogue, step) for step in steps]
    edits = [edit for each in meant for edit in each.edits]
    notes = [note for each in meant for note in each.notes]
    if arguments.container == "zip" and stamp(preview(catalogue, Plan())):  # else it has that container already
        edits.append(UseContainer("zip"))
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
    recipe = read_recipe(as_path(arguments.recipe))
    applied = apply_recipe(catalogue, recipe, plan, computer, accept_files=arguments.accept_files)
    left = [{"step": step_text(each.step), "why": each.why} for each in applied.not_done]
    return applied.preview.plan, [titled(say("left out"), titled(each["step"], each["why"])) for each in left], left


class _Kept(NamedTuple):
    """The recipe of ``--save-recipe``, where it goes, and sentences on what of the plan is no part of it."""

    place: Place
    recipe: Recipe
    left: list[str]

    def write(self) -> Path:
        """Write it. Returns its file."""
        from core.recipes.recipe import write_recipe  # noqa: PLC0415 - as above

        write_recipe(self.place, self.recipe)
        return self.place.path


def _kept(result: Preview, arguments: argparse.Namespace) -> _Kept:
    """What ``--save-recipe`` is to write. Raises `SaveError` where it may not be, before anything else is written."""
    from core.recipes.recipe import check_steps, recipe_of  # noqa: PLC0415 - as above

    target = as_path(arguments.save_recipe)
    place = place_of(target, result.catalogue.checkpoint, overwrite=arguments.overwrite)
    if arguments.output is not None:
        check_apart(place.path, resolved(arguments.output))
    made = recipe_of(result, place.path.name.partition(".")[0])
    check_steps(made.recipe)
    left = [titled(say("not in the recipe"), titled(each.title, each.why)) for each in made.left]
    return _Kept(place, made.recipe, left)


def _usage(message: str) -> int:
    complain(say("pthfinder: {message}. See `{name} fix --help`.", message=message, name=program.name()))
    return USAGE

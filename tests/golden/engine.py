"""All of the program that the net touches, in one place: what is moved is named anew here and nowhere else."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from cli import arguments
from cli.main import run
from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.diagnosis.diagnose import diagnose
from core.diagnosis.finding import Finding
from core.diagnosis.traceback.answer import answer, machine_of
from core.diagnosis.traceback.recognise import recognise
from core.diagnosis.unopened import diagnose_unopened
from core.edits.edits import EDITS, OPTIONS, Plan, edits_of
from core.edits.preview import Preview, preview
from core.edits.steps import Step
from core.errors import CheckpointError
from core.files.parts import identity_of
from core.loading.computer import Computer
from core.recipes.as_command import as_command
from core.recipes.as_python import as_python
from core.recipes.kept_plan import plan_from_json, plan_to_json
from core.recipes.recipe import recipe_json, recipe_of
from core.saving.save import save
from core.torch_child import gpus

__all__ = [
    "Catalogue",
    "CheckpointError",
    "Computer",
    "Finding",
    "Plan",
    "Preview",
    "answer",
    "as_command",
    "as_python",
    "commands",
    "diagnose",
    "diagnose_unopened",
    "in_the_dark",
    "kept",
    "machine_of",
    "opened",
    "options",
    "plan_of_steps",
    "preview",
    "read_kept",
    "recipe_json",
    "recipe_of",
    "recognise",
    "said",
    "save",
]


def opened(path: Path) -> Catalogue:
    """A file by itself, or a folder."""
    return build_catalogue(open_checkpoint(path, alone=path.is_file()))


def plan_of_steps(catalogue: Catalogue, steps: list[list[str]]) -> Plan:
    """The plan of options and their values, as ``fix`` has them."""
    return Plan().with_edits([edit for step in steps for edit in edits_of(catalogue, Step(*step)).edits])


def kept(catalogue: Catalogue, plan: Plan) -> Any:
    """The plan as JSON of today."""
    return plan_to_json(catalogue, plan)


def read_kept(catalogue: Catalogue, data: Any) -> Plan:
    """The plan of JSON, of today or of one release ago."""
    return plan_from_json(catalogue, data)


def identity(path: Path) -> list[Any]:
    """What tells that a file whose numbers are taken is still the same, as kept plans have it."""
    return list(identity_of(path))


def options() -> tuple[str, ...]:
    """The options that are steps."""
    return tuple(OPTIONS)


def edits() -> tuple[str, ...]:
    """The kinds of edits, as kept plans name them."""
    return tuple(edit.__name__ for edit in EDITS)


def commands() -> tuple[str, ...]:
    """The commands of the command line."""
    return tuple(arguments.COMMANDS)


def said(words: list[str]) -> tuple[int, str, str]:
    """What a command answers: its exit code, stdout and stderr."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = run(words)
        except SystemExit as ended:
            code = int(ended.code or 0)
    return code, out.getvalue(), err.getvalue()


@contextlib.contextmanager
def in_the_dark() -> Iterator[None]:
    """Without the cards of this computer, its terminal, and the time that a disk takes to be sure."""
    none = gpus.LiveCards((), "There is no card.")
    with (
        mock.patch("cli.commands.memory.live_cards", return_value=none),
        mock.patch.object(os, "fsync"),
        mock.patch.dict(os.environ, {"COLUMNS": "100"}),
    ):
        yield

"""The command ``diagnose``: which errors a checkpoint will raise, in torch's words, and what cures them."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from cli.opening import catalogue_of, with_named_models
from cli.output import AT_FAULT, DONE, FOUND, print_json, print_lines, progress, shows_progress
from cli.shared_arguments import (
    Add,
    add_file,
    child_arguments,
    computer_of,
    json_argument,
    limits_of,
    machine_arguments,
    model_arguments,
    told,
)
from core.diagnosis.diagnose import diagnose as find
from core.diagnosis.finding import ERROR
from core.diagnosis.model_match.group_findings import optimizer_alone
from core.diagnosis.model_match.model_findings import compare
from core.diagnosis.model_match.model_keys import read_model_keys
from core.diagnosis.traceback.answer import Answer, answer, answer_unknown, machine_of
from core.diagnosis.traceback.recognise import Recognised, recognise
from core.diagnosis.unopened import diagnose_unopened
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.errors import CheckpointError, EditError, SaveError
from core.files.member import MemberPath
from core.loading.computer import Computer
from core.loading.many_files import is_many, path_as_typed
from core.loading.quoting import file_word, option
from core.remote.address import as_path
from core.report.diagnosis import Diagnosis, diagnosis_json, diagnosis_lines
from core.torch_child.limits import OverLimit
from core.torch_child.trial_load import CannotVerify, LoadResult, verify_file, verify_preview
from core.words import say

_MOST_PASTED = 1_000_000
"""Characters of a pasted error that are read."""


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add)
    machine_arguments(add)
    add(
        "--against",
        metavar="OTHER",
        help=say("the model that will load it: a checkpoint, or a list of keys and shapes"),
    )
    model_arguments(add)
    add("--error", metavar="TEXT", help=say("the error that you got; - reads it from stdin"))
    add("--verify", action="store_true", help=say("also load it here with torch, in a separate process"))
    child_arguments(add)
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Say what will go wrong; the exit code tells whether plain ``torch.load(f)`` fails."""
    computer = computer_of(arguments)
    error = _pasted() if arguments.error == "-" else arguments.error
    recognised = recognise(error) if error is not None else None
    found = _look(arguments, machine_of(recognised, computer))
    if error is not None:
        found = replace(found, asked=error, answer=_answer(error, recognised, found))
    if arguments.verify:
        found = replace(found, verdict=_verdict(arguments, found.view))
    if arguments.json:
        print_json(diagnosis_json(found, _fix(arguments, found)))
    else:
        print_lines(diagnosis_lines(found, _fix(arguments, found)))
    if found.unopened and not found.findings:
        return AT_FAULT
    return FOUND if any(finding.severity == ERROR for finding in found.findings) else DONE


def _pasted() -> str:
    """What stdin says, as far as an error can be long."""
    if sys.stdin is None:
        raise EditError("--error - reads the error from stdin, which is closed.")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin.read(_MOST_PASTED)


def _look(arguments: argparse.Namespace, computer: Computer) -> Diagnosis:
    """What the file says by itself, and against a model where one is given."""
    against = arguments.against or arguments.model
    wanted = read_model_keys(against) if against else None
    try:
        catalogue = catalogue_of(arguments)
    except CheckpointError as error:
        findings = diagnose_unopened(arguments.file, error)
        if not findings and not arguments.json:
            raise
        return Diagnosis(
            str(as_path(arguments.file).absolute()), computer, findings, unopened="" if findings else str(error)
        )
    try:
        catalogue = with_named_models(catalogue, arguments)
    except EditError:
        if not arguments.model or arguments.optimizer_of:
            raise  # else what does not fit is found below
    view = preview(catalogue, Plan())
    found = Diagnosis(str(catalogue.checkpoint.path), computer, find(view, computer, wanted), view)
    if wanted is None:
        return found
    alone = optimizer_alone(view, wanted)
    if alone is not None or not wanted.shapes:
        return replace(found, comparison=alone)
    try:
        return replace(found, comparison=compare(view, wanted))
    except EditError as error:  # there is no state dict in the file to compare
        return replace(found, comparison=f"not compared. {error}")


def _answer(error: str, recognised: Recognised | None, found: Diagnosis) -> Answer | None:
    folder = Path(found.file)
    if recognised is None:
        return answer_unknown(error, found.findings, found.view, folder)
    return answer(recognised, found.findings, found.view, folder)


def _verdict(arguments: argparse.Namespace, view: Preview | None) -> LoadResult | str:
    shown = shows_progress()
    if shown:
        progress(say("loading with torch …"))
    try:
        checkpoint = view.catalogue.checkpoint if view is not None else None
        if view and checkpoint and (len(checkpoint.parts) > 1 or isinstance(checkpoint.path, MemberPath)):
            return verify_preview(view, limits=limits_of(arguments))
        return verify_file(_file(arguments, view), limits=limits_of(arguments))
    except (CannotVerify, SaveError, EditError) as error:
        return str(error)
    except OverLimit as error:
        return told(error)
    finally:
        if shown:
            progress("")


def _file(arguments: argparse.Namespace, view: Preview | None) -> str:
    """What was opened, as it was typed; of a folder with one checkpoint that file."""
    if view is None or is_many(view.catalogue.checkpoint):
        return str(arguments.file)
    return path_as_typed(view.catalogue.checkpoint, arguments.file)


def _fix(arguments: argparse.Namespace, found: Diagnosis) -> list[str]:
    """The words of the command that cures, but for what it cures; the computer may be that of an error."""
    words, computer = ["fix", file_word(_file(arguments, found.view)), "-o", "OUT"], found.computer
    asked = computer_of(arguments)
    if arguments.card is not None or arguments.machine is not None or computer.gpus != asked.gpus:
        words += ["--machine", f"gpus:{computer.gpus}" if computer.gpus else "cpu"]
    if arguments.target is not None and computer.card == asked.card:
        words += option("--target", arguments.target)
    if computer.ranks != 1:
        words += ["--ranks", str(computer.ranks)]
    for pair in arguments.optimizer_of:
        words += option("--optimizer-of", pair)
    for name in ("model", "against"):
        if getattr(arguments, name):
            words += option(f"--{name}", getattr(arguments, name))
    return words

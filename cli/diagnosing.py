"""The command ``diagnose``: which errors a checkpoint will raise, in torch's words, and what cures them."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from cli.output import DONE, ERASE_LINE, FOUND, printable
from core.catalogue import build_catalogue
from core.checkpoint import open_checkpoint
from core.diagnosis.answer import Answer, answer
from core.diagnosis.computer import Computer, parse_computer
from core.diagnosis.diagnose import diagnose as find
from core.diagnosis.findings import ERROR
from core.diagnosis.recognise import recognise
from core.diagnosis.report import Diagnosis, command, diagnosis_json, diagnosis_text
from core.diagnosis.wanted import read_wanted
from core.edits import Plan
from core.errors import CheckpointError, EditError
from core.preview import preview
from core.verification import CannotVerify, Verdict, verify_file


def diagnose(arguments: argparse.Namespace) -> int:
    """Say what will go wrong; the exit code tells whether plain ``torch.load(f)`` fails."""
    computer = replace(parse_computer(arguments.machine), ranks=arguments.ranks)
    error = sys.stdin.read() if arguments.error == "-" else arguments.error
    found = _look(arguments, computer)
    if error is not None:
        found = replace(found, asked=True, answer=_answer(error, found))
    if arguments.verify:
        found = replace(found, verdict=_verdict(arguments.file))
    if arguments.json:
        print(json.dumps(diagnosis_json(found)))
    else:
        print(printable(diagnosis_text(found, _cure(arguments))))
    sys.stdout.flush()
    return FOUND if any(finding.severity == ERROR for finding in found.findings) else DONE


def _look(arguments: argparse.Namespace, computer: Computer) -> Diagnosis:
    """What the file says by itself, and against a model where one is given."""
    wanted = read_wanted(arguments.against) if arguments.against else None
    try:
        catalogue = build_catalogue(open_checkpoint(arguments.file))
    except CheckpointError as error:
        from core.diagnosis.unopened import diagnose_unopened  # noqa: PLC0415 - most files open

        findings = diagnose_unopened(arguments.file, error, computer)
        if not findings:
            raise
        return Diagnosis(str(Path(arguments.file).absolute()), computer, findings)
    view = preview(catalogue, Plan())
    found = Diagnosis(str(catalogue.checkpoint.path), computer, find(view, computer, wanted), view)
    if wanted is None or not wanted.shapes:
        return found
    from core.diagnosis.against import compare  # noqa: PLC0415 - only with a model

    try:
        return replace(found, comparison=compare(view, wanted))
    except EditError as error:  # there is no state dict in the file to compare
        return replace(found, comparison=str(error))


def _answer(error: str, found: Diagnosis) -> Answer | None:
    recognised = recognise(error)
    return answer(recognised, found.findings, found.view) if recognised is not None else None


def _verdict(file: str) -> Verdict | str:
    shown = sys.stderr.isatty()
    if shown:
        print("loading with torch …", end="", file=sys.stderr, flush=True)
    try:
        return verify_file(file)
    except CannotVerify as error:
        return str(error)
    finally:
        if shown:
            print(ERASE_LINE, end="", file=sys.stderr, flush=True)


def _cure(arguments: argparse.Namespace) -> str:
    """The command that cures a finding, but for its code."""
    words = ["python", "main.py", "fix", arguments.file, "-o", "OUT"]
    if arguments.machine != "cpu":
        words += ["--machine", arguments.machine]
    if arguments.ranks != 1:
        words += ["--ranks", str(arguments.ranks)]
    if arguments.against:
        words += ["--against", arguments.against]
    return command(*words, "--cure")

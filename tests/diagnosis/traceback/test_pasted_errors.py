"""Errors as people paste them, each with a file that fits it and one that does not, and with the files of all others.

The files are made by real torch. In the collection ``fits_must_be`` is what the fitting file must be called: ``cause``;
``not-acquitted``, the cause or "cannot tell from the file"; ``not-cause``, never the cause; ``any``, where it is enough
that the error is recognised.
"""

from __future__ import annotations

import functools
import json
import re
import tempfile
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch

from cli.main import run
from core.diagnosis.diagnose import diagnose
from core.diagnosis.finding import Finding
from core.diagnosis.traceback.answer import Answer, answer, machine_of
from core.diagnosis.traceback.recognise import recognise
from core.diagnosis.unopened import diagnose_unopened
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from tests.files.checkpoints import save
from tests.files.fitting_files import make, of_the_error
from tests.support.engine import planned


def _read(name: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return found


def _collected() -> list[dict[str, str]]:
    """Further errors, from the collection that recognition is tested with: all or a piece of each says which it is."""
    texts = [(case["text"], case["code"]) for case in _read("collected_errors.json")]
    found = []
    for case in _read("judged_errors.json"):
        whole = [each for each in texts if each[0] == case["error"]]
        ((text, code),) = whole or [each for each in texts if case["error"] in each[0]]
        found.append({**case, "error": text, "trap": code})
    return found


SHARED = _read("pasted_errors.json")
CASES = [*SHARED, *_collected()]
NOTHING_SAID = ("", "    raise ValueError")
"""What was cut so short that it says nothing."""

NOT_ANSWERED = {61}
"""``No module named 'losses'`` and a model of ``models.yolo``: the file does not name what is missing; its code may."""


def cases(left: Collection[int]) -> list[Any]:
    """All cases, those that are not answered as the collection wants it marked."""
    mark = pytest.mark.xfail(strict=True, reason="the file alone does not tell")
    names = [f"{number}-{case['trap']}" for number, case in enumerate(CASES)]
    return [
        pytest.param(case, id=names[number], marks=[mark] if number in left else [])
        for number, case in enumerate(CASES)
    ]


ZIPS = "(?!legacy|healthy, cpu, legacy|.*legacy container|git|blank|plain|0 bytes|first 40|bare|safetensors|pickled by)"
MAY_BE: dict[str, str] = {
    r"RecursiveScriptModule": r"TorchScript",
    r"is_available\(\) is False|No CUDA GPUs": r"cuda:\d",
    r"tagged with \"?mps": r"mps",
    r"unexpected key +\"state_dict\"|restore \w+ state but": r"Lightning checkpoint without",
    r"\[defaultdict\]": r"torch\.optim\.Adam",  # the state of an optimizer object is one
    r"CUDA device (\d) but": r"on cuda:{}(?!\d)",
    r"invalid device ordinal|validate_cuda_device": r"cuda:[1-9]",
    r"tagged with xla": r"xla",
    r"state_steps should not be CUDA": r"Adam step too",
    r"did you mean to use torch\.jit\.load|invalid header\"?\)?$": ZIPS + r".*",
    r"constants\.pkl": rf"(?!TorchScript){ZIPS}.*",
    r"failed finding central directory": r"zip, cut",
    r"Unable to load weights": r".*(?:cut|0 bytes|bare|without|first 40|plain|page|HTML|git|overwritten|wrong|text)",
    r"HeaderTooLarge": r"git-lfs pointer",
    r"unexpected EOF": r"legacy, cut|first 40",
    r"Ran out of input": r"legacy, cut|first 40|0 bytes",
    r"invalid header or archive is corrupted": r"local header",
    r"KeyError: 'state_dict'|KeyError: 'model_state_dict'|KeyError: 'pytorch-lightning_version'": r".*",
}
"""For some errors, which other files have what they name as well; ``{}`` is what the group of the error holds.

A key that is looked for at the top is missing in nearly all files: which of them is left to the tests of that trap.
"""


@dataclass(frozen=True, eq=False)
class Made:
    """A file of the collection, opened if it opens, and what is found in it on a computer."""

    path: Path
    view: Preview | None
    error: CheckpointError | None

    @functools.cache  # noqa: B019 - as long as the collection
    def findings(self, computer: Computer) -> tuple[Finding, ...]:
        if self.view is not None:
            return diagnose(self.view, computer)
        assert self.error is not None
        return diagnose_unopened(self.path, self.error)


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


@functools.cache
def _made(description: str, error: str) -> Made:
    path = make(description, error, Path(_folder().name) / f"file {_made.cache_info().currsize}.pth")
    try:
        return Made(path, planned(path), None)
    except CheckpointError as refused:
        return Made(path, None, refused)


def file_of(description: str, error: str) -> Made:
    """One file for each description, or for each error where it is made of what the error names."""
    return _made(description, error if of_the_error(description) else "")


FILES = sorted({(case["fits"], case["error"] if of_the_error(case["fits"]) else "") for case in CASES})


def judged(error: str, file: Made) -> Answer | None:
    found = recognise(error)
    if found is None:
        return None
    return answer(found, file.findings(machine_of(found, Computer())), file.view)


def told(error: str, file: Made, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What the command line says."""
    run(["diagnose", str(file.path), "--json", "--error", error])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)["error"]
    return found


@pytest.mark.parametrize("case", cases(()))
def test_each_error_is_recognised(case: dict[str, str]) -> None:
    assert (recognise(case["error"]) is None) == (case["error"] in NOTHING_SAID)


@pytest.mark.parametrize("case", cases(NOT_ANSWERED))
def test_the_file_that_fits(case: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    found = told(case["error"], file_of(case["fits"], case["error"]), capsys)
    allowed = {
        "cause": {"cause"},
        "not-acquitted": {"cause", "cannot-tell"},
        "not-cause": {"not-cause", "cannot-tell"},
        "any": {"cause", "not-cause", "cannot-tell"},
    }
    assert found["verdict"] in allowed[case["fits_must_be"]], found
    assert found["is_cause"] == (found["verdict"] == "cause")


@pytest.mark.parametrize("case", cases(()))
def test_the_other_file(case: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    found = told(case["error"], file_of(case["other"], case["error"]), capsys)
    assert found["verdict"] != "cause", found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["trap"])
def test_the_answer_is_first_and_short(case: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    file = file_of(case["fits"], case["error"])
    run(["diagnose", str(file.path), "--error", case["error"]])
    lines = capsys.readouterr().out.splitlines()
    verdicts = ("This file is the cause: ", "This file is not the cause: ", "Cannot tell from the file: ")
    assert lines[0].startswith(verdicts if recognise(case["error"]) else "The error is not recognised.")
    assert len(lines) <= 20, "\n".join(lines)
    assert max(map(len, (line for line in lines if str(file.path) not in line and "fix: python" not in line))) <= 130
    heading = next(number for number, line in enumerate(lines) if line.startswith(f"{file.path}, on "))
    assert not lines[heading - 1]
    assert lines[heading + 1 :][:1] in ([], ["also wrong with this file:"])


def test_many_findings_are_counted_below_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value = {f"part{number}": {f"module.{number}.weight": torch.ones(2)} for number in range(40)}
    path = save(value, tmp_path / "a.pth")
    run(["diagnose", str(path), "--error", SHARED[0]["error"]])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 30
    assert lines[-1].endswith("more: see diagnose without --error")


def test_what_a_script_cuts_off_is_told() -> None:
    (case,) = (case for case in SHARED if case["trap"] == "script-cuts-7")
    said = judged(case["error"], file_of(case["fits"], case["error"]))
    assert said is not None
    assert "key[7:]" in said.text


def may_be_cause(case: dict[str, str], description: str, error: str) -> bool:
    """Whether a file has what an error names, too."""
    if description == case["fits"] and (not of_the_error(description) or error == case["error"]):
        return True
    for pattern, kinds in MAY_BE.items():
        found = re.search(pattern, case["error"])
        if found is not None and re.search(kinds.format(*found.groups()), description):
            return True
    return False


def test_few_are_answered_otherwise_than_the_collection_wants() -> None:
    assert len(NOT_ANSWERED) <= 0.03 * len(SHARED)


@pytest.mark.parametrize("case", cases(()))
def test_the_files_of_all_other_errors(case: dict[str, str]) -> None:
    accused = [
        (description, said.text)
        for description, error in FILES
        if not may_be_cause(case, description, error)
        if (said := judged(case["error"], file_of(description, error))) is not None
        if said.is_cause
    ]
    assert not accused

"""Curing all loses nothing: what only its owner's code can read stays as it was saved, and says what it would cost."""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
import types
from collections import UserDict, UserList
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from cli.main import run
from core.diagnosis.diagnose import cure_all
from core.diagnosis.finding import NOTE
from core.edits.edits import Plan, RenameModule
from core.languages import speak
from tests.files.checkpoints import save
from tests.support.engine import planned
from tests.support.judging import CPU, findings_of, quiet_load
from tests.support.oracle import assert_same


class Schedule:
    """An object of a script."""

    def __init__(self) -> None:
        self.milestones = [3, 5]


STRUCTURED = np.zeros(3, dtype=[("step", "i4"), ("loss", "f4")])

LOSING: dict[str, tuple[Any, str]] = {
    "a class among hyper-parameters": (nn.ReLU, "only the names stay"),
    "a module among hyper-parameters": (nn.LeakyReLU(0.2), "negative_slope"),
    "an object of a script": (Schedule(), "the classes of objects"),
    "a structured array": (STRUCTURED, "value"),
    "a whole model": (nn.Linear(2, 2), "the class of the model at “value”"),
    "a whole optimizer": (torch.optim.SGD(nn.Linear(2, 2).parameters()), "the optimizer's class"),
    "a time with its zone": (dt.datetime(2024, 1, 1, tzinfo=dt.UTC), "time zone"),
    "a frozen set": (frozenset({1}), "frozen"),
}


@pytest.fixture(params=list(LOSING))
def losing(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    value, lost = LOSING[request.param]
    return save({"model": nn.Linear(2, 2).state_dict(), "value": value}, tmp_path / "a.pt"), lost


def test_curing_all_leaves_it_and_says_what_it_would_lose(
    losing: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, lost = losing
    edits = cure_all(planned(path).catalogue, Plan(), CPU).edits
    assert all(isinstance(edit, RenameModule) for edit in edits)  # numpy 1 and 2 both know the older name
    able = [each for each in findings_of(path) if each.edits and each.severity != NOTE and each.code != "numpy-core"]
    assert all(lost in each.loses for each in able)
    if not able:
        return
    assert run(["fix", str(path), "-o", str(tmp_path / "b.pt"), "--cure", "all", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["cured"]) <= {"numpy-core"}
    saved = (quiet_load(each, weights_only=False)["value"] for each in (path, tmp_path / "b.pt"))
    assert len({type(each) for each in saved}) == 1
    assert run(["fix", str(path), "--dry-run", "--cure", "all"]) == 0
    assert f"That loses {able[0].loses}." in capsys.readouterr().out
    assert run(["fix", str(path), "-o", str(tmp_path / "c.pt"), "--cure", able[0].code]) == 0


@pytest.mark.parametrize("value", [nn.ReLU(), torch.optim.SGD(nn.Linear(2, 2).parameters()), nn.Linear(2, 2)])
def test_what_is_lost_is_said_in_the_language_in_use(value: object, tmp_path: Path) -> None:
    path = save({"value": value}, tmp_path / "a.pt")
    speak("zh")
    try:
        losses = [each.loses for each in findings_of(path) if each.loses]
    finally:
        speak("en")
    assert losses
    assert all("类" in each for each in losses), losses


LOSSLESS: dict[str, tuple[Any, Any]] = {
    "arguments": (argparse.Namespace(lr=0.1, sizes=[1, 2]), {"lr": 0.1, "sizes": [1, 2]}),
    "a path": (Path("a/b"), "a/b"),
    "a number of NumPy": (np.float64(0.5), 0.5),
    "an array": (np.arange(3.0), torch.arange(3.0, dtype=torch.float64)),
    "a list in a class": (UserList([1, 2]), [1, 2]),
    "a dict in a class": (UserDict(a=1), {"a": 1}),
}


@pytest.mark.parametrize("name", list(LOSSLESS))
def test_curing_all_cures_what_loses_nothing(name: str, tmp_path: Path) -> None:
    value, plain = LOSSLESS[name]
    path = save({"value": value}, tmp_path / "a.pt")
    assert run(["fix", str(path), "-o", str(tmp_path / "b.pt"), "--cure", "all"]) == 0
    assert_same(quiet_load(tmp_path / "b.pt"), {"value": plain})


def test_the_list_of_fastai_is_a_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``fastcore.foundation.L`` keeps its items in an attribute, and fastai saves its hyper-parameters in one."""
    module = types.ModuleType("fastcore.foundation")
    made = type(
        "L",
        (),
        {"__module__": "fastcore.foundation", "__init__": lambda self, *items: setattr(self, "items", list(items))},
    )
    module.L = made  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fastcore", types.ModuleType("fastcore"))
    monkeypatch.setitem(sys.modules, "fastcore.foundation", module)
    path = save({"hypers": made({"lr": 0.1}, {"lr": 0.2})}, tmp_path / "a.pt")
    assert run(["fix", str(path), "-o", str(tmp_path / "b.pt"), "--cure", "all"]) == 0
    assert quiet_load(tmp_path / "b.pt") == {"hypers": [{"lr": 0.1}, {"lr": 0.2}]}

"""What a GradScaler and schedulers of real torch refuse while they load a state, held against what the file has."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn
from torch.amp import GradScaler
from torch.optim import lr_scheduler

from core.diagnosis.traceback.answer import CANNOT_TELL, CAUSE, NOT_CAUSE, Answer, answer
from core.diagnosis.traceback.recognise import recognise
from tests.files.checkpoints import save
from tests.support.engine import fix, planned

OFF: dict[str, Any] = GradScaler("cuda", enabled=False).state_dict()
ON = GradScaler("cpu", enabled=True).state_dict()
MODEL = nn.Linear(2, 2)
OPTIMIZER = torch.optim.SGD(MODEL.parameters(), lr=0.1)


def judged(load: Callable[[], Any], checkpoint: Any, path: Path) -> Answer:
    with pytest.raises((RuntimeError, KeyError, IndexError)) as error:
        load()
    found = recognise("".join(traceback.format_exception(error.value)))
    assert found is not None
    return answer(found, (), planned(save(checkpoint, path)))


def scaler() -> GradScaler:
    return GradScaler("cpu", enabled=True)


@pytest.mark.parametrize(
    ("checkpoint", "verdict"),
    [
        ({"model": MODEL.state_dict(), "scaler": OFF}, CAUSE),
        ({"model": MODEL.state_dict(), "state": {"grad_scaler": OFF}}, CAUSE),
        ({"model": MODEL.state_dict(), "scaler_state_dict": OFF}, CAUSE),
        ({"model": MODEL.state_dict(), "amp": OFF}, CAUSE),
        ({"scaler_g": ON, "scaler_d": OFF}, CAUSE),
        (OFF, CAUSE),
        ({"model": MODEL.state_dict(), "scaler": ON}, NOT_CAUSE),
        ({"model": MODEL.state_dict(), "sampler": {}, "history": {}}, NOT_CAUSE),
        (MODEL.state_dict(), NOT_CAUSE),
    ],
)
def test_the_state_of_a_scaler_that_was_off(checkpoint: Any, verdict: str, tmp_path: Path) -> None:
    said = judged(lambda: scaler().load_state_dict(OFF), checkpoint, tmp_path / "a.pth")
    assert (said.recognised.codes[0], said.verdict) == ("grad-scaler", verdict), said.text


def test_without_the_empty_state_the_file_is_not_the_cause(tmp_path: Path) -> None:
    def load() -> None:
        scaler().load_state_dict(OFF)

    said = judged(load, {"model": MODEL.state_dict(), "scaler": OFF}, tmp_path / "a.pth")
    (finding,) = said.offered
    fix(tmp_path / "a.pth", tmp_path / "b.pth", *finding.edits)
    cured = torch.load(tmp_path / "b.pth")
    assert list(cured) == ["model"]
    assert judged(load, cured, tmp_path / "c.pth").verdict == NOT_CAUSE


@pytest.mark.parametrize(
    ("checkpoint", "verdict"),
    [
        ({"scaler": {"growth_factor": 2.0}}, CAUSE),
        ({"scaler": ON}, NOT_CAUSE),
        (MODEL.state_dict(), NOT_CAUSE),
    ],
)
def test_what_is_no_state_of_a_scaler(checkpoint: Any, verdict: str, tmp_path: Path) -> None:
    said = judged(lambda: scaler().load_state_dict(MODEL.state_dict()), checkpoint, tmp_path / "a.pth")
    assert (said.recognised.codes[0], said.verdict) == ("grad-scaler", verdict), said.text


def constant(_epoch: int) -> float:
    return 1.0


class Rate:
    def __call__(self, _epoch: int) -> float:
        return 1.0


def steps() -> lr_scheduler.StepLR:
    return lr_scheduler.StepLR(OPTIMIZER, 3)


MAKE: dict[str, Callable[[], Any]] = {
    "lr_lambdas": lambda: lr_scheduler.LambdaLR(OPTIMIZER, constant),
    "_schedulers": lambda: lr_scheduler.SequentialLR(OPTIMIZER, [steps(), steps()], [3]),
    "_scale_fn_custom": lambda: lr_scheduler.CyclicLR(OPTIMIZER, 0.1, 0.2),
}
SAVED = {key: make().state_dict() for key, make in MAKE.items()}
OLD = {"mode": "min", "best": 1.0, "num_bad_epochs": 0, "last_epoch": 3}
"""As ReduceLROnPlateau of torch 1.0 saved it."""


@pytest.mark.parametrize("key", MAKE)
def test_the_state_of_another_scheduler(key: str, tmp_path: Path) -> None:
    path, model = tmp_path / "a.pth", MODEL.state_dict()

    def load() -> None:
        MAKE[key]().load_state_dict(steps().state_dict())

    plain, own = steps().state_dict(), SAVED[key]
    for scheduler in (plain, OLD, {}, *(state for other, state in SAVED.items() if other != key)):
        said = judged(load, {"model": model, "scheduler": scheduler}, path)
        assert (said.recognised.codes[0], said.verdict) == ("other-scheduler", CAUSE), said.text
        assert key in said.text
    for innocent in ({"model": model, "scheduler": own}, {"lr_schedulers": [own]}, model, {"last_epoch": 4}):
        assert judged(load, innocent, path).verdict == NOT_CAUSE
    assert judged(load, {"scheduler_g": own, "scheduler_d": plain}, path).verdict == CANNOT_TELL


def test_a_scheduler_with_fewer_parts(tmp_path: Path) -> None:
    def load() -> None:
        lr_scheduler.ChainedScheduler([steps()]).load_state_dict(SAVED["_schedulers"])

    path = tmp_path / "a.pth"
    said = judged(load, {"scheduler": SAVED["_schedulers"]}, path)
    assert (said.recognised.codes[0], said.verdict) == ("other-scheduler", CANNOT_TELL)
    assert "has 2 in '_schedulers'" in said.text
    assert judged(load, {"scheduler": steps().state_dict()}, path).verdict == NOT_CAUSE


def test_a_scheduler_with_fewer_functions(tmp_path: Path) -> None:
    two = torch.optim.SGD([{"params": [p]} for p in MODEL.parameters()], lr=0.1)
    state = lr_scheduler.LambdaLR(two, [Rate(), Rate()]).state_dict()
    said = judged(lambda: MAKE["lr_lambdas"]().load_state_dict(state), {"scheduler": state}, tmp_path / "a.pth")
    assert (said.recognised.codes[0], said.verdict) == ("other-scheduler", CANNOT_TELL)
    assert "has 2 in 'lr_lambdas'" in said.text

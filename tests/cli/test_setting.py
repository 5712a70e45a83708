"""``fix --cast`` and ``fix --set`` of numbers, as people type them; torch reads what was written."""

from __future__ import annotations

import json
import ntpath
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from cli.main import run
from cli.output import DONE
from tests.files.checkpoints import save
from tests.places import ROOT
from tests.support.oracle import load


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.randn(5, 3)).sum().backward()
    optimizer.step()
    monkeypatch.chdir(tmp_path)
    np.save(tmp_path / "bias.npy", np.arange(4.0))
    save({"x": torch.ones(4, 3).bfloat16()}, tmp_path / "other.pth")
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3}
    state["model"]["0.bias"][0] = 1e30
    return save(state, tmp_path / "run.pth")


def fix(said: str) -> Any:
    """What is in the file that a command writes."""
    assert run(["fix", "run.pth", "-o", "out.pth", "--overwrite", *shlex.split(said)]) == DONE
    return load(Path("out.pth"))


@pytest.mark.usefixtures("source")
def test_a_branch_is_cast_but_for_counts_and_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    found = fix("--cast 'model/**=float16' --cast optimizer=torch.bfloat16")
    assert found["model"]["0.weight"].dtype == torch.float16
    assert found["model"]["0.bias"][0] == float("inf")
    assert found["model"]["1.running_var"].dtype == torch.float32
    assert found["model"]["1.num_batches_tracked"].dtype == torch.int64
    assert {state["exp_avg"].dtype for state in found["optimizer"]["state"].values()} == {torch.bfloat16}
    assert {state["step"].dtype for state in found["optimizer"]["state"].values()} == {torch.float32}
    said = capsys.readouterr().out
    assert "2 tensors of model/** stay as they are: statistics of a norm" in said
    assert "4 tensors of optimizer stay as they are: a count of steps" in said
    assert "model/0.bias: 1 number out of the range of float16" in said


@pytest.mark.usefixtures("source")
def test_what_nothing_is_rounded_for_is_cast_whole(capsys: pytest.CaptureFixture[str]) -> None:
    found = fix("--cast '**=float64'")
    assert found["model"]["1.running_var"].dtype == torch.float64
    assert {state["step"].dtype for state in found["optimizer"]["state"].values()} == {torch.float64}
    assert "statistics" not in capsys.readouterr().out


@pytest.mark.usefixtures("source")
def test_what_is_asked_for_by_name_is_cast(capsys: pytest.CaptureFixture[str]) -> None:
    found = fix("--cast 1.running_mean=bf16 --cast 'exp_avg of 0.weight=half' --json")
    assert found["model"]["1.running_mean"].dtype == torch.bfloat16
    assert found["optimizer"]["state"][0]["exp_avg"].dtype == torch.float16
    assert isinstance(json.loads(capsys.readouterr().out)["losses"], list)


@pytest.mark.usefixtures("source")
def test_numbers_are_set() -> None:
    found = fix("--set 'model/0.weight[0,2]=nan' --set '0.weight[1:,-1]=-2' --set epoch=7 --set '1.weight=0'")
    weight = found["model"]["0.weight"]
    assert torch.isnan(weight[0, 2])
    assert (weight[1:, -1] == -2).all()
    assert not torch.isnan(weight[:, :2]).any()
    assert found["epoch"] == 7
    assert not found["model"]["1.weight"].any()


@pytest.mark.usefixtures("source")
def test_tensors_are_put_in() -> None:
    found = fix("--set 0.bias=@bias.npy --set 0.weight=@other.pth:x")
    assert torch.equal(found["model"]["0.bias"], torch.arange(4.0))
    assert torch.equal(found["model"]["0.weight"], torch.ones(4, 3).bfloat16())


@pytest.mark.usefixtures("source")
def test_a_drive_is_part_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path("other.pth").absolute()
    if sys.platform != "win32":
        monkeypatch.setattr(os.path, "splitdrive", ntpath.splitdrive)
        file = file.rename("C:other.pth")
    found = fix(f"--set 0.weight=@{file.as_posix()}:x")
    assert torch.equal(found["model"]["0.weight"], torch.ones(4, 3).bfloat16())


@pytest.mark.parametrize("key", ["0.weight", "model/module.0.weight", "*.0.weight"])
def test_their_tensor_is_named_as_ours_are(key: str, source: Path) -> None:
    theirs = {"module.0.weight": torch.full((4, 3), 5.0), "module.0.bias": torch.ones(4)}
    torch.save({"model": theirs}, source.with_name("theirs.pth"))
    assert torch.equal(fix(f"--set '0.weight=@theirs.pth:{key}'")["model"]["0.weight"], theirs["module.0.weight"])


def test_a_file_that_is_one_tensor_has_an_empty_key(tmp_path: Path) -> None:
    torch.save(torch.zeros(4, 3), tmp_path / "one.pt")
    words = ["--set", "[0,1]=2", "--cast", "**=half"]
    assert run(["fix", str(tmp_path / "one.pt"), "-o", str(tmp_path / "two.pt"), *words]) == DONE
    found = torch.load(tmp_path / "two.pt")
    assert (found.dtype, found[0, 1], found.sum()) == (torch.float16, 2, 2)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("--cast nothing=bf16", "is named 'nothing'"),
        ("--cast model=int8", "is not a dtype to cast to"),
        ("--cast 'model/*.num_batches_tracked=bf16'", "'model/*.num_batches_tracked' matches no tensor to cast"),
        ("--set epoc=1", "Did you mean 'epoch'"),
        ("--set 0.bias=one", "'one' is not a number"),
        ("--set '0.bias[9]=1'", "9 is not an index of dimension 0 (0 to 3)"),
        ("--set '0.bias[0]=@bias.npy'", "cannot go into a part of"),
        ("--set '*.weight=@bias.npy'", "names 2 tensors"),
        ("--set 0.bias=@missing.npy", "cannot be read"),
        ("--set 0.weight=@bias.npy", "is 4×3, but the tensor from 'bias.npy' is 4"),
        ("--set 0.weight=@other.pth:y", "In other.pth: No tensor in this file is named 'y'"),
        ("--set 0.weight=@run.pth:model", "'model' names 7 tensors in run.pth; name one"),
        ("--set 0.weight=@other.pth", "If it is a checkpoint, add the key of the tensor: other.pth:KEY"),
        ("--set 1.num_batches_tracked=0.5", "is not a whole number"),
        ("--cast model=float8_e5m2 --container legacy", "cannot load from the legacy format"),
    ],
)
@pytest.mark.usefixtures("source")
def test_what_cannot_be_is_one_sentence(said: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fix", "run.pth", "-o", "out.pth", *shlex.split(said)]) != DONE
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not Path("out.pth").exists()


def test_a_fix_of_no_numbers_needs_no_numpy(source: Path) -> None:
    code = (
        "import sys; from cli.main import run; "
        f"run(['fix', {str(source)!r}, '-o', {str(source.with_name('o.pth'))!r}, '--map', 'cpu=cuda:0']); "
        "sys.exit('numpy' in sys.modules or 'ml_dtypes' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0

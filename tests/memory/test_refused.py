"""Memory of files that plain ``torch.load(f)`` refuses: that is said, and the code that is printed runs."""

from __future__ import annotations

import argparse
import json
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from core.edits.edits import MakePlain
from core.memory.analysis import LOADS, UNTOLD, predict_memory
from core.memory.machine import Machine
from main import main
from tests.files.checkpoints import Net, place, save
from tests.support.engine import planned
from tests.support.oracle import PretendGpus, assert_same
from tests.support.running_recipes import failure

CPU = Machine(gpus=0, target="cpu")
REFUSED: dict[str, Any] = {
    "numpy": {"model": Net().state_dict(), "best": np.float64(0.5), "seen": np.arange(4)},
    "namespace": {"model": Net().state_dict(), "args": argparse.Namespace(lr=0.1)},
    "function": {"model": Net().state_dict(), "how": len},
    "whole": nn.Linear(2, 3),
    "whole below": {"net": nn.Linear(2, 3), "epoch": 3},
}


def run(path: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["memory", str(path), "--target", "cpu", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("name", REFUSED)
def test_code_runs_and_the_refusal_is_said(tmp_path: Path, name: str, container: str) -> None:
    path = save(REFUSED[name], tmp_path / "a.pt", container)
    with pytest.raises(Exception, match="Weights only load failed"):
        torch.load(path)
    analysis = predict_memory(planned(path), CPU)
    assert "Plain torch.load(f) refuses this file, because it uses " in analysis.notice
    assert "Diagnose the file" in analysis.notice
    fitting = [each for each in analysis.outcomes if each.verdict == LOADS and each.strategy.file == "f"]
    for_state_dicts = name not in ("whole", "whole below")
    assert len(fitting) == (5 + for_state_dicts if container == "zip" else 4)
    for outcome in fitting:
        assert failure(str(path), f"import torch\n{outcome.code}") == ""


@pytest.mark.parametrize("inside", [False, True])
def test_a_pickled_model_is_the_model_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inside: bool) -> None:
    """The code goes on with the pickled model, on its card; none of random weights is built, nor counted."""
    net, card = nn.Linear(4, 3), "cuda:1"
    optimizer = torch.optim.SGD(net.parameters(), momentum=0.9)
    with PretendGpus() as gpus:
        place(gpus, net.state_dict(), card)
        path = save({"model": net, "optimizer": optimizer.state_dict()} if inside else net, tmp_path / "a.pt")
        monkeypatch.setattr(nn.Module, "to", lambda model, device: place(gpus, model.state_dict(), device))
        analysis = predict_memory(planned(path), Machine(gpus=2, target=card, context=0))
        for outcome in analysis.outcomes:
            scope: dict[str, Any] = {"torch": torch, "f": path, "model_only": path, "Optimizer": torch.optim.SGD}
            exec(compile(outcome.code, outcome.strategy.id, "exec"), scope)
            assert_same(scope["model"], net, gpus.device_of)
            assert "checkpoint" not in scope
            assert ("optimizer" in scope) == (inside and outcome.strategy.optimizer)
    start, loaded, *_, end = analysis.outcome("default").phases
    assert card not in start.devices
    assert loaded.devices[card].allocated == end.devices[card].allocated == 2 * 512, "a weight and a bias"
    assert not any(each.strategy.assign for each in analysis.outcomes)


def test_a_protocol_that_torch_does_not_know(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pt"
    torch.save({"model": Net().state_dict()}, path, pickle_protocol=4)
    said = run(path, capsys)
    assert "refuses this file, because it does not support this kind of pickle" in said
    code = said.rpartition("\n\n")[2]
    assert failure(str(path), f"import torch\n{textwrap.dedent(code)}") == ""


def test_nothing_is_said_of_a_file_that_loads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save({"model": Net().state_dict()}, tmp_path / "a.pt")
    assert "refuses" not in run(path, capsys)
    assert json.loads(run(path, capsys, "--json"))["notice"] == ""


def test_the_fixed_file_is_loaded_plainly(tmp_path: Path) -> None:
    path = save({"model": Net().state_dict(), "args": argparse.Namespace(lr=0.1)}, tmp_path / "a.pt")
    entry = next(e for e, label in enumerate(planned(path).catalogue.labels) if label == "args")
    analysis = predict_memory(planned(path, MakePlain(entry)), CPU)
    assert "safe_globals" not in analysis.outcome("fixed").code
    assert "safe_globals" in analysis.outcome("default").code


def test_an_array_alone_is_no_matter_of_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save(np.eye(3), tmp_path / "a.pt")
    said = run(path, capsys)
    assert said.startswith("The file holds no tensors")
    assert "load_state_dict" not in said
    (only,) = json.loads(run(path, capsys, "--json"))["strategies"]
    assert only["verdict"] == UNTOLD
    assert failure(str(path), only["code"]) == ""


@pytest.mark.filterwarnings("ignore")
def test_torchscript_is_told_how_to_load_instead(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pt"
    torch.jit.script(nn.Linear(2, 3)).save(str(path))
    said = run(path, capsys)
    assert "error" not in said
    assert said.splitlines()[0].endswith("Load it with torch.jit.load(f, map_location='cpu').")
    (only,) = json.loads(run(path, capsys, "--json"))["strategies"]
    assert failure(str(path), only["code"]) == ""


def test_safetensors_is_told_how_to_load_instead(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header = b'{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}'
    path = tmp_path / "a.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + b"\0\0\x80\x3f")
    said = run(path, capsys)
    assert "error" not in said
    assert said.splitlines()[0].endswith("Load it with safetensors.torch.load_file(f, device='cpu').")
    pytest.importorskip("safetensors", reason="the code needs that package")
    (only,) = json.loads(run(path, capsys, "--json"))["strategies"]
    assert failure(str(path), only["code"]) == ""

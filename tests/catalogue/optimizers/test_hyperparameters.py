"""``inspect`` tells the options of optimizers, plain values and what DataParallel keeps, as torch itself has them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from cli.main import run
from tests.files.checkpoints import Net, save


def asked(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, Any], str]:
    """What ``inspect`` says, as JSON and as text."""
    assert run(["inspect", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert run(["inspect", str(path)]) == 0
    return found, capsys.readouterr().out


def test_options_of_an_optimizer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    net = Net()
    both = list(net.parameters())
    optimizer = torch.optim.AdamW([{"params": both[:2], "lr": 0.0}, {"params": both[2:]}], lr=3e-4, betas=(0.8, 0.95))
    found, text = asked(save({"opt": optimizer.state_dict()}, tmp_path / "a.pt"), capsys)
    (told,) = found["optimizers"]
    groups = [{k: v for k, v in group.items() if k != "params"} for group in optimizer.state_dict()["param_groups"]]
    assert told["options"] == json.loads(json.dumps(groups))
    assert "param_groups[0]: lr=0.0, betas=(0.8, 0.95)" in text
    assert "param_groups[1]: lr=0.0003; otherwise the same" in text
    assert "foreach" not in text  # off, and nobody set it


def test_options_that_json_does_not_know(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    optimizer = torch.optim.Adam([nn.Parameter(torch.ones(2))], lr=torch.tensor(0.1), capturable=False)
    state = optimizer.state_dict()
    state["param_groups"][0] |= {"eps": float("inf"), "own": {"a": 1}, "long": 2**90}
    found, _ = asked(save(state, tmp_path / "a.pt"), capsys)
    (options,) = found["optimizers"][0]["options"]
    assert options["eps"] == "inf"
    assert options["long"] == str(2**90)
    assert options["own"] == "dict of 1"
    assert isinstance(options["lr"], str)


def test_hyper_parameters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of Lightning, which saves a dict, and of scripts, which save their arguments."""
    values = {"epoch": 3, "hyper_parameters": {"width": 64}, "args": argparse.Namespace(lr=0.5), "w": torch.ones(2)}
    found, text = asked(save(values, tmp_path / "a.pt"), capsys)
    told = {"/".join(map(str, each["path"])): each["value"] for each in found["values"]}
    assert told == {"epoch": 3, "hyper_parameters/width": 64, "args/lr": 0.5}
    assert "hyper_parameters/width=64" in text
    assert "args/lr=0.5" in text


def test_device_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = nn.DataParallel(nn.Linear(2, 2))
    model.__dict__.update(device_ids=[1, 3], output_device=1, dim=0, src_device_obj=torch.device("cuda:1"))
    found, text = asked(save({"net": model}, tmp_path / "a.pt"), capsys)
    (told,) = found["models"]
    assert (told["path"], told["wrapper"], told["device_ids"]) == (["net"], "DataParallel", [1, 3])
    assert (told["class"], told["parameters"]) == ("torch.nn.modules.linear.Linear", 2)
    assert "net: torch.nn.modules.linear.Linear in DataParallel, device_ids [1, 3], 2 parameters" in text


def test_what_torch_keeps_in_a_module_is_no_value_of_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, text = asked(save({"net": nn.Linear(2, 2), "epoch": 3}, tmp_path / "a.pt"), capsys)
    assert [each["path"] for each in found["values"]] == [["epoch"]]
    assert "training" not in text
    whole, _ = asked(save(nn.Linear(2, 2), tmp_path / "b.pt"), capsys)
    assert whole["values"] == []


def test_options_that_nest_are_text_below_one_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deep: list[Any] = []
    for _ in range(100):
        deep = [deep]
    state = torch.optim.SGD([nn.Parameter(torch.ones(2))], lr=0.1).state_dict()
    state["param_groups"][0] |= {"deep": deep, "pair": [0.5, 2]}
    found, _ = asked(save(state, tmp_path / "a.pt"), capsys)
    (options,) = found["optimizers"][0]["options"]
    assert options["pair"] == [0.5, 2]
    assert options["deep"] == ["list of 1"]

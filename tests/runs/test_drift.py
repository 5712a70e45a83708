"""How a run drifts, judged by torch in float64."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from cli.main import run

Answer = dict[str, Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    torch.manual_seed(3)
    model = torch.nn.Sequential(torch.nn.Linear(300, 300), torch.nn.BatchNorm1d(300), torch.nn.Linear(300, 3))
    model[2].weight.requires_grad_(False)
    optimizer = torch.optim.AdamW([each for each in model.parameters() if each.requires_grad], lr=0.1)
    for step in range(1, 6):
        optimizer.zero_grad()
        model(torch.randn(8, 300)).square().sum().backward()
        optimizer.param_groups[0]["lr"] = 0.1 / step
        optimizer.step()
        state = {"step": step, "model": model.state_dict(), "optimizer": optimizer.state_dict()}
        state["model"]["half"] = torch.randn(70, 1000).to(torch.bfloat16).t()
        state["model"]["wave"] = torch.randn(5, dtype=torch.complex64)
        state["model"]["none"] = torch.zeros(4)
        torch.save(state, tmp_path / f"step_{step}.pt")
    return tmp_path


def drifted(capsys: pytest.CaptureFixture[str], *words: object) -> Answer:
    capsys.readouterr()
    assert run(["drift", *map(str, words), "--json"]) == 0
    found: Answer = json.loads(capsys.readouterr().out)
    return found


def flat(tensor: torch.Tensor) -> torch.Tensor:
    return (torch.view_as_real(tensor) if tensor.is_complex() else tensor).double().flatten()


def by_torch(states: list[dict[str, torch.Tensor]], key: str) -> list[dict[str, float | None]]:
    each = [flat(state[key]) for state in states]
    return [
        {
            "norm": float(now.norm()),
            "update_rms": float((now - before).square().mean().sqrt()) if at else None,
            "cosine_to_first": float(now @ each[0] / (now.norm() * each[0].norm())) if now.any() else None,
            "zeros": float((now == 0).double().mean()),
        }
        for at, (before, now) in enumerate(zip([each[0], *each], each, strict=False))
    ]


def states_of(folder: Path) -> list[dict[str, torch.Tensor]]:
    return [torch.load(folder / f"step_{step}.pt")["model"] for step in range(1, 6)]


def test_it_is_what_torch_finds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = drifted(capsys, folder)
    states = states_of(folder)
    tensors = {each["path"].removeprefix("model/"): each["points"] for each in found["tensors"]}
    assert tensors.keys() == {
        key for key, value in states[0].items() if value.is_floating_point() or value.is_complex()
    }
    for key, points in tensors.items():
        for ours, theirs in zip(points, by_torch(states, key), strict=True):
            assert ours == {
                name: None if value is None else pytest.approx(value, rel=1e-9, abs=1e-12)
                for name, value in theirs.items()
            }, key
    rates = [row["options"]["optimizer/0/lr"] for row in found["checkpoints"]]
    assert rates == [0.1 / step for step in range(1, 6)]


def test_layers_are_their_tensors_together(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    layers = {each["path"]: each["points"] for each in drifted(capsys, folder, "--layers")["tensors"]}
    first = [torch.cat([flat(state["0.weight"]), flat(state["0.bias"])]) for state in states_of(folder)]
    assert layers["model/0"][4]["norm"] == pytest.approx(float(first[4].norm()), rel=1e-9)
    assert layers["model/0"][4]["update_rms"] == pytest.approx(
        float((first[4] - first[3]).square().mean().sqrt()), rel=1e-9
    )


def test_the_table_has_a_row_for_each_tensor_in_each_checkpoint(folder: Path, tmp_path_factory: Any) -> None:
    out = tmp_path_factory.mktemp("out")
    assert run(["drift", str(folder), "--csv", str(out / "d.csv"), "--parquet", str(out / "d.parquet")]) == 0
    with (out / "d.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 5 * 11
    assert (rows[1]["path"], rows[1]["checkpoint"], rows[1]["step"]) == ("model/0.weight", "step_2.pt", "2")
    parquet = pytest.importorskip("pyarrow.parquet").read_table(out / "d.parquet").to_pylist()
    assert parquet[1]["norm"] == pytest.approx(float(rows[1]["norm"]))


def test_people_are_told_what_never_moved(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["drift", str(folder)]) == 0
    told = capsys.readouterr().out
    assert "Never moved: model/2.weight, model/none." in told
    assert "optimizer/0/lr" in told


def test_a_run_that_grew_reads_what_is_new(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from core.runs import drift as module

    read: list[str] = []
    before: Callable[..., Any] = module.open_catalogue

    def opened(path: Path) -> Any:
        read.append(path.name)
        return before(path)

    last = (folder / "step_5.pt").rename(folder.parent / "later.pt")
    monkeypatch.setattr(module, "open_catalogue", opened)
    drifted(capsys, folder)
    assert len(read) == 4
    read.clear()
    last.rename(folder / "step_5.pt")
    found = drifted(capsys, folder)
    assert read == ["step_1.pt", "step_4.pt", "step_5.pt"]
    read.clear()
    assert drifted(capsys, folder) == found
    assert read == []
    assert found["tensors"][0]["points"][4]["norm"] == pytest.approx(by_torch(states_of(folder), "0.weight")[4]["norm"])


def test_there_is_no_drift_of_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["drift", str(folder / "step_1.pt")]) == 1
    assert run(["drift", str(folder / "step_1.pt"), str(folder / "nothing.pt")]) == 1
    assert "nothing.pt" in capsys.readouterr().err

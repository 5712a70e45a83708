"""Pickled models in DataParallel, judged by its own ``forward``; a state dict, which keeps no device, is innocent."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import nn

from core.diagnosis.finding import NOTE, WARNING
from core.edits.edits import Extract
from core.loading.computer import Computer
from core.loading.recipes import load_recipes
from core.saving.save import save as save_preview
from tests.files.checkpoints import save
from tests.support.engine import planned
from tests.support.judging import CPU, assert_cured, findings_of, only, quiet_load
from tests.support.oracle import PretendGpus, assert_same

CODES = {"several-gpus", "dataparallel-on-cpu"}


def pickled(path: Path, *devices: str, wrapped: bool = True) -> tuple[Path, nn.Module]:
    """Two layers, each on a device, as DataParallel over GPU 5 and 6 is pickled."""
    inner = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    model: nn.Module = inner
    if wrapped:
        model = nn.DataParallel(inner)
        model.__dict__.update(device_ids=[5, 6], output_device=5, dim=0, src_device_obj=torch.device("cuda:5"))
    with PretendGpus() as gpus:
        for layer, device in zip(inner, devices, strict=True):
            for tensor in layer.parameters():
                gpus.place(tensor, device)
        return save(model, path), inner


def refusal(path: Path) -> str:
    """What the wrapper says when it is run with its model on the CPU."""
    model = quiet_load(path, map_location="cpu", weights_only=False)
    with pytest.raises(RuntimeError) as raised:
        model(torch.ones(1, 2))
    return str(raised.value)


def test_on_a_computer_without_its_card(tmp_path: Path) -> None:
    path, inner = pickled(tmp_path / "a.pt", "cuda:5", "cuda:5")
    finding = only("dataparallel-on-cpu", findings_of(path))
    assert finding.severity == WARNING
    assert finding.message == refusal(path)
    assert "map_location" not in finding.fix  # that is what brought it about
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    assert_same(quiet_load(tmp_path / "b.pt", map_location="cpu"), inner.state_dict())
    elsewhere = only("several-gpus", findings_of(path, computer=Computer(2)))
    assert elsewhere.message == finding.message.replace("device: cpu", "device: cuda:0")
    assert not CODES & {each.code for each in findings_of(path, computer=Computer(8))}


def test_over_several_cards(tmp_path: Path) -> None:
    path, _ = pickled(tmp_path / "a.pt", "cuda:5", "cuda:6")
    finding = only("several-gpus", findings_of(path, computer=Computer(8)))
    assert finding.severity == WARNING
    assert finding.message == refusal(path).replace("device: cpu", "device: cuda:6")
    assert finding.paths == tuple(f"_modules/module/_modules/1/_parameters/{name}" for name in ("weight", "bias"))


def test_over_cards_that_are_not_all_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its model lies right; the batch goes to all of the cards that it keeps."""
    path, inner = pickled(tmp_path / "a.pt", "cuda:5", "cuda:5")

    def scatter(_: nn.DataParallel, inputs: object, kwargs: object, device_ids: list[int]) -> None:
        raise RuntimeError(f"to {device_ids}")

    monkeypatch.setattr(nn.DataParallel, "scatter", scatter)
    model = quiet_load(path, map_location="cpu", weights_only=False)
    model.src_device_obj = torch.device("cpu")
    with pytest.raises(RuntimeError, match=r"to \[5, 6\]"):
        model(torch.ones(2, 2))
    finding = only("wrapped-model", findings_of(path, computer=Computer(6)))
    assert finding.severity == WARNING
    assert "cuda:6" in finding.title
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    assert_same(quiet_load(tmp_path / "b.pt", map_location="cpu"), inner.state_dict())
    assert only("wrapped-model", findings_of(path, computer=Computer(7))).severity == NOTE


def test_the_code_takes_the_model_out(tmp_path: Path) -> None:
    path, _ = pickled(tmp_path / "a.pt", "cuda:5", "cuda:5")
    (recipe,) = load_recipes(planned(path), CPU)
    found = {"f": path}
    exec(compile(recipe.code, "recipe", "exec"), found)
    assert found["model"](torch.ones(1, 2)).shape == (1, 2)  # type: ignore[operator]


def test_a_pickled_model_without_the_wrapper_is_only_noted(tmp_path: Path) -> None:
    path, _ = pickled(tmp_path / "a.pt", "cuda:0", "cuda:1", wrapped=False)
    assert only("several-gpus", findings_of(path, computer=Computer(2))).severity == NOTE
    assert not CODES & {each.code for each in findings_of(path, Extract(0), computer=Computer(2))}


def test_a_wrapper_made_without_a_gpu_runs(tmp_path: Path) -> None:
    path = save(nn.DataParallel(nn.Linear(2, 2)), tmp_path / "a.pt")
    quiet_load(path, weights_only=False)(torch.ones(1, 2))
    assert not CODES & {each.code for each in findings_of(path)}


@pytest.mark.parametrize("prefix", ["", "module."])
def test_a_state_dict_over_several_cards_is_innocent(prefix: str, tmp_path: Path) -> None:
    """It loads into a model on one device, which stays there and runs."""
    state = {f"{prefix}0.weight": torch.ones(2, 2), f"{prefix}1.weight": torch.ones(2, 2)}
    with PretendGpus() as gpus:
        gpus.place(state[f"{prefix}0.weight"], "cuda:0")
        gpus.place(state[f"{prefix}1.weight"], "cuda:1")
        path = save(state, tmp_path / "a.pt")
        model = nn.Sequential(nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False))
        (nn.DataParallel(model) if prefix else model).load_state_dict(quiet_load(path))
        assert {gpus.device_of(tensor) for tensor in model.parameters()} == {"cpu"}
    assert not CODES & {each.code for each in findings_of(path, computer=Computer(2))}

"""Traps of resuming: torch raises at ``load_state_dict`` or ``step``, the finding says the same, the cure steps."""

from __future__ import annotations

import copy
import inspect
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn
from torch.optim import optimizer as torch_optimizer

from core.diagnosis.diagnose import cure_all
from core.diagnosis.finding import ERROR, NOTE, WARNING
from core.edits.edits import Plan, SetValue
from core.loading.computer import Computer
from core.saving.save import save as save_preview
from tests.containers.facts import FOLDERS
from tests.files.checkpoints import Net, place, save, train, training_checkpoint
from tests.support.engine import planned
from tests.support.judging import assert_cured, assert_cures_cure, findings_of, only, quiet_load
from tests.support.oracle import PretendGpus, assert_same, saved_devices

CAPTURABLE = ("Adam", "AdamW", "RAdam", "NAdam", "RMSprop", "Rprop", "ASGD", "Adamax", "Adadelta")


def trained(make: Any = torch.optim.Adam, **options: Any) -> tuple[Net, torch.optim.Optimizer]:
    torch.manual_seed(1)
    model = Net()
    optimizer = make(model.parameters(), lr=0.01, **options)
    train(model, optimizer)
    return model, optimizer


def resumed(state: dict[str, Any], model_state: dict[str, Any], name: str = "Adam") -> dict[str, Any]:
    """A new model and optimizer that go on from a checkpoint for one step; gives the model's state after it."""
    torch.manual_seed(2)
    model = Net()
    optimizer = getattr(torch.optim, name)(model.parameters(), lr=0.01)
    model.load_state_dict(model_state)
    optimizer.load_state_dict(state)
    train(model, optimizer, steps=1)
    return model.state_dict()


@pytest.mark.parametrize("name", CAPTURABLE)
def test_capturable_on_a_cpu(name: str, tmp_path: Path) -> None:
    model, optimizer = trained(getattr(torch.optim, name))
    good = copy.deepcopy({"model": model.state_dict(), "optimizer": optimizer.state_dict()})
    bad = copy.deepcopy(good)
    for group in bad["optimizer"]["param_groups"]:
        group["capturable"] = True
    path = save(bad, tmp_path / "a.pt")
    with pytest.raises(AssertionError) as raised:
        resumed(quiet_load(path)["optimizer"], quiet_load(path)["model"], name)
    finding = only("capturable-on-cpu", findings_of(path))
    assert finding.message == str(raised.value)
    assert finding.severity == WARNING
    assert finding.paths == ("optimizer/param_groups/0/capturable",)
    assert all(isinstance(edit, SetValue) for edit in finding.edits)
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    ours = quiet_load(tmp_path / "b.pt")
    assert_same(ours, good)
    assert_same(resumed(ours["optimizer"], ours["model"], name), resumed(good["optimizer"], good["model"], name))
    assert "capturable-on-cpu" not in {each.code for each in findings_of(path, computer=Computer(1))}


def split(gpus: PretendGpus, model: str, state: str, step: str) -> dict[str, Any]:
    """A checkpoint with model, state and ``step`` each on a device."""
    checkpoint = training_checkpoint(gpus, "cpu", wrap=False)
    place(gpus, checkpoint["state_dict"], model)
    for each in checkpoint["optimizer"]["state"].values():
        place(gpus, {key: value for key, value in each.items() if key != "step"}, state)
        gpus.place(each["step"], step)
    return checkpoint


def test_state_elsewhere(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        checkpoint = split(gpus, "cuda:0", "cpu", "cpu")
        path = save(checkpoint, tmp_path / "a.pt")
    computer = Computer(1)
    finding = only("optimizer-elsewhere", findings_of(path, computer=computer))
    assert finding.severity == NOTE
    assert not finding.message  # nothing raises, see below
    assert "for example after net.to('cuda:0')." in finding.explanation
    assert not cure_all(planned(path).catalogue, Plan(), computer)  # what does not fail is not cured unasked
    assert {name.rpartition("/")[2] for name in finding.paths} == {"exp_avg", "exp_avg_sq"}
    assert len(finding.paths) == 2 * len(checkpoint["optimizer"]["state"])
    save_preview(assert_cured(finding, planned(path), computer), tmp_path / "b.pt")
    with PretendGpus() as gpus:
        ours = torch.load(tmp_path / "b.pt", weights_only=False)
        for state in ours["optimizer"]["state"].values():  # what load_state_dict does when the model is on the GPU
            assert {key: gpus.device_of(value) for key, value in state.items()} == {
                "step": "cpu",
                "exp_avg": "cuda:0",
                "exp_avg_sq": "cuda:0",
            }


def far_away() -> tuple[nn.Module, torch.optim.Optimizer]:
    """A model on a device that is not the CPU and computes nothing: torch tells devices apart there as on any."""
    model = nn.Linear(3, 2, device="meta")
    return model, torch.optim.Adam(model.parameters(), foreach=False)


def take_step(model: nn.Module, optimizer: torch.optim.Optimizer) -> None:
    for parameter in model.parameters():
        parameter.grad = torch.ones_like(parameter)
    optimizer.step()


def state_on_the_cpu() -> dict[str, Any]:
    model = nn.Linear(3, 2)
    optimizer = torch.optim.Adam(model.parameters(), foreach=False)
    take_step(model, optimizer)
    return optimizer.state_dict()


def test_a_file_with_state_elsewhere_makes_nothing_fail() -> None:
    """What the note says: load_state_dict moves all but ``step``, and step() goes through."""
    model, optimizer = far_away()
    optimizer.load_state_dict(state_on_the_cpu())
    devices = {key: value.device.type for state in optimizer.state.values() for key, value in state.items()}
    assert devices == {"step": "cpu", "exp_avg": "meta", "exp_avg_sq": "meta"}
    take_step(model, optimizer)


def test_the_trap_is_state_that_did_not_go_where_the_model_went() -> None:
    """As where the model is moved after its optimizer was loaded, or state is assigned by hand."""
    model, optimizer = far_away()
    for parameter, state in zip(model.parameters(), state_on_the_cpu()["state"].values(), strict=True):
        optimizer.state[parameter] = state
    with pytest.raises(RuntimeError, match="device"):
        take_step(model, optimizer)


def test_a_step_on_the_gpu_is_read_back_and_not_refused() -> None:
    """Each count is read back, which is what takes the time; from this device nothing can be read."""
    state = state_on_the_cpu()
    for each in state["state"].values():
        each["step"] = each["step"].to("meta")
    model, optimizer = far_away()
    optimizer.load_state_dict(state)
    assert {each["step"].device.type for each in optimizer.state.values()} == {"meta"}  # left where it was
    with pytest.raises(RuntimeError, match=r"item\(\) cannot be called on meta"):
        take_step(model, optimizer)


@pytest.mark.parametrize("option", ["capturable", "fused"])
def test_a_step_on_the_cpu_follows_when_it_is_loaded(option: str) -> None:
    state = state_on_the_cpu()
    state["param_groups"][0][option] = True
    _, optimizer = far_away()
    optimizer.load_state_dict(state)
    assert {each["step"].device.type for each in optimizer.state.values()} == {"meta"}


def test_a_parameter_on_no_device_is_nowhere_else() -> None:
    """The weights of a run are safetensors, which name none."""
    found = findings_of(FOLDERS / "runs" / "trainer" / "checkpoint-4", computer=Computer(8))
    assert "optimizer-elsewhere" not in {finding.code for finding in found}


def test_steps_on_a_gpu(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        checkpoint = split(gpus, "cuda:0", "cuda:0", "cuda:0")
        path = save(checkpoint, tmp_path / "a.pt")
    finding = only("step-on-gpu", findings_of(path, computer=Computer(1)))
    assert finding.severity == NOTE
    assert not cure_all(planned(path).catalogue, Plan(), Computer(1))
    assert finding.message == "If capturable=False, state_steps should not be CUDA tensors."  # torch 1.12
    assert {name.rpartition("/")[2] for name in finding.paths} == {"step"}
    save_preview(assert_cured(finding, planned(path), Computer(1)), tmp_path / "b.pt")
    with PretendGpus() as gpus:
        ours = torch.load(tmp_path / "b.pt", weights_only=False)["optimizer"]["state"]
        devices = {
            key: {gpus.device_of(state[key]) for state in ours.values()} for key in ("step", "exp_avg", "exp_avg_sq")
        }
    assert devices == {"step": {"cpu"}, "exp_avg": {"cuda:0"}, "exp_avg_sq": {"cuda:0"}}


@pytest.mark.parametrize("option", ["capturable", "fused"])
def test_steps_on_a_cpu_of_a_group_that_wants_them_on_the_gpu(option: str, tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        checkpoint = split(gpus, "cuda:0", "cuda:0", "cpu")
        for group in checkpoint["optimizer"]["param_groups"]:
            group[option] = True
        path = save(checkpoint, tmp_path / "a.pt")
    findings = findings_of(path, computer=Computer(1))
    finding = only("step-on-cpu", findings)
    assert "step-on-gpu" not in {each.code for each in findings}
    assert {name.rpartition("/")[2] for name in finding.paths} == {"step"}
    save_preview(assert_cured(finding, planned(path), Computer(1)), tmp_path / "b.pt")
    assert set(saved_devices(tmp_path / "b.pt")) == {"cuda:0"}


def test_words_of_capturable(tmp_path: Path) -> None:
    devices = torch_optimizer._get_capturable_supported_devices()
    source = inspect.getsource(sys.modules["torch.optim.adam"])
    assert "If capturable=True, params and state_steps must be on supported devices: {capturable" in source
    with PretendGpus() as gpus:
        checkpoint = split(gpus, "cuda:0", "cuda:0", "cpu")
        checkpoint["optimizer"]["param_groups"][0]["capturable"] = True
        path = save(checkpoint, tmp_path / "a.pt")
    message = only("step-on-cpu", findings_of(path, computer=Computer(1))).message
    assert message == f"If capturable=True, params and state_steps must be on supported devices: {devices}."


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_state_is_cast(dtype: torch.dtype, tmp_path: Path) -> None:
    model, optimizer = trained()
    weights = {
        key: value.to(dtype) if value.is_floating_point() else value for key, value in model.state_dict().items()
    }
    path = save({"model": weights, "optimizer": optimizer.state_dict()}, tmp_path / "a.pt")
    finding = only("optimizer-dtype", findings_of(path))
    assert finding.severity == NOTE
    assert not finding.message  # torch says nothing, and does it
    other = torch.optim.Adam(Net().to(dtype).parameters())
    other.load_state_dict(quiet_load(path)["optimizer"])
    cast = {state["exp_avg"].dtype for state in other.state.values()}
    assert cast == {dtype}
    assert f"float32, its parameters are {str(dtype).removeprefix('torch.')}" in finding.title


def test_a_whole_resume_is_right_after_all_cures(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        checkpoint = split(gpus, "cuda:3", "cuda:1", "cuda:2")
        path = save(checkpoint, tmp_path / "a.pt")
    for gpus_there in (0, 1, 4):
        findings = assert_cures_cure(planned(path), Computer(gpus_there))
        assert any(each.severity == ERROR for each in findings) == (gpus_there < 4)

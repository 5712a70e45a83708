"""Traps of devices: torch raises, the finding says the same, the cure loads to what ``map_location`` gives."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.diagnosis.diagnose import diagnose
from core.diagnosis.finding import ERROR, NOTE, WARNING
from core.edits.edits import Drop, MoveOptimizer, RemapDevice
from core.loading.computer import Computer
from core.saving.save import save as save_preview
from tests.files.checkpoints import odd_tensors, place, save, training_checkpoint
from tests.support.engine import catalogue_of, planned
from tests.support.judging import (
    CPU,
    assert_cured,
    assert_cures_cure,
    cured_copy,
    findings_of,
    only,
    quiet_load,
    torch_says,
)
from tests.support.oracle import PretendGpus, assert_same, assert_same_files, saved_devices

CONTAINERS = ("zip", "legacy")


def pretend_count(monkeypatch: pytest.MonkeyPatch, gpus: int) -> None:
    """Let torch's own code believe that there are GPUs."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: gpus > 0)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: gpus)


def checkpoint_on(device: str, path: Path, container: str = "zip") -> Path:
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus, device), path, container)


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("device", ["cuda:7", "cuda:0", "cuda"])
def test_no_gpu(device: str, container: str, tmp_path: Path) -> None:
    path = checkpoint_on(device, tmp_path / "a.pt", container)
    view = planned(path)
    finding = only("no-gpu", findings_of(path))
    assert finding.severity == ERROR
    assert finding.message == torch_says(path)
    wanted = {f"state_dict/{key}" for key in quiet_load(path, map_location="cpu", weights_only=False)["state_dict"]}
    assert wanted <= set(finding.paths)
    assert not any(name.endswith("/step") for name in finding.paths)  # those are on the CPU already
    save_preview(assert_cured(finding, view), tmp_path / "b.pt")
    # What a script does today: map to the CPU, save again.
    torch.save(
        torch.load(path, map_location="cpu"), tmp_path / "c.pt", _use_new_zipfile_serialization=container == "zip"
    )
    assert_same_files(tmp_path / "b.pt", tmp_path / "c.pt")
    assert torch_says(tmp_path / "b.pt") is None


@pytest.mark.parametrize("gpus", [1, 2, 5])
def test_no_such_gpu(gpus: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, computer = checkpoint_on("cuda:5", tmp_path / "a.pt"), Computer(gpus)
    view = planned(path)
    finding = only("no-such-gpu", findings_of(path, computer=computer))
    with monkeypatch.context() as patched:
        pretend_count(patched, gpus)
        assert torch_says(path) == finding.message
    assert finding.severity == ERROR
    cured = assert_cured(finding, view, computer)
    save_preview(cured, tmp_path / "b.pt")
    assert set(saved_devices(tmp_path / "b.pt")) == {"cpu", "cuda:0"}
    assert not [each for each in diagnose(cured, computer) if each.severity == ERROR]
    with PretendGpus() as pretend:
        mapped = torch.load(path, map_location={"cuda:5": "cuda:0"}, weights_only=False)
        assert_same(torch.load(tmp_path / "b.pt", weights_only=False), mapped, pretend.device_of)


def test_gpus_that_are_there(tmp_path: Path) -> None:
    path = checkpoint_on("cuda:1", tmp_path / "a.pt")
    assert not [finding for finding in findings_of(path, computer=Computer(2)) if finding.severity == ERROR]
    assert only("no-such-gpu", findings_of(path, computer=Computer(1))).message.endswith("an existing device.")


def test_one_finding_for_all_missing_gpus(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        values = {f"w{number}": torch.ones(number + 1) for number in range(4)}
        for number, value in enumerate(values.values()):
            place(gpus, value, f"cuda:{number}")
        path = save(values, tmp_path / "a.pt")
    found = only("no-such-gpu", findings_of(path, computer=Computer(2)))
    assert found.paths == ("w2", "w3")
    assert found.title.startswith("saved on cuda:3 and cuda:2, but ")  # the larger part first
    assert "Change cuda:3 and cuda:2 to cuda:0 in the file" in found.fix
    mapped = ast.literal_eval(found.fix.partition("map_location=")[2].partition(" at every")[0])
    with PretendGpus() as pretend:
        loaded = torch.load(path, map_location=mapped)
        assert [pretend.device_of(each) for each in loaded.values()] == ["cuda:0", "cuda:1", "cuda:0", "cuda:0"]
    assert_cures_cure(planned(path), Computer(2))
    assert only("no-gpu", findings_of(path)).paths == tuple(values)


def test_of_several_missing_gpus_torch_names_the_one_it_meets_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PretendGpus() as gpus:
        values = {"small": torch.ones(1), "large": torch.ones(99)}
        place(gpus, values["small"], "cuda:3")
        place(gpus, values["large"], "cuda:2")
        path = save(values, tmp_path / "a.pt")
    finding = only("no-such-gpu", findings_of(path, computer=Computer(1)))
    with monkeypatch.context() as patched:
        pretend_count(patched, 1)
        assert torch_says(path) == finding.message
    assert "device 3 " in finding.message


@pytest.mark.parametrize("device", ["xpu:0", "xpu:3", "mtia:0", "mps", "hpu:0", "npu:0", "xla:1", "ipu:0", "vulkan:0"])
def test_devices_of_other_machines(device: str, tmp_path: Path) -> None:
    path = checkpoint_on(device, tmp_path / "a.pt")
    finding = only("unknown-device", findings_of(path))
    assert finding.severity == ERROR
    assert finding.message == torch_says(path)
    cured_copy(path, tmp_path / "b.pt")
    assert torch_says(tmp_path / "b.pt") is None
    assert_cures_cure(planned(path))


@pytest.mark.parametrize("container", CONTAINERS)
def test_tensors_of_all_kinds_on_gpus(container: str, tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        path = save(odd_tensors(gpus, container), tmp_path / "a.pt", container)
    assert only("no-gpu", findings_of(path)).message == torch_says(path)
    cured_copy(path, tmp_path / "b.pt")
    ours, theirs = quiet_load(tmp_path / "b.pt"), torch.load(path, map_location="cpu", weights_only=False)
    assert_same(ours, theirs)


def test_findings_are_about_the_plan(tmp_path: Path) -> None:
    path = checkpoint_on("cuda:7", tmp_path / "a.pt")
    there = only("no-such-gpu", findings_of(path, RemapDevice("cuda:7", "cuda:3"), computer=Computer(2)))
    assert "CUDA device 3 " in there.message
    cured = assert_cured(there, planned(path, RemapDevice("cuda:7", "cuda:3")), Computer(2))
    assert set(cured.draft.devices) == {"cpu", "cuda:0"}
    assert not [each for each in findings_of(path, RemapDevice("*", "cpu")) if each.severity == ERROR]
    moved = planned(path, MoveOptimizer("cuda:4"), RemapDevice("cuda:7", "cpu", role="model"))
    assert_cured(only("no-gpu", diagnose(moved, CPU)), moved)


def test_what_is_dropped_raises_nothing(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        values = {"kept": torch.ones(2), "gone": torch.ones(3)}
        gpus.place(values["gone"], "cuda:1")
        path = save(values, tmp_path / "a.pt")
    entry = catalogue_of(path).labels.index("gone")
    assert not [each for each in findings_of(path, Drop(entry)) if each.severity == ERROR]


@pytest.mark.parametrize(
    ("computer", "code"), [(Computer(2, ranks=2), "ranks-on-one-gpu"), (Computer(2), "memory-twice")]
)
def test_cards_that_fill(computer: Computer, code: str, tmp_path: Path) -> None:
    path = checkpoint_on("cuda:1", tmp_path / "a.pt")
    findings = assert_cures_cure(planned(path), computer)
    finding = only(code, findings)
    assert finding.severity == (NOTE if code == "memory-twice" else WARNING)
    assert finding.message == ""  # nothing is raised
    assert only("old-gpu-memory", findings).severity == NOTE
    assert not {"ranks-on-one-gpu", "memory-twice", "old-gpu-memory", "no-gpu"} & {
        each.code for each in findings_of(path, *finding.edits, computer=computer)
    }


def test_the_card_that_is_meant_is_no_trap(tmp_path: Path) -> None:
    """Who trains on card 5 wants that card awake; everybody else does not."""
    path = checkpoint_on("cuda:5", tmp_path / "a.pt")
    assert "old-gpu-memory" not in {each.code for each in findings_of(path, computer=Computer(8, card=5))}
    assert only("old-gpu-memory", findings_of(path, computer=Computer(8, card=4)))
    missing = only("no-such-gpu", findings_of(path, computer=Computer(4, card=3)))
    save_preview(assert_cured(missing, planned(path), Computer(4, card=3)), tmp_path / "b.pt")
    assert set(saved_devices(tmp_path / "b.pt")) == {"cpu", "cuda:3"}


def test_only_weights_are_there_twice(tmp_path: Path) -> None:
    """An optimizer takes the checkpoint's tensors as its own; a model copies them."""
    with PretendGpus() as gpus:
        checkpoint = training_checkpoint(gpus, "cuda:0")
        path = save(checkpoint, tmp_path / "a.pt")
        alone = save(checkpoint["optimizer"], tmp_path / "b.pt")
    model = nn.Linear(2, 2)
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    state = optimizer.state_dict()
    fresh = torch.optim.Adam(model.parameters())
    fresh.load_state_dict(state)
    kept = {value.data_ptr() for item in fresh.state.values() for value in item.values()}
    assert kept == {value.data_ptr() for item in state["state"].values() for value in item.values()}
    note = only("memory-twice", findings_of(path, computer=Computer(1)))
    assert set(note.paths) == {f"state_dict/{key}" for key in checkpoint["state_dict"]}
    assert "memory-twice" not in {each.code for each in findings_of(alone, computer=Computer(1))}


def test_ranks_with_a_gpu_each_are_warned_of_gpu_zero(tmp_path: Path) -> None:
    path: Any = checkpoint_on("cuda:0", tmp_path / "a.pt")
    assert only("ranks-on-one-gpu", findings_of(path, computer=Computer(4, ranks=4)))
    assert "old-gpu-memory" not in {each.code for each in findings_of(path, computer=Computer(4, ranks=4))}


def test_tensors_without_data(tmp_path: Path) -> None:
    """Saved on meta they load, and are of no use: torch says so when they are to be copied into a model."""
    state = nn.Linear(2, 2, device="meta").state_dict()
    path = save({"model": state, "rest": torch.ones(2)}, tmp_path / "a.pt")
    loaded = quiet_load(path)["model"]
    finding = only("no-data", findings_of(path))
    assert finding.severity == WARNING
    assert finding.paths == ("model/weight", "model/bias")
    with pytest.raises(RuntimeError, match="Cannot copy out of meta tensor; no data!"):
        nn.Linear(2, 2).load_state_dict(loaded)
    with pytest.raises(NotImplementedError) as raised:
        loaded["weight"].to("cpu")
    assert finding.message == str(raised.value)
    assert not [
        each for each in findings_of(path, *(Drop(entry) for entry in finding.entries)) if each.code == "no-data"
    ]
    assert not [
        each for each in diagnose(planned(save(nn.Linear(2, 2).state_dict(), path)), CPU) if each.code == "no-data"
    ]


def test_thousands_of_devices_take_no_time_and_one_edit(tmp_path: Path) -> None:
    tensors = {str(index): torch.ones(1) for index in range(12)}
    with PretendGpus() as gpus:
        for index, tensor in enumerate(tensors.values()):
            gpus.place(tensor, f"cuda:{index}")
        path = save(tensors, tmp_path / "a.pth")
    finding = only("no-gpu", findings_of(path))
    assert finding.edits == (RemapDevice("cuda:*", "cpu"),)
    assert "cuda:7 and 4 more devices" in finding.explanation
    assert_cured(finding, planned(path))
    some = only("no-such-gpu", [findings_of(path, computer=Computer(11))[0]])
    assert some.edits == (RemapDevice("cuda:11", "cuda:0"),)


def test_what_loading_would_take_is_said_of_the_mapped_file_where_it_is_not_loaded_as_it_is(tmp_path: Path) -> None:
    path: Any = checkpoint_on("cuda:5", tmp_path / "a.pt")
    found = only("memory-twice", findings_of(path, computer=Computer(1)))
    assert found.title.startswith("with map_location, loading puts ")
    assert found.explanation.startswith("torch.load(f, map_location='cuda:0') puts ")
    mapped = findings_of(path, RemapDevice("cuda:5", "cuda:0"), computer=Computer(1))
    assert only("memory-twice", mapped).title.startswith("loading puts ")
    assert only("memory-twice", mapped).explanation.startswith("torch.load(f) puts ")

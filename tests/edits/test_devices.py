"""Where storages go: devices as torch spells them, remaps, and moves of optimizer state."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from core.edits.edits import (
    Drop,
    Edit,
    MoveOptimizer,
    RemapDevice,
    check_device,
)
from core.errors import BadDevice, EditError
from tests.files.checkpoints import place, save, training_checkpoint
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import PretendGpus, assert_same, saved_devices


@pytest.mark.parametrize(
    ("text", "device"), [("cpu", "cpu"), (" CUDA:3 ", "cuda:3"), ("cuda", "cuda"), ("mps", "mps"), ("xpu:1", "xpu:1")]
)
def test_devices_torch_knows(text: str, device: str) -> None:
    assert check_device(text) == device
    torch.device(check_device(text))


@pytest.mark.parametrize(
    "text", ["", "gpu", "cuda:", "cuda:-1", "cuda:x", "cuda:01", "cpu:a", "cuda 0", "meta", "gpu3"]
)
def test_devices_torch_does_not_know(text: str) -> None:
    with pytest.raises(BadDevice):
        check_device(text)


def test_a_number_is_guessed() -> None:
    with pytest.raises(BadDevice, match="cuda:3"):
        check_device("gpu3")


@pytest.mark.parametrize(
    ("pattern", "moved"),
    [
        ("cuda:*", {"cuda:0", "cuda:1", "cuda:12"}),
        ("*", {"cuda:0", "cuda:1", "cuda:12", "mps"}),
        ("cuda:1", {"cuda:1"}),
        ("cuda:1*", {"cuda:1", "cuda:12"}),
        ("cuda:[01]", {"cuda:0", "cuda:1"}),
        ("mps", {"mps"}),
    ],
)
def test_globs(tmp_path: Path, pattern: str, moved: set[str]) -> None:
    devices = ["cuda:0", "cuda:1", "cuda:12", "mps"]
    with PretendGpus() as gpus:
        values = {device: torch.ones(1) for device in devices}
        for device, tensor in values.items():
            gpus.place(tensor, device)
        source = save(values, tmp_path / "source.pth")
    fix(source, tmp_path / "new.pth", RemapDevice(pattern, "cpu"))
    assert saved_devices(tmp_path / "new.pth") == ["cpu" if device in moved else device for device in devices]


def test_the_later_remap_wins_and_sees_the_saved_device(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        values = {"a": torch.ones(1), "b": torch.ones(1)}
        gpus.place(values["a"], "cuda:0")
        gpus.place(values["b"], "cuda:1")
        source = save(values, tmp_path / "source.pth")
    fix(source, tmp_path / "swap.pth", RemapDevice("cuda:0", "cuda:1"), RemapDevice("cuda:1", "cuda:0"))
    assert saved_devices(tmp_path / "swap.pth") == ["cuda:1", "cuda:0"]
    fix(source, tmp_path / "late.pth", RemapDevice("cuda:*", "cpu"), RemapDevice("cuda:1", "cuda:4"))
    assert saved_devices(tmp_path / "late.pth") == ["cpu", "cuda:4"]


@pytest.mark.parametrize("target", ["cpu", "cuda:0"])
def test_device_values_stay_as_map_location_leaves_them(tmp_path: Path, target: str) -> None:
    shared = torch.device("cuda:7")
    values = {
        "a": shared,
        "config": [shared, torch.device("cpu"), torch.device("cuda"), torch.device("cuda:6")],
        "tensor": torch.ones(2),
    }
    source = save(values, tmp_path / "source.pth")
    fix(source, tmp_path / "new.pth", RemapDevice("cuda:*", target))
    assert_same(
        torch.load(tmp_path / "new.pth"), torch.load(source, map_location={f"cuda:{n}": target for n in (6, 7)})
    )


@pytest.mark.parametrize(
    ("edits", "kept"),
    [
        ([RemapDevice("cuda:7", "cpu")], "2 torch.device values stay as saved: a (cuda:7), config/0 (cuda:7)."),
        ([RemapDevice("cuda:0", "cpu")], "1 torch.device value stays as saved: config/2 (cuda)."),
        (
            [RemapDevice("cuda:*", "cpu")],
            "4 torch.device values stay as saved: a (cuda:7), config/0 (cuda:7), config/2",
        ),
        ([RemapDevice("cuda:*", "cuda:7")], "2 torch.device values stay as saved: config/2 (cuda), config/3 (cuda:6)."),
        ([RemapDevice("cuda:*", "cpu"), Drop(1)], "3 torch.device values stay as saved: config/0"),
        ([RemapDevice("cpu", "cuda:0", role="model")], ""),
        ([RemapDevice("cuda:5", "cpu")], ""),
    ],
)
def test_device_values_that_stay_are_told(tmp_path: Path, edits: list[Edit], kept: str) -> None:
    devices = [torch.device(each) for each in ("cuda:7", "cpu", "cuda", "cuda:6")]
    source = save({"a": devices[0], "config": devices, "tensor": torch.ones(2)}, tmp_path / "source.pth")
    told = [warning for warning in planned(source, *edits).warnings if "torch.device" in warning]
    assert [warning[: len(kept)] for warning in told] == ([kept] if kept else [])


class Wrapped(torch.Tensor):
    """A tensor around another, as quantised ones are."""

    inner: torch.Tensor

    @staticmethod
    def __new__(cls, inner: torch.Tensor, device: str) -> Wrapped:  # noqa: PYI034 - a tensor in the place of it
        made = torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype, device=device)
        made.inner = inner
        return made

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return NotImplemented


def test_the_device_of_a_tensor_around_another_goes_along(tmp_path: Path) -> None:
    """As with ``map_location``: it is no value of the user but where the tensor is."""
    wrapped = Wrapped(torch.ones(3), "cuda:5")
    source = save({"w": wrapped, "config": torch.device("cuda:5")}, tmp_path / "source.pth")
    fix(source, tmp_path / "new.pth", RemapDevice("cuda:*", "cpu"))
    ours = torch.load(tmp_path / "new.pth", weights_only=False)
    theirs = torch.load(source, map_location="cpu", weights_only=False)
    assert str(ours["w"].device) == str(theirs["w"].device) == "cpu"
    assert ours["config"] == theirs["config"] == torch.device("cuda:5")


def test_step_stays_on_the_cpu(source: Path) -> None:
    """``If capturable=False, state_steps should not be CUDA tensors.``"""
    for edit in (MoveOptimizer("cuda:0"), MoveOptimizer("follow"), RemapDevice("*", "cuda:0")):
        result = planned(source, edit)
        for index, row in enumerate(result.catalogue.tensors):
            if result.catalogue.path(row.entry)[-1] == "step":
                assert result.device(index) == "cpu"


def test_steps_that_went_to_a_gpu_come_back(tmp_path: Path) -> None:
    """Someone's loop moved everything; moving the state puts ``step`` where torch wants it."""
    with PretendGpus() as gpus:
        made = training_checkpoint(gpus)
        place(gpus, made["optimizer"], "cuda:7")
        source = save(made, tmp_path / "source.pth")
    result = planned(source, MoveOptimizer("follow"))
    steps = [i for i, row in enumerate(result.catalogue.tensors) if result.catalogue.path(row.entry)[-1] == "step"]
    assert steps
    assert {result.device(index) for index in steps} == {"cpu"}


def test_moving_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EditError, match="optimizer"):
        planned(save({"x": torch.ones(2)}, tmp_path / "a.pth"), MoveOptimizer("cpu"))


def test_one_of_two_optimizers(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        one, two = (training_checkpoint(gpus)["optimizer"] for _ in range(2))
        source = save({"g": one, "d": two}, tmp_path / "source.pth")
    catalogue = catalogue_of(source)
    result = planned(source, MoveOptimizer("cuda:1", entry=catalogue.find("d")))
    moved = {catalogue.path(row.entry)[0] for i, row in enumerate(catalogue.tensors) if result.device(i) == "cuda:1"}
    assert moved == {"d"}


def test_what_leaves_the_file_is_not_counted_as_moved(tmp_path: Path) -> None:
    state = {"kept": torch.ones(3), "gone": torch.ones(5)}
    torch.save({"model": state, "view": state["kept"][:2]}, tmp_path / "a.pt")
    catalogue = planned(tmp_path / "a.pt").catalogue
    both = planned(tmp_path / "a.pt", RemapDevice("cpu", "cuda:1"), Drop(catalogue.find("model/gone")))
    assert [(change.tensors, change.nbytes) for change in both.changes] == [(2, 12), (1, 20)]

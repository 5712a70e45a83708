"""States of random numbers: what torch takes, what a load with map_location made of them, and the cure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from core.loading.computer import Computer
from tests.files.checkpoints import save
from tests.support.engine import fix, planned
from tests.support.judging import assert_cured, findings_of, only
from tests.support.oracle import PretendGpus

GPU = Computer(1)


def checkpoint() -> dict[str, Any]:
    return {
        "model": {"weight": torch.ones(2), "mask": torch.ones(4, dtype=torch.uint8)},
        "rng_state": torch.get_rng_state(),
        "random": {"cuda_rng_states": [torch.zeros(16, dtype=torch.uint8)]},
    }


def on_a_gpu(path: Path) -> Path:
    """As torch.load(f, map_location='cuda') and torch.save leave it."""
    with PretendGpus() as gpus:
        value = checkpoint()
        for tensor in (*value["model"].values(), value["rng_state"], *value["random"]["cuda_rng_states"]):
            gpus.place(tensor, "cuda:0")
        return save(value, path)


def test_states_that_went_to_a_gpu_come_back(tmp_path: Path) -> None:
    path = on_a_gpu(tmp_path / "a.pth")
    finding = only("rng-state", findings_of(path, computer=GPU))
    assert finding.paths == ("rng_state", "random/cuda_rng_states/0")
    with pytest.raises(TypeError) as error:
        torch.set_rng_state(torch.empty(5056, dtype=torch.uint8, device="meta"))  # no CPU, no card
    assert finding.message == str(error.value)
    assert_cured(finding, planned(path), GPU)
    fix(path, tmp_path / "b.pth", *finding.edits)
    with PretendGpus() as gpus:
        cured = torch.load(tmp_path / "b.pth")
        assert gpus.device_of(cured["rng_state"]) == gpus.device_of(cured["random"]["cuda_rng_states"][0]) == "cpu"
        assert gpus.device_of(cured["model"]["mask"]) == "cuda:0"  # bytes of the model stay where they are
    torch.set_rng_state(cured["rng_state"])


def test_states_as_torch_gives_them_are_left_alone(tmp_path: Path) -> None:
    path = save(checkpoint(), tmp_path / "a.pth")
    assert "rng-state" not in [finding.code for finding in findings_of(path, computer=GPU)]

"""States of random numbers: what torch takes, what a load with map_location made of them, and the cure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

from core.diagnosis.traceback.answer import CANNOT_TELL, CAUSE, NOT_CAUSE, Answer, answer
from core.diagnosis.traceback.recognise import recognise
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


CPU, CARD = torch.get_rng_state(), torch.zeros(16, dtype=torch.uint8)
WEIGHTS = {"weight": torch.ones(2)}
MOVED = "TypeError: RNG state must be a torch.ByteTensor"


def judged(path: Path) -> Answer:
    view, found = planned(path), recognise(MOVED)
    assert found is not None
    return answer(found, findings_of(path, computer=GPU), view)


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ({"model": WEIGHTS, "seeds": {"cpu": CPU}}, "seeds/cpu"),
        ({"model": WEIGHTS, "cuda": [CARD]}, "cuda/0"),
        ({"cpu": CPU, "cuda": CARD}, "cpu"),
        ([CPU, CARD], "0"),
        (CPU, "a.pth"),
    ],
)
def test_states_are_known_by_what_they_are(value: Any, names: str, tmp_path: Path) -> None:
    said = judged(save(value, tmp_path / "a.pth"))
    assert (said.verdict, f"'{names}' is on the CPU" in said.text) == (NOT_CAUSE, True), said.text


def test_a_state_of_another_name_that_went_to_a_gpu(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        state = torch.get_rng_state()
        gpus.place(state, "cuda:0")
        path = save({"model": WEIGHTS, "seeds": {"cpu": state}}, tmp_path / "a.pth")
    finding = only("rng-state", findings_of(path, computer=GPU))
    assert finding.paths == ("seeds/cpu",)
    assert judged(path).verdict == CAUSE
    fix(path, tmp_path / "b.pth", *finding.edits)
    assert judged(tmp_path / "b.pth").verdict == NOT_CAUSE


@pytest.mark.parametrize(
    ("mask", "verdict"),
    [
        (CARD, CANNOT_TELL),
        (CPU, CANNOT_TELL),
        (CPU.reshape(1, -1), NOT_CAUSE),
        (torch.zeros(15, dtype=torch.uint8), NOT_CAUSE),
        (CARD.float(), NOT_CAUSE),
    ],
)
def test_bytes_among_weights_are_nothing_to_cure(mask: torch.Tensor, verdict: str, tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        bytes_of_weights = mask.clone()
        gpus.place(bytes_of_weights, "cuda:0")
        path = save({"model": {**WEIGHTS, "mask": bytes_of_weights}}, tmp_path / "a.pth")
    assert "rng-state" not in [finding.code for finding in findings_of(path, computer=GPU)]
    said = judged(path)
    assert (said.verdict, said.text.endswith("it has no random state.")) == (verdict, verdict == NOT_CAUSE)


@pytest.mark.parametrize("size", [5056, 5048, 16, 816, 824_016, 824_008, 44, 36])
def test_a_state_beside_weights_in_one_dict(size: int, tmp_path: Path) -> None:
    """Two tensors at the top of a file, or a file of safetensors: nothing tells what is a weight."""
    value = {"weight": torch.ones(2), "seeds": torch.zeros(size, dtype=torch.uint8)}
    save_file(value, tmp_path / "a.safetensors")
    for path in (save(value, tmp_path / "a.pth"), tmp_path / "a.safetensors"):
        said = judged(path)
        assert (said.verdict, "'seeds', among weights" in said.text) == (CANNOT_TELL, True), said.text


def test_the_state_of_this_torch() -> None:
    assert torch.get_rng_state().shape == (5056,)
    if torch.cuda.is_available():
        assert torch.cuda.get_rng_state().shape == (16,)

"""Scalars of optimizer state that stay on the CPU: where torch puts them is where Pthfinder puts them."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.edits.edits import FOLLOW, MoveOptimizer, RemapDevice
from core.loading.computer import Computer
from tests.files.checkpoints import save
from tests.support.engine import fix, planned
from tests.support.judging import findings_of
from tests.support.oracle import PretendGpus

OPTIMIZERS = [
    name
    for name, kind in inspect.getmembers(torch.optim, inspect.isclass)
    if issubclass(kind, torch.optim.Optimizer) and name not in ("Optimizer", "LBFGS", "SparseAdam")
]
"""Those that keep state for each parameter; of SparseAdam's gradients there are none without data."""
CAPTURABLE = [name for name in OPTIMIZERS if "capturable" in inspect.signature(getattr(torch.optim, name)).parameters]
CASES = [(name, False) for name in OPTIMIZERS] + [(name, True) for name in CAPTURABLE]


def trained(name: str, device: str, *, capturable: bool) -> dict[str, Any]:
    """The checkpoint of one step; "meta" is the one device beside the CPU that is everywhere."""
    options: dict[str, Any] = {"capturable": True} if capturable else {}
    if name == "SGD":
        options["momentum"] = 0.9
    weight = nn.Parameter(torch.ones(3, 2, device=device))
    optimizer = getattr(torch.optim, name)([weight], **options)
    weight.grad = torch.ones_like(weight)
    try:
        optimizer.step()
    except (AssertionError, RuntimeError):
        assert optimizer.state  # made first; capturable wants a GPU, and some read numbers back
    return {"model": {"weight": weight.detach()}, "optimizer": optimizer.state_dict()}


def places(checkpoint: dict[str, Any]) -> dict[str, str]:
    """Where torch made the state: "cpu" or "cuda:0", which "meta" stands for."""
    (state,) = checkpoint["optimizer"]["state"].values()
    return {key: "cpu" if value.device.type == "cpu" else "cuda:0" for key, value in state.items()}


def on_gpu(gpus: PretendGpus, name: str, *, capturable: bool, model: str = "cuda:0") -> tuple[Any, dict[str, str]]:
    """The same checkpoint as a script on a GPU saves it, and where its state lies."""
    wanted = places(trained(name, "meta", capturable=capturable))
    checkpoint = trained(name, "cpu", capturable=capturable)
    gpus.place(checkpoint["model"]["weight"], model)
    (state,) = checkpoint["optimizer"]["state"].values()
    for key, value in state.items():
        gpus.place(value, wanted[key])
    return checkpoint, wanted


def state_of(gpus: PretendGpus, path: Path) -> dict[str, str]:
    (state,) = torch.load(path, weights_only=False)["optimizer"]["state"].values()
    return {key: gpus.device_of(value) for key, value in state.items()}


@pytest.mark.parametrize(("name", "capturable"), CASES)
def test_a_checkpoint_of_a_gpu_is_healthy(name: str, capturable: bool, tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        path = save(on_gpu(gpus, name, capturable=capturable)[0], tmp_path / "a.pt")
    about = {finding.code for finding in findings_of(path, computer=Computer(1))}
    assert not about & {"optimizer-elsewhere", "step-on-gpu", "step-on-cpu", "optimizer-dtype"}


@pytest.mark.parametrize(("name", "capturable"), CASES)
def test_state_follows_its_parameters_as_torch_would_have_made_it(name: str, capturable: bool, tmp_path: Path) -> None:
    """All on the CPU, the model on the GPU: state that follows lies as that of a script on this GPU."""
    with PretendGpus() as gpus:
        checkpoint = trained(name, "cpu", capturable=capturable)
        gpus.place(checkpoint["model"]["weight"], "cuda:0")
        path = save(checkpoint, tmp_path / "a.pt")
        wanted = places(trained(name, "meta", capturable=capturable))
        fix(path, tmp_path / "b.pt", MoveOptimizer(FOLLOW))
        assert state_of(gpus, tmp_path / "b.pt") == wanted
        # and so it stays when it is moved again, and when all of the file goes to the GPU
        fix(tmp_path / "b.pt", tmp_path / "c.pt", MoveOptimizer("cuda:0"))
        assert state_of(gpus, tmp_path / "c.pt") == wanted
        fix(path, tmp_path / "d.pt", RemapDevice("cpu", "cuda:0"))
        assert state_of(gpus, tmp_path / "d.pt") == wanted
    view = planned(path, RemapDevice("cpu", "cuda:0"))
    assert any("stayed on the CPU" in warning for warning in view.warnings) == ("cpu" in wanted.values())


def test_what_torch_does_with_the_product_of_nadam_when_it_is_loaded() -> None:
    """``load_state_dict`` moves ``mu_product`` as it moves all but ``step``, wherever it was saved."""
    state = trained("NAdam", "cpu", capturable=False)["optimizer"]
    weight = nn.Parameter(torch.ones(3, 2, device="meta"))
    optimizer = torch.optim.NAdam([weight])
    optimizer.load_state_dict(state)
    places = {key: value.device.type for key, value in optimizer.state[weight].items()}
    assert places == {"step": "cpu", "mu_product": "meta", "exp_avg": "meta", "exp_avg_sq": "meta"}


def test_asgd_of_torch_before_2_1_kept_its_scalars_on_the_cpu(tmp_path: Path) -> None:
    """torch 1.12, ``asgd.py``: ``eta`` and ``mu`` of ``torch.tensor(…)``; loading moves them."""
    with PretendGpus() as gpus:
        checkpoint, _ = on_gpu(gpus, "ASGD", capturable=False)
        (state,) = checkpoint["optimizer"]["state"].values()
        for key in ("step", "eta", "mu"):
            gpus.place(state[key], "cpu")
        path = save(checkpoint, tmp_path / "a.pt")
    codes = {finding.code for finding in findings_of(path, computer=Computer(1))}
    assert not codes & {"optimizer-elsewhere", "step-on-gpu", "step-on-cpu"}

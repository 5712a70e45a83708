"""The ledger against an allocator that real ``load_state_dict`` drives, for every optimizer of torch: 0 bytes off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.memory.allocator import MemoryStats
from core.memory.analysis import predict_memory
from core.memory.machine import Machine
from tests.files.checkpoints import save
from tests.support.engine import planned
from tests.support.fake_gpus import resumed
from tests.support.oracle import PretendGpus

Build = Callable[[Any], torch.optim.Optimizer]
SHAPES = ((1100, 1000), (700,), (3,), (90, 500), (64, 3, 7, 7), (130_000,), (300, 1000))
"""Large and small, and some of which a block is not worth splitting."""
MATRICES = ((1100, 240), (64, 32), (90, 500))
OPTIMIZERS: dict[str, Build] = {
    "Adadelta": torch.optim.Adadelta,
    "Adafactor": torch.optim.Adafactor,
    "Adagrad": torch.optim.Adagrad,
    "Adagrad fused": lambda params: torch.optim.Adagrad(params, fused=True),
    "Adam": torch.optim.Adam,
    "Adam amsgrad": lambda params: torch.optim.Adam(params, amsgrad=True),
    "Adam fused": lambda params: torch.optim.Adam(params, fused=True),
    "AdamW": torch.optim.AdamW,
    "Adamax": torch.optim.Adamax,
    "ASGD": torch.optim.ASGD,
    "LBFGS": torch.optim.LBFGS,
    "Muon": torch.optim.Muon,
    "NAdam": torch.optim.NAdam,
    "RAdam": torch.optim.RAdam,
    "RMSprop": lambda params: torch.optim.RMSprop(params, momentum=0.9, centered=True),
    "Rprop": torch.optim.Rprop,
    "SGD": lambda params: torch.optim.SGD(params, momentum=0.9),
    "SGD plain": lambda params: torch.optim.SGD(params, lr=0.1),
    "SparseAdam": torch.optim.SparseAdam,
}


def trained(build: Build, name: str, dtype: torch.dtype = torch.float32) -> dict[str, Any]:
    """A checkpoint after one real step."""
    params = [nn.Parameter(torch.zeros(shape, dtype=dtype)) for shape in (MATRICES if name == "Muon" else SHAPES)]
    optimizer = build(params)

    def closure() -> float:
        for param in params:
            grad = torch.full_like(param, 0.5)
            param.grad = grad.to_sparse() if name == "SparseAdam" else grad
        return 1.0

    closure()
    optimizer.step(closure) if name == "LBFGS" else optimizer.step()
    return {"model": {str(n): param.data for n, param in enumerate(params)}, "optimizer": optimizer.state_dict()}


def predicted(path: Path, strategy: str, **options: Any) -> list[dict[str, MemoryStats]]:
    phases = predict_memory(planned(path), Machine(gpus=8, **options)).outcome(strategy).phases
    return [
        {name: MemoryStats(state.requested, state.allocated, state.reserved) for name, state in phase.devices.items()}
        for phase in phases
    ]


def agree(path: Path, build: Build, **options: Any) -> None:
    dtype = getattr(torch, options["model_dtype"]) if "model_dtype" in options else None
    for strategy, map_location in (("map-cpu", "cpu"), ("map-target", "cuda:0")):
        assert predicted(path, strategy, **options) == resumed(path, map_location, build, dtype=dtype), strategy


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_every_optimizer_of_torch_loads_as_predicted(tmp_path, name):
    agree(save(trained(OPTIMIZERS[name], name), tmp_path / "trained.pt"), OPTIMIZERS[name])


def test_no_optimizer_of_torch_is_missing():
    tested = {name.split()[0] for name in OPTIMIZERS}
    known = {name for name in torch.optim.__all__ if hasattr(getattr(torch.optim, name), "step")}
    assert known - {"Optimizer"} == tested


@pytest.mark.parametrize(("saved", "live"), [("bfloat16", "float32"), ("float32", "bfloat16"), ("float32", "float64")])
@pytest.mark.parametrize("name", ["Adam", "Adagrad", "SGD"])
def test_a_live_model_of_another_dtype(tmp_path, name, saved, live):
    path = save(trained(OPTIMIZERS[name], name, getattr(torch, saved)), tmp_path / "cast.pt")
    agree(path, OPTIMIZERS[name], model_dtype=live)


def test_tensors_in_the_groups_are_copied_where_they_lie(tmp_path):
    checkpoint = trained(torch.optim.Adam, "Adam")
    (group,) = checkpoint["optimizer"]["param_groups"]
    many = torch.zeros(300_000)
    group |= {"lr": torch.tensor(0.1), "betas": (torch.tensor(0.9), torch.tensor(0.99)), "schedule": many[:5].clone()}
    agree(save(checkpoint, tmp_path / "groups.pt"), torch.optim.Adam)


def test_a_group_on_another_card_is_copied_there(tmp_path):
    checkpoint = trained(torch.optim.SGD, "SGD")
    rate = torch.tensor(0.1)
    checkpoint["optimizer"]["param_groups"][0]["lr"] = rate
    with PretendGpus() as gpus:
        gpus.place(rate, "cuda:3")
        path = save(checkpoint, tmp_path / "elsewhere.pt")
    real = resumed(path, None, torch.optim.SGD)
    ours = predicted(path, "default")
    assert [phase.get("cuda:3") for phase in ours] == [phase.get("cuda:3") for phase in real]
    assert ours[3]["cuda:3"].requested == 8


def test_state_that_no_group_names_outlives_the_checkpoint(tmp_path):
    checkpoint = trained(torch.optim.Adam, "Adam")
    checkpoint["optimizer"]["state"]["scaler"] = {"history": torch.zeros(500_000), "step": torch.zeros(3)}
    path = save(checkpoint, tmp_path / "unnamed.pt")
    agree(path, torch.optim.Adam)
    last = predicted(path, "map-target")[-1]["cuda:0"]
    without = predicted(save(trained(torch.optim.Adam, "Adam"), tmp_path / "named.pt"), "map-target")[-1]["cuda:0"]
    assert last.requested == without.requested + 2_000_012


def test_capturable_takes_its_steps_to_the_card(tmp_path):
    checkpoint = trained(torch.optim.Adam, "Adam")
    checkpoint["optimizer"]["param_groups"][0]["capturable"] = True
    agree(save(checkpoint, tmp_path / "capturable.pt"), lambda params: torch.optim.Adam(params, capturable=True))

"""The size of the next update, judged by the steps that torch's own optimizers take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.build import build_catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.errors import CheckpointError
from core.numbers.reader import Numbers
from core.values.update import Moments, UpdateSize, moments_of, update_size


def trained(optimizer: type[torch.optim.Optimizer], steps: int = 3, **options: Any) -> tuple[Any, torch.Tensor]:
    """A checkpoint of a small model after some steps, and what the last of them added to `b.weight`."""
    torch.manual_seed(3)
    model = torch.nn.Sequential()
    model.add_module("a", torch.nn.Linear(5, 7))
    model.add_module("b", torch.nn.Linear(7, 4, dtype=options.pop("dtype", torch.float32)))
    own = [{"params": model[0].parameters(), "lr": 0.5}, {"params": model[1].parameters()}]
    made = optimizer(own, **options)
    weight = model.get_parameter("b.weight")
    before = weight.detach().clone()
    for step in range(steps):
        before = weight.detach().clone()
        for parameter in model.parameters():
            parameter.grad = (
                torch.randn_like(parameter) / 4**step
            )  # smaller ones, so that the largest v is an older one
        weight.grad[1] = 0  # type: ignore[index]
        made.step()
    return {"model": model.state_dict(), "optimizer": made.state_dict()}, weight.detach() - before


def asked(path: Path, checkpoint: Any, key: str = "model/b.weight") -> tuple[Moments | None, UpdateSize]:
    torch.save(checkpoint, path)
    catalogue = build_catalogue(open_checkpoint(path))
    moments = moments_of(catalogue, catalogue.find(key))
    assert moments is not None
    with Numbers(catalogue) as numbers:
        return moments, update_size(numbers, moments)


@pytest.mark.parametrize("optimizer", [torch.optim.Adam, torch.optim.AdamW])
@pytest.mark.parametrize(
    "options", [{}, {"amsgrad": True, "betas": (0.9, 0.6)}, {"betas": (0.5, 0.7), "eps": 1e-2}, {"maximize": True}]
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.complex64])
def test_it_is_the_step_that_torch_takes(
    tmp_path: Path, optimizer: type[torch.optim.Optimizer], options: dict[str, Any], dtype: torch.dtype
) -> None:
    checkpoint, change = trained(optimizer, lr=0.02, weight_decay=0, dtype=dtype, **options)
    moments, size = asked(tmp_path / "f.pth", checkpoint)
    change = torch.view_as_real(change) if change.is_complex() else change
    assert size.norm == pytest.approx(float(change.double().norm()), rel=1e-4)
    assert size.largest == pytest.approx(float(change.abs().max()), rel=1e-3)
    assert size.weight_norm == pytest.approx(float(checkpoint["model"]["b.weight"].abs().norm()), rel=1e-6)
    assert size.still == 7 * (2 if dtype.is_complex else 1)
    assert sum(size.relative) + size.still == size.numbers == change.numel()
    assert (size.step, size.lr, moments and moments.name) == (3, 0.02, "b.weight")


def test_each_group_has_its_own_rate(tmp_path: Path) -> None:
    checkpoint, _change = trained(torch.optim.Adam, lr=0.02)
    assert asked(tmp_path / "f.pth", checkpoint, "model/a.bias")[1].lr == 0.5


def test_the_decades_are_those_of_the_change_against_the_weight(tmp_path: Path) -> None:
    checkpoint, change = trained(torch.optim.Adam, lr=0.02)
    size = asked(tmp_path / "f.pth", checkpoint)[1]
    shares = (change.abs() / checkpoint["model"]["b.weight"].abs()).flatten()
    shares = shares[shares > 0]
    wanted = torch.histc(shares.log10().floor(), 15, -12, 3)
    assert torch.tensor(size.relative).sub(wanted).abs().sum() <= 2  # of rounding at the edges
    assert max(size.relative) > 5


def test_the_moments_are_found_from_the_parameter_and_from_themselves(tmp_path: Path) -> None:
    checkpoint, _change = trained(torch.optim.AdamW)
    torch.save(checkpoint, tmp_path / "f.pth")
    catalogue = build_catalogue(open_checkpoint(tmp_path / "f.pth"))
    state = catalogue.find("optimizer/state/2")
    found = moments_of(catalogue, catalogue.find("model/b.weight"))
    assert found is not None
    assert found.parts == {name: catalogue.find(f"optimizer/state/2/{name}") for name in ("exp_avg", "exp_avg_sq")}
    assert found == moments_of(catalogue, state) == moments_of(catalogue, catalogue.find("optimizer/state/2/step"))
    assert moments_of(catalogue, 0) is None


def broken(checkpoint: Any, what: str) -> Any:
    """The checkpoint without what the formula needs."""
    state, group = checkpoint["optimizer"]["state"][2], checkpoint["optimizer"]["param_groups"][1]
    if what == "no step":
        del state["step"]
    elif what == "step 0":
        state["step"] = torch.tensor(0.0)
    elif what == "a step of many":
        state["step"] = torch.zeros(3)
    elif what == "no square":
        del state["exp_avg_sq"]
    elif what == "betas of 1":
        group["betas"] = (0.9, 1.0)
    elif what == "lr a tensor":
        group["lr"] = torch.tensor(0.1)
    return checkpoint


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("no step", "no step count for b.weight"),
        ("step 0", "no step has been taken"),
        ("a step of many", "no step count for b.weight"),
        ("no square", "no exp_avg_sq"),
        ("betas of 1", "betas are 0.9 and 1"),
        ("lr a tensor", "not plain numbers"),
    ],
)
def test_what_cannot_be_told_is_said(tmp_path: Path, what: str, says: str) -> None:
    checkpoint, _change = trained(torch.optim.Adam)
    with pytest.raises(CheckpointError, match=says):
        asked(tmp_path / "f.pth", broken(checkpoint, what))


def test_another_optimizer_steps_otherwise(tmp_path: Path) -> None:
    checkpoint, _change = trained(torch.optim.NAdam)
    with pytest.raises(CheckpointError, match="not for NAdam"):
        asked(tmp_path / "f.pth", checkpoint)

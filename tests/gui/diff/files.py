"""Pairs of checkpoints to be compared: a model trained by torch, an epoch later, and in other clothes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import nn


class Epochs(NamedTuple):
    """Two files of one run, and what is in them."""

    first: Path
    second: Path
    before: dict[str, Any]
    after: dict[str, Any]


def trained(folder: Path) -> Epochs:
    """Two epochs of a small model with AdamW; ``frozen`` is not trained, and each file has what the other lacks."""
    torch.manual_seed(0)
    model = nn.ModuleDict({"conv": nn.Conv2d(3, 4, 3), "fc": nn.Linear(4, 5), "frozen": nn.Linear(2, 2)})
    weights = [*model["conv"].parameters(), *model["fc"].parameters()]
    optimizer = torch.optim.AdamW(weights, lr=1e-2)

    def step() -> None:
        optimizer.zero_grad()
        model["fc"](model["conv"](torch.randn(2, 3, 6, 6)).mean((2, 3))).square().sum().backward()
        optimizer.step()

    def state(epoch: int, **more: Any) -> dict[str, Any]:
        found = {"epoch": epoch, "model": model.state_dict(), "optimizer": optimizer.state_dict(), **more}
        torch.save(found, folder / f"epoch{epoch}.pth")
        return torch.load(folder / f"epoch{epoch}.pth", weights_only=True)  # type: ignore[no-any-return]

    step()
    before = state(27, only_first="a")
    step()
    after = state(28, head=torch.ones(3), notes={"best": 1})
    return Epochs(folder / "epoch27.pth", folder / "epoch28.pth", before, after)


def wrapped(folder: Path, epochs: Epochs) -> Path:
    """The first epoch as DataParallel saves it, with another shape, another dtype, and a new module."""
    model = {f"module.{key}": value for key, value in epochs.before["model"].items()}
    model["module.fc.weight"] = torch.zeros(7, 4)
    model["module.fc.bias"] = model["module.fc.bias"].bfloat16()
    for name in ("weight", "bias"):
        model[f"module.extra.0.{name}"] = torch.ones(2)
    torch.save({**epochs.before, "model": model}, folder / "wrapped.pth")
    return folder / "wrapped.pth"

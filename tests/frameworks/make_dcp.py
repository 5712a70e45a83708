"""Checkpoints of ``torch.distributed.checkpoint`` that ``dcp_to_torch_save`` made into one file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.format_utils import dcp_to_torch_save
from torch.distributed.checkpoint.state_dict import get_state_dict

from tests.frameworks.making import Cards, LiveOptimizer, Made, live, small_net, steps


def make(folder: Path, cards: Cards) -> Iterator[Made]:
    """All files of this framework; what comes out of it lies on the CPU."""
    net = small_net()
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
    steps(net, optimizer)
    known = live(["optimizer"], optimizer, net, ["model"])

    numbers = {"model": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3}
    yield Made(
        converted(folder / "numbered.pt", numbers),
        "model and optimizer by way of DCP, which made the numbers in the optimizer's state into text",
        (known,),
        ill="load_state_dict silently keeps an empty state: the keys of state are text, those in params numbers",
    )
    model, optim = get_state_dict(net, optimizer)
    order = tuple(name for group in optim["param_groups"] for name in group["params"])
    yield Made(
        converted(folder / "named.pt", {"model": model, "optimizer": optim}),
        "model and optimizer by way of DCP, the optimizer's state by name as get_state_dict gives it",
        (LiveOptimizer(("optimizer",), known.kind, order, ("model",)),),
    )
    yield Made(converted(folder / "model.pt", net.state_dict()), "a model by way of DCP")


def converted(path: Path, state: dict[str, Any]) -> Path:
    """Save with DCP into a folder, and make one file of that."""
    folder = path.with_suffix("")
    dcp.save(state, checkpoint_id=folder, no_dist=True)
    dcp_to_torch_save(folder, path)
    return path

"""State dicts of a model under ``fully_shard``: DTensors on a mesh of one process, and whole tensors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

from tests.frameworks.making import Cards, LiveOptimizer, Made, live


def make(folder: Path, cards: Cards) -> Iterator[Made]:
    """All files of this framework."""
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    try:
        net, optimizer = trained()
        yield full(folder / "full.pt", net, optimizer)
        cards.put(net, "cuda:0")
        cards.put_state(optimizer, "cuda:0")
        states = {"model": net.state_dict(), "optimizer": optimizer.state_dict()}
        torch.save(net.state_dict(), folder / "sharded.pt")
        yield Made(folder / "sharded.pt", "a state dict of DTensors and nothing else")
        torch.save(states, folder / "training.pt")
        known = (live(["optimizer"], optimizer, net, ["model"]),)
        yield Made(folder / "training.pt", "a model and its optimizer as DTensors", known)
    finally:
        dist.destroy_process_group()


def trained() -> tuple[nn.Module, torch.optim.Optimizer]:
    """A net without buffers, sharded over the one process that there is, after two steps."""
    net = nn.Sequential(nn.Linear(4, 5), nn.LayerNorm(5), nn.ReLU(), nn.Linear(5, 3))
    fully_shard(net, mesh=init_device_mesh("cpu", (1,)))
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
    for _ in range(2):
        optimizer.zero_grad()
        net(torch.randn(6, 4)).square().sum().backward()
        optimizer.step()
    return net, optimizer


def full(path: Path, net: nn.Module, optimizer: torch.optim.Optimizer) -> Made:
    """Gathered on the CPU, the optimizer's state by name."""
    model, optim = get_state_dict(net, optimizer, options=StateDictOptions(full_state_dict=True, cpu_offload=True))
    torch.save({"model": model, "optim": optim}, path)
    order = tuple(name for group in optim["param_groups"] for name in group["params"])
    known = (LiveOptimizer(("optim",), type(optimizer).__name__, order, ("model",)),)
    return Made(path, "a sharded model gathered into whole tensors, the optimizer's state by name", known)

"""What ``Accelerator.save_state`` and ``save_model`` write without safetensors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import torch
from accelerate import Accelerator

from tests.frameworks.making import Cards, Made, live, small_net, steps


def make(folder: Path, cards: Cards) -> Iterator[Made]:
    """All files of this framework."""
    yield from state(folder / "state", cards)
    yield from sharded(folder / "sharded", cards)


def state(folder: Path, cards: Cards) -> Iterator[Made]:
    """Two models, their optimizers and a scheduler: each in a file of its own, told apart by a number."""
    run = Accelerator(cpu=True)
    nets = [small_net(), small_net(outputs=2)]
    optimizers = [torch.optim.AdamW(nets[0].parameters(), 1e-3), torch.optim.SGD(nets[1].parameters(), 0.1, 0.9)]
    scheduler = torch.optim.lr_scheduler.StepLR(optimizers[0], 2)
    run.prepare(*nets, *optimizers, scheduler)
    for net, optimizer in zip(nets, optimizers, strict=True):
        steps(net, optimizer)
        cards.put(net, "cuda:1")
        cards.put_state(optimizer, "cuda:1")
    run.save_state(str(folder), safe_serialization=False)
    for index, (net, optimizer) in enumerate(zip(nets, optimizers, strict=True)):
        number = f"_{index}" if index else ""
        yield Made(folder / f"pytorch_model{number}.bin", "one of two models")
        known = (live([], optimizer, net, None),)
        yield Made(folder / f"optimizer{number}.bin", f"the optimizer of one of two models ({known[0].kind})", known)
    yield Made(folder / "scheduler.bin", "a scheduler: numbers and no tensor")
    yield Made(folder / "random_states_0.pkl", "states of random numbers: Python's, numpy's and torch's")


def sharded(folder: Path, cards: Cards) -> Iterator[Made]:
    """One model cut into several files by size."""
    run = Accelerator(cpu=True)
    net = small_net(width=40, outputs=30)
    cards.put(net, "cuda:0")
    run.save_model(net, str(folder), max_shard_size="1KB", safe_serialization=False)
    for path in sorted(folder.glob("*.bin")):
        yield Made(path, "a part of a model that was cut into several files")

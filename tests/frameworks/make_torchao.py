"""torchao's optimizers with 8- and 4-bit state, and models whose weights are quantised subclasses."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torchao.optim import AdamW4bit, AdamW8bit
from torchao.quantization import Int8DynamicActivationInt8WeightConfig, Int8WeightOnlyConfig, quantize_

from tests.frameworks.making import Cards, Made, live, small_net, steps

WIDE = 64
"""64 × 64 is the smallest weight whose state torchao quantises."""


def make(folder: Path, cards: Cards) -> Iterator[Made]:
    """All files of this framework."""
    yield trained(folder / "adamw8bit_small.pt", cards, AdamW8bit, small_net(), 4)
    yield trained(folder / "adamw8bit.pt", cards, AdamW8bit, nn.Linear(WIDE, WIDE), WIDE)
    yield trained(folder / "adamw4bit.pt", cards, AdamW4bit, nn.Linear(WIDE, WIDE), WIDE)
    net = nn.Sequential(nn.Linear(32, 8), nn.ReLU(), nn.Linear(8, 32))
    yield quantised(folder / "int8.pt", cards, net, Int8WeightOnlyConfig())
    yield quantised(folder / "int8_dynamic.pt", cards, net, Int8DynamicActivationInt8WeightConfig())


def trained(path: Path, cards: Cards, kind: type[torch.optim.Optimizer], net: nn.Module, width: int) -> Made:
    """A model and the optimizer after two steps."""
    optimizer = kind(net.parameters(), lr=1e-3)
    steps(net, optimizer, width)
    cards.put(net, "cuda:0")
    cards.put_state(optimizer, "cuda:0")
    torch.save({"model": net.state_dict(), "optimizer": optimizer.state_dict()}, path)
    known = (live(["optimizer"], optimizer, net, ["model"]),)
    quantised = "" if width >= WIDE else ", all of it too small to be quantised"
    return Made(path, f"a model and {kind.__name__}{quantised}", known)


def quantised(path: Path, cards: Cards, net: nn.Module, config: Any) -> Made:
    """A state dict after ``quantize_``."""
    net = copy.deepcopy(net)
    quantize_(net, config)
    state = net.state_dict()
    cards.put(state, "cuda:0")
    torch.save(state, path)
    return Made(path, f"the state dict of a model quantised by {type(config).__name__}")

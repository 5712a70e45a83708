"""bitsandbytes' optimizers with 8-bit state, and its 8- and 4-bit layers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import bitsandbytes as bnb
import torch
from torch import nn

from tests.frameworks.making import Cards, LiveOptimizer, Made, live, steps

WIDE = 64
"""64 × 64 is the smallest weight whose state bitsandbytes quantises."""


def make(folder: Path, cards: Cards) -> Iterator[Made]:
    """All files of this framework."""
    yield trained(folder / "adamw8bit.pt", cards, bnb.optim.AdamW8bit)
    yield trained(folder / "lion8bit.pt", cards, bnb.optim.Lion8bit)
    yield trained(folder / "adam32bit.pt", cards, bnb.optim.Adam32bit)
    yield four_bit(folder / "nf4.pt", cards)
    yield eight_bit(folder / "int8.pt", cards)


def trained(path: Path, cards: Cards, kind: type[torch.optim.Optimizer]) -> Made:
    """A model and the optimizer after two steps; the state of the bias stays in 32 bits."""
    net = nn.Linear(WIDE, WIDE)
    optimizer = kind(net.parameters(), lr=1e-3)
    steps(net, optimizer, WIDE)
    cards.put(net, "cuda:0")
    cards.put(list(optimizer.state.values()), "cuda:0")  # step is an int, the rest lies with the parameter
    torch.save({"model": net.state_dict(), "optimizer": optimizer.state_dict()}, path)
    known: tuple[LiveOptimizer, ...] = (live(["optimizer"], optimizer, net, ["model"]),)
    return Made(path, f"a model and {kind.__name__}", known)


def four_bit(path: Path, cards: Cards) -> Made:
    """NF4 with double quantisation: beside each weight lie what its bytes stand for."""
    layer = bnb.nn.Linear4bit(32, 32, quant_type="nf4", compress_statistics=True)
    layer.load_state_dict(nn.Linear(32, 32).state_dict())
    state = nn.Sequential(layer.to("cpu")).state_dict()  # it quantises when it is moved
    cards.put(state, "cuda:0")
    torch.save(state, path)
    return Made(path, "a layer in NF4")


def eight_bit(path: Path, cards: Cards) -> Made:
    """LLM.int8()."""
    layer = bnb.nn.Linear8bitLt(32, 32, has_fp16_weights=False)
    layer.load_state_dict(nn.Linear(32, 32).state_dict())
    state = nn.Sequential(layer.to("cpu")).state_dict()
    cards.put(state, "cuda:0")
    torch.save(state, path)
    return Made(path, "a layer of LLM.int8()")

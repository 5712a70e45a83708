"""Checkpoints that timm's ``CheckpointSaver`` writes, and its own optimizers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import timm
import torch
from timm.optim import create_optimizer_v2
from timm.utils import CheckpointSaver, ModelEmaV3, NativeScaler
from torch import nn

from tests.frameworks.making import Cards, Made, live

VIT: dict[str, Any] = {"img_size": 8, "patch_size": 4, "embed_dim": 8, "depth": 1, "num_heads": 2, "num_classes": 3}
OPTIMIZERS = ("lamb", "lion", "nadamw", "muon", "adafactor", "lookahead_adam")


def make(folder: Path, cards: Cards) -> Iterator[Made]:
    """All files of this framework."""
    yield saved(folder / "vit-ema.pth.tar", cards, None)
    yield saved(folder / "vit-args.pth.tar", cards, argparse.Namespace(model="vit_tiny_patch16_224", lr=1e-3))
    for name in OPTIMIZERS:
        yield of_kind(folder / f"{name}.pth.tar", cards, name)


def vit() -> nn.Module:
    """A vision transformer with a single narrow block."""
    model: nn.Module = timm.create_model("vit_tiny_patch16_224", **VIT)
    return model


def trained(name: str) -> tuple[nn.Module, torch.optim.Optimizer]:
    """The model and one of timm's optimizers after two steps; biases and norms are a group of their own."""
    model = vit()
    optimizer = create_optimizer_v2(model, opt=name, lr=1e-3, weight_decay=0.05)
    for _ in range(2):
        optimizer.zero_grad()
        model(torch.randn(2, 3, 8, 8)).square().sum().backward()
        optimizer.step()
    return model, optimizer


def saved(path: Path, cards: Cards, args: argparse.Namespace | None) -> Made:
    """What ``train.py --model-ema --model-ema-force-cpu`` leaves; with its arguments or without."""
    model, optimizer = trained("adamw")
    average = ModelEmaV3(model, device="cpu")
    average.update(model)
    cards.put(model, "cuda:0")
    cards.put_state(optimizer, "cuda:0")
    saver = CheckpointSaver(
        model, optimizer, args, average, amp_scaler=NativeScaler("cpu"), checkpoint_dir=str(path.parent)
    )
    saver._save(str(path), epoch=2, metric=71.5)  # what save_checkpoint calls, but with the name of our choice
    with_args = ", and the arguments in a Namespace" if args else ""
    known = (live(["optimizer"], optimizer, model, ["state_dict"]),)
    return Made(path, f"model, AdamW and a moving average on the CPU{with_args}", known)


def of_kind(path: Path, cards: Cards, name: str) -> Made:
    """A model and one of timm's own optimizers."""
    model, optimizer = trained(name)
    cards.put(model, "cuda:0")
    cards.put_state(optimizer, "cuda:0")
    CheckpointSaver(model, optimizer, checkpoint_dir=str(path.parent))._save(str(path), epoch=1)
    return Made(path, f"model and the optimizer {name}", (live(["optimizer"], optimizer, model, ["state_dict"]),))

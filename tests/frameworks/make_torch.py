"""What training scripts write with torch alone: pairs of models, averages beside them, kinds of optimizers."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from torch import nn

from tests.frameworks.making import Cards, LiveOptimizer, Made, live, small_net, steps
from tests.frameworks.stand_ins import Detector

KINDS: dict[str, dict[str, Any]] = {
    "SGD": {"lr": 0.1},
    "NAdam": {},
    "RAdam": {},
    "Adamax": {},
    "Adagrad": {},
    "Adadelta": {},
    "RMSprop": {"momentum": 0.9, "centered": True},
    "ASGD": {},
    "Rprop": {},
    "Adafactor": {},
}

# ``torch.amp.GradScaler.state_dict()`` after two steps on a card; without one it gives an empty dict.
SCALER = {
    "scale": 65536.0,
    "growth_factor": 2.0,
    "backoff_factor": 0.5,
    "growth_interval": 2000,
    "_growth_tracker": 2,
}


def make(folder: Path, cards: Cards) -> Iterator[Made]:
    """All files of this framework."""
    yield gan(folder / "gan.pth", cards)
    yield average(folder / "ema.pth", cards)
    yield whole(folder / "whole.pt", cards)
    yield swa(folder / "swa.pth", cards)
    yield lbfgs(folder / "lbfgs.pth", cards)
    yield resumable(folder / "resumable.pth", cards)
    yield alone(folder / "optimizer.pt", cards)
    for kind in ("Adam", "AdamW", "RAdam", "Muon"):
        yield of_kind(folder / f"{kind.lower()}_fresh.pth", cards, kind, {}, 0)
    for kind, options in KINDS.items():
        yield of_kind(folder / f"{kind.lower()}.pth", cards, kind, options, 2)


def trained(kind: str = "Adam", **options: Any) -> tuple[nn.Sequential, torch.optim.Optimizer]:
    """A net and its optimizer after two steps."""
    net = small_net()
    optimizer = getattr(torch.optim, kind)(net.parameters(), **options)
    steps(net, optimizer)
    return net, optimizer


def gan(path: Path, cards: Cards) -> Made:
    """Two nets of one shape on two cards, an optimizer each."""
    (net_g, optimizer_g), (net_d, optimizer_d) = trained(lr=2e-4), trained(lr=1e-4)
    for net, optimizer, device in ((net_g, optimizer_g, "cuda:0"), (net_d, optimizer_d, "cuda:1")):
        cards.put(net, device)
        cards.put_state(optimizer, device)
    nets = {"netG": net_g.state_dict(), "netD": net_d.state_dict()}
    states = {"optimizerG": optimizer_g.state_dict(), "optimizerD": optimizer_d.state_dict()}
    torch.save({"epoch": 3, **nets, **states}, path)
    known = live(["optimizerG"], optimizer_g, net_g, ["netG"]), live(["optimizerD"], optimizer_d, net_d, ["netD"])
    return Made(path, "a GAN whose two nets have the same shapes, each on a card of its own", known)


def average(path: Path, cards: Cards) -> Made:
    """A moving average that lives on the CPU, named before the model."""
    net, optimizer = trained("AdamW")
    ema = copy.deepcopy(net)
    cards.put(net, "cuda:0")
    cards.put_state(optimizer, "cuda:0")
    torch.save({"ema": ema.state_dict(), "model": net.state_dict(), "optimizer": optimizer.state_dict()}, path)
    known = (live(["optimizer"], optimizer, net, ["model"]),)
    return Made(path, "a moving average on the CPU beside the model that is trained on a card", known)


def whole(path: Path, cards: Cards) -> Made:
    """A pickled model of a class of its own in half precision, the optimizer's state dict beside it."""
    net = Detector()
    flat = [each for each in net.parameters() if each.ndim == 1]
    deep = [each for each in net.parameters() if each.ndim > 1]
    optimizer = torch.optim.SGD([{"params": flat}, {"params": deep, "weight_decay": 5e-4}], 0.01, momentum=0.9)
    for _ in range(2):
        optimizer.zero_grad()
        net(torch.randn(2, 3, 9, 9)).square().sum().backward()
        optimizer.step()
    cards.put_state(optimizer, "cuda:0")
    known = (live(["optimizer"], optimizer, net, ["model"]),)
    state, half = optimizer.state_dict(), copy.deepcopy(net).half()
    cards.put(half, "cuda:0")
    torch.save({"epoch": 7, "best_fitness": 0.5, "model": half, "ema": None, "updates": 40, "optimizer": state}, path)
    return Made(path, "a whole pickled model in float16, and its optimizer's state dict", known)


def swa(path: Path, cards: Cards) -> Made:
    """``torch.optim.swa_utils.AveragedModel`` beside the model: its keys begin with ``module.`` by right."""
    net, optimizer = trained("SGD", lr=0.1, momentum=0.9)
    averaged = torch.optim.swa_utils.AveragedModel(net)
    averaged.update_parameters(net)
    for module in (net, averaged):
        cards.put(module, "cuda:0")
    cards.put_state(optimizer, "cuda:0")
    states = {"model": net.state_dict(), "swa_model": averaged.state_dict(), "optimizer": optimizer.state_dict()}
    torch.save(states, path)
    known = (live(["optimizer"], optimizer, net, ["model"]),)
    return Made(path, "a model, its stochastic weight average and the optimizer", known)


def lbfgs(path: Path, cards: Cards) -> Made:
    """LBFGS keeps all of its state at the first parameter, in lists."""
    net = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2))
    optimizer = torch.optim.LBFGS(net.parameters(), max_iter=4)
    rows = torch.randn(6, 4)

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        loss: torch.Tensor = net(rows).square().sum()
        loss.backward()
        return loss

    optimizer.step(closure)
    cards.put(net, "cuda:0")
    cards.put(optimizer.state, "cuda:0")
    torch.save({"model": net.state_dict(), "optimizer": optimizer.state_dict()}, path)
    return Made(path, "a model and LBFGS after a step", (live(["optimizer"], optimizer, net, ["model"]),))


def resumable(path: Path, cards: Cards) -> Made:
    """Everything a careful script keeps: scheduler, scaler, states of random numbers (a card's lies on the CPU too)."""
    net = small_net().bfloat16()
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
    steps(net, optimizer)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, total_steps=20)
    cards.put(net, "cuda:0")
    cards.put_state(optimizer, "cuda:0")
    rest = {
        "scheduler": scheduler.state_dict(),
        "scaler": SCALER,
        "rng": {"torch": torch.get_rng_state(), "cuda": [torch.zeros(16, dtype=torch.uint8)]},
        "epoch": 4,
        "best": 0.25,
    }
    torch.save({"model": net.state_dict(), "optimizer": optimizer.state_dict(), **rest}, path)
    known = (live(["optimizer"], optimizer, net, ["model"]),)
    return Made(path, "model, optimizer, scheduler, scaler and random numbers, in bfloat16", known)


def alone(path: Path, cards: Cards) -> Made:
    """An optimizer in a file of its own."""
    net, optimizer = trained("Adam")
    cards.put_state(optimizer, "cuda:0")
    torch.save(optimizer.state_dict(), path)
    return Made(path, "an optimizer's state dict and nothing else", (live([], optimizer, net, None),))


def of_kind(path: Path, cards: Cards, kind: str, options: dict[str, Any], count: int) -> Made:
    """A model and one kind of optimizer after ``count`` steps."""
    net = small_net()
    parameters = [each for each in net.parameters() if each.ndim == 2] if kind == "Muon" else list(net.parameters())
    optimizer = getattr(torch.optim, kind)(parameters, **options)
    steps(net, optimizer, count=count)
    cards.put(net, "cuda:0")
    if count:
        cards.put_state(optimizer, "cuda:0")
    torch.save({"state_dict": net.state_dict(), "optimizer": optimizer.state_dict()}, path)
    known: tuple[LiveOptimizer, ...] = (live(["optimizer"], optimizer, net, ["state_dict"]),)
    return Made(path, f"a model and {kind} {'before its first step' if not count else f'after {count} steps'}", known)

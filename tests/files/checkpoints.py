"""Checkpoints as training scripts leave them, made by real torch and tagged for GPUs nobody has here."""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import nn

from tests.support.oracle import PretendGpus, tensors_in

_DTYPES = (
    *(torch.float64, torch.float16, torch.bfloat16, torch.complex128),
    *(torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.bool),
    *(torch.float8_e4m3fn, torch.float8_e5m2, torch.uint16, torch.uint32, torch.uint64),
)
_NEW_DTYPES = -5


class Net(nn.Module):
    """Convolution, batch norm (an integer buffer), tied weights and a parameter that is never trained."""

    def __init__(self) -> None:
        super().__init__()
        self.submodule = nn.Conv2d(3, 4, 3)  # begins like "module." does not: must keep its name
        self.norm = nn.BatchNorm2d(4)
        self.middle = nn.Linear(4, 4)
        self.unused = nn.Parameter(torch.arange(3.0))
        self.first = nn.Linear(4, 5, bias=False)
        self.tied = nn.Linear(4, 5, bias=False)
        self.tied.weight = self.first.weight

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        hidden = self.norm(self.submodule(pictures)).mean((2, 3))
        return self.first(self.middle(hidden))


def train(model: nn.Module, optimizer: torch.optim.Optimizer, steps: int = 2) -> None:
    """A few steps on random pictures."""
    for _ in range(steps):
        optimizer.zero_grad()
        loss: torch.Tensor = model(torch.randn(2, 3, 5, 5)).square().sum()
        loss.backward()
        optimizer.step()


def training_checkpoint(
    gpus: PretendGpus,
    device: str = "cuda:7",
    *,
    wrap: bool = True,
    make: Callable[..., torch.optim.Optimizer] = torch.optim.Adam,
    **options: Any,
) -> dict[str, Any]:
    """Model (in DataParallel unless ``wrap`` is off) and optimizer state on ``device``; Adam's ``step`` on the CPU.

    Two parameter groups, in another order than the model's; the unused parameter leaves a gap in ``state``.
    """
    checkpoint = _trained(wrap, make, **options)
    place(gpus, checkpoint["state_dict"], device)
    for state in checkpoint["optimizer"]["state"].values():
        place(gpus, {key: value for key, value in state.items() if key != "step"}, device)
    return checkpoint


_TRAINED: dict[Any, tuple[dict[str, Any], torch.Tensor]] = {}


def _trained(wrap: bool, make: Callable[..., torch.optim.Optimizer], **options: Any) -> dict[str, Any]:
    """What `training_checkpoint` makes before it is placed. Each is trained once; who asks again is given a copy of it,
    and torch's numbers at random go on as they do after a training.
    """
    known = wrap, make, repr(options)
    if known not in _TRAINED:
        _TRAINED[known] = _train_anew(wrap, make, **options), torch.get_rng_state()
    made, random = _TRAINED[known]
    torch.set_rng_state(random)
    return copy.deepcopy(made)


def _train_anew(wrap: bool, make: Callable[..., torch.optim.Optimizer], **options: Any) -> dict[str, Any]:
    torch.manual_seed(7)
    net = Net()
    model = nn.DataParallel(net) if wrap else net
    flat = [p for p in model.parameters() if p.ndim < 2]
    optimizer = make(
        [{"params": flat}, {"params": [p for p in model.parameters() if p.ndim >= 2], "lr": 0.02}], **options
    )
    train(net, optimizer)
    return {
        "epoch": 27,
        "args": {"lr": 1e-3, "betas": (0.9, 0.999), "name": "run-ü", "nothing": None, "big": 2**80, "flags": {1, 2}},
        "state_dict": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "best": [0.5, float("inf")],
    }


def place(gpus: PretendGpus, value: Any, device: str) -> None:
    """Put every tensor below ``value`` on ``device``."""
    for tensor in tensors_in(value):
        gpus.place(tensor, device)


def odd_tensors(gpus: PretendGpus, container: str = "zip") -> dict[str, Any]:
    """Views, other strides, tied and empty storages, all dtypes, parameters and values of many kinds.

    The newest dtypes are left out of legacy files: torch writes those but cannot read them back.
    """
    torch.manual_seed(8)
    base = torch.randn(6, 8)
    complex_base = torch.randn(3, dtype=torch.complex64)
    values: dict[str, Any] = {
        "base": base,
        "transposed": base.t(),
        "slice": base[2:4, 1:7:2],
        "again": base,
        "overlapping": torch.randn(5).expand(3, 5),
        "scalar": torch.tensor(3.5),
        "empty": torch.empty(0, 4),
        "parameter": nn.Parameter(torch.randn(2, 2)),
        "frozen": nn.Parameter(torch.randn(2), requires_grad=False),
        "wants_grad": torch.randn(2, requires_grad=True),
        "conj": complex_base.conj(),
        "channels_last": torch.randn(2, 3, 4, 4).to(memory_format=torch.channels_last),
        "nested": OrderedDict(a=[torch.ones(2), (torch.zeros(1), {"b": torch.ones(3)})], c={4: torch.ones(1)}),
        "where": torch.device("cuda:7"),
        "dtype": torch.float16,
        "size": torch.Size([2, 3]),
    }
    for dtype in _DTYPES if container == "zip" else _DTYPES[:_NEW_DTYPES]:
        values[str(dtype)] = torch.arange(5).to(dtype)
    place(gpus, values, "cuda:7")
    place(gpus, values["nested"], "cuda:0")
    place(gpus, values["scalar"], "cpu")
    return values


def save(value: Any, path: Path, container: str = "zip", **options: Any) -> Path:
    """``torch.save`` in either container."""
    torch.save(value, path, _use_new_zipfile_serialization=container == "zip", **options)
    return path


def stepped_lbfgs(net: nn.Module) -> torch.optim.LBFGS:
    """LBFGS, which wants a closure, after a step with inputs of two features."""
    optimizer = torch.optim.LBFGS(net.parameters())

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        loss: torch.Tensor = net(torch.ones(3, 2)).square().sum()
        loss.backward()
        return loss

    optimizer.step(closure)
    return optimizer

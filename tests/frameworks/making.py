"""What the makers share: cards that are not there, and what a maker says about each file it made."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

from tests.support.oracle import PretendGpus


@dataclass(frozen=True)
class LiveOptimizer:
    """An optimizer as it was when the file was written, at ``path`` in it.

    ``names`` are the keys of its parameters in the order in which it counts them; ``model`` is the path of the
    state dict that they belong to, None where that is in another file.
    """

    path: tuple[Any, ...]
    kind: str
    names: tuple[str, ...]
    model: tuple[Any, ...] | None


@dataclass(frozen=True)
class Made:
    """One file: ``what`` it is, the frameworks' truth about its optimizers, and what is wrong with it.

    Nothing is wrong with one that the framework loads again as it is, on a computer with the cards it was saved on.
    """

    path: Path
    what: str
    optimizers: tuple[LiveOptimizer, ...] = ()
    ill: str | None = None


class Cards(PretendGpus):
    """Says of modules and optimizers that they lie on cards that this machine may lack."""

    def put(self, value: Any, device: str) -> None:
        """Every tensor of a module, or below dicts and lists, on ``device``; inner tensors of subclasses too."""
        if isinstance(value, nn.Module):
            self.put([*value.parameters(), *value.buffers()], device)
        elif isinstance(value, torch.Tensor) and is_traceable_wrapper_subclass(value):
            names, _ = value.__tensor_flatten__()
            self.put([getattr(value, name) for name in names], device)
        elif isinstance(value, torch.Tensor):
            self.place(value, device)
        elif isinstance(value, Mapping):
            self.put(list(value.values()), device)
        elif isinstance(value, Iterable) and not isinstance(value, str | bytes):
            for each in value:
                self.put(each, device)

    def put_state(self, optimizer: torch.optim.Optimizer, device: str) -> None:
        """State where the optimizer would have made it for parameters on ``device``."""
        optimizer = inside(optimizer)
        stays = stays_on_cpu(optimizer)
        for state in optimizer.state.values():
            self.put([value for name, value in state.items() if name not in stays], device)


def inside(optimizer: torch.optim.Optimizer) -> torch.optim.Optimizer:
    """The optimizer that has the state: timm's Lookahead is around another."""
    return getattr(optimizer, "_base_optimizer", optimizer)


def stays_on_cpu(optimizer: torch.optim.Optimizer) -> set[str]:
    """The state that does not follow its parameter, told by the optimizer itself: a twin of it steps on "meta"."""
    parameter = nn.Parameter(torch.zeros(2, 2, device="meta"))
    parameter.grad = torch.zeros_like(parameter)
    accepted = inspect.signature(type(optimizer)).parameters
    twin = type(optimizer)([parameter], **{k: v for k, v in optimizer.defaults.items() if k in accepted})
    with contextlib.suppress(RuntimeError):  # some read a number then, which "meta" has not; their state is made by now
        twin.step()
    found = twin.state[parameter].items()
    return {name for name, value in found if isinstance(value, torch.Tensor) and value.device.type == "cpu"}


def live(
    path: Iterable[Any], optimizer: torch.optim.Optimizer, module: nn.Module, model: Iterable[Any] | None
) -> LiveOptimizer:
    """What is known of an optimizer: the class that has the state, and the names of its parameters in its order."""
    names = {id(parameter): name for name, parameter in module.named_parameters()}
    order = tuple(names[id(each)] for group in optimizer.param_groups for each in group["params"])
    return LiveOptimizer(tuple(path), type(inside(optimizer)).__name__, order, None if model is None else tuple(model))


def small_net(width: int = 4, outputs: int = 3) -> nn.Sequential:
    """Linear, norm with buffers, linear: two kinds of entries, five kilobytes in a file."""
    return nn.Sequential(nn.Linear(width, 5), nn.BatchNorm1d(5), nn.ReLU(), nn.Linear(5, outputs))


def steps(model: nn.Module, optimizer: torch.optim.Optimizer, width: int = 4, count: int = 2) -> None:
    """A few steps on random rows."""
    for _ in range(count):
        optimizer.zero_grad()
        model(torch.randn(6, width).to(next(model.parameters()).dtype)).square().sum().backward()
        optimizer.step()

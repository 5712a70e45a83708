"""Agents: a policy whose own child is called ``module``, and a SAC whose optimizers train nets and a lone tensor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import torch
from tensordict.nn import NormalParamExtractor, TensorDictModule
from torch import nn
from torchrl.data import Bounded
from torchrl.modules import ProbabilisticActor, TanhNormal, ValueOperator
from torchrl.objectives import SACLoss

from tests.frameworks.making import Cards, LiveOptimizer, Made


def make(folder: Path, cards: Cards) -> Iterator[Made]:
    """All files of this framework."""
    yield policy(folder / "policy.pt", cards)
    yield sac(folder / "sac.pt", cards)


def actor() -> ProbabilisticActor:
    """A policy for three observations and two actions."""
    net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 4), NormalParamExtractor())
    inner = TensorDictModule(net, in_keys=["observation"], out_keys=["loc", "scale"])
    return ProbabilisticActor(
        inner,
        in_keys=["loc", "scale"],
        spec=Bounded(-1.0, 1.0, (2,)),
        distribution_class=TanhNormal,
    )


def loss() -> SACLoss:
    """Its own parameters are the policy's, those of two critics, and the logarithm of alpha."""

    class Critic(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.net = nn.Linear(5, 1)

        def forward(self, observation: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
            values: torch.Tensor = self.net(torch.cat([observation, action], -1))
            return values

    return SACLoss(actor(), ValueOperator(Critic(), in_keys=["observation", "action"]), num_qvalue_nets=2)


def policy(path: Path, cards: Cards) -> Made:
    """``module.0.module.0.weight`` are its own names: no wrapper stands around it."""
    made = actor()
    cards.put(made, "cuda:0")
    torch.save(made.state_dict(), path)
    return Made(path, "a ProbabilisticActor, whose own children are called module")


def sac(path: Path, cards: Cards) -> Made:
    """A policy, and the lone ``log_alpha`` with an optimizer of its own, as scripts keep them."""
    objective = loss()
    trained = {
        "actor_optimizer": list(objective.actor_network_params.flatten_keys().values(True, True)),
        "alpha_optimizer": [objective.log_alpha],
    }
    state = {"loss": objective.state_dict()}
    for name, parameters in trained.items():
        optimizer = torch.optim.Adam([each for each in parameters if isinstance(each, nn.Parameter)])
        for each in optimizer.param_groups[0]["params"]:
            each.grad = torch.ones_like(each)
        optimizer.step()
        state[name] = optimizer.state_dict()
    cards.put(state["loss"], "cpu")
    torch.save(state, path)
    known = LiveOptimizer(("alpha_optimizer",), "Adam", ("log_alpha",), ("loss",))
    return Made(path, "a SACLoss with two optimizers, one of the lone log_alpha", (known,))

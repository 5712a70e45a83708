"""Agents load what was fixed."""

from __future__ import annotations

from pathlib import Path

import torch

from tests.frameworks.fixing import CURED, TO_CPU, assert_equal, fix, original
from tests.frameworks.make_torchrl import actor, loss


def test_a_policy_keeps_its_names(tmp_path: Path) -> None:
    """Neither a map nor curing all takes ``module.`` away."""
    for options in (TO_CPU, CURED):
        path = fix("torchrl/policy.pt", tmp_path / f"{len(options)}.pt", *options)
        policy = actor()
        policy.load_state_dict(torch.load(path, map_location="cpu"))
        assert_equal(dict(policy.state_dict()), dict(original("torchrl/policy.pt")))


def test_the_optimizer_of_a_lone_tensor_goes_on(tmp_path: Path) -> None:
    path, saved = fix("torchrl/sac.pt", tmp_path / "fixed.pt", *CURED), original("torchrl/sac.pt")
    objective, loaded = loss(), torch.load(path)
    objective.load_state_dict(loaded["loss"])
    optimizer = torch.optim.Adam([objective.log_alpha])
    optimizer.load_state_dict(loaded["alpha_optimizer"])
    assert_equal(optimizer.state_dict()["state"], saved["alpha_optimizer"]["state"])
    objective.log_alpha.grad = torch.ones_like(objective.log_alpha)
    optimizer.step()

"""skorch loads what was fixed."""

from __future__ import annotations

from pathlib import Path

import torch

from tests.frameworks.fixing import CURED, assert_equal, fix, original
from tests.frameworks.make_skorch import fitted


def test_parameters_and_optimizer(tmp_path: Path) -> None:
    params = fix("skorch/params.pt", tmp_path / "params.pt", *CURED)
    optimizer = fix("skorch/optimizer.pt", tmp_path / "optimizer.pt", *CURED)
    net = fitted()
    net.load_params(f_params=params, f_optimizer=optimizer)
    assert_equal(dict(net.module_.state_dict()), dict(original("skorch/params.pt")))
    assert_equal(net.optimizer_.state_dict()["state"], original("skorch/optimizer.pt")["state"])


def test_a_whole_net(tmp_path: Path) -> None:
    """Its model lies in it as bytes, which stay as they are."""
    path = fix("skorch/net.pt", tmp_path / "net.pt", "--map", "cuda:*=cpu")
    net = torch.load(path, weights_only=False)
    assert_equal(dict(net.module_.state_dict()), dict(original("skorch/params.pt")))

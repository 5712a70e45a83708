"""Metrics go on from states that were fixed."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn
from torchmetrics import MeanMetric

from tests.frameworks.fixing import CURED, TO_CPU, assert_equal, fix, original
from tests.frameworks.make_torchmetrics import metrics
from tests.frameworks.making import small_net

WANTED = metrics().compute()


def test_states(tmp_path: Path) -> None:
    path = fix("torchmetrics/states.pth", tmp_path / "fixed.pth", *TO_CPU)
    collection = metrics()
    collection.reset()
    collection.persistent(True)
    collection.load_state_dict(torch.load(path))
    assert_equal(collection.compute(), WANTED)


def test_a_model_with_a_metric(tmp_path: Path) -> None:
    path = fix("torchmetrics/beside_a_model.pth", tmp_path / "fixed.pth", *CURED)
    loss = MeanMetric()
    loss.persistent(True)
    model = nn.ModuleDict({"net": small_net(), "loss": loss})
    model.load_state_dict(torch.load(path)["state_dict"])
    assert_equal(dict(model.state_dict()), dict(original("torchmetrics/beside_a_model.pth")["state_dict"]))
    assert loss.compute() == 1.5


def test_a_whole_collection(tmp_path: Path) -> None:
    path = fix("torchmetrics/whole.pth", tmp_path / "fixed.pth", *TO_CPU)
    assert_equal(torch.load(path, weights_only=False).compute(), WANTED)

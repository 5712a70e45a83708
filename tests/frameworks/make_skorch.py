"""Nets of skorch: their parameters and optimizer by themselves, and the whole net, which holds its model as bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from skorch import NeuralNetClassifier

from tests.frameworks.making import Cards, LiveOptimizer, Made, small_net


def make(folder: Path, _cards: Cards) -> Iterator[Made]:
    """All files of this framework."""
    net = fitted()
    params, optimizer, whole = (folder / name for name in ("params.pt", "optimizer.pt", "net.pt"))
    net.save_params(f_params=params, f_optimizer=optimizer)
    names = tuple(name for name, _ in net.module_.named_parameters())
    yield Made(params, "what save_params writes of the model")
    yield Made(optimizer, "what save_params writes of the optimizer", (LiveOptimizer((), "Adam", names, None),))
    torch.save(net, whole)
    yield Made(whole, "a whole net, with a pickle of its model as bytes")


def fitted() -> NeuralNetClassifier:
    """A net after an epoch."""
    options = {"max_epochs": 1, "criterion": torch.nn.CrossEntropyLoss, "train_split": None, "verbose": 0}
    net = NeuralNetClassifier(small_net(), optimizer=torch.optim.Adam, **options)
    rows = np.random.default_rng(3).normal(size=(12, 4)).astype(np.float32)
    net.fit(rows, np.arange(12, dtype=np.int64) % 3)
    return net

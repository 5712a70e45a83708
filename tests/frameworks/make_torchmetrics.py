"""States of metrics: as a state dict, beside a model, and as a whole pickled collection."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import torch
from torch import nn
from torchmetrics import MeanMetric, MetricCollection
from torchmetrics.classification import MulticlassAccuracy, MulticlassConfusionMatrix

from tests.frameworks.making import Cards, Made, small_net


def make(folder: Path, cards: Cards) -> Iterator[Made]:
    """All files of this framework."""
    yield states(folder / "states.pth", cards)
    yield beside(folder / "beside_a_model.pth", cards)
    yield whole(folder / "whole.pth", cards)


def metrics() -> MetricCollection:
    """Three metrics with tensors as states, after an update; without compute groups, which share them."""
    collection = MetricCollection(
        [MulticlassAccuracy(3, average=None), MulticlassConfusionMatrix(3)], compute_groups=False
    )
    collection.update(torch.eye(3), torch.tensor([0, 1, 1]))
    return collection


def states(path: Path, cards: Cards) -> Made:
    """A state dict with the states in it, which is not so by default."""
    collection = metrics()
    collection.persistent(True)
    state = collection.state_dict()
    cards.put(state, "cuda:0")
    torch.save(state, path)
    return Made(path, "the persistent states of a collection of metrics")


def beside(path: Path, cards: Cards) -> Made:
    """A model that holds a metric, as LightningModules do."""
    loss = MeanMetric()
    loss.update(torch.tensor([1.0, 2.0]))
    loss.persistent(True)
    model = nn.ModuleDict({"net": small_net(), "loss": loss})
    state = model.state_dict()
    cards.put(state, "cuda:1")
    torch.save({"state_dict": state, "epoch": 1}, path)
    return Made(path, "a model with a metric inside")


def whole(path: Path, cards: Cards) -> Made:
    """The collection itself: its states are neither parameters nor buffers."""
    collection = metrics()
    for metric in collection.values():
        cards.put([getattr(metric, name) for name in metric._defaults], "cuda:0")
    torch.save(collection, path)
    return Made(path, "a whole pickled collection of metrics")

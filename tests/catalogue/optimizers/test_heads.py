"""Of a model without its head the optimizer's state still has the names of what stays."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import nn

from tests.catalogue.optimizers.test_belonging import adam, answer, of, stepped
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of


def headed() -> nn.Sequential:
    return nn.Sequential(nn.Linear(3, 5), nn.BatchNorm1d(5), nn.Linear(5, 5), nn.Linear(5, 40))


def in_groups(model: nn.Module) -> torch.optim.Optimizer:
    parameters = list(model.parameters())
    thin, thick = ([each for each in parameters if (each.ndim < 2) is is_thin] for is_thin in (True, False))
    optimizer = torch.optim.Adam([{"params": thick}, {"params": thin, "weight_decay": 0.1}])
    stepped(optimizer)
    return optimizer


@pytest.mark.parametrize("make", [adam, in_groups])
@pytest.mark.parametrize("keeps_state", [False, True])
def test_what_stays_is_named(make: object, keeps_state: bool, tmp_path: Path) -> None:
    model = headed()
    assert callable(make)
    optimizer = make(model)
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    wanted = [names[id(each)] for group in optimizer.param_groups for each in group["params"]]
    found = optimizer.state_dict()
    if not keeps_state:
        found["state"] = {place: each for place, each in found["state"].items() if not wanted[place].startswith("3.")}
    weights = {key: value for key, value in model.state_dict().items() if not key.startswith("3.")}
    catalogue = catalogue_of(save({"model": weights, "optimizer": found}, tmp_path / "a.pt"))
    named = [each.name for each in of(catalogue, "optimizer").entries]
    assert answer(catalogue, "optimizer")[0] == "model"
    assert named == [None if name.startswith("3.") else name for name in wanted]


def test_another_model_is_not_taken_for_the_rest_of_it(tmp_path: Path) -> None:
    """Some of its shapes are there, and more that no parameter has."""
    other = nn.Sequential(nn.Linear(3, 5), nn.Linear(5, 9))
    state = {"model": other.state_dict(), "optimizer": adam(headed()).state_dict()}
    assert answer(catalogue_of(save(state, tmp_path / "a.pt")), "optimizer") == (None, None)

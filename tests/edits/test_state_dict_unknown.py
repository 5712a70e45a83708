"""Extraction where torch's own rules do not tell all: states of metrics, tensors in attributes, classes of others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.edits.edits import Extract
from tests.files.checkpoints import save
from tests.support.engine import fix, planned
from tests.support.oracle import assert_same


class Metric(nn.Module):
    """States as torchmetrics keeps them: plain attributes, of which the persistent ones are saved last."""

    def __init__(self) -> None:
        super().__init__()
        self._defaults = {"total": torch.tensor(0.0), "seen": [], "unsaved": torch.tensor(1.0)}
        self._persistent = {"total": True, "seen": True, "unsaved": False}
        self.total, self.seen, self.unsaved = torch.tensor(3.5), [torch.ones(2), torch.zeros(1)], torch.tensor(2.0)
        self.inner = nn.Linear(1, 1)
        self.register_buffer("count", torch.tensor(4))

    def state_dict(self, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False) -> Any:
        destination = super().state_dict(*args, destination=destination, prefix=prefix, keep_vars=keep_vars)
        for name, saved in self._persistent.items():
            if saved:
                destination[prefix + name] = getattr(self, name)
        return destination


class WithMetrics(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(2, 2)
        self.metric = Metric()
        self.last = nn.Linear(2, 2)


@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("make", [Metric, WithMetrics])
def test_persistent_states_of_metrics_are_kept(make: Any, container: str, tmp_path: Path) -> None:
    model = make()
    path = save(model, tmp_path / "a.pt", container)
    fix(path, tmp_path / "b.pt", Extract(0))
    loaded, wanted = torch.load(tmp_path / "b.pt"), model.state_dict()
    assert list(loaded) == list(wanted)
    assert_same(loaded, wanted)
    (note,) = planned(path, Extract(0)).warnings
    assert "unsaved" in note
    assert "total" not in note
    assert "_defaults" not in note  # what the states begin with: their class makes them anew


class Holds(nn.Module):
    """Tensors where torch does not look for them."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(1, 1)
        self.running = torch.ones(2)
        self.lists = [torch.ones(1)]


class Plain(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(1, 1)


def test_what_is_left_out_or_cannot_be_known_is_said(tmp_path: Path) -> None:
    (left,) = planned(save(Holds(), tmp_path / "a.pt"), Extract(0)).warnings
    assert "are left out: they hold tensors" in left
    assert all(name in left for name in ("running", "lists"))
    (unknown,) = planned(save(Plain(), tmp_path / "b.pt"), Extract(0)).warnings
    assert f"If {Plain.__module__}.Plain overrides it, its keys may differ." in unknown
    known = save(nn.Sequential(nn.Linear(1, 1), nn.BatchNorm1d(1)), tmp_path / "c.pt")
    assert planned(known, Extract(0)).warnings == ()

"""The quick ways to lay out a graph give what the careful way gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue import tree
from core.catalogue.checkpoint import open_checkpoint
from core.catalogue.tree import Tree, _Builder, lay_out
from core.pickling.nodes import DictNode
from tests.files.checkpoints import save

SHARED = {"a": torch.ones(2), "b": 1}
DICTS = {
    "alike": {number: {"step": torch.tensor(3.0), "avg": torch.zeros(number), "lr": 0.1} for number in range(9)},
    "empty": {number: {} for number in range(9)},
    "of other lengths": {number: dict.fromkeys(range(number), 1.0) for number in range(9)},
    "of other kinds": {number: {"x": torch.ones(1) if number % 2 else 1} for number in range(9)},
    "of other keys": {number: {f"x{number}": torch.ones(1)} for number in range(9)},
    "shared": dict.fromkeys(range(9), SHARED),
    "with lists": {number: {"x": [torch.ones(1)]} for number in range(9)},
    "with parameters": {number: {"x": torch.nn.Parameter(torch.ones(1))} for number in range(9)},
    "few": {0: {"x": torch.ones(1)}},
}


def columns(laid: Tree) -> list[Any]:
    """All that a tree says; nodes and homes by identity."""
    by_identity = [list(map(id, laid.values)), list(map(id, laid.homes))]
    plain = [list(column) for column in (laid.parents, laid.ends, laid.labels, laid.slots, laid.tensors, *laid.facts)]
    return [*by_identity, *plain, list(laid.device_objects), laid.repeats]


@pytest.mark.parametrize("some", [4, 9, 100])
@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_dicts_of_dicts(container: str, some: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_SOME", some)
    value = {name: {"state": dicts, "after": 1} for name, dicts in DICTS.items()} | {"again": DICTS["alike"]}
    found = open_checkpoint(save(value, tmp_path / "a.pt", container))
    taken: list[bool] = []
    quick = _Builder._lay_dicts

    def watched(self: _Builder, entry: int, node: DictNode) -> bool:
        taken.append(quick(self, entry, node))
        return taken[-1]

    monkeypatch.setattr(_Builder, "_lay_dicts", watched)
    laid = columns(lay_out(found.root, calls=found.mentions.calls))
    assert sum(taken) >= 3
    monkeypatch.setattr(_Builder, "_lay_dicts", lambda *_given: False)
    careful = columns(lay_out(found.root))
    for mine, theirs in zip(laid, careful, strict=True):
        assert mine == theirs

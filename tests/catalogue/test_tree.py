"""The entries of a file are those of what was saved, in its order; tensors that are read together are read the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue import tree
from core.catalogue.checkpoint import open_checkpoint
from core.catalogue.tree import Tree, lay_out
from core.objects.tensors import Facts, plain_facts
from core.pickling.nodes import Call, DictNode
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
VALUE = {name: {"state": dicts, "after": 1} for name, dicts in DICTS.items()} | {"again": DICTS["alike"]}


def columns(laid: Tree) -> list[Any]:
    """All that a tree says; nodes and homes by identity."""
    by_identity = [list(map(id, laid.values)), list(map(id, laid.homes))]
    plain = [list(column) for column in (laid.parents, laid.ends, laid.labels, laid.slots, laid.tensors, *laid.facts)]
    return [*by_identity, *plain, list(laid.device_objects), laid.repeats]


def saved(value: Any, parent: int, label: Any, entries: list[tuple[int, Any, bool]]) -> Iterator[int]:
    """The end of each entry's subtree; ``entries`` gets its parent, its key and whether it is a tensor."""
    entry = len(entries)
    entries.append((parent, label, isinstance(value, torch.Tensor)))
    ends = []
    for key, child in value.items() if isinstance(value, dict) else enumerate(value if type(value) is list else ()):
        ends += saved(child, entry, key, entries)
    yield len(entries)
    yield from ends


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_entries_are_those_of_what_was_saved(container: str, tmp_path: Path) -> None:
    found = open_checkpoint(save(VALUE, tmp_path / "a.pt", container))
    laid = lay_out(found.root, calls=found.mentions.calls)
    entries: list[tuple[int, Any, bool]] = []
    ends = list(saved(VALUE, -1, "", entries))
    parents, labels, tensors = zip(*entries, strict=True)
    assert (list(laid.parents), list(laid.labels), list(laid.ends)) == ([*parents], [*labels], ends)
    assert list(laid.tensors) == [entry for entry, is_tensor in enumerate(tensors) if is_tensor]
    for home, slot, value in list(zip(laid.homes, laid.slots, laid.values, strict=True))[1:]:
        assert (home.items[2 * slot + 1] if type(home) is DictNode else home[slot]) is value


@pytest.mark.parametrize("some", [1, 4, 100])
@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_tensors_that_are_read_together(
    container: str, some: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = open_checkpoint(save(VALUE, tmp_path / "a.pt", container))
    careful = lay_out(found.root)
    monkeypatch.setattr(tree, "_BATCH", some)
    read: list[int] = []

    def watched(calls: Sequence[Call], parts: int) -> Facts | None:
        facts = plain_facts(calls, parts)
        read.append(len(calls) if facts is not None else 0)
        return facts

    monkeypatch.setattr(tree, "plain_facts", watched)
    assert columns(lay_out(found.root, calls=found.mentions.calls)) == columns(careful)
    assert sum(read) > 30

"""What is derived from a catalogue is worked out once, for each tree and function, and goes with the tree."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import torch

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of


class Answer:
    """Something that can be watched."""


def test_once_for_each_tree_and_function_and_no_longer_than_the_tree(tmp_path: Path) -> None:
    path = save({"a": torch.zeros(2)}, tmp_path / "a.pth")
    calls: list[str] = []

    @derived
    def one(catalogue: Catalogue) -> Answer:
        calls.append("one")
        return Answer()

    @derived
    def two(catalogue: Catalogue) -> None:
        calls.append("two")

    first, second = catalogue_of(path), catalogue_of(path)
    answer = one(first)
    assert one(first) is answer
    assert two(first) is two(first) is None
    assert one(second) is not answer
    assert calls == ["one", "two", "one"]
    gone = weakref.ref(answer)
    del answer, first
    gc.collect()
    assert gone() is None

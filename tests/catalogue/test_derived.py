"""What is derived from a catalogue is worked out once, for each tree and function, and goes with the tree."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import torch

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived, derived_from_matches
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


def test_once_for_each_choice_and_for_each_matching_of_the_optimizers(tmp_path: Path) -> None:
    first = catalogue_of(save({"a": torch.zeros(2)}, tmp_path / "a.pth"))
    second = first.with_optimizers(())
    calls: list[str] = []

    @derived
    def of_tree(catalogue: Catalogue, text: str) -> str:
        calls.append(text)
        return text

    @derived_from_matches
    def of_catalogue(catalogue: Catalogue, text: str) -> str:
        calls.append(text)
        return text

    asked = [(catalogue, text) for _ in range(2) for catalogue in (first, second) for text in "xy"]
    assert [of_tree(*each) for each in asked] == [of_catalogue(*each) for each in asked] == [*"xyxyxyxy"]
    assert calls == [*"xy", *"xyxy"]

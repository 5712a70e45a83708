"""What two files can ask of a comparison is bounded: thousands of keys of which none, or each in a way of its own, is
another.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from core.values.diff import compare
from tests.support.engine import catalogue_of

_MANY = 10_000
_SECONDS = 3.0
"""Of processor time."""


def _numbers(count: int, first: int = 0) -> torch.Tensor:
    return torch.arange(first, first + count, dtype=torch.int32)


def _own(side: int) -> dict[str, Any]:
    """No key and no number is in both."""
    return {f"{'ab'[side]}{number}.{number * 7 % 9973}": each for number, each in _each(side)}


def _each(side: int) -> Any:
    return enumerate(_numbers(_MANY, side * _MANY).split(1))


def _mappings(side: int) -> dict[str, Any]:
    """Mappings that have some keys in common with all others, and no one of them with one alone."""
    return {f"{'ab'[side]}{number}": {"exp_avg": 1, "step": 2, f"of {number % 50}": side} for number in range(_MANY)}


def _own_keys(side: int) -> dict[str, Any]:
    """Mappings whose keys are in few others."""
    return {f"{'ab'[side]}{number}": {f"{side}.{number}": number, f"{number % 99}": 1} for number in range(_MANY)}


def _each_its_own_way(side: int) -> dict[str, Any]:
    """Half of them have the same numbers under keys that have nothing in common, and the others have no partner."""
    half = _MANY // 2
    same = {f"{'ab'[side]}{number}.x{number}{side}": each for number, each in enumerate(_numbers(half).split(1))}
    other = {f"{'cd'[side]}{number}": each for number, each in enumerate(_numbers(half, _MANY * (side + 1)).split(1))}
    return same | other


def _segments(side: int) -> dict[str, Any]:
    """Keys of thousands of segments."""
    return {".".join(["ab"[side]] * 200 + [str(number)]): each for number, each in _each(side)}


@pytest.mark.parametrize("make", [_own, _mappings, _own_keys, _each_its_own_way, _segments])
def test_ten_thousand_keys_of_which_none_is_another(make: Callable[[int], dict[str, Any]], tmp_path: Path) -> None:
    paths = tmp_path / "a.pth", tmp_path / "b.pth"
    for side, path in enumerate(paths):
        torch.save(make(side), path)
    first, second = map(catalogue_of, paths)
    before = time.process_time()
    found = compare(first, second)
    assert time.process_time() - before < _SECONDS
    assert not found.is_same


def test_a_mapping_under_another_key_is_found_among_others(tmp_path: Path) -> None:
    weights = {f"layer{number}.weight": torch.ones(number + 1) for number in range(20)}
    torch.save({"state_dict": weights, "other": {"lr": 1}, "w": 1}, tmp_path / "a.pth")
    torch.save({"model": weights, "more": {"lr": 1, "x": 2, "y": 3}, "v": 2}, tmp_path / "b.pth")
    first, second = catalogue_of(tmp_path / "a.pth"), catalogue_of(tmp_path / "b.pth")
    found = compare(first, second)
    paths = {first.path_text(one): second.path_text(other) for one, other in found.pairs.items()}
    assert paths["state_dict"] == "model"
    assert found.same == 20

"""Pieces of tensors in safetensors files of ranks, against torch's own reading of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from core.catalogue.build import open_catalogue
from core.errors import Malformed
from tests.containers.facts import FOLDERS, shown, told

TWO = FOLDERS / "dcp" / "hf_two"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TWO, tmp_path / "two"))


def placed(path: Path, **first: list[int]) -> None:
    tensors = load_file(path)
    places = {key: {"saved_offsets": first.get(key, [0] * tensor.ndim)} for key, tensor in tensors.items()}
    save_file(tensors, path, {"DCP_SHARDING_INFO": json.dumps(places)})


def test_pieces_are_the_whole_that_torch_reads() -> None:
    assert shown(open_catalogue(TWO)) == told("dcp/hf_two")
    for part in TWO.iterdir():
        assert shown(open_catalogue(part)) == told("dcp/hf_two")
        assert shown(open_catalogue(part, alone=True)) != told("dcp/hf_two")


def test_a_piece_under_another_name_is_one_of_them_as_for_torch(folder: Path) -> None:
    """A browser, say, gives it another; the whole would be shown without it, and as whole."""
    max(folder.iterdir()).rename(folder / "model (1).safetensors")
    assert shown(open_catalogue(folder)) == told("dcp/hf_two")


def test_a_model_beside_them_is_none_of_them(folder: Path) -> None:
    save_file({"0.bias": torch.zeros(5)}, folder / "adapter.safetensors")
    assert shown(open_catalogue(folder)) == told("dcp/hf_two")


@pytest.mark.parametrize(
    ("first", "says"), [([0], "claim the same"), ([7], "missing"), ([-1], "outside"), ([0, 0], "different kinds")]
)
def test_pieces_that_do_not_fit(folder: Path, first: list[int], says: str) -> None:
    for path in folder.iterdir():
        save_file({"a": torch.zeros(3)}, path)
    one, other = sorted(folder.iterdir())
    placed(one)
    placed(other, a=first)
    with pytest.raises(Malformed, match=says):
        open_catalogue(folder)


@pytest.mark.parametrize("text", ["", "[]", '{"a": 1}', '{"a": {"saved_offsets": ["x"]}}'])
def test_a_header_that_lies(folder: Path, text: str) -> None:
    path = min(folder.iterdir())
    save_file({"a": torch.zeros(3)}, path, {"DCP_SHARDING_INFO": text})
    with pytest.raises(Malformed):
        open_catalogue(folder)

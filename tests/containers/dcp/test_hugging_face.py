"""Pieces in safetensors by ``HuggingFaceStorageWriter``, against what its own reader gives."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from core.catalogue.build import open_catalogue
from core.edits.edits import UseContainer
from core.errors import Malformed
from tests.containers.facts import FOLDERS, shown, told
from tests.support.engine import fix

TWO = "dcp/hf_two"
FILES = [f"shard-{number:05d}-model-00001-of-00001.safetensors" for number in (1, 2)]


@pytest.mark.parametrize("name", ["dcp/hf_one", "dcp/hf_two", "dcp/hf_together"])
def test_folders(name: str) -> None:
    assert shown(open_catalogue(FOLDERS / name)) == told(name)


@pytest.mark.parametrize("path", [f"{TWO}/{FILES[1]}", "dcp/hf_together/sharded"])
def test_any_file_stands_for_the_folder(path: str) -> None:
    catalogue = open_catalogue(FOLDERS / path)
    assert shown(catalogue) == told(TWO)
    assert catalogue.checkpoint.several is not None
    assert catalogue.checkpoint.several.names == tuple(FILES)


def test_a_piece_by_itself() -> None:
    catalogue = open_catalogue(FOLDERS / TWO / FILES[1], alone=True)
    assert {row.shape for row in catalogue.tensors} == {
        tuple(each.shape) for each in load_file(FOLDERS / TWO / FILES[1]).values()
    }


def test_saved_as_one_file(tmp_path: Path) -> None:
    fix(FOLDERS / TWO, tmp_path / "one.pth", UseContainer("zip"))
    loaded = torch.load(tmp_path / "one.pth")
    assert {key: tuple(each.shape) for key, each in loaded.items()} == {
        path[0]: shape for path, (_, shape, _) in told(TWO).items()
    }


def test_a_missing_file_takes_its_keys_along(tmp_path: Path) -> None:
    shutil.copytree(FOLDERS / TWO, tmp_path / "run")
    (tmp_path / "run" / FILES[0]).unlink()
    catalogue = open_catalogue(tmp_path / "run")
    assert catalogue.checkpoint.several is not None
    (missing,) = catalogue.checkpoint.several.missing
    assert missing.name == FILES[0]
    assert set(missing.keys) == {path[0] for path in told(TWO)} - {"scale"}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b'\\"saved_offsets\\": [3, 0]', b'\\"saved_offsets\\": [2, 0]', "claim the same numbers"),
        (b'\\"saved_offsets\\": [3, 0]', b'\\"saved_offsets\\": [4, 0]', "are missing"),
        (b'\\"saved_offsets\\": [3, 0]', b'\\"saved_offsets\\": [3   ]', "does not say where '0.weight'"),
        (b'\\"saved_offsets\\": [3, 0]', b'\\"saved_offsets\\": [.3,0]', "does not say where"),
        (b'\\"0.weight\\": {', b'\\"9.weight\\": {', "does not say where '0.weight'"),
    ],
)
def test_headers_that_lie(old: bytes, new: bytes, says: str, tmp_path: Path) -> None:
    shutil.copytree(FOLDERS / TWO, tmp_path / "run")
    file = tmp_path / "run" / FILES[1]
    raw = file.read_bytes()
    assert old in raw
    file.write_bytes(raw.replace(old, new, 1))
    with pytest.raises(Malformed, match=says):
        open_catalogue(tmp_path / "run")

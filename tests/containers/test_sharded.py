"""Shards with and without an index, against what the frameworks' own loaders made of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.catalogue.integrity import verify
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.errors import CannotOpen, CheckpointError, Malformed
from core.saving.save import save
from tests.containers.facts import FOLDERS, facts, shown, told

SHARDED = FOLDERS / "sharded"
NAMES = sorted(path.name for path in SHARDED.iterdir() if path.is_dir())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SHARDED / "bin", tmp_path / "bin"))


@pytest.mark.parametrize("name", NAMES)
def test_all_shards_are_one_state_dict_bit_for_bit(name: str) -> None:
    catalogue = open_catalogue(SHARDED / name)
    wanted = told(f"sharded/{name}")
    for one, other in facts(f"sharded/{name}").get("tied", ()):  # the loader ties them, whichever of them is there
        for absent in {(one,), (other,)} - {catalogue.path(tensor.entry) for tensor in catalogue.tensors}:
            wanted.pop(absent, None)
    assert shown(catalogue) == wanted
    assert verify(catalogue).is_sound
    several = catalogue.checkpoint.several
    assert several is not None
    assert (several.missing, several.extra, several.doubled) == ((), (), ())


def test_the_folder_its_index_and_any_shard_are_the_same(folder: Path) -> None:
    wanted = shown(open_catalogue(folder))
    for path in folder.glob("pytorch_model*"):
        assert shown(open_catalogue(path)) == wanted
    assert len(shown(open_catalogue(folder / "pytorch_model-00002-of-00003.bin", alone=True))) < len(wanted)


def test_shards_are_shown_beside_the_index_of_another_save(folder: Path) -> None:
    """Of the same name, which names files that are not there, and of the other format."""
    wanted = shown(open_catalogue(folder))
    shutil.copy(SHARDED / "transformers" / "model.safetensors.index.json", folder)
    assert shown(open_catalogue(folder)) == wanted
    shutil.copy(SHARDED / "accelerate_bin" / "pytorch_model.bin.index.json", folder)
    for path in (folder, folder / "pytorch_model-00002-of-00003.bin"):
        catalogue = open_catalogue(path)
        assert shown(catalogue) == wanted
        several = catalogue.checkpoint.several
        assert several is not None
        assert [gone.name for gone in several.missing] == [f"pytorch_model-0000{n}-of-00002.bin" for n in (1, 2)]
        assert not several.extra


def test_devices_are_changed_and_one_file_is_saved(folder: Path, tmp_path: Path) -> None:
    catalogue = open_catalogue(folder)
    assert {total.device for total in catalogue.devices} == {"cuda:5"}
    target = tmp_path / "one.pth"
    save(preview(catalogue, Plan((RemapDevice("cuda:*", "cpu"),))), target, container="zip")
    loaded = torch.load(target)
    assert {(key,): tuple(value.shape) for key, value in loaded.items()} == {
        path: shape for path, (_, shape, _) in shown(catalogue).items()
    }
    assert shown(open_catalogue(target)) == shown(catalogue)


@pytest.mark.parametrize("with_index", [True, False])
def test_a_missing_shard_is_named_with_what_it_takes_along(folder: Path, with_index: bool) -> None:
    gone = "pytorch_model-00002-of-00003.bin"
    listed = json.loads((folder / "pytorch_model.bin.index.json").read_text())["weight_map"]
    (folder / gone).unlink()
    if not with_index:
        (folder / "pytorch_model.bin.index.json").unlink()
    several = open_catalogue(folder).checkpoint.several
    assert several is not None
    (missing,) = several.missing
    assert missing.name == gone
    assert list(missing.keys) == [key for key, file in listed.items() if file == gone and with_index]


def test_extra_and_doubled_shards_are_named(folder: Path) -> None:
    shutil.copy(folder / "pytorch_model-00001-of-00003.bin", folder / "pytorch_model-00001-of-00002.bin")
    several = open_catalogue(folder).checkpoint.several
    assert several is not None
    assert several.extra == ("pytorch_model-00001-of-00002.bin",)
    shutil.copy(folder / "pytorch_model-00001-of-00003.bin", folder / "pytorch_model-00003-of-00003.bin")
    several = open_catalogue(folder).checkpoint.several
    assert several is not None
    assert several.doubled


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "sub/../../x", "", "a\0b", "link.bin"])
def test_an_index_leads_nowhere_else(folder: Path, tmp_path: Path, name: str) -> None:
    torch.save({"secret": torch.zeros(1)}, tmp_path / "outside.bin")
    (folder / "link.bin").symlink_to(tmp_path / "outside.bin")
    index = folder / "pytorch_model.bin.index.json"
    index.write_text(json.dumps({"weight_map": {"a": name}}))
    with pytest.raises(CannotOpen, match="leads out of the folder"):
        open_catalogue(folder)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"weight_map": {}}', '{"weight_map": {"a": 1}}', "\udcff", "[" * 100_000]
)
def test_an_index_that_is_none(folder: Path, text: str) -> None:
    (folder / "pytorch_model.bin.index.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(CheckpointError) as told_of:
        open_catalogue(folder)
    assert str(told_of.value)


def test_tensors_of_many_files_are_read_many_at_once() -> None:
    assert open_catalogue(SHARDED / "bin").tree.ordinary  # what says otherwise takes three times as long


def test_a_shard_that_is_no_state_dict(folder: Path) -> None:
    torch.save([1, 2], folder / "pytorch_model-00002-of-00003.bin")
    with pytest.raises(Malformed, match=r"pytorch_model-00002-of-00003\.bin is not a shard"):
        open_catalogue(folder)


def test_a_shard_that_is_damaged_is_named(folder: Path) -> None:
    shard = folder / "pytorch_model-00002-of-00003.bin"
    shard.write_bytes(shard.read_bytes()[:-100])
    with pytest.raises(CheckpointError, match=r"^pytorch_model-00002-of-00003\.bin: The file begins like"):
        open_catalogue(folder)

"""Shards and their index, loaded as transformers does: by plain code here, and by its own in `make frameworks`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from core.edits.edits import Drop, Plan, RemapDevice, StripPrefix
from core.edits.preview import preview
from core.errors import EditError, SaveError, Step, Way
from core.saving.outlook import outlook
from core.saving.targets.sharding import Cut, cut_by_size, size_of
from tests.support.engine import catalogue_of, fix
from tests.support.oracle import PretendGpus


def load_sharded(folder: Path) -> dict[str, torch.Tensor]:
    """What ``load_sharded_checkpoint`` of transformers loads; each file has the keys that the index gives it."""
    (listing,) = folder.glob("*.index.json")
    index = json.loads(listing.read_text())
    found: dict[str, torch.Tensor] = {}
    for name in sorted(set(index["weight_map"].values())):
        part = load_file(folder / name) if name.endswith(".safetensors") else torch.load(folder / name)
        assert part.keys() == {key for key, file in index["weight_map"].items() if file == name}
        found |= part
    storages = {
        tensor.untyped_storage().data_ptr(): tensor.untyped_storage().nbytes()
        for tensor in found.values()
        if tensor.nbytes
    }
    assert index["metadata"]["total_size"] == sum(storages.values())
    return found


def model() -> dict[str, Any]:
    torch.manual_seed(0)
    value = {f"layers.{number}.w": torch.randn(16, 16) for number in range(7)}
    value |= {"emb": torch.randn(40, 16), "norm": torch.ones(16, dtype=torch.bfloat16)}
    return value | {"head": value["emb"]}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    torch.save(model(), tmp_path / "source.pth")
    return tmp_path / "source.pth"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def assert_equal(found: dict[str, torch.Tensor], expected: dict[str, torch.Tensor]) -> None:
    assert found.keys() == expected.keys()
    assert all(torch.equal(found[key], expected[key]) and found[key].dtype == expected[key].dtype for key in expected)


@pytest.mark.parametrize("container", ["safetensors", "zip", "legacy"])
def test_cut_and_named_as_transformers_does(source: Path, tmp_path: Path, container: str, state: Path) -> None:
    folder = tmp_path / "out"
    report = fix(source, folder, container=container, shard_size=size_of("2.6KB"))
    stem, end = ("model", ".safetensors") if container == "safetensors" else ("pytorch_model", ".bin")
    shards = [f"{stem}-{number:05d}-of-00005{end}" for number in range(1, 6)]
    assert names(folder) == sorted([*shards, f"{stem}{end}.index.json"]) == sorted(report.files)
    found, expected = load_sharded(folder), model()
    if container == "safetensors":
        del expected["head"]
    else:
        assert found["head"].data_ptr() == found["emb"].data_ptr()  # tied tensors are in one file
    assert_equal(found, expected)
    assert names(state) == []


def test_one_shard_has_no_number_and_no_index(source: Path, tmp_path: Path) -> None:
    fix(source, tmp_path / "out", container="safetensors", shard_size=size_of("5GB"))
    assert names(tmp_path / "out") == ["model.safetensors"]


def test_devices_are_kept_in_shards_of_torch(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        value = {key: torch.ones(64) for key in "abc"}
        for number, tensor in enumerate(value.values()):
            gpus.place(tensor, f"cuda:{number}")
        torch.save(value, tmp_path / "a.pth")
    fix(tmp_path / "a.pth", tmp_path / "out", RemapDevice("cuda:2", "cpu"), shard_size=300)
    found = catalogue_of(tmp_path / "out")
    assert [found.device_of(row) for row in range(3)] == ["cuda:0", "cuda:1", "cpu"]


# -- a source in shards --------------------------------------------------------------------------------------------


@pytest.fixture(params=["safetensors", "zip"])
def sharded(request: pytest.FixtureRequest, source: Path, tmp_path: Path) -> Path:
    """A model of transformers: shards, their index, and what stands beside them."""
    folder = tmp_path / "sharded"
    fix(source, folder, container=request.param, shard_size=2600)
    (folder / "config.json").write_text('{"model_type": "toy"}')
    (folder / "tokenizer.json").write_text("{}")
    (folder / "notes.txt").write_text("mine")
    return folder


def test_it_stays_in_shards_of_its_own_sizes(sharded: Path, tmp_path: Path) -> None:
    """Under the same names, and what is needed to load it goes along; what else lies there does not."""
    report = fix(sharded, tmp_path / "new")
    assert set(names(tmp_path / "new")) == set(names(sharded)) - {"notes.txt"}
    assert report.carried == ("config.json", "tokenizer.json")
    for name in report.files:
        mine, theirs = tmp_path / "new" / name, sharded / name
        assert mine.read_bytes() == theirs.read_bytes(), name


def test_edits_of_it(sharded: Path, tmp_path: Path) -> None:
    expected = load_sharded(sharded)
    norm = catalogue_of(sharded).find("norm")
    fix(sharded, tmp_path / "new", StripPrefix("layers."), Drop(norm))
    assert_equal(
        load_sharded(tmp_path / "new"),
        {key.removeprefix("layers."): tensor for key, tensor in expected.items() if key != "norm"},
    )


def test_a_shard_without_keys_is_not_written(sharded: Path, tmp_path: Path) -> None:
    found = catalogue_of(sharded)
    (listing,) = sharded.glob("*.index.json")
    weight_map = json.loads(listing.read_text())["weight_map"]
    first = min(weight_map.values())
    gone = [Drop(found.find(key)) for key, file in weight_map.items() if file == first]
    fix(sharded, tmp_path / "new", *gone)
    assert len(list((tmp_path / "new").glob("*-of-00004.*"))) == 4
    assert load_sharded(tmp_path / "new").keys() == {key for key, file in weight_map.items() if file != first}


@pytest.mark.parametrize("name", ["one.pth", "one.safetensors"])
def test_as_one_file(sharded: Path, tmp_path: Path, name: str) -> None:
    fix(sharded, tmp_path / name)
    found = torch.load(tmp_path / name) if name.endswith(".pth") else load_file(tmp_path / name)
    expected = load_sharded(sharded)
    if name.endswith(".safetensors"):
        expected.pop("head", None)
    assert_equal(found, expected)


def test_from_one_container_to_the_other(sharded: Path, tmp_path: Path) -> None:
    is_zip = any(name.endswith(".bin") for name in names(sharded))
    fix(sharded, tmp_path / "new", container="safetensors" if is_zip else "zip")
    expected = load_sharded(sharded)
    if is_zip:
        del expected["head"]
    assert_equal(load_sharded(tmp_path / "new"), expected)
    assert len(list((tmp_path / "new").glob("*-of-00005.*"))) == 5


def test_one_numbered_shard_keeps_its_index(tmp_path: Path) -> None:
    """Loaders look for model.safetensors or for an index: nothing else leads to a file with a number in its name."""
    folder = tmp_path / "model"
    folder.mkdir()
    value = {"a": torch.ones(3), "b": torch.zeros(2)}
    save_file(value, folder / "model-00001-of-00001.safetensors", {"format": "pt"})
    index = {"metadata": {"total_size": 20}, "weight_map": dict.fromkeys(value, "model-00001-of-00001.safetensors")}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    fix(folder, tmp_path / "out")
    assert names(tmp_path / "out") == names(folder)
    assert_equal(load_sharded(tmp_path / "out"), value)
    fix(folder, tmp_path / "less", Drop(catalogue_of(folder).find("a")))
    assert load_sharded(tmp_path / "less").keys() == {"b"}


def test_shards_that_the_index_names_with_a_dot_are_no_other_files(tmp_path: Path) -> None:
    save_file({"a": torch.ones(3)}, tmp_path / "x.safetensors")
    index = {"metadata": {}, "weight_map": {"a": "./x.safetensors"}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index))
    assert outlook(preview(catalogue_of(tmp_path), Plan()), "dcp").notes == ()


# -- what is asked for ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "size"),
    [("5GB", 5 * 10**9), ("500MB", 5 * 10**8), ("5GiB", 5 << 30), ("2.5kb", 2500), ("1TB", 10**12), ("300", 300)],
)
def test_sizes(text: str, size: int) -> None:
    assert size_of(text) == size


@pytest.mark.parametrize("text", ["", "5XB", "GB", "-1GB", "0", "5 G B", "1e9", "²GB"])
def test_no_sizes(text: str) -> None:
    with pytest.raises(SaveError, match="is not a size of files"):
        size_of(text)


def test_a_tensor_larger_than_a_shard_is_alone() -> None:
    keys = [Cut("a", 5, "1"), Cut("b", 50, "2"), Cut("c", 5, "3"), Cut("d", 5, "4"), Cut("e", 50, "2")]
    assert cut_by_size(keys, 10) == [["b", "e"], ["a", "c"], ["d"]]


def test_shards_are_no_file(source: Path, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="the name of a file"):
        fix(source, tmp_path / "out.safetensors", shard_size=100)
    assert names(tmp_path) == ["source.pth"]


def test_shards_are_of_a_state_dict(tmp_path: Path) -> None:
    torch.save({"model": model(), "epoch": 3}, tmp_path / "a.pth")
    with pytest.raises(EditError, match=r"inside “model”\. Keep only that state dict") as refused:
        fix(tmp_path / "a.pth", tmp_path / "out", shard_size=100)
    assert refused.value.ways == (Way(Step.KEEP, "model"), Way(Step.SAVE_AS, "zip"))
    assert names(tmp_path) == ["a.pth"]

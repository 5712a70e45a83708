"""The folders and containers of ``tests/data/folders`` are what their facts say, by torch and safetensors alone."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors import safe_open

from tests.frameworks.folders.recording import described, digest, equal, files_of, leaves_below, part

KEPT = Path(__file__).parents[1] / "data" / "folders"
FACTS = {
    path.relative_to(KEPT).as_posix().removesuffix(".json"): json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(KEPT.glob("*/*.json"))
}


def test_every_file_has_its_facts() -> None:
    told = {f"{name}/{file}" if (KEPT / name).is_dir() else name for name in FACTS for file in FACTS[name]["parts"]}
    told |= {f"{name.split('/')[0]}/{facts['whole']}" for name, facts in FACTS.items() if "whole" in facts}
    there = {path.relative_to(KEPT).as_posix() for path in KEPT.rglob("*") if path.is_file()}
    assert there == told | {f"{name}.json" for name in FACTS} | {"README.md"}
    assert sum(path.stat().st_size for path in KEPT.rglob("*") if path.is_file()) < 3_000_000


@pytest.mark.parametrize("name", FACTS)
def test_parts(name: str) -> None:
    for file, path in files_of(KEPT / name):
        facts = FACTS[name]["parts"][file]
        assert facts["bytes"] == path.stat().st_size
        with contextlib.suppress(ModuleNotFoundError):  # pickles that name classes of a framework
            assert json.loads(json.dumps(part(path))) == facts


@pytest.mark.parametrize("name", [name for name in FACTS if name.startswith("sharded/")])
def test_shards_are_the_whole(name: str) -> None:
    facts, found = FACTS[name], {}
    for _, path in files_of(KEPT / name):
        if path.suffix == ".safetensors":
            with safe_open(path, "pt") as file:
                found.update({key: file.get_tensor(key) for key in file.keys()})  # noqa: SIM118 - not a dict
    for row in [row for each in facts["parts"].values() for row in each.get("tensors", ())]:
        assert [row[0], *row[1:3], row[4]] in facts["tensors"]
    rows = {path[0]: rest for path, *rest in facts["tensors"]}
    assert {key: [*described(each), digest(each)] for key, each in found.items()}.items() <= rows.items()
    if found:
        assert rows.keys() - found.keys() <= {key for pair in facts.get("tied", ()) for key in pair}


@pytest.mark.parametrize("name", [name for name in FACTS if "entries" in FACTS[name] and "/hf_" not in name])
def test_torch_reads_dcp(name: str) -> None:
    from tests.frameworks.folders.dcp_reading import metadata_facts, whole

    if name == "dcp/compressed":
        pytest.importorskip("zstandard")
    reader = torch.distributed.checkpoint.FileSystemReader(KEPT / name)
    leaves = dict(leaves_below(whole(reader)))
    found = {json.dumps(path): each for path, each in leaves.items()}
    rows = [[path, *described(found[json.dumps(path)]), digest(found[json.dumps(path)])] for path, *_ in said(name)]
    assert rows == said(name)
    assert json.loads(json.dumps(metadata_facts(reader.read_metadata()))) == FACTS[name]["entries"]


def said(name: str) -> list[Any]:
    """The rows of whole tensors."""
    return FACTS[name]["tensors"]


@pytest.mark.parametrize("name", [name for name in FACTS if "whole" in FACTS[name]])
def test_the_whole_beside_a_folder(name: str) -> None:
    whole = torch.load(KEPT / name.split("/", maxsplit=1)[0] / FACTS[name]["whole"])
    rows = [[list(path), *described(each), digest(each)] for path, each in leaves_below(whole)]
    assert sorted(rows) == said(name)


def test_equal_sees_a_bit() -> None:
    assert equal({"a": [torch.ones(2)]}, {"a": [torch.ones(2)]})
    assert not equal({"a": [torch.ones(2)]}, {"a": [torch.ones(2).nextafter(torch.zeros(2))]})
    assert not equal({"a": torch.ones(2)}, {"a": torch.ones(2).bfloat16()})

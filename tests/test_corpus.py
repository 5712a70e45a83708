"""Real checkpoints of other people: the counts an independent reader found, and fixed copies that torch loads."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.errors import ReadOnlyFormat
from core.saving.save import save
from tests.support.corpus import FILES, corpus_file, name_of
from tests.support.oracle import assert_same, saved_devices

pytestmark = pytest.mark.corpus

COUNTED = [entry for entry in FILES if "tensors" in entry]
EDITABLE = [entry for entry in FILES if entry["container"] in ("zip", "legacy")]
LOOKED_AT = [entry for entry in FILES if entry["container"] == "zip TorchScript"]
TO_CPU = Plan((RemapDevice("cuda:*", "cpu"),))


def catalogue_of(path: Path) -> Catalogue:
    return build_catalogue(open_checkpoint(path))


@pytest.mark.parametrize("entry", FILES, ids=name_of)
def test_opens_as_what_it_is(entry: dict[str, Any]) -> None:
    path = corpus_file(entry)
    checkpoint = open_checkpoint(path)
    assert checkpoint.container == entry["container"]
    assert checkpoint.bytes == entry["bytes"] == path.stat().st_size
    assert (checkpoint.read_only is None) == (entry not in LOOKED_AT)
    assert bool(build_catalogue(checkpoint).optimizers) == entry["optimizer"]


@pytest.mark.parametrize("entry", COUNTED, ids=name_of)
def test_counts(entry: dict[str, Any]) -> None:
    catalogue = catalogue_of(corpus_file(entry))
    constants = [storage.device for storage in catalogue.storages if storage.key.startswith("constants/")]
    assert len(catalogue.storages) - len(constants) == entry["storages"]
    on_each = {total.device: total.storages - constants.count(total.device) for total in catalogue.devices}
    assert on_each == entry["storages_by_device"]
    assert sum(row.shape == () for row in catalogue.tensors) == entry["zero_dim"]
    assert sum(not contiguous(row.shape, row.stride) for row in catalogue.tensors) == entry["noncontiguous"]
    assert sorted(catalogue.globals) == sorted(entry["other_globals"])
    assert len(catalogue.tensors) - len(constants) == entry["tensors"]
    if entry["container"] != "zip TorchScript":  # there the reader took constants/0 for data/0, and so for shared
        assert {total.device: total.tensors for total in catalogue.devices} == entry["tensors_by_device"]
        assert sum(storage.tensors > 1 for storage in catalogue.storages) == entry["shared_storages"]


def contiguous(shape: tuple[int, ...], stride: tuple[int, ...]) -> bool:
    return torch.empty(0).as_strided(shape, stride).is_contiguous() if 0 in shape else _packed(shape, stride)


def _packed(shape: tuple[int, ...], stride: tuple[int, ...]) -> bool:
    expected = 1
    for size, step in zip(reversed(shape), reversed(stride), strict=True):
        if size != 1 and step != expected:
            return False
        expected *= size
    return True


@pytest.mark.parametrize("entry", [entry for entry in EDITABLE if entry["storages"]], ids=name_of)
def test_devices_are_those_that_torch_reads(entry: dict[str, Any]) -> None:
    path = corpus_file(entry)
    found = Counter({total.device: total.storages for total in catalogue_of(path).devices})
    assert found == Counter(saved_devices(path))


@pytest.mark.parametrize("entry", EDITABLE, ids=name_of)
def test_fixed_file_loads_without_a_gpu(entry: dict[str, Any], tmp_path: Path) -> None:
    source = corpus_file(entry)
    fixed = tmp_path / "fixed.pth"
    before = source.read_bytes()
    save(preview(catalogue_of(source), TO_CPU), fixed)
    assert source.read_bytes() == before
    trusted = {} if entry["weights_only"] else {"weights_only": False}
    ours = torch.load(fixed, **trusted)
    theirs = torch.load(source, map_location="cpu", **trusted)
    assert_same(ours, theirs)


@pytest.mark.parametrize("entry", LOOKED_AT, ids=name_of)
def test_what_cannot_be_edited_says_so(entry: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ReadOnlyFormat, match="jit"):
        save(preview(catalogue_of(corpus_file(entry)), TO_CPU), tmp_path / "fixed.pth")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("entry", EDITABLE, ids=name_of)
def test_legacy_files_become_modern_ones(entry: dict[str, Any], tmp_path: Path) -> None:
    source = corpus_file(entry)
    other = "zip" if entry["container"] == "legacy" else "legacy"
    fixed = tmp_path / "fixed.pth"
    save(preview(catalogue_of(source), TO_CPU), fixed, container=other)
    assert open_checkpoint(fixed).container == other
    theirs = torch.load(source, map_location="cpu", weights_only=False)
    assert_same(torch.load(fixed, weights_only=False), theirs)

"""Checkpoints that other people wrote: statistics, percentiles, parts, casts and exports are all torch's."""

from __future__ import annotations

import json
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.edits.edits import Cast, Edit, Plan, UseContainer
from core.edits.preview import preview
from core.errors import ReadOnlyFormat
from core.numbers.reader import Numbers
from core.numbers.slices import part_of
from core.saving.save import save
from core.values.distribution import distribution_of
from core.values.export import export
from core.values.statistics import statistics_of
from tests.numbers.judge import assert_same, bits, wanted
from tests.support.corpus import FILES, corpus_file, name_of
from tests.support.judging import quiet_load
from tests.support.thinning import in_turn
from tests.values.test_distribution import PERCENTILES, finite
from tests.values.test_statistics import assert_as_torch, by_torch

pytestmark = pytest.mark.corpus
NAMES = [name_of(each) + "@" + each["sha256"][:4] for each in FILES]
EVERY = pytest.mark.parametrize("name", NAMES)
PARTS = ("-1", "::2", "...,:1", "1:,0", "0,:,3")
CASTS = ("bfloat16", "float16", "float8_e4m3fn")


@cache
def file_and_tensors(name: str) -> tuple[Catalogue, dict[int, torch.Tensor]]:
    """A file, and what torch has in it by the rows of ours."""
    (entry,) = (each for each in FILES if name_of(each) + "@" + each["sha256"][:4] == name)
    path = corpus_file(entry)
    catalogue = open_catalogue(path)
    loaded = _loaded(path, entry)
    paths = enumerate(map(catalogue.path, catalogue.tree.tensors))
    tensors = {row: _at(loaded, path) for row, path in paths if path[:1] not in (("constants",), ("attributes",))}
    assert all(type(tensor) in (torch.Tensor, torch.nn.Parameter) for tensor in tensors.values())
    assert bool(tensors) == bool(entry.get("storages", 1))
    return catalogue, {row: tensor.detach().cpu() for row, tensor in tensors.items()}


def _loaded(path: Path, entry: dict[str, Any]) -> Any:
    if entry["container"] == "safetensors":
        return _safetensors(path)
    if "TorchScript" in entry["container"]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # torch would have it exported anew
            return _parts_of(torch.jit.load(path, map_location="cpu"))
    return quiet_load(path, map_location="cpu", **({} if entry["weights_only"] else {"weights_only": False}))


def _safetensors(path: Path) -> dict[str, torch.Tensor]:
    """float32 is all that the file of the corpus has."""
    raw = path.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8:start])
    header.pop("__metadata__", None)
    found = {}
    for key, each in header.items():
        assert each["dtype"] == "F32"
        first, end = each["data_offsets"]
        numbers = torch.frombuffer(bytearray(raw[start + first : start + end]), dtype=torch.float32)
        found[key] = numbers.reshape(each["shape"])
    return found


def _parts_of(model: Any) -> dict[str, Any]:
    """What is shown of a TorchScript model; its constants are asked for by numbers that torch does not tell."""
    return {"state_dict": dict(model.state_dict())}


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key] if isinstance(value, dict | list | tuple) else getattr(value, key)
    return value


@EVERY
def test_statistics_and_percentiles(name: str) -> None:
    catalogue, tensors = file_and_tensors(name)
    with Numbers(catalogue) as numbers:
        for row, tensor in tensors.items():
            statistics = statistics_of(numbers.tensor(row))
            assert_as_torch(statistics, by_torch(tensor), 3e-6)
            found, right = distribution_of(numbers.tensor(row), statistics), finite(tensor)
            assert found.exact
            if not right.size:
                assert found == ({}, True, None, None, {})
                continue
            assert found.histogram is not None
            assert found.histogram.counts.sum() == right.size
            room = 1e-14 * np.abs(right).max()
            theirs = np.quantile(right, np.array(PERCENTILES) / 100)
            assert np.allclose(list(found.percentiles.values()), theirs, rtol=1e-12, atol=room)


@EVERY
def test_parts(name: str) -> None:
    catalogue, tensors = file_and_tensors(name)
    with Numbers(catalogue) as numbers:
        for row, tensor in tensors.items():
            for text in PARTS[: 2 * tensor.dim()]:
                try:
                    right = wanted(tensor)[eval(f"np.s_[{text}]")]
                except IndexError:
                    continue
                part = part_of(text, tensor.shape)
                found = numbers.tensor(row).part(part.box).read().reshape(part.shape)
                assert_same(found, right, (catalogue.path_text(catalogue.tree.tensors[row]), text))


@pytest.mark.parametrize(("name", "dtype"), in_turn(NAMES, CASTS))
def test_casts(name: str, dtype: str, tmp_path: Path) -> None:
    catalogue, tensors = file_and_tensors(name)
    floats = frozenset(row for row, tensor in tensors.items() if tensor.is_floating_point())
    if catalogue.checkpoint.read_only is not None:
        with pytest.raises(ReadOnlyFormat, match="not changed here"):
            save(preview(catalogue, Plan((Cast(dtype, floats),))), tmp_path / "cast.pt")
        assert not [*tmp_path.iterdir()]
        return
    if not floats:
        return
    edits: tuple[Edit, ...] = (Cast(dtype, floats),)
    if dtype.startswith("float8"):
        edits = (UseContainer("zip"), *edits)  # the legacy format has no such dtype
    save(preview(catalogue, Plan(edits)), tmp_path / "cast.pt")
    loaded = quiet_load(tmp_path / "cast.pt", map_location="cpu")
    for row, tensor in tensors.items():
        path = catalogue.path(catalogue.tree.tensors[row])
        right = tensor.to(getattr(torch, dtype)) if row in floats else tensor
        found = _at(loaded, path)
        assert found.dtype == right.dtype, path
        assert found.stride() == tensor.stride(), path
        assert np.array_equal(bits(found.detach(), found.itemsize), bits(right, right.itemsize)), path


@EVERY
@pytest.mark.parametrize("kind", ["npz", "safetensors", "csv"])
def test_exports(name: str, kind: str, tmp_path: Path) -> None:
    catalogue, tensors = file_and_tensors(name)
    if kind == "csv":  # of some of them: text takes its time
        tensors = {row: tensor for row, tensor in tensors.items() if 0 < tensor.numel() < 2000 and row % 8 == 0}
        for row, tensor in tensors.items():
            export(catalogue, [row], tmp_path / f"{row}.csv")
            found = np.genfromtxt(tmp_path / f"{row}.csv", delimiter=",", skip_header=1, dtype=np.float64, ndmin=2)
            column = found if tensor.dim() == 2 else found[:, -1]
            assert np.array_equal(column.reshape(tensor.shape).astype(wanted(tensor).dtype), wanted(tensor))
        return
    if not tensors:
        return
    told = export(catalogue, list(tensors), tmp_path / f"out.{kind}").tensors
    there: Any = np.load(tmp_path / "out.npz") if kind == "npz" else _any_safetensors(tmp_path / "out.safetensors")
    assert sorted(there) == sorted(each.name for each in told)
    for tensor, each in zip(tensors.values(), told, strict=True):
        assert_same(np.asarray(there[each.name]), wanted(tensor), each.path)


def _any_safetensors(path: Path) -> dict[str, Any]:
    numpy_file = pytest.importorskip("safetensors.numpy")
    found: dict[str, Any] = numpy_file.load_file(path)
    return found

"""Checkpoints that torch 1.0.0 and 1.5.1 wrote. What they hold is asked of the torch of today, where that can tell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from core.diagnosis.traceback.recognise import recognise
from core.edits.edits import Extract, RemapDevice, UseContainer
from tests.places import TESTS
from tests.support.engine import catalogue_of, fix, planned
from tests.support.judging import assert_agree, cured_copy, quiet_load, torch_says
from tests.support.oracle import assert_same, tensors_in

FOLDER = TESTS / "old_torch"
FILES = sorted(path.name.removesuffix(".pth") for path in FOLDER.glob("*.pth"))
VERSIONS = ("torch-1.0.0", "torch-1.5.1")
NOT_TODAY = {"torch-1.0.0-everything", "torch-1.0.0-optimizer_object", "torch-1.0.0-whole_lstm"}
"""Objects that the code of today can no longer be filled with."""

LOADED = [name for name in FILES if name not in NOT_TODAY]


def file(name: str) -> Path:
    return FOLDER / f"{name}.pth"


def loaded(path: Path) -> Any:
    """The whole content, with the code that the file names."""
    return quiet_load(path, weights_only=False)


def plain(value: Any) -> Any:
    """What is left of objects in a file without code."""
    if isinstance(value, torch.nn.Module | torch.optim.Optimizer):
        return value.state_dict()
    if type(value) in (dict, list, tuple):
        parts = {key: plain(each) for key, each in value.items()} if type(value) is dict else map(plain, value)
        return type(value)(parts)
    return value


def tensors_of(name: str) -> list[torch.Tensor]:
    """All dense tensors that today's torch loads; without the steps of an optimizer, which it makes of old numbers."""
    found = tensors_in(plain(loaded(file(name))))
    old = "optimizer_object" in name or "everything" in name
    return [each for each in found if each.layout == torch.strided and (each.ndim or not old)]


def test_all_are_there() -> None:
    assert len(FILES) == 38
    assert {name for name in FILES if torch_says(file(name)) is not None and name in NOT_TODAY} == NOT_TODAY


@pytest.mark.parametrize("name", LOADED)
def test_every_tensor_is_told_as_torch_has_it(name: str) -> None:
    catalogue = catalogue_of(file(name))
    found = [(row.shape, row.stride, row.dtype, catalogue.device_of(at)) for at, row in enumerate(catalogue.tensors)]
    for each in tensors_of(name):
        dtype = str(each.dtype).removeprefix("torch.")
        assert (tuple(each.shape), each.stride(), dtype, str(each.device)) in found


@pytest.mark.parametrize("name", LOADED)
@pytest.mark.parametrize("container", ["legacy", "zip"])
def test_a_copy_in_either_container_is_the_same_to_torch(name: str, container: str, tmp_path: Path) -> None:
    target = tmp_path / "copy.pth"
    fix(file(name), target, RemapDevice("cuda:*", "cpu"), UseContainer(container))
    ours, theirs = loaded(target), loaded(file(name))
    if "whole" in name or "optimizer_object" in name:
        ours, theirs = plain(ours), plain(theirs)
    assert_same(ours, theirs)


@pytest.mark.parametrize("name", FILES)
def test_diagnosis_goes_by_what_torch_says(name: str) -> None:
    assert_agree(planned(file(name)), file(name))


@pytest.mark.parametrize("name", FILES)
def test_cured_they_all_load(name: str, tmp_path: Path) -> None:
    target = tmp_path / "cured.pth"
    cured_copy(file(name), target)
    assert torch_says(target) is None
    if name in LOADED:
        found = list(tensors_in(quiet_load(target)))
        for each in tensors_of(name):
            assert any(each.shape == other.shape and each.dtype == other.dtype and each.equal(other) for other in found)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", ["whole", "whole_in_parallel"])
def test_a_whole_model_gives_its_state_dict(version: str, name: str, tmp_path: Path) -> None:
    source = file(f"{version}-{name}")
    fix(source, tmp_path / "out.pth", Extract(0))
    assert_same(quiet_load(tmp_path / "out.pth"), loaded(source).state_dict())


@pytest.mark.parametrize("version", VERSIONS)
def test_a_model_that_today_cannot_be_loaded_gives_what_its_own_time_gave(version: str, tmp_path: Path) -> None:
    fix(file(f"{version}-whole_lstm"), tmp_path / "out.pth", Extract(0))
    ours, theirs = quiet_load(tmp_path / "out.pth"), quiet_load(file(f"{version}-lstm"))
    assert list(ours) == list(theirs)
    assert_same(dict(ours), dict(theirs))


@pytest.mark.parametrize("version", VERSIONS)
def test_an_optimizer_object_gives_the_state_that_its_own_time_gave(version: str, tmp_path: Path) -> None:
    fix(file(f"{version}-optimizer_object"), tmp_path / "out.pth", Extract(0))
    ours, theirs = quiet_load(tmp_path / "out.pth"), quiet_load(file(f"{version}-adam"))["optim"]
    order = theirs["param_groups"][0]["params"]  # addresses, in 1.0
    assert ours["param_groups"][0]["params"] == list(range(len(order)))
    for ours_key, theirs_key in enumerate(order):
        assert_same(ours["state"][ours_key], theirs["state"][theirs_key])
    model = torch.nn.Linear(4, 3)
    optimizer = torch.optim.Adam(model.parameters(), amsgrad=True)
    optimizer.load_state_dict(ours)
    model(torch.ones(1, 4)).sum().backward()
    optimizer.step()


ERRORS = json.loads((FOLDER / "errors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("raised", ERRORS, ids=[f"{each['torch']}-{each['name']}" for each in ERRORS])
def test_what_those_versions_raised_is_recognised(raised: dict[str, str]) -> None:
    whole, last = raised["text"], raised["text"].strip().rsplit("\n", 1)[-1]
    found = recognise(whole)
    assert found is not None
    assert found.codes[0] == raised["code"]
    if raised["code"] not in ("new-container", "other-shapes") and "Error(s) in loading" not in whole:
        alone = recognise(last)
        assert alone is not None
        assert alone.codes[0] == raised["code"]

"""The list of tensors for scripts: what it says of a preview is what torch finds in the file that is saved."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.edits.edits import Drop, Extract, Keep, MakePlain, Plan, RemapDevice, RenameKey, StripPrefix
from core.edits.preview import preview
from core.report.tensors import list_tensors
from core.saving.save import save
from tests.files.checkpoints import save as torch_save
from tests.files.checkpoints import training_checkpoint
from tests.support.oracle import PretendGpus

Listed = tuple[str, str, str, tuple[int, ...], int]


def in_torch(path: Path, gpus: PretendGpus) -> list[Listed]:
    """The same of what torch loads."""

    def walk(value: Any, *keys: Any) -> Iterator[Listed]:
        if isinstance(value, torch.Tensor):
            dtype = str(value.dtype).removeprefix("torch.")
            yield "/".join(map(str, keys)), gpus.device_of(value), dtype, tuple(value.shape), value.nbytes
        elif isinstance(value, dict):
            for key, each in value.items():
                yield from walk(each, *keys, key)

    return list(walk(torch.load(path, weights_only=False)))


def listed(source: Any) -> list[Listed]:
    return [tuple(tensor)[:5] for tensor in list_tensors(source)]


@pytest.fixture
def gpus() -> Iterator[PretendGpus]:
    with PretendGpus() as entered:
        yield entered


def test_a_file_as_it_is(gpus: PretendGpus, tmp_path: Path) -> None:
    path = torch_save(training_checkpoint(gpus), tmp_path / "run.pth")
    catalogue = open_catalogue(path)
    assert listed(catalogue) == listed(preview(catalogue)) == in_torch(path, gpus)
    assert {each.role for each in list_tensors(catalogue)} == {"model", "optimizer"}


@pytest.mark.parametrize(
    "plan",
    [
        lambda file: Plan((StripPrefix("module."), RemapDevice("cuda:*", "cuda:1", "optimizer"))),
        lambda file: Plan((Keep(file.find("state_dict")), RemapDevice("cuda:7", "cpu"))),
        lambda file: Plan((Drop(file.find("state_dict/module.unused")), RenameKey(file.find("optimizer"), "adam"))),
        lambda file: Plan((MakePlain(file.find("options")), RenameKey(file.find("options"), "plain"))),
        lambda file: Plan((Extract(file.find("net")), StripPrefix("0."))),
    ],
)
def test_what_a_plan_makes_of_it(plan: Callable[[Catalogue], Plan], gpus: PretendGpus, tmp_path: Path) -> None:
    saved = training_checkpoint(gpus)
    saved |= {
        "options": Namespace(scale=np.arange(6, dtype=np.float32).reshape(2, 3)),
        "net": nn.Sequential(nn.Linear(2, 3)),
    }
    catalogue = open_catalogue(torch_save(saved, tmp_path / "run.pth"))
    planned = preview(catalogue, plan(catalogue))
    report = save(planned, tmp_path / "fixed.pth")
    found = in_torch(report.path, gpus)
    whole = [each for each in listed(planned) if not each[0].startswith("net/_")]  # torch makes a module of these
    assert sorted(whole) == sorted(found)
    assert any(path.startswith("plain/") for path, *_ in found) == bool(planned.draft.new_tensors)

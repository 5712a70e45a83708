"""What the loaders share: files of the makers, fixed with Pthfinder's command line for a computer without cards."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from cli.main import run
from tests.support.oracle import PretendGpus

MADE = Path(os.environ.get("PTHFINDER_MADE", ".frameworks"))
"""The folder that `tests.frameworks.run` filled."""
TO_CPU = ("--map", "*=cpu")
CURED = ("--cure", "all")


def made(name: str) -> Path:
    """A file as its framework wrote it."""
    return MADE / name


def fix(name: str, target: Path, *options: str, command: str = "fix") -> Path:
    """The file, fixed."""
    assert run([command, str(made(name)), "-o", str(target), "--overwrite", *options]) == 0
    return target


def fix_folder(name: str, target: Path, *options: str) -> Path:
    """A folder of files, in which those that torch wrote are fixed and the others as they were."""
    shutil.copytree(made(name), target)
    for path in made(name).iterdir():
        if path.suffix in (".pt", ".pth", ".bin", ".pkl"):
            fix(f"{name}/{path.name}", target / path.name, "--alone", *options)
    return target


def original(name: str) -> Any:
    """What was saved, its tensors in memory whatever card they carry."""
    with PretendGpus():
        return torch.load(made(name), weights_only=False)


def assert_equal(ours: Any, theirs: Any) -> None:
    """Two state dicts hold the same keys in the same order, and equal tensors that lie in memory."""
    if isinstance(theirs, torch.Tensor):
        assert ours.device.type == "cpu"
        torch.testing.assert_close(ours, theirs, rtol=0, atol=0)
    elif isinstance(theirs, Mapping):
        assert list(ours) == list(theirs)
        for key, each in theirs.items():
            assert_equal(ours[key], each)
    elif isinstance(theirs, list | tuple):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            assert_equal(one, other)
    else:
        assert ours == theirs

"""Plans that write another container, as a command and as code: both make the file that the save makes."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from core.edits.edits import AddPrefix, Cast, Drop, StripPrefix, UseContainer
from core.recipes.as_command import as_command
from core.recipes.as_python import as_python
from core.recipes.pages import pages
from core.saving.choice import suggested
from tests.places import ROOT
from tests.support.engine import catalogue_of, fix, planned


@pytest.fixture
def of_torch(tmp_path: Path) -> Path:
    weight = torch.randn(4, 3)
    torch.save({"net.a": weight, "net.b": weight, "net.t": torch.randn(3, 2).t()}, tmp_path / "a.pth")
    return tmp_path / "a.pth"


@pytest.fixture
def of_safetensors(tmp_path: Path) -> Path:
    value = {"net.a": torch.randn(4, 3), "net.b": torch.ones(2)}
    save_file(value, tmp_path / "a.safetensors", metadata={"format": "pt", "by": "me"})
    return tmp_path / "a.safetensors"


def facts(path: Path) -> Any:
    with safe_open(path, "pt") as file:
        notes = file.metadata()
    return notes, {key: (str(tensor.dtype), tensor.tolist()) for key, tensor in load_file(path).items()}


def edits_of(path: Path) -> list[Any]:
    names = catalogue_of(path)
    return [StripPrefix("net."), Cast("bfloat16", frozenset({names.rows[names.find("net.a")]}))]


@pytest.mark.parametrize("source", ["of_torch", "of_safetensors"])
def test_code_makes_the_same_safetensors(source: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    path: Path = request.getfixturevalue(source)
    edits = [*edits_of(path), UseContainer("safetensors")]
    made = as_python(planned(path, *edits), str(path), str(tmp_path / "theirs.safetensors"))
    assert made.left == ()
    exec(compile(made.code, "code", "exec"), {})
    fix(path, tmp_path / "ours.safetensors", *edits)
    assert facts(tmp_path / "theirs.safetensors") == facts(tmp_path / "ours.safetensors")


def test_code_makes_a_zip_of_safetensors(of_safetensors: Path, tmp_path: Path) -> None:
    edits = [AddPrefix("x."), Drop(catalogue_of(of_safetensors).find("net.b"))]
    code = as_python(planned(of_safetensors, *edits), str(of_safetensors), str(tmp_path / "theirs.pth")).code
    exec(compile(code, "code", "exec"), {})
    fix(of_safetensors, tmp_path / "ours.pth", *edits)
    ours, theirs = torch.load(tmp_path / "ours.pth"), torch.load(tmp_path / "theirs.pth")
    assert ours.keys() == theirs.keys() == {"x.net.a"}
    assert torch.equal(ours["x.net.a"], theirs["x.net.a"])


def test_the_command(of_torch: Path, tmp_path: Path) -> None:
    edits = [*edits_of(of_torch), UseContainer("safetensors")]
    view = planned(of_torch, *edits)
    line = as_command(view, str(of_torch), str(tmp_path / "theirs.safetensors")).line
    words = shlex.split(line)
    assert words[words.index("--container") + 1] == "safetensors"
    subprocess.run([sys.executable, "main.py", *words[words.index("fix") :]], cwd=ROOT, check=True, capture_output=True)
    fix(of_torch, tmp_path / "ours.safetensors", *edits)
    assert facts(tmp_path / "theirs.safetensors") == facts(tmp_path / "ours.safetensors")


def test_names_that_fit(of_torch: Path, of_safetensors: Path) -> None:
    to_safetensors, to_zip = UseContainer("safetensors"), UseContainer("zip")
    assert suggested(planned(of_torch)).name == "a-fixed.pth"
    assert suggested(planned(of_torch, to_safetensors)).name == "a-fixed.safetensors"
    assert suggested(planned(of_safetensors, to_zip)).name == "a-fixed.pth"
    folder = of_torch.with_name("llama-3.1")
    fix(of_torch, folder, container="safetensors", shard_size=30)
    assert suggested(planned(folder)).name == "llama-3.1-fixed"
    assert suggested(planned(folder), one_file=True).name == "llama-3.1-fixed.safetensors"
    command, python = pages(planned(folder, StripPrefix("net.")))
    assert "llama-3.1-fixed" in command.code
    assert "llama-3.1-fixed.safetensors" in python.code

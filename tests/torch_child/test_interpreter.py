"""Torch is run by whatever Python has it, also where the program brought a Python of its own that has not."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.torch_child import interpreter, trial_load
from core.torch_child.interpreter import CHOICE, child_environment, python_with_torch, sources
from installer.parts import TORCH_SIDE
from tests.places import ROOT

DEMO = ROOT / "resources" / "demo.pth"


@pytest.fixture
def torch_side(tmp_path: Path) -> Path:
    """The files that a packed program has for the Python of the user, in their folder."""
    for pattern in TORCH_SIDE:
        for file in ROOT.glob(pattern):
            place = tmp_path / "torch_side" / file.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, place)
    return tmp_path / "torch_side"


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a program that PyInstaller made: its executable is no interpreter, and no Python is anywhere."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/packed/lib")
    monkeypatch.setenv("PATH", "")
    for name in (CHOICE, "VIRTUAL_ENV", "CONDA_PREFIX", "LD_LIBRARY_PATH_ORIG"):
        monkeypatch.delenv(name, raising=False)


def test_the_python_of_the_program_comes_first() -> None:
    assert python_with_torch() == sys.executable
    assert sources() == ROOT / "core"


@pytest.mark.usefixtures("packed")
def test_a_packed_program_has_none_and_says_where_it_looked() -> None:
    assert python_with_torch() is None
    assert CHOICE in (trial_load.why_not() or "")
    with pytest.raises(trial_load.CannotVerify, match="no torch of its own"):
        trial_load.verify_file(DEMO)


@pytest.mark.usefixtures("packed")
def test_a_packed_program_loads_with_the_python_of_the_user(torch_side: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, sys.executable)
    monkeypatch.setattr(interpreter, "__file__", str(torch_side.parent / "core" / "torch_child" / "interpreter.py"))
    assert sources() == torch_side / "core"
    result = trial_load.verify_file(DEMO)
    assert (result.ok, result.on_cpu, result.kind) == (False, True, "RuntimeError")


@pytest.mark.usefixtures("packed")
def test_libraries_of_the_package_are_not_those_of_another_python(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "LD_LIBRARY_PATH" not in child_environment()
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/user/lib")
    assert child_environment()["LD_LIBRARY_PATH"] == "/user/lib"


def test_another_python_helps_where_the_own_has_no_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setenv("VIRTUAL_ENV", str(Path(sys.executable).parents[1]))
    assert python_with_torch() == str(Path(sys.executable).parent / "python")


def test_what_is_no_python_has_no_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "python3").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "python3").chmod(0o755)
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(CHOICE, str(tmp_path / "gone"))
    assert python_with_torch() is None


def test_the_side_with_torch_needs_nothing_else_of_the_program(torch_side: Path) -> None:
    code = "import core.torch_child.bridge, core.torch_child.gpus, core.languages"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=torch_side, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("system", "wanted"), [("linux", ["bin/python", "bin/python"]), ("win32", ["Scripts/python.exe", "python.exe"])]
)
def test_where_environments_have_their_python(system: str, wanted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """venv and conda agree on all systems but Windows."""
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(interpreter.shutil, "which", lambda _: None)
    found = interpreter._candidates({"VIRTUAL_ENV": "venv", "CONDA_PREFIX": "conda"})
    assert [Path(each).as_posix().partition("/")[2] for each in found] == wanted

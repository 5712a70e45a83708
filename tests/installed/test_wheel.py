"""What an installed program consists of."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from tests.places import ROOT


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = Path(folder).glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def test_nothing_stands_beside_the_packages_of_others(names: set[str]) -> None:
    tops = {PurePosixPath(name).parts[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"pthfinder"}


def test_all_of_the_program_is_there(names: set[str]) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "main.py", "core", "cli", "gui", "resources", "docs"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    files = set(listed.stdout.split()) - {"resources/make_demo.py", "docs/moving.png"}
    sources = {name for name in files if name.endswith(".po")}
    assert len(sources) == 2  # what translators work on is no part of a program
    assert not {f"pthfinder/{name}" for name in sources} & names
    files -= sources
    assert len(files) > 400
    assert {f"pthfinder/{name}" for name in files if (ROOT / name).exists()} <= names
    assert {"pthfinder/__init__.py", "pthfinder/__main__.py"} <= names

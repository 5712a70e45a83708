"""What an installed program consists of."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import pytest

import core
from installer.wheel import lay_out, renamed
from tests.places import ROOT

DEMO = ROOT / "resources" / "demo.pth"


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


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package stands as it is installed, and beside it a package ``core`` of somebody else."""
    folder = tmp_path_factory.mktemp("installed")
    lay_out(ROOT, folder / "pthfinder")
    (folder / "pthfinder/resources").symlink_to(ROOT / "resources")
    (folder / "core.py").write_text("THEIRS = True\n")
    return folder


def run(installed: Path, *words: object) -> str:
    done = subprocess.run(
        [sys.executable, *map(str, words)], cwd=installed, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(installed)},
    )  # fmt: skip
    assert done.returncode in (0, 3), done.stderr
    return done.stdout


def test_a_script_has_the_engine_and_nothing_else_of_that_name(installed: Path) -> None:
    code = """
import sys
before = list(sys.path)
import pthfinder, core
assert core.THEIRS and sys.path == before
assert all(getattr(pthfinder, name) is not None for name in pthfinder.__all__)
assert {name.partition(".")[0] for name in sys.modules}.isdisjoint(("cli", "gui", "main"))
assert [name for name in sys.modules if name.startswith("core.")] == []
from pthfinder import *
print(len(open_catalogue(sys.argv[1]).tensors))
"""
    assert run(installed, "-c", code, DEMO) == "28\n"


def test_every_module_of_it_can_be_imported(installed: Path) -> None:
    """Those included that nothing imports but by a text: readers, writers, commands, panels, works of processes."""
    code = """
import importlib, pathlib, sys
from pthfinder.core.spread.worker import WORKS
for work in WORKS:
    module, _, name = work.partition(":")
    assert callable(getattr(importlib.import_module(module), name))
for path in sorted(pathlib.Path("pthfinder").rglob("*.py")):
    if path.name not in ("bridge.py", "__main__.py", "app.py", "child_side.py"):
        importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
assert [name for name in sys.modules if name.split(".")[0] in ("core", "cli", "gui", "main")] == []
"""
    run(installed, "-c", code)


def test_the_program_runs_with_its_processes(installed: Path, tmp_path: Path) -> None:
    target = tmp_path / "o.pth"
    run(installed, "-m", "pthfinder", "fix", DEMO, "--map", "cuda:*=cpu", "-o", target)
    run(installed, "-m", "pthfinder", "verify", target, "--workers", 2)
    assert {each.device for each in core.list_tensors(core.open_catalogue(target))} == {"cpu"}
    assert "with map_location='cpu' it loads 28 tensors" in run(
        installed, "-m", "pthfinder", "diagnose", DEMO, "--verify"
    )


@pytest.mark.installed
def test_a_type_checker_sees_the_types(installed: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import pthfinder\nreveal_type(pthfinder.open_catalogue('a.pth').devices)\npthfinder.opened\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file=", "--cache-dir", tmp_path, script],
        cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ, "MYPYPATH": str(installed)},
    )  # fmt: skip
    assert "fallback=pthfinder.core.catalogue.storages.DeviceTotal" in done.stdout
    assert 'Module has no attribute "opened"' in done.stdout


@pytest.mark.parametrize("text", ["import core.catalogue\n", "import cli\n", "name = f'core.formats.{kind}'\n"])
def test_what_cannot_be_renamed_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        renamed(text, {"core.formats"})


def test_only_what_names_a_module_is_renamed() -> None:
    text = """
from core.edits import edits as of_core, core
import core.words as words
names = "core.edits", 'core.edits:apply', "core.other", "core", "main.py", "see core.edits"
from . import core
from corelib import main
é = "core.edits"
"""
    wanted = """
from pthfinder.core.edits import edits as of_core, core
import pthfinder.core.words as words
names = "pthfinder.core.edits", 'pthfinder.core.edits:apply', "core.other", "core", "main.py", "see core.edits"
from . import core
from corelib import main
é = "pthfinder.core.edits"
"""
    assert renamed(text, {"core.edits", "core.words"}) == wanted


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

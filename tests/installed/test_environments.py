"""The program as pip, pipx and uv install it, started from a folder that knows nothing of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT

pytestmark = pytest.mark.installed

DEMO = ROOT / "resources" / "demo.pth"
WINDOW = """
import sys, pthfinder
from pathlib import Path
from PySide6.QtCore import QTimer
from pthfinder.gui.app import start
from pthfinder.gui.look import theme
assert Path(theme.RESOURCES).parent.name == "pthfinder"
application = start.make_application(sys.argv[:1])
QTimer.singleShot(3000, application.quit)
sys.exit(start.run(sys.argv[1]))
"""


def shell(*words: object, cwd: Path, **environment: str) -> str:
    """What a command prints. It must succeed, knows nothing of this repository, and has no display."""
    known = {"HOME": str(cwd), "PATH": f"{cwd}/.local/bin:{os.environ['PATH']}", "QT_QPA_PLATFORM": "offscreen"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "XDG_"))}
    done = subprocess.run(
        list(map(str, words)),
        cwd=cwd,
        env=kept | known | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode in (0, 3), done.stderr  # 3: an error was found in the file
    return done.stdout


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with pipx and uv; its folder of programs."""
    folder = tmp_path_factory.mktemp("tools")
    shell(sys.executable, "-m", "venv", folder, cwd=folder)
    shell(folder / "bin" / "pip", "install", "-qq", "pipx", "uv", cwd=folder)
    return folder / "bin"


def check(program: Path, home: Path) -> None:
    assert shell(program, "--version", cwd=home).startswith("pthfinder ")
    assert "cuda:5" in shell(program, "inspect", DEMO, cwd=home)
    assert "fix: pthfinder fix " in shell(program, "diagnose", DEMO, cwd=home)
    python = program.resolve().parent / "python"
    assert shell(python, "-c", WINDOW, DEMO, cwd=home) == ""
    count = f"import pthfinder; print(len(pthfinder.open_catalogue(r'{DEMO}').tensors))"
    found = shell(python, "-c", count, cwd=home)
    assert found == "28\n"


def test_pip(tmp_path: Path) -> None:
    shell(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    shell(tmp_path / "venv/bin/pip", "install", "-qq", ROOT, cwd=tmp_path)
    check(tmp_path / "venv/bin/pthfinder", tmp_path)
    assert "cuda:1" in shell(tmp_path / "venv/bin/python", "-m", "pthfinder", "inspect", DEMO, cwd=tmp_path)


def test_pipx(tools: Path, tmp_path: Path) -> None:
    shell(tools / "pipx", "install", ROOT, cwd=tmp_path, PIPX_DEFAULT_PYTHON=sys.executable)
    check(tmp_path / ".local/bin/pthfinder", tmp_path)


def test_uv(tools: Path, tmp_path: Path) -> None:
    shell(tools / "uv", "tool", "install", "--python", sys.executable, ROOT, cwd=tmp_path)
    check(tmp_path / ".local/bin/pthfinder", tmp_path)

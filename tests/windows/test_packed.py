"""The program as it is handed out for Windows, with its own Python: unpacked from its zip, it does as on Linux.

``make windows-app`` makes the zip, which takes minutes.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from core.version import VERSION
from tests.places import ROOT
from tests.windows import machine
from tests.windows.conftest import Screen

pytestmark = pytest.mark.windows

PACKED = ROOT / "dist" / f"Pthfinder-{VERSION}-windows.zip"
PICTURES = machine.FOLDER / "pictures"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder, in another place than it was made in."""
    if not PACKED.exists():
        pytest.skip("make windows-app packs it")
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(PACKED) as archive:
        archive.extractall(folder)
    return folder / "pthfinder"


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """The demo, here and for Windows."""
    found = tmp_path / "here", tmp_path / "there"
    for folder in found:
        folder.mkdir()
        shutil.copy(ROOT / "resources" / "demo.pth", folder)
    return found


@pytest.mark.parametrize(
    "line",
    [
        "inspect demo.pth",
        "fix demo.pth -o fixed.pth --cure all",
        "fix demo.pth -o fixed.safetensors --keep state_dict",
        "export demo.pth state_dict/** -o all.npz",
        "verify demo.pth --workers 2",
    ],
)
def test_commands_do_as_on_linux(program: Path, folders: tuple[Path, Path], line: str) -> None:
    here, there = folders
    linux = subprocess.run([sys.executable, ROOT / "main.py", *line.split()], cwd=here, capture_output=True, check=True)
    windows = machine.run(program / "pthfinder.exe", *line.split(), cwd=there)
    assert windows.returncode == 0, windows.stderr.decode(errors="replace")
    assert windows.stdout.decode("cp1252").split() == linux.stdout.decode().replace("→", "->").split()
    written = [{path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders]
    assert written[0] == written[1]


def test_its_window_saves_a_fixed_copy_and_opens_what_a_second_start_was_given(
    program: Path, folders: tuple[Path, Path], screen: Screen
) -> None:
    here, there = folders
    fix = (ROOT / "main.py", "fix", "demo.pth", "-o", "demo-fixed.pth", "--cure", "all")
    subprocess.run([sys.executable, *fix], cwd=here, capture_output=True, check=True)
    more = {"DISPLAY": screen.display, "LOCALAPPDATA": machine.there(there)}
    with machine.started(program / "pthfinderw.exe", "demo.pth", cwd=there, more=more):
        until(lambda: "demo.pth" in screen.ask("search", "--name", "demo.pth", "getwindowname"))
        time.sleep(5)  # the window is there before what it shows
        screen.picture(PICTURES / "packed.png")
        screen.press("ctrl+Return", "ctrl+Return", "Return")
        until((there / "demo-fixed.pth").exists)
        time.sleep(2)
        screen.picture(PICTURES / "packed-saved.png")
        shutil.copy(there / "demo.pth", there / "second.pth")
        second = machine.run(program / "pthfinder.exe", "second.pth", cwd=there, more=more, timeout=60)
        assert second.returncode == 0
        until(lambda: "second.pth" in screen.ask("search", "--name", "second.pth", "getwindowname"))
    assert (there / "demo-fixed.pth").read_bytes() == (here / "demo-fixed.pth").read_bytes()


def until(holds: Callable[[], object], seconds: float = 120) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.2)

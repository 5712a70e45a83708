"""The window on a screen of Windows: opens, cures, saves what it saves on Linux. Its pictures are there to look at."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.windows import machine
from tests.windows.conftest import Screen

pytestmark = pytest.mark.windows

PICTURES = machine.FOLDER / "pictures"


def test_the_window_opens_cures_and_saves(screen: Screen, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        shutil.copy(ROOT / "resources" / "demo.pth", folder)
    words = ("-m", "tests.windows.window")
    subprocess.run([sys.executable, *words, here], cwd=ROOT, capture_output=True, check=True)
    more = {"DISPLAY": screen.display, "QT_QPA_PLATFORM": "windows"}
    done = machine.python(*words, machine.there(there), more=more)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert done.stdout.decode().split()[0] == "windows"
    assert (there / "demo-fixed.pth").read_bytes() == (here / "demo-fixed.pth").read_bytes()
    shutil.copytree(there, PICTURES, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.pth"))

"""The window on a screen of Windows: opens, cures, saves what it saves on Linux. Its pictures are there to look at."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.windows import machine
from tests.windows.conftest import Screen

pytestmark = pytest.mark.windows

PICTURES = machine.FOLDER / "pictures"


@pytest.fixture
def dots() -> Iterator[Callable[[int], object]]:
    """Has Windows draw with so many dots an inch, as its settings do; 96 are 100 %. Wine reads no `QT_SCALE_FACTOR`."""
    place = r"HKCU\Control Panel\Desktop"

    def told(count: int) -> None:
        words = ("add", place, "/v", "LogPixels", "/t", "REG_DWORD", "/d", count, "/f")
        assert machine.run(machine.SYSTEM / "reg.exe", *words, cwd=ROOT).returncode == 0

    yield told
    told(96)


@pytest.mark.parametrize(("colours", "scale"), [("light", 1), ("dark", 1.5)])
def test_the_window_opens_cures_and_saves(
    screen: Screen, dots: Callable[[int], object], tmp_path: Path, colours: str, scale: float
) -> None:
    dots(int(96 * scale))
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        shutil.copy(ROOT / "resources" / "demo.pth", folder)
    words = ("-m", "tests.windows.window")
    subprocess.run([sys.executable, *words, here, colours], cwd=ROOT, capture_output=True, check=True)
    more = {"DISPLAY": screen.display, "QT_QPA_PLATFORM": "windows"}
    done = machine.python(*words, machine.there(there), colours, more=more)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert done.stdout.decode().split()[:2] == ["windows", str(float(scale))]
    assert (there / "demo-fixed.pth").read_bytes() == (here / "demo-fixed.pth").read_bytes()
    shutil.copytree(there, PICTURES / colours, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.pth"))

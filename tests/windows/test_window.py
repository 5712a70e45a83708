"""The window on a screen of Windows: opens, cures, saves what it saves on Linux. Its pictures are there to look at."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.windows import machine

pytestmark = pytest.mark.windows

PICTURES = machine.FOLDER / "pictures"


@pytest.fixture
def screen() -> Iterator[str]:
    """A display; Wine begins anew on it, as it keeps to the one that its first program had."""
    told, tells = os.pipe()
    words = ["Xvfb", "-displayfd", str(tells), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(words, pass_fds=[tells], stderr=subprocess.DEVNULL) as server:
        os.close(tells)
        with os.fdopen(told) as number:
            display = f":{number.readline().strip()}"
        machine.end_wine()
        try:
            yield display
        finally:
            machine.end_wine()
            server.terminate()


def test_the_window_opens_cures_and_saves(screen: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        shutil.copy(ROOT / "resources" / "demo.pth", folder)
    words = ("-m", "tests.windows.window")
    subprocess.run([sys.executable, *words, here], cwd=ROOT, capture_output=True, check=True)
    more = {"DISPLAY": screen, "QT_QPA_PLATFORM": "windows"}
    done = machine.python(*words, machine.there(there), more=more)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert done.stdout.decode().split()[0] == "windows"
    assert (there / "demo-fixed.pth").read_bytes() == (here / "demo-fixed.pth").read_bytes()
    shutil.copytree(there, PICTURES, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.pth"))

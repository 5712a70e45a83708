"""At 150 and at 300 % of the screen the window is the same, sharper: nothing is clipped, nothing fails."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.places import ROOT


@pytest.mark.parametrize("scale", ["1.5", "3"])
def test_nothing_is_clipped(scale: str) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": scale}
    command = [sys.executable, "-m", "tests.gui.reach.scaled"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    wide = str(int(1024 * float(scale)))
    assert done.stdout.split("\n") == [*[str(float(scale)), wide] * 2, ""]

"""Tests that run on Linux run on Windows too: what they say there, by a pytest that is started there.

``make windows-tests`` alone runs it, which takes minutes.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.windows import machine

pytestmark = pytest.mark.windows

# Errors that torch raises from its C++ break the heap under Wine: tests/cli/test_diagnose.py has it load broken files.
FOLDERS = {
    "cli": ["tests/cli", "--ignore=tests/cli/test_diagnose.py", "--ignore=tests/cli/test_bombs.py"],
    "golden": ["tests/golden"],
    "saving": ["tests/saving"],
    "values": ["tests/values/test_slices.py", "tests/values/test_statistics.py", "tests/values/export"],
}


@pytest.mark.parametrize("name", FOLDERS)
def test_they_pass_there(name: str, tmp_path: Path) -> None:
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", f"--basetemp={machine.there(tmp_path / 'there')}")
    done = machine.python(*words, *FOLDERS[name], more={"PYTHONUTF8": "1"}, timeout=1800)
    said = done.stdout.decode(errors="replace")
    print(said[-2000:])  # noqa: T201 - pytest shows it where it fails
    assert done.returncode == 0
    assert re.search(r"\d+ passed", said)

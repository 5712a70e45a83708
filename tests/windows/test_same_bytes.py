"""Commands say and write on Windows what they do on Linux: files to the byte."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core.loading.quoting import command
from tests.places import ROOT
from tests.windows import machine
from tests.windows.journey import COMMANDS, pack

pytestmark = pytest.mark.windows

JOURNEY = ("-m", "tests.windows.journey")
Journey = dict[str, list[Any]]


def told(answer: bytes, folder: str) -> Journey:
    """What the commands came to, but for the place of the folder, the signs between folders, and how long it took."""
    text = json.dumps(json.loads(answer), ensure_ascii=False).replace("\\\\", "/").replace("//", "/")
    text = text.replace(folder.replace("\\", "/"), "HERE")
    text = re.sub(r'(?<=\\"seconds\\": )[\d.]+|(?<=read in )[\d.]+', "0", text)
    found: Journey = json.loads(text)
    return found


@pytest.fixture(scope="module")
def journeys(tmp_path_factory: pytest.TempPathFactory) -> tuple[Journey, Journey]:
    """What the commands came to on Linux, and on Windows."""
    linux, windows = (pack(tmp_path_factory.mktemp(name) / "work") for name in ("linux", "windows"))
    known = os.environ | {"PYTHONPATH": str(ROOT)}
    here = subprocess.run([sys.executable, *JOURNEY], cwd=linux, env=known, capture_output=True, check=True)
    there = machine.python(*JOURNEY, cwd=windows, more={"PYTHONPATH": machine.there(ROOT)})
    assert there.returncode == 0, there.stderr.decode(errors="replace")
    return told(here.stdout, str(linux)), told(there.stdout, machine.there(windows))


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_says_and_writes_the_same(journeys: tuple[Journey, Journey], line: str) -> None:
    linux, windows = journeys
    assert windows[line] == linux[line]


def test_a_pipe_gets_signs_that_it_has(tmp_path: Path) -> None:
    """Of cp1252, unless Python is told that the other side takes UTF-8."""
    main, demo = (machine.there(ROOT / name) for name in ("main.py", "resources/demo.pth"))
    command = (main, "fix", demo, "--dry-run", "--map", "*=cpu")
    plain, utf8 = (machine.python(*command, cwd=tmp_path, more=more).stdout for more in ({}, {"PYTHONUTF8": "1"}))
    assert b" -> cpu" in plain
    assert b"\\u" not in plain
    assert " → cpu".encode() in utf8


def test_torch_is_asked_in_a_process_of_its_own(tmp_path: Path) -> None:
    """Libraries ask what stdin is while it is read: on Windows they would wait for the parent's next word."""
    demo = machine.there(ROOT / "resources" / "demo.pth")
    done = machine.python(machine.there(ROOT / "main.py"), "diagnose", demo, "--verify", cwd=tmp_path, timeout=200)
    assert b"with map_location='cpu' it loads 28 tensors" in done.stdout


def test_an_offered_command_is_taken_by_the_shell_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    words = [
        "C:\\a b\\c.pth",
        "ends\\",
        "with space\\",
        "a&b|c",
        "cuda:*=cpu",
        "a^b",
        "(x)",
        "it's",
        "a;b,c",
        "--set=-1.5",
    ]
    line = command(["fix", *words])
    monkeypatch.undo()
    (tmp_path / "main.py").write_text("import json, sys\nprint(json.dumps(sys.argv))\n", encoding="utf-8")
    (tmp_path / "line.bat").write_text(
        f'@"{machine.there(machine.PYTHON)}\\{line}\n'.replace("python ", 'python.exe" '), "ascii"
    )
    done = machine.run(machine.SYSTEM / "cmd.exe", "/c", "line.bat", cwd=tmp_path)
    assert json.loads(done.stdout) == ["main.py", "fix", *words]

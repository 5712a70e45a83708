"""What `make setup` says and does about system libraries, and what is pinned."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest

from cli import qt_libraries
from tests.places import ROOT

LISTING = "\tlibxcb-cursor.so.0 => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x1)\n\tlibEGL.so.1 => not found\n"


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine where the loader finds neither EGL nor the cursor library."""

    def ldd(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 0, stdout=LISTING)

    monkeypatch.setattr(qt_libraries.shutil, "which", lambda name: name)
    monkeypatch.setattr(qt_libraries.subprocess, "run", ldd)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="libraries of Linux")
@pytest.mark.usefixtures("lacking")
def test_missing_libraries_are_named_with_their_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert qt_libraries.missing_libraries() == ["libEGL.so.1", "libxcb-cursor.so.0"]
    monkeypatch.setattr(qt_libraries.os, "geteuid", lambda: 1000)
    assert qt_libraries.main(["--install"]) == 0
    said = capsys.readouterr().err
    assert "sudo apt-get install libegl1 libxcb-cursor0" in said
    assert "command line works" in said


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="libraries of Linux")
def test_root_installs_them(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    commands = []

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        lacks = command[0] == "ldd" and not any("install" in each for each in commands)
        return subprocess.CompletedProcess(command, 0, stdout=LISTING if lacks else "", stderr="")

    monkeypatch.setattr(qt_libraries.shutil, "which", lambda name: name)
    monkeypatch.setattr(qt_libraries.subprocess, "run", run)
    monkeypatch.setattr(qt_libraries.os, "geteuid", lambda: 0)
    assert qt_libraries.main(["--install"]) == 0
    assert commands[1][:3] == ["apt-get", "-qq", "update"]
    assert commands[2][-2:] == ["libegl1", "libxcb-cursor0"]
    assert capsys.readouterr().err == ""


def test_this_machine_lacks_nothing() -> None:
    assert qt_libraries.missing_libraries() == []


def test_everything_is_pinned_exactly() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = project["dependencies"] + project["optional-dependencies"]["dev"]
    assert all(re.fullmatch(r"[\w-]+(\[[\w,]+\])?==[\d.]+(; [^=]+ .*)?", pin) for pin in pins)
    assert "torch==2.13.0" in pins
    (qt,) = (pin.partition("==")[2] for pin in pins if pin.startswith("PySide6"))
    assert tuple(map(int, qt.split("."))) < (6, 12)


def test_the_page_on_packaging_names_the_extras() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    page = (ROOT / "docs" / "packaging.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`\[(\w+)\]`", page)) == extras.keys() - {"dev"}

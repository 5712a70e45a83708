"""The program on a Linux desktop, as Qt's own database of file kinds and the tools of freedesktop.org see it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.commands.install_desktop import quoted
from cli.main import run
from tests.places import ROOT

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="desktops of Linux")

KINDS = """
from PySide6.QtCore import QMimeDatabase
kinds = QMimeDatabase()
for name in ("a.pth", "a.pt", "a.ckpt", "a.pth.tar", "a.safetensors", "a.txt"):
    print(kinds.mimeTypeForFile(name, QMimeDatabase.MatchMode.MatchExtension).name())
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder for data, a name that has to be quoted in it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("APPIMAGE", str(tmp_path / 'My "100 %" $apps' / "Pthfinder.AppImage"))
    return tmp_path / "data"


def files(home: Path) -> list[str]:
    return sorted(str(path.relative_to(home)) for path in home.rglob("*pthfinder*") if path.is_file())


def test_it_comes_and_goes(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["install-desktop"]) == 0
    assert str(home) in capsys.readouterr().out
    assert files(home) == [
        "applications/pthfinder.desktop",
        "icons/hicolor/scalable/apps/pthfinder.svg",
        "mime/packages/pthfinder.xml",
    ]
    assert run(["install-desktop", "--remove"]) == 0
    assert files(home) == []


@pytest.mark.skipif(shutil.which("update-mime-database") is None, reason="no shared-mime-info here")
def test_its_files_are_known_by_their_names(home: Path) -> None:
    assert run(["install-desktop"]) == 0
    done = subprocess.run([sys.executable, "-c", KINDS], env={**os.environ}, capture_output=True, text=True, check=True)
    checkpoint = ["application/x-pytorch-checkpoint"] * 4
    assert done.stdout.split() == [*checkpoint, "application/x-safetensors", "text/plain"]


def test_the_line_that_starts_it_is_quoted(home: Path) -> None:
    assert run(["install-desktop"]) == 0
    entry = (home / "applications/pthfinder.desktop").read_text(encoding="utf-8")
    line = next(line for line in entry.splitlines() if line.startswith("Exec=")).partition("=")[2]
    line = line.replace("\\\\", "\\").replace("%%", "%")  # as any value; what is quoted, is so as for a shell
    done = subprocess.run(["sh", "-c", f"printf '%s\\n' {line}"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [os.environ["APPIMAGE"], "%F"]
    assert quoted("a b\\") == '"a b\\\\\\\\"'
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", home / "applications/pthfinder.desktop"], check=True)


def test_a_place_that_cannot_be_written_is_told(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home.write_text("a file")
    assert run(["install-desktop"]) == 1
    assert "could not be written: Not a directory" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("tool", "file"),
    [("desktop-file-validate", "pthfinder.desktop"), ("appstreamcli", "pthfinder.metainfo.xml")],
)
def test_the_desktop_takes_the_descriptions(tool: str, file: str) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} here")
    words = [tool, *(["validate", "--no-net"] if tool == "appstreamcli" else [])]
    done = subprocess.run([*words, ROOT / "resources/desktop" / file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout

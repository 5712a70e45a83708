"""The program as a whole, in a process of its own: starts, opens the file it is given, ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.places import ROOT

SCRIPT = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from gui.app import start

def look():
    (window,) = [w for w in QApplication.topLevelWidgets() if type(w).__name__ == "MainWindow" and w.isVisible()]
    if window.page.opener.busy:
        QTimer.singleShot(20, look)
        return
    print(window.windowTitle(), "|", window.page.status.file_label.text())
    print("torch" in sys.modules)
    window.close()

start.make_application([])
QTimer.singleShot(50, look)
sys.exit(start.run(sys.argv[1] if len(sys.argv) > 1 else None))
"""


def start(folder: Path, *arguments: str, script: str = SCRIPT) -> subprocess.CompletedProcess[str]:
    """Run the window offscreen with a home of its own."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_the_window_opens_a_file_and_never_imports_torch(tmp_path: Path, small_file: Path) -> None:
    result = start(tmp_path, str(small_file))
    assert result.returncode == 0, result.stderr
    title, torch = result.stdout.splitlines()
    assert title.startswith("epoch27.pth[*] — Pthfinder | ")
    assert torch == "False"
    assert "Traceback" not in result.stderr


def test_the_window_opens_empty(tmp_path: Path) -> None:
    result = start(tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[0] == "Pthfinder | No file is open"


def test_a_missing_file_is_told_in_the_window(tmp_path: Path) -> None:
    result = start(tmp_path, str(tmp_path / "gone.pth"))
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[0] == "gone.pth[*] — Pthfinder | No file is open"
    assert "Traceback" not in result.stderr


FINDER = """
import sys
from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from gui.app import start

def send():
    QApplication.sendEvent(application, QFileOpenEvent(QUrl.fromLocalFile(sys.argv[1])))
    look()

def look():
    (window,) = [w for w in QApplication.topLevelWidgets() if type(w).__name__ == "MainWindow" and w.isVisible()]
    if window.page.opener.busy:
        QTimer.singleShot(20, look)
        return
    print(window.windowTitle())
    window.close()

application = start.make_application([])
QTimer.singleShot(50, send)
sys.exit(start.run(None))
"""


def test_a_file_that_the_desktop_tells_of_is_opened(tmp_path: Path, small_file: Path) -> None:
    """The Finder of macOS does not start a program anew: it sends the one that runs an event."""
    result = start(tmp_path, str(small_file), script=FINDER)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == ["epoch27.pth[*] — Pthfinder"]

"""Whatever ends the question ends the process with torch: cancelling, closing the document, closing the window."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.torch_child import process as child
from core.torch_child import trial_load
from core.torch_child.limits import MEMORY, UNLIMITED, USUAL, Limits, OverLimit
from gui.app.window import MainWindow
from gui.diagnosis.checks import VerifyView
from gui.jobs import job
from gui.widgets.basic_widgets import WITHOUT_LIMITS
from tests.places import ROOT
from tests.support.children import Watched, children, hanging_file, has_open

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are watched as Linux shows them")
Open = Callable[[MainWindow, Path], None]


@pytest.fixture
def view(window: MainWindow, open_in: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> VerifyView:
    """The view of a window in which the hanging file is open."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    open_in(window, hanging_file(tmp_path / "hang.pth"))
    return window.page.diagnosis.panel.verified


def close_the_window(window: MainWindow) -> None:
    """As the program does at its end."""
    window.close()
    assert job.stop_all()


def test_cancel_ends_torch_over_a_hanging_file(view: VerifyView, tmp_path: Path, qtbot: QtBot) -> None:
    view.start()
    path = tmp_path / "hang.pth"
    qtbot.waitUntil(lambda: any(has_open(pid, path) for pid in children(os.getpid())), timeout=60_000)
    with Watched(*children(os.getpid())) as process:
        assert not process.ends(0.2)  # it does hang
        with qtbot.waitSignal(view.ended, timeout=60_000):
            qtbot.mouseClick(view.progress.cancel_button, Qt.MouseButton.LeftButton)
        assert process.ends(0)
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.parametrize("close", [MainWindow.close_file, close_the_window], ids=["document", "window"])
def test_closing_ends_it(
    view: VerifyView,
    window: MainWindow,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    close: Callable[[MainWindow], None],
) -> None:
    """With a stand-in that hangs as torch does."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # a child finds the program and nothing else by itself
    monkeypatch.setattr(trial_load, "answers", lambda _, *rest: child.answers("tests.support.stand_in", *rest))
    view.start()
    qtbot.waitUntil(lambda: len(children(os.getpid())) == 1)
    with Watched(*children(os.getpid())) as process:
        close(window)
        qtbot.waitUntil(lambda: process.ends(0) and not job.running())
    assert children(os.getpid()) == []
    assert list((tmp_path / "temporary").iterdir()) == []


def test_what_was_stopped_at_a_limit_can_be_tried_without(
    view: VerifyView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Limits] = []

    def verify(_preview: object, _tick: object, limits: Limits) -> object:
        asked.append(limits)
        raise OverLimit(MEMORY, Limits().for_bytes(0))

    monkeypatch.setattr("gui.diagnosis.checks.verify_preview", verify)
    with qtbot.waitSignal(view.ended):
        view.start()
    assert "needed more than the 1.00" in view.verdict.label.text()
    assert view.details.text() == WITHOUT_LIMITS
    with qtbot.waitSignal(view.ended):
        qtbot.mouseClick(view.details, Qt.MouseButton.LeftButton)
    assert asked == [USUAL, UNLIMITED]

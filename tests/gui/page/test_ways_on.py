"""Ways on from where one is stuck: a file that did not open, one that takes long, one that will not load."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.look.theme import is_on_screen
from gui.page.welcome import DEMO
from gui.session import opening

Open = Callable[[MainWindow, Path], None]


def healthy(folder: Path, name: str = "healthy.pth") -> Path:
    torch.save({"weight": torch.ones(3)}, folder / name)
    return folder / name


def test_a_folder_can_be_opened_where_a_file_could_not(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.pth").write_bytes(b"this is none")
    window.open_file(tmp_path / "broken.pth")
    qtbot.waitUntil(window.page.error_page.isVisible)
    asked: list[str] = []
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *args: asked.append(args[1]) or "")
    qtbot.mouseClick(window.page.error_page.folder_button, Qt.MouseButton.LeftButton)
    assert asked == ["Open a folder"]


def test_escape_gives_up_an_opening(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(_path: Path, tick: Callable[[int, int], None], **_how: object) -> None:
        while True:
            tick(0, 1)
            QApplication.instance().thread().msleep(1)

    monkeypatch.setattr(opening, "open_place", slowly)
    window.open_file(DEMO)
    page = window.page
    qtbot.waitUntil(page.opening_page.isVisible)
    with qtbot.waitSignal(page.opener.cancelled):
        qtbot.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
    assert page.welcome.isVisible()
    assert not page.opener.busy


def on_top(window: MainWindow, name: str) -> bool:
    return is_on_screen(window.page.workspace.docks[name])


def test_a_file_that_will_not_load_shows_why(window: MainWindow, open_in: Open, tmp_path: Path, qtbot: QtBot) -> None:
    open_in(window, healthy(tmp_path))
    page = window.page
    page.workspace.show_panel("memory")
    qtbot.waitUntil(lambda: on_top(window, "memory"))
    page.open_file(DEMO)
    qtbot.waitUntil(lambda: on_top(window, "diagnosis"))
    page.workspace.show_panel("memory")
    with qtbot.waitSignal(page.opened):
        page.reloader.reload()
    qtbot.wait(50)
    assert on_top(window, "memory"), "a file that is read again leaves the panels alone"


def test_a_healthy_file_leaves_the_panels_alone(
    window: MainWindow, open_in: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    open_in(window, healthy(tmp_path))
    window.page.workspace.show_panel("memory")
    qtbot.waitUntil(lambda: on_top(window, "memory"))
    with qtbot.waitSignal(window.page.opened):
        window.page.open_file(healthy(tmp_path, "other.pth"))
    qtbot.wait(50)
    assert on_top(window, "memory")


def test_a_diagnosis_that_was_closed_stays_closed(
    window: MainWindow, open_in: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    open_in(window, healthy(tmp_path))
    window.page.workspace.docks["diagnosis"].hide()
    with qtbot.waitSignal(window.page.opened):
        window.page.open_file(DEMO)
    qtbot.wait(50)
    assert window.page.workspace.docks["diagnosis"].isHidden()

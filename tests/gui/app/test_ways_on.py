"""Ways on: several files at once, from an error page to a folder, out of an opening by Escape."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from shutil import copy

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

import main
from core.progress import Tick
from gui.app.window import MainWindow
from gui.session import opening
from gui.session.opening import Opened

OpenIn = Callable[[MainWindow, Path], None]


def names(window: MainWindow) -> list[str]:
    return [page.name for page in window.tabs.pages()]


def test_the_dialog_opens_each_file_that_is_chosen(
    window: MainWindow, small_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    one, two = copy(small_file, tmp_path / "one.pt"), copy(small_file, tmp_path / "two.pt")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(one), str(two)], ""))
    qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: names(window) == ["one.pt", "two.pt"] and window.page.shows_document)


def test_of_several_the_one_that_fails_keeps_its_tab(
    window: MainWindow, small_file: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    bad = tmp_path / "bad.pt"
    bad.write_text("<html>")
    window.open_files([bad, small_file])
    qtbot.waitUntil(lambda: names(window) == ["bad.pt", small_file.name] and window.page.shows_document)


@pytest.mark.parametrize(
    ("words", "window_wanted"),
    [
        (["a.pth", "b.pth"], True),
        (["--new-window", "a.pth", "b.pth"], True),
        (["folder/run", "https://host/x.pt"], True),
        (["inspct", "a.pth"], False),
        (["inspect", "a.pth"], False),
        (["a.pth", "--json"], False),
    ],
)
def test_several_files_on_the_command_line_are_for_the_window(words: list[str], window_wanted: bool) -> None:
    assert main.wants_window(words) is window_wanted


def test_the_error_page_leads_to_a_folder(
    window: MainWindow, small_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    bad, run = tmp_path / "bad.pt", tmp_path / "run"
    bad.write_text("<html>")
    run.mkdir()
    copy(small_file, run / "pytorch_model.bin")
    window.open_file(bad)
    qtbot.waitUntil(lambda: window.page.pages.currentWidget() is window.page.error_page)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(run))
    qtbot.mouseClick(window.page.error_page.folder_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.page.shows_document)


def test_escape_cancels_an_opening(
    window: MainWindow, small_file: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    let_go = threading.Event()

    def slow(_path: Path, tick: Tick, *_given: object, **_how: object) -> Opened:
        while not let_go.wait(0.01):
            tick(0, 1)
        raise AssertionError

    monkeypatch.setattr(opening, "read", slow)
    window.open_file(small_file)
    page = window.page
    qtbot.waitUntil(lambda: page.pages.currentWidget() is page.opening_page)
    with qtbot.waitSignal(page.opener.cancelled):
        qtbot.keyClick(window.focusWidget() or window, Qt.Key.Key_Escape)
    let_go.set()
    assert window.page.pages.currentWidget() is window.page.welcome

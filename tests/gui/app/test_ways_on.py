"""Ways on: several files at once, from an error page to a folder, out of an opening by Escape."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from shutil import copy

import pytest
import torch
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

import main
from core.progress import Tick
from core.runs import folder
from core.runs.folder import CheckpointRow, looked_into
from gui.app.window import MainWindow
from gui.look.theme import is_on_screen
from gui.runs.view import RunView
from gui.session import opening
from gui.session.opening import Opened
from tests.gui.documents import saved, two_gpus
from tests.gui.hands import Hands

OpenIn = Callable[[MainWindow, Path], None]
NAME, STEP, EPOCH, STATE, SIZE, DATE, DEVICES = range(7)


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


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """What Lightning leaves behind: a file each epoch, a link to the last, and one that was cut short."""
    folder = tmp_path / "checkpoints"
    folder.mkdir()
    for epoch in (1, 2, 10):
        state = {"epoch": epoch, "global_step": epoch * 100, "state_dict": {"w": torch.zeros(3)}}
        torch.save(state, folder / f"epoch={epoch}-step={epoch * 100}.ckpt")
    (folder / "last.ckpt").symlink_to("epoch=10-step=1000.ckpt")
    (folder / "torn.ckpt").write_bytes(b"PK\3\4")
    return folder


def listed(window: MainWindow, folder: Path, qtbot: QtBot) -> RunView:
    window.open_files([folder])
    view = window.page.run
    qtbot.waitUntil(lambda: window.page.pages.currentWidget() is view and not view.busy)
    return view


def test_a_folder_of_several_checkpoints_is_a_list(window: MainWindow, several: Path, qtbot: QtBot) -> None:
    view = listed(window, several, qtbot)
    cells = [[view.model.columns[column].text(row) for column in (NAME, EPOCH, STEP)] for row in view.model.rows]
    assert cells == [
        ["epoch=1-step=100.ckpt", "1", "100"],
        ["epoch=2-step=200.ckpt", "2", "200"],
        ["epoch=10-step=1000.ckpt", "10", "1,000"],
        ["last.ckpt → epoch=10-step=1000.ckpt", "10", "1,000"],
        ["torn.ckpt", "", ""],
    ]
    assert all(view.model.columns[DATE].text(row) and row.row.devices == ("cpu",) for row in view.model.rows[:4])
    assert "cut short" in view.model.columns[STATE].text(view.model.rows[4])
    assert window.page.name == "checkpoints"


def test_enter_opens_the_one_that_is_current(window: MainWindow, several: Path, qtbot: QtBot) -> None:
    view = listed(window, several, qtbot)
    qtbot.keyClick(view.view, Qt.Key.Key_Down)
    qtbot.keyClick(view.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.page.shows_document)
    assert names(window) == ["checkpoints", "epoch=2-step=200.ckpt"]  # the list stays, to choose another from
    assert window.settings.recent_files() == [several / "epoch=2-step=200.ckpt", several]


def test_a_double_click_opens_one(window: MainWindow, several: Path, qtbot: QtBot) -> None:
    view = listed(window, several, qtbot)
    place = view.view.visualRect(view.model.index(2, NAME)).center()
    qtbot.mouseClick(view.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(view.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: window.page.shows_document)
    assert names(window) == ["checkpoints", "epoch=10-step=1000.ckpt"]


def test_several_that_are_chosen_have_a_tab_each(window: MainWindow, several: Path, qtbot: QtBot) -> None:
    view = listed(window, several, qtbot)
    qtbot.keyClick(view.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.mouseClick(view.open_button, Qt.MouseButton.LeftButton)
    wanted = ["checkpoints", "epoch=1-step=100.ckpt", "epoch=2-step=200.ckpt"]
    qtbot.waitUntil(lambda: names(window) == wanted and window.page.shows_document)


def test_rows_fill_in_while_they_are_read_and_reading_can_be_stopped(
    window: MainWindow, several: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    let_go = threading.Event()

    def slow(row: CheckpointRow, tick: Tick) -> CheckpointRow:
        while row.step == 1000 and not let_go.wait(0.01):
            tick(0, 1)
        return looked_into(row, tick)

    monkeypatch.setattr(folder, "looked_into", slow)
    window.open_files([several])
    view = window.page.run
    qtbot.waitUntil(lambda: [row.row.is_read for row in view.model.rows] == [True, True, False, False, False])
    assert view.model.rows[1].row.devices == ("cpu",)
    assert view.model.columns[STEP].text(view.model.rows[2]) == "1,000"  # as its name says
    assert view.busy
    hands = Hands(qtbot, window)
    hands.click(view.progress.cancel_button)
    qtbot.waitUntil(lambda: not view.busy)
    assert not view.progress.isVisible()
    qtbot.keyClick(view.view, Qt.Key.Key_Return)  # what was read stays, and each can be opened
    qtbot.waitUntil(lambda: window.page.shows_document)


def test_a_click_on_a_heading_sorts(window: MainWindow, several: Path, qtbot: QtBot) -> None:
    view = listed(window, several, qtbot)
    header = view.view.horizontalHeader()
    for _ in range(2):
        place = QPoint(header.sectionPosition(STEP) + 20, header.height() // 2)
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert [row.row.step for row in view.model.rows] == [1000, 1000, 200, 100, None]


def test_a_folder_of_one_document_stays_one(window: MainWindow, small_file: Path, tmp_path: Path, qtbot: QtBot) -> None:
    run = tmp_path / "checkpoint-500"
    run.mkdir()
    copy(small_file, run / "pytorch_model.bin")
    torch.save({"state": {}, "param_groups": []}, run / "optimizer.pt")
    window.open_files([run])
    qtbot.waitUntil(lambda: window.page.shows_document)
    assert names(window) == ["checkpoint-500"]


def test_an_empty_folder_says_so(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    window.open_files([empty])
    qtbot.waitUntil(lambda: window.page.pages.currentWidget() is window.page.error_page)
    assert "This folder is empty" in window.page.error_page.sentence.text()


def test_a_file_with_an_error_shows_the_diagnosis(window: MainWindow, open_in: OpenIn, tmp_path: Path) -> None:
    healthy, wrong = tmp_path / "healthy.pt", saved(tmp_path, two_gpus, "wrong.pth")
    torch.save({"w": torch.zeros(2)}, healthy)
    open_in(window, healthy)
    workspace = window.page.workspace
    workspace.show_panel("memory")
    window.close_file()
    open_in(window, healthy)
    assert is_on_screen(workspace.docks["memory"])  # nothing is wrong, so nothing is moved
    window.close_file()
    open_in(window, wrong)
    assert is_on_screen(window.page.workspace.docks["diagnosis"])

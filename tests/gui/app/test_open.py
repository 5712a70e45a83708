"""Opening a file: what the window shows for a good file, a bad one, a slow one and a file dropped on it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from core.edits.edits import RemapDevice
from core.errors import CheckpointError
from core.progress import Tick
from gui.app.window import MainWindow
from gui.page.opening_pages import hex_text
from gui.page.welcome import DEMO
from gui.session import opening
from gui.session.opening import Opened

OpenIn = Callable[[MainWindow, Path], None]


def test_the_empty_window_offers_a_drop_zone_and_the_demo(window: MainWindow) -> None:
    assert window.page.pages.currentWidget() is window.page.welcome
    assert window.windowTitle() == "Pthfinder"
    assert window.page.welcome.open_button.isVisible()
    assert window.page.welcome.demo_button.isVisible()
    assert not window.page.welcome.recent.isVisible()
    assert not window.actions_["save"].isEnabled()


def test_the_demo_is_one_click(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.opened):
        qtbot.mouseClick(window.page.welcome.demo_button, Qt.MouseButton.LeftButton)
    assert window.page.pages.currentWidget() is window.page.document_page
    assert window.windowTitle() == "demo.pth[*] — Pthfinder"
    assert window.settings.recent_files() == []  # it is ours, not a file of the user's


def test_an_open_file_fills_title_status_and_recent_files(
    window: MainWindow, open_in: OpenIn, small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    status = window.page.status.file_label.text()
    assert f" · {len(catalogue.tensors)} tensors · " in status
    assert "zip, pickle 2" in status
    assert status.endswith("nothing in this file was executed")
    assert window.settings.recent_files() == [small_file]
    window.close_file()
    assert window.page.pages.currentWidget() is window.page.welcome
    with qtbot.waitSignal(window.opened):
        window.page.welcome.recent.setFocus()
        window.page.welcome.recent.setCurrentRow(0)
        qtbot.keyClick(window.page.welcome.recent, Qt.Key.Key_Return)


def test_the_open_dialog_starts_where_the_last_file_was(
    window: MainWindow, open_in: OpenIn, small_file: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    asked: list[str] = []

    def choose(parent: object, title: str, folder: str, kinds: str) -> tuple[list[str], str]:
        asked.append(folder)
        return [str(DEMO)], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", choose)
    with qtbot.waitSignal(window.opened):
        qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    assert asked == [str(small_file.parent)]


def test_several_files_are_chosen_at_once_and_have_a_tab_each(
    window: MainWindow, small_file: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    other = small_file.with_name("second.pth")
    other.write_bytes(small_file.read_bytes())
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(small_file), str(other)], ""))
    qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: [page.name for page in window.tabs.pages() if page.shows_document] != [small_file.name])
    qtbot.waitUntil(lambda: all(page.shows_document for page in window.tabs.pages()) and window.tabs.count() == 2)
    assert [page.name for page in window.tabs.pages()] == [small_file.name, other.name]


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "empty"),
        (b"<!DOCTYPE html><html><body>404</body></html>", "web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "git-lfs"),
    ],
)
def test_a_file_that_is_none_gets_its_sentence(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, content: bytes, word: str
) -> None:
    path = tmp_path / "broken.pth"
    path.write_bytes(content)
    with qtbot.waitSignal(window.page.opener.failed):
        window.open_file(path)
    page = window.page.error_page
    assert window.page.pages.currentWidget() is page
    assert word in page.sentence.text()
    assert page.beginning.isVisible() == bool(content)
    assert not page.back_button.isVisible()
    assert not page.copy_button.isVisible()
    assert window.actions_["open"].isEnabled()


def test_a_file_that_cannot_be_opened_comes_beside_the_open_one_and_goes_when_another_is_asked_for(
    window: MainWindow, open_in: OpenIn, small_file: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    first = window.page
    window.open_file(tmp_path / "gone.pth")
    qtbot.waitUntil(lambda: window.page.pages.currentWidget() is window.page.error_page)
    assert window.windowTitle() == "gone.pth[*] — Pthfinder"
    assert not window.actions_["save"].isEnabled()
    open_in(window, DEMO)
    assert [page.name for page in window.tabs.pages()] == [small_file.name, DEMO.name]
    window.close_file()
    assert window.page is first
    assert window.actions_["save"].isEnabled()


def test_a_file_that_nobody_can_ask_for_has_its_sentence_and_is_not_forgotten(
    window: MainWindow, small_file: Path, qtbot: QtBot
) -> None:
    path = small_file.with_name(f"{'n' * 300}.pth")  # the system names no such file, nor says that it is not there
    with pytest.raises(OSError, match="too long"):
        path.exists()
    window.settings.add_recent_file(path)
    with qtbot.waitSignal(window.page.opener.failed):
        window.open_file(path)
    assert window.page.pages.currentWidget() is window.page.error_page
    assert path in window.settings.recent_files()


def test_a_file_that_cannot_be_read_again_leaves_the_document_a_click_away(
    window: MainWindow, open_in: OpenIn, small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    with qtbot.waitSignal(window.page.opener.failed):
        window.page.open_file(small_file.with_name("gone.pth"))
    assert window.page.error_page.back_button.text() == "Back to epoch27.pth"
    qtbot.waitUntil(lambda: not window.page.error_page.back_button.visibleRegion().isEmpty())
    qtbot.mouseClick(window.page.error_page.back_button, Qt.MouseButton.LeftButton)
    assert window.page.shows_document
    assert window.actions_["save"].isEnabled()


def test_a_file_that_is_open_is_shown_and_not_opened_twice(
    window: MainWindow, open_in: OpenIn, small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    first = window.page
    open_in(window, DEMO)
    window.open_file(small_file)
    assert window.page is first
    assert window.tabs.count() == 2


def test_a_recent_file_that_is_gone_is_forgotten(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window.settings.add_recent_file(tmp_path / "gone.pth")
    with qtbot.waitSignal(window.page.opener.failed):
        window.open_file(tmp_path / "gone.pth")
    assert window.settings.recent_files() == []


def test_the_menu_of_recent_files_opens_them(
    window: MainWindow, open_in: OpenIn, small_file: Path, qtbot: QtBot
) -> None:
    window.recent_menu.fill()
    assert [action.text() for action in window.recent_menu.actions()] == ["No files yet"]
    named = small_file.rename(small_file.with_name("R&D.pth"))
    open_in(window, named)
    window.close_file()
    window.recent_menu.fill()
    action, *_tools = window.recent_menu.actions()
    assert action.text().partition("\t")[0] == "R&&D.pth"
    with qtbot.waitSignal(window.opened):
        action.trigger()


def test_a_failure_of_our_own_says_so_and_offers_details(
    window: MainWindow, small_file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, tick: Tick, *_: object) -> Opened:
        raise ZeroDivisionError("nobody foresaw this")

    monkeypatch.setattr(opening, "read", fail)
    with qtbot.waitSignal(window.page.opener.failed):
        window.open_file(small_file)
    assert "Pthfinder itself failed" in window.page.error_page.sentence.text()
    assert window.page.error_page.copy_button.isVisible()


def test_a_slow_file_shows_progress_and_can_be_cancelled(
    window: MainWindow, small_file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()

    def slow(path: Path, tick: Tick, *_: object, **__: object) -> Opened:
        while not go.wait(0.005):
            tick(30, 100)
        raise CheckpointError("was not cancelled")

    monkeypatch.setattr(opening, "read", slow)
    with qtbot.waitSignal(window.page.opener.slow, timeout=60_000):
        window.open_file(small_file)
        assert window.page.pages.currentWidget() is window.page.welcome  # quick files never flash a progress page
    page = window.page.opening_page
    assert window.page.pages.currentWidget() is page
    qtbot.waitUntil(lambda: page.progress.bar.value() == 300)
    assert "30 %" in page.progress.words.text()
    with qtbot.waitSignal(window.page.opener.cancelled):
        qtbot.mouseClick(page.progress.cancel_button, Qt.MouseButton.LeftButton)
    go.set()
    assert window.page.pages.currentWidget() is window.page.welcome


def test_two_files_opened_at_once_come_side_by_side(window: MainWindow, small_file: Path, qtbot: QtBot) -> None:
    for path in (DEMO, small_file):
        window.open_file(path)
    qtbot.waitUntil(lambda: all(page.shows_document for page in window.tabs.pages()))
    assert [page.name for page in window.tabs.pages()] == [DEMO.name, small_file.name]
    assert window.windowTitle() == f"{small_file.name}[*] — Pthfinder"


def test_names_from_outside_are_never_taken_for_markup(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "<b>bold<_b> & [*].pth"
    path.write_bytes(b"<html><img src=x></html>")
    with qtbot.waitSignal(window.page.opener.failed):
        window.open_file(path)
    assert "<b>bold" in window.page.error_page.title.text()
    rich = [label.text() for label in window.findChildren(QLabel) if label.textFormat() != Qt.TextFormat.PlainText]
    assert [text for text in rich if text] == []


def test_first_bytes_are_shown_as_a_hex_editor_does() -> None:
    lines = hex_text(b"<!DOCTYPE html>\n<html>").splitlines()
    assert lines[0] == "3c 21 44 4f 43 54 59 50 45 20 68 74 6d 6c 3e 0a   <!DOCTYPE html>·"
    assert lines[1].startswith("3c 68 74 6d 6c 3e  ")
    assert lines[1].endswith("   <html>")


def test_the_title_is_of_the_page_on_show(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], small_file: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    """A page that says that one file could not be opened is not titled with another."""
    open_in(window, small_file)
    assert window.windowTitle() == "epoch27.pth[*] — Pthfinder"
    window.page.session.apply(RemapDevice("cuda:0", "cpu"))
    bad = tmp_path / "bad.pth"
    bad.write_bytes(b"<html>")
    with qtbot.waitSignal(window.page.opener.failed):
        window.page.opener.open(bad)
    assert window.windowTitle() == "bad.pth[*] — Pthfinder"
    assert not window.isWindowModified()
    qtbot.waitUntil(lambda: not window.page.error_page.back_button.visibleRegion().isEmpty())
    qtbot.mouseClick(window.page.error_page.back_button, Qt.MouseButton.LeftButton)
    assert window.windowTitle() == "epoch27.pth[*] — Pthfinder"
    assert window.isWindowModified()

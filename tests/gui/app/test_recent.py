"""Recent files: with their folders, pinned, cleared."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow


def names(window: MainWindow) -> list[str]:
    recent = window.page.welcome.recent
    return [recent.item(row).text() for row in range(recent.count())]


def menu(window: MainWindow) -> list[str]:
    window.recent_menu.fill()
    return [action.text() for action in window.recent_menu.actions() if not action.isSeparator()]


def filled(window: MainWindow) -> None:
    for name in ("a.pth", "b.pth", "c&d.pth"):
        window.settings.add_recent_file(Path("/data", name))
    window.page.close_file()


def test_a_click_on_the_pin_keeps_a_file_and_another_lets_it_go(window: MainWindow, qtbot: QtBot) -> None:
    filled(window)
    recent = window.page.welcome.recent
    assert names(window) == ["c&d.pth", "b.pth", "a.pth"]
    qtbot.mouseClick(recent.viewport(), Qt.MouseButton.LeftButton, pos=recent.pin_place(2).center())
    assert names(window) == ["a.pth", "c&d.pth", "b.pth"]
    assert window.page.session.catalogue is None
    assert menu(window) == ["a.pth\t/data", "c&&d.pth\t/data", "b.pth\t/data", "&Clear recent files"]
    for number in range(50):
        window.settings.add_recent_file(Path(f"/x/{number}.pth"))
    assert window.settings.pinned_files() == [Path("/data/a.pth")]
    assert len(window.settings.recent_files()) == 10
    recent.setCurrentRow(0)
    qtbot.keyClick(recent, Qt.Key.Key_P)
    assert window.settings.pinned_files() == []
    assert window.settings.recent_files()[0] == Path("/data/a.pth")


def test_clearing_leaves_the_pinned(window: MainWindow) -> None:
    filled(window)
    window.settings.pin(Path("/data/b.pth"), True)
    (clear,) = (each for each in window.page.welcome.recent.menu(None).actions() if each.text().startswith("Clear"))
    clear.trigger()
    assert names(window) == ["b.pth"]


def test_the_file_on_show_is_pinned_in_the_menu(document: MainWindow, small_file: Path) -> None:
    assert "&Pin epoch27.pth" in menu(document)
    (pin,) = (each for each in document.recent_menu.actions() if each.text().startswith("&Pin"))
    pin.trigger()
    assert document.settings.pinned_files() == [small_file]
    assert "&Unpin epoch27.pth" in menu(document)


def test_a_pinned_file_that_is_gone_says_so_when_chosen_and_stays_pinned(window: MainWindow, qtbot: QtBot) -> None:
    window.settings.pin(Path("/nowhere/gone.pth"), True)
    window.page.close_file()
    recent = window.page.welcome.recent
    qtbot.mouseClick(recent.viewport(), Qt.MouseButton.LeftButton, pos=recent.visualItemRect(recent.item(0)).center())
    qtbot.waitUntil(lambda: window.page.pages.currentWidget() is window.page.error_page)
    assert window.settings.pinned_files() == [Path("/nowhere/gone.pth")]

"""Ctrl+Shift+P and Ctrl+P as a user types them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from gui.app.actions import ACTIONS
from gui.app.window import MainWindow
from gui.look import theme
from gui.palette.popup import Popup
from tests.gui.documents import saved, two_gpus

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Open = Callable[[MainWindow, Path], None]


def palette(window: MainWindow, qtbot: QtBot) -> Popup:
    return _popup(window, qtbot, CONTROL | SHIFT)


def jump(window: MainWindow, qtbot: QtBot) -> Popup:
    return _popup(window, qtbot, CONTROL)


def _popup(window: MainWindow, qtbot: QtBot, modifiers: Qt.KeyboardModifier) -> Popup:
    qtbot.keyClick(window, Qt.Key.Key_P, modifiers)
    (popup,) = (each for each in window.findChildren(Popup) if each.isVisible())
    return popup


def rows(popup: Popup) -> list[str]:
    return [row.text for row in popup.model.rows]


def type_in(popup: Popup, text: str, qtbot: QtBot) -> None:
    line = popup.focusWidget()
    assert isinstance(line, QLineEdit)
    qtbot.keyClicks(line, text)


def test_the_palette_offers_every_action(window: MainWindow, qtbot: QtBot) -> None:
    listed = rows(palette(window, qtbot))
    wanted = [window.actions_[spec.id].text().replace("&", "") for spec in ACTIONS]
    assert set(wanted) <= set(listed)
    assert {"Devices", "Memory", "Theme: Dark"} <= {text.removesuffix(" ✓") for text in listed}


def test_a_theme_by_three_letters_and_it_comes_first_the_next_time(window: MainWindow, qtbot: QtBot) -> None:
    popup = palette(window, qtbot)
    type_in(popup, "dar", qtbot)
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)
    assert not popup.isVisible()
    assert theme.theme().choice == "dark"
    assert rows(palette(window, qtbot))[0].startswith("Theme: Dark")
    window.set_theme("light")


def test_a_word_that_no_command_has_finds_what_is_about_it(window: MainWindow, qtbot: QtBot) -> None:
    popup = palette(window, qtbot)
    type_in(popup, "language", qtbot)
    assert rows(popup) == ["Preferences…"]


def test_what_cannot_be_done_says_why_and_does_nothing(window: MainWindow, qtbot: QtBot) -> None:
    popup = palette(window, qtbot)
    type_in(popup, "reload", qtbot)
    row = popup.model.rows[0]
    assert not row.enabled
    assert "open a file first" in row.beside
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)
    assert window.page.session.catalogue is None


def test_escape_gives_the_keyboard_back_and_a_click_elsewhere_closes(document: MainWindow, qtbot: QtBot) -> None:
    tree = document.page.workspace.tree
    tree.setFocus()
    before = QApplication.focusWidget()
    popup = palette(document, qtbot)
    qtbot.keyClick(popup.line, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    assert QApplication.focusWidget() is before
    popup = palette(document, qtbot)
    document.page.search.setFocus()
    assert not popup.isVisible()


def test_a_dialog_of_the_window_does_not_cover_them(document: MainWindow, qtbot: QtBot) -> None:
    document.page.recipes.show_recipes()
    dialog = document.page.recipes.book
    assert dialog is not None
    dialog.name.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is dialog.name)
    middle = document.centralWidget()
    dialog.move(middle.mapToGlobal(middle.rect().topLeft()))
    for come in (palette, jump):
        popup = come(document, qtbot)
        top = popup.mapToGlobal(QPoint(popup.width() // 2, 3))
        assert dialog.frameGeometry().contains(top)
        assert QApplication.widgetAt(top) is popup
        assert document.geometry().contains(popup.frameGeometry())
        qtbot.waitUntil(lambda popup=popup: QApplication.focusWidget() is popup.line)
        qtbot.keyClick(popup.line, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: QApplication.focusWidget() is dialog.name)
    popup = jump(document, qtbot)
    type_in(popup, "opt state exp_avg", qtbot)
    qtbot.waitUntil(lambda: bool(rows(popup)))
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)
    tree = document.page.workspace.tree
    qtbot.waitUntil(lambda: tree.isAncestorOf(QApplication.focusWidget() or dialog))
    dialog.close()
    assert not palette(document, qtbot).isWindow()


def test_a_key_of_another_file_by_a_few_letters(
    document: MainWindow, open_in: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    first = document.page
    open_in(document, saved(tmp_path, two_gpus, "other.pth"))
    other = document.page
    assert other is not first
    catalogue = first.session.catalogue
    assert catalogue is not None
    document.tabs.setCurrentWidget(other)
    popup = jump(document, qtbot)
    type_in(popup, "state0avg epoch", qtbot)
    qtbot.waitUntil(lambda: popup.told.text() == "No key of the 2 files fits.")
    popup.line.clear()
    type_in(popup, "opt state exp_avg", qtbot)
    qtbot.waitUntil(lambda: len(rows(popup)) >= 2)
    places = [row.beside for row in popup.model.rows]
    assert places[0] == "other.pth"  # what is on show comes first among those alike
    assert popup.model.rows[0].device == "cuda:1"
    place = next(at for at, row in enumerate(popup.model.rows) if row.beside == "epoch27.pth")
    wanted = rows(popup)[place]
    for _ in range(place):
        qtbot.keyClick(popup.line, Qt.Key.Key_Down)
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)
    assert document.page is first
    assert catalogue.path_text(first.session.current) == wanted


def test_the_file_on_show_comes_first(document: MainWindow, open_in: Open, tmp_path: Path, qtbot: QtBot) -> None:
    open_in(document, saved(tmp_path, lambda made: {"a.long.way.to.scale": made("cpu", 1)}, "other.pth"))
    open_in(document, saved(tmp_path, lambda made: {"scale": made("cpu", 1)}, "third.pth"))
    document.tabs.setCurrentIndex(1)
    popup = jump(document, qtbot)
    type_in(popup, "scale", qtbot)
    qtbot.waitUntil(lambda: len(rows(popup)) >= 2)
    assert [row.beside for row in popup.model.rows][:2] == ["other.pth", "third.pth"]


def test_the_list_follows_the_arrows_round(window: MainWindow, qtbot: QtBot) -> None:
    popup = palette(window, qtbot)
    last = popup.model.rowCount() - 1
    qtbot.keyClick(popup.line, Qt.Key.Key_Up)
    assert popup.list.currentIndex().row() == last
    qtbot.keyClick(popup.line, Qt.Key.Key_Down)
    assert popup.list.currentIndex().row() == 0
    qtbot.keyClick(popup.line, Qt.Key.Key_PageDown)
    assert popup.list.currentIndex().row() == 13

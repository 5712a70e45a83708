"""Without a mouse: a file is opened, fixed and saved, every panel is reached, and nothing keeps the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.look import theme
from gui.memory.panel import MemoryBoard
from gui.page.welcome import DEMO
from scripts.pictures.stage import select, settle, show_panel
from tests.gui.conftest import Said
from tests.gui.page.test_tab_order import assert_shows_focus, round_trip

CONTROL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def demo(window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot) -> MainWindow:
    open_in(window, DEMO)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.page.workspace.tree.view)
    return window


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press a key where the keyboard is; nobody says where that is."""
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifiers)


def test_from_opening_to_saved(
    window: MainWindow, small_file: Path, qtbot: QtBot, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(small_file)], ""))
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    with qtbot.waitSignal(window.opened):
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_O, CONTROL)
    action = window.actions_["way_on"]
    qtbot.waitUntil(lambda: action.text().startswith("Fix all"))
    press(Qt.Key.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: action.text() == "Save fixed…")
    press(Qt.Key.Key_S, CONTROL)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is getattr(window.page.saving.dialog, "name", window))
    with qtbot.waitSignal(window.page.saving.saved):
        press(Qt.Key.Key_Return)
    assert "submodule.weight" in torch.load(small_file.with_name("epoch27-fixed.pth"))["state_dict"]
    assert said.questions == []


def test_what_the_first_page_offers_is_reached(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    QTest.keyClick(window, Qt.Key.Key_Tab)
    stops: list[QWidget] = []
    while (now := QApplication.focusWidget()) is not None and now not in stops:
        stops.append(now)
        QTest.keyClick(now, Qt.Key.Key_Tab)
    assert set(window.page.welcome.drop_zone.findChildren(QPushButton)) <= set(stops)


def test_every_panel_is_reached(demo: MainWindow, qtbot: QtBot) -> None:
    """By Tab, and by the arrow keys along the tabs."""
    (bar,) = [stop for stop in round_trip(demo) if isinstance(stop, QTabBar) and stop.count() > 4]
    bar.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(bar.count()):
        press(Qt.Key.Key_Left)
    for place in range(bar.count()):
        assert bar.currentIndex() == place
        name = bar.tabText(place)
        (dock,) = [each for each in demo.page.workspace.docks.values() if each.windowTitle() == name]
        qtbot.waitUntil(lambda dock=dock: not dock.visibleRegion().isEmpty())
        press(Qt.Key.Key_Right)


@pytest.mark.parametrize(("name", "dark"), [("values", False), ("memory", True), ("health", True)])
def test_each_stop_of_a_panel_shows_that_it_has_the_keyboard(demo: MainWindow, name: str, dark: bool) -> None:
    theme.theme().apply("dark" if dark else "light")
    select(demo, "state_dict/module.conv.weight")
    show_panel(demo, name)
    for board in demo.findChildren(MemoryBoard):
        board.all.setChecked(True)
    settle(demo)

    def look(stop: QWidget) -> None:
        QApplication.processEvents()
        assert theme.is_on_screen(stop), (type(stop).__name__, stop.accessibleName())
        assert_shows_focus(stop)

    assert len(round_trip(demo, look=look)) > 15


def test_escape_keeps_the_keyboard_nowhere(demo: MainWindow) -> None:
    """It leaves the window as it is, and the keyboard somewhere in it."""

    def escape(stop: QWidget) -> None:
        QTest.keyClick(stop, Qt.Key.Key_Escape)
        focus = QApplication.focusWidget()
        assert focus is not None
        assert demo.isVisible()
        assert focus.window() is demo
        stop.setFocus(Qt.FocusReason.TabFocusReason)

    assert len(round_trip(demo, look=escape)) > 20


@pytest.mark.parametrize(
    ("name", "dark"),
    [
        *(("save", False), ("rename_keys", True), ("apply_recipe", False)),
        *(("compare", True), ("code", False), ("preferences", True)),
        ("help", True),
    ],
)
def test_tab_goes_around_in_a_dialog_and_escape_closes_it(
    demo: MainWindow, qtbot: QtBot, name: str, dark: bool
) -> None:
    theme.theme().apply("dark" if dark else "light")
    before = {each for each in QApplication.topLevelWidgets() if each.isVisible()}
    demo.actions_[name].trigger()
    QApplication.processEvents()
    opened = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each not in before]
    (dialog,) = opened
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None and QApplication.focusWidget().window() is dialog)
    seen: list[QWidget] = []
    while (now := QApplication.focusWidget()) is not None and now not in seen:
        seen.append(now)
        with_focus = now.grab().toImage()
        now.clearFocus()
        QApplication.processEvents()
        assert now.grab().toImage() != with_focus, (type(now).__name__, now.accessibleName())
        now.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(now, Qt.Key.Key_Tab)
        assert len(seen) < 40
    assert QApplication.focusWidget() is not None
    assert QApplication.focusWidget().window() is dialog
    assert len(seen) > 2, [type(each).__name__ for each in seen]
    press(Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not dialog.isVisible())

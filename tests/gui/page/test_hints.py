"""Two hints at the first document of a new user: pointing at what is there, dismissed at once, never again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.look import settings
from gui.look.settings import Settings
from gui.page.hints import Callout

Open = Callable[[MainWindow, Path], None]


@pytest.fixture
def newcomer(app_settings: Settings, window: MainWindow, open_in: Open, small_file: Path, qtbot: QtBot) -> MainWindow:
    """The window of somebody who has never seen it, with a first document."""
    app_settings.forget(settings.HINTS)
    open_in(window, small_file)
    qtbot.waitUntil(lambda: window.page.hints.callout is not None)
    return window


def callout(window: MainWindow) -> Callout:
    (shown,) = [each for each in window.findChildren(Callout) if each.isVisible()]
    return shown


def points_at(window: MainWindow) -> QPoint:
    """Where the tip is, in the window."""
    shown = callout(window)
    return shown.mapTo(window, QPoint(shown._tip, -2))


def test_they_point_at_devices_and_banner(newcomer: MainWindow, qtbot: QtBot) -> None:
    focus = newcomer.focusWidget()
    workspace = newcomer.page.workspace
    devices = workspace.docks["devices"].widget().view
    first, last = devices.visualRect(devices.model().index(0, 0)), devices.model().rowCount() - 1

    def pointed_at() -> int:
        return int(devices.viewport().mapFrom(newcomer, points_at(newcomer)).x())

    qtbot.waitUntil(lambda: first.left() < pointed_at() < first.right())  # once the panels have their widths
    before, target = callout(newcomer), newcomer.page.banner.way_on
    for widget, place in (
        (devices.viewport(), devices.visualRect(devices.model().index(last, 0))),
        (workspace.docks["devices"].widget().to_cpu, workspace.docks["devices"].widget().to_cpu.rect()),
        (workspace.tree, workspace.tree.rect()),
    ):
        covered = place.translated(widget.mapTo(newcomer, QPoint()))
        assert not before.geometry().intersects(covered), widget
    qtbot.mouseClick(before, Qt.MouseButton.LeftButton)
    assert callout(newcomer) is not before
    assert target.rect().contains(target.mapFrom(newcomer, points_at(newcomer)))
    assert newcomer.rect().contains(callout(newcomer).geometry())
    qtbot.mouseClick(callout(newcomer), Qt.MouseButton.LeftButton)
    assert newcomer.page.hints.callout is None
    assert newcomer.focusWidget() is focus, "the keyboard stayed where it was"


def test_escape_ends_them_all(newcomer: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(newcomer.page.workspace.tree.view, Qt.Key.Key_Escape)
    assert newcomer.page.hints.callout is None


def test_a_click_on_something_else_ends_them_all_and_does_what_it_does(newcomer: MainWindow, qtbot: QtBot) -> None:
    """The next one would be elsewhere: who clicks where the last one was means what lies there."""
    view = newcomer.page.workspace.tree.view
    place = view.visualRect(view.model().index(2, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: newcomer.page.hints.callout is None)
    assert view.currentIndex().row() == 2


def test_they_come_once(newcomer: MainWindow, app_settings: Settings, open_in: Open, small_file: Path) -> None:
    newcomer.page.hints.end()
    newcomer.close_file()
    open_in(newcomer, small_file)
    QApplication.processEvents()
    assert newcomer.page.hints.callout is None
    assert app_settings.get(settings.HINTS)


def test_one_follows_its_target_and_goes_with_it(newcomer: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(callout(newcomer), Qt.MouseButton.LeftButton)
    newcomer.resize(1040, 700)
    button = newcomer.page.banner.way_on
    qtbot.waitUntil(lambda: button.rect().contains(button.mapFrom(newcomer, points_at(newcomer))))
    newcomer.page.banner.hide()
    qtbot.waitUntil(lambda: newcomer.page.hints.callout is None)


def test_one_goes_with_the_file(newcomer: MainWindow) -> None:
    newcomer.close_file()
    assert newcomer.page.hints.callout is None

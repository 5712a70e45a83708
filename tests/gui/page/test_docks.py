"""Panels show, hide, float and come back as they were left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.page.workspace import FLOATING_SIZE
from gui.page.workspace import PANELS as PANEL_SPECS
from gui.widgets.on_screen import is_on_screen

OpenIn = Callable[[MainWindow, Path], None]


def test_panels_show_and_hide_from_the_view_menu(document: MainWindow) -> None:
    assert set(document.page.workspace.docks) == {spec.name for spec in PANEL_SPECS}
    for action, spec in zip(document.page.workspace.toggle_actions(), PANEL_SPECS, strict=True):
        assert action.text() == spec.title
        dock = document.page.workspace.docks[spec.name]
        assert dock.isHidden() != spec.at_first
        if not is_on_screen(dock):  # behind another tab, or not asked for yet: it comes
            action.trigger()
        for hidden in (True, False):
            QApplication.processEvents()
            assert is_on_screen(dock) == hidden
            action.trigger()
            assert dock.isHidden() == hidden


def test_the_layout_is_remembered_and_can_be_reset(
    make_window: Callable[[], MainWindow], open_in: OpenIn, small_file: Path
) -> None:
    first = make_window()
    open_in(first, small_file)
    first.page.workspace.docks["changes"].close()
    first.page.workspace.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, first.page.workspace.docks["devices"])
    first.close()
    second = make_window()
    open_in(second, small_file)
    assert second.page.workspace.docks["changes"].isHidden()
    assert (
        second.page.workspace.dockWidgetArea(second.page.workspace.docks["devices"])
        == Qt.DockWidgetArea.RightDockWidgetArea
    )
    second.actions_["reset_layout"].trigger()
    assert not second.page.workspace.docks["changes"].isHidden()
    assert (
        second.page.workspace.dockWidgetArea(second.page.workspace.docks["devices"])
        == Qt.DockWidgetArea.LeftDockWidgetArea
    )


def test_the_layout_is_that_of_the_last_document(
    make_window: Callable[[], MainWindow], open_in: OpenIn, small_file: Path
) -> None:
    first = make_window()
    open_in(first, small_file)
    first.page.workspace.docks["devices"].close()
    first.page.workspace.docks["changes"].setFloating(True)
    first.close_file()
    first.close()  # with no document, and with the floating panel off the screen
    second = make_window()
    open_in(second, small_file)
    assert second.page.workspace.docks["devices"].isHidden()
    assert second.page.workspace.docks["changes"].isFloating()
    assert second.page.workspace.docks["changes"].isVisible()


def test_a_floating_panel_leaves_with_its_document(document: MainWindow) -> None:
    details = document.page.workspace.docks["details"]
    details.setFloating(True)
    document.close_file()
    assert not details.isVisible()


def test_a_tab_that_is_not_on_top_floats_into_view(document: MainWindow, qtbot: QtBot) -> None:
    memory = document.page.workspace.docks["memory"]
    memory.setFloating(True)
    qtbot.waitUntil(lambda: document.frameGeometry().intersects(memory.geometry()))
    assert memory.width() >= FLOATING_SIZE.width()


def test_a_tab_floats_and_closes_without_repeating_its_name(document: MainWindow, qtbot: QtBot) -> None:
    details = document.page.workspace.docks["details"]
    details.raise_()
    title = details.titleBarWidget()
    floats, closes = title.findChildren(QToolButton)
    assert not [label for label in title.findChildren(QLabel) if label.isVisible()]
    assert floats.isVisible()
    qtbot.mouseClick(floats, Qt.MouseButton.LeftButton)
    assert details.isFloating()
    qtbot.waitUntil(lambda: [label.text() for label in title.findChildren(QLabel) if label.isVisible()] == ["DETAILS"])
    qtbot.mouseClick(closes, Qt.MouseButton.LeftButton)
    assert details.isHidden()

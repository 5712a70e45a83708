"""Panels show, hide, float and come back as they were left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QTabBar, QToolButton
from pytestqt.qtbot import QtBot

from core.edits.edits import RemapDevice
from gui.app.window import MainWindow
from gui.look.theme import is_on_screen
from gui.page.workspace import FLOATING_SIZE
from gui.page.workspace import PANELS as PANEL_SPECS

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
    first.page.workspace.docks["optimizer"].close()
    first.page.workspace.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, first.page.workspace.docks["devices"])
    first.close()
    second = make_window()
    open_in(second, small_file)
    assert second.page.workspace.docks["optimizer"].isHidden()
    assert (
        second.page.workspace.dockWidgetArea(second.page.workspace.docks["devices"])
        == Qt.DockWidgetArea.RightDockWidgetArea
    )
    second.actions_["reset_layout"].trigger()
    assert not second.page.workspace.docks["optimizer"].isHidden()
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
    first.page.workspace.docks["optimizer"].setFloating(True)
    first.close_file()
    first.close()  # with no document, and with the floating panel off the screen
    second = make_window()
    open_in(second, small_file)
    assert second.page.workspace.docks["devices"].isHidden()
    assert second.page.workspace.docks["optimizer"].isFloating()
    assert second.page.workspace.docks["optimizer"].isVisible()


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
    document.resize(1480, 800)
    workspace = document.page.workspace
    details = workspace.docks["details"]
    details.raise_()
    bar = next(bar for bar in workspace.findChildren(QTabBar) if bar.parentWidget() is workspace and bar.isVisible())
    qtbot.waitUntil(lambda: all(tool.isVisible() for tool in tools_of(bar)))
    title = details.titleBarWidget()
    assert title.height() == 0
    qtbot.mouseClick(tools_of(bar)[0], Qt.MouseButton.LeftButton)
    assert details.isFloating()
    qtbot.waitUntil(lambda: [label.text() for label in title.findChildren(QLabel) if label.isVisible()] == ["DETAILS"])
    _floats, closes = title.findChildren(QToolButton)
    closes.click()
    assert details.isHidden()


def tabs_of(document: MainWindow) -> list[QTabBar]:
    """The bars of tabs of panels that are on show."""
    bars = document.page.workspace.findChildren(QTabBar)
    return [bar for bar in bars if bar.parentWidget() is document.page.workspace and is_on_screen(bar)]


def test_tabs_stand_there_once_however_often_panels_are_put_back(document: MainWindow, qtbot: QtBot) -> None:
    for _ in range(3):
        document.page.workspace.reset_layout()
        qtbot.wait(20)
        assert [bar.count() for bar in tabs_of(document)] == [5]


def test_one_tab_more_takes_the_air_of_the_others(document: MainWindow, qtbot: QtBot) -> None:
    document.resize(1280, 800)
    document.page.workspace.show_panel("differences")
    (bar,) = tabs_of(document)
    qtbot.waitUntil(lambda: bar.property("tight") == "true")
    assert bar.tabRect(0).left() == 0
    assert bar.tabRect(bar.count() - 1).right() < bar.width()


def tools_of(bar: QTabBar) -> list[QToolButton]:
    """What floats and what hides the panel on top; the arrows that scroll tabs have no such names."""
    return [tool for tool in bar.findChildren(QToolButton) if "panel" in tool.accessibleName()]


def test_pending_changes_come_with_the_first_and_go_with_the_last(document: MainWindow, qtbot: QtBot) -> None:
    session, dock = document.page.session, document.page.workspace.docks["changes"]
    devices = document.page.workspace.docks["devices"]
    assert dock.isHidden()
    session.apply(RemapDevice("cuda:5", "cpu"))
    assert dock.isVisible()
    qtbot.waitUntil(lambda: devices.height() <= devices.sizeHint().height() + 2)  # no more than it holds
    session.undo()
    assert dock.isHidden()
    session.redo()
    dock.close()
    session.apply(RemapDevice("cuda:1", "cpu"))
    assert dock.isHidden()  # as the user wants it

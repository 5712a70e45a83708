"""The keyboard: where Tab goes, that one sees where it is, and the shortcut for the main fix."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.edits.edits import RemapDevice, StripPrefix
from gui.app.window import MainWindow
from gui.page.welcome import DEMO

TAB = Qt.Key.Key_Tab


@pytest.fixture
def demo(window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot) -> MainWindow:
    open_in(window, DEMO)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.page.workspace.tree.view)
    qtbot.waitUntil(lambda: window.page.banner.go.text().startswith("Fix all"))
    return window


def round_trip(window: MainWindow, key: Qt.Key = TAB, look: Callable[[QWidget], None] | None = None) -> list[QWidget]:
    """The stops from the search line on, once around; `look` is told of each."""
    window.page.search.setFocus()
    stops: list[QWidget] = []
    while (now := QApplication.focusWidget()) is not None and now not in stops:
        stops.append(now)
        if look is not None:
            look(now)
        QTest.keyClick(now, key)
        assert len(stops) < 80
    return stops


def part(window: MainWindow, stop: QWidget) -> str:
    """The part of the window that a stop belongs to."""
    docks = window.page.workspace.docks
    parts = {"search": window.page.search, "tree": window.page.workspace.tree, "banner": window.page.banner, **docks}
    return next((name for name, each in parts.items() if stop is each or each.isAncestorOf(stop)), "tabs")


def test_tab_goes_from_the_search_to_the_tree_to_the_banner_to_the_panels(demo: MainWindow) -> None:
    stops = round_trip(demo)
    order = list(dict.fromkeys(part(demo, stop) for stop in stops[2:]))
    assert stops[:2] == [demo.page.search, demo.page.workspace.tree.view]
    assert order == ["banner", "tree", "devices", "tabs", "diagnosis"]
    assert stops.index(demo.page.banner.go) <= 3


def test_backtab_goes_the_same_way_back(demo: MainWindow) -> None:
    there = round_trip(demo)
    back = round_trip(demo, Qt.Key.Key_Backtab)
    assert back[1:] == there[:0:-1]


def assert_shows_focus(stop: QWidget) -> None:
    """It looks otherwise once it has lost the focus, which it gets back."""
    with_focus = stop.grab().toImage()
    stop.clearFocus()
    QApplication.processEvents()
    assert stop.grab().toImage() != with_focus, (type(stop).__name__, stop.accessibleName())
    stop.setFocus(Qt.FocusReason.TabFocusReason)


def test_every_stop_can_be_seen_and_shows_that_it_has_the_focus(demo: MainWindow) -> None:
    def look(stop: QWidget) -> None:
        QApplication.processEvents()
        assert not stop.visibleRegion().isEmpty(), (type(stop).__name__, stop.accessibleName())
        assert_shows_focus(stop)

    assert len(round_trip(demo, look=look)) > 20


def test_a_stop_that_was_scrolled_out_of_sight_comes_back(demo: MainWindow) -> None:
    demo.resize(1000, 640)
    demo.page.diagnosis.panel.explain()
    QApplication.processEvents()
    panel = demo.page.diagnosis.panel
    last = [stop for stop in round_trip(demo) if panel.fixes.isAncestorOf(stop)][-1]
    panel.error.edit.setFocus()
    QTest.keyClick(QApplication.focusWidget(), TAB)
    assert last.visibleRegion().isEmpty()
    panel.verify.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
    assert QApplication.focusWidget() is last
    assert not last.visibleRegion().isEmpty()


def test_the_main_fix_has_a_shortcut_and_then_it_saves(demo: MainWindow, qtbot: QtBot) -> None:
    action = demo.actions_["way_on"]
    assert action.text() == "Fix all (2)"
    qtbot.keyClick(demo.page.workspace.tree.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: action.text() == "Save fixed…")
    assert {type(edit) for edit in demo.page.session.plan.edits} == {RemapDevice, StripPrefix}
    qtbot.keyClick(demo.page.workspace.tree.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert demo.page.saving.dialog is not None
    demo.page.saving.dialog.reject()


def test_without_a_document_there_is_nothing_to_fix(window: MainWindow) -> None:
    assert not window.actions_["way_on"].isEnabled()

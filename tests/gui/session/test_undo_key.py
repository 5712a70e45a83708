"""Ctrl+Z takes back the last change of the plan, wherever the last click or the keyboard was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.page.welcome import DEMO

CONTROL = Qt.KeyboardModifier.ControlModifier
MODULE_ERROR = """RuntimeError: Error(s) in loading state_dict for Net:
\tMissing key(s) in state_dict: "conv.weight", "conv.bias".
\tUnexpected key(s) in state_dict: "module.conv.weight", "module.conv.bias"."""


@pytest.fixture
def demo(window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot) -> MainWindow:
    open_in(window, DEMO)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.page.workspace.tree.view)
    return window


def press(key: Qt.Key = Qt.Key.Key_Z) -> None:
    """Press a key with Control where the keyboard is."""
    now = QApplication.focusWidget()
    assert now is not None
    QTest.keyClick(now, key, CONTROL)


def click(widget: QWidget) -> None:
    """Click as a mouse does: the widget takes the keyboard first."""
    widget.setFocus(Qt.FocusReason.MouseFocusReason)
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def cure(window: MainWindow) -> None:
    """Click the button of the banner, and wait for the plan."""
    click(window.page.banner.go)
    while not window.page.session.plan:
        QTest.qWait(5)


def test_after_the_button_of_the_banner(demo: MainWindow) -> None:
    cure(demo)
    assert demo.page.session.plan
    assert demo.page.banner.go.text() == "Save fixed…"
    while demo.page.session.undo_stack.canUndo():
        before = demo.page.session.undo_stack.index()
        press()
        assert demo.page.session.undo_stack.index() == before - 1
    assert not demo.page.session.plan


def test_after_a_button_that_has_nothing_left_to_do(demo: MainWindow) -> None:
    panel = demo.page.workspace.docks["devices"].widget()
    click(panel.to_cpu)
    assert demo.page.session.plan
    assert not panel.to_cpu.isEnabled()
    press()
    assert not demo.page.session.plan


def test_after_the_cure_of_a_pasted_error(demo: MainWindow, qtbot: QtBot) -> None:
    board = demo.page.workspace.docks["diagnosis"].widget().content
    board.ask_error(MODULE_ERROR)
    fix: list[QPushButton] = []

    def found() -> bool:
        fix[:] = [each for each in board.findChildren(QPushButton) if each.text() == "Fix: strip “module.”"]
        return bool(fix) and fix[0].isVisible()

    qtbot.waitUntil(found)
    click(fix[0])
    assert demo.page.session.plan
    QTest.qWait(50)
    press()
    assert not demo.page.session.plan


def test_in_the_search_line_with_nothing_to_undo_there(demo: MainWindow) -> None:
    cure(demo)
    demo.page.search.setFocus()
    press()
    assert not demo.page.session.plan
    QTest.keyClick(demo.page.search, Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert demo.page.session.plan


def test_in_the_search_line_it_takes_back_what_was_typed_first(demo: MainWindow) -> None:
    cure(demo)
    demo.page.search.setFocus()
    QTest.keyClicks(demo.page.search, "conv")
    press()
    assert demo.page.search.text() == ""
    assert demo.page.session.plan


def test_in_the_box_of_the_error_that_was_pasted(demo: MainWindow) -> None:
    board = demo.page.workspace.docks["diagnosis"].widget().content
    cure(demo)
    board.ask_error(MODULE_ERROR)
    board.error.edit.setFocus()
    press()
    assert not demo.page.session.plan
    assert board.error.text == MODULE_ERROR

"""Ctrl+Return in the box of a pasted error is about that error, not about what the banner offers."""

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

KEYS = [f"{layer}.{name}" for layer in ("conv", "norm", "head") for name in ("weight", "bias")]
KEYS += ["embed.weight", "norm.running_mean", "norm.running_var"]
MISSING = ", ".join(f'"{key}"' for key in KEYS)
UNEXPECTED = ", ".join(f'"module.{key}"' for key in KEYS)
MODULE_ERROR = (
    f"RuntimeError: Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: {MISSING}.\n"
    f"\tUnexpected key(s) in state_dict: {UNEXPECTED}."
)


@pytest.fixture
def demo(window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot) -> MainWindow:
    open_in(window, DEMO)
    window.activateWindow()
    qtbot.waitUntil(window.page.banner.go.isVisible)
    return window


def send(widget: QWidget, key: Qt.Key = Qt.Key.Key_Return) -> None:
    widget.setFocus()
    QTest.keyClick(widget, key, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_the_cure_of_the_answer_and_not_that_of_the_banner(demo: MainWindow, qtbot: QtBot, key: Qt.Key) -> None:
    board = demo.page.workspace.docks["diagnosis"].widget().content
    board.ask_error(MODULE_ERROR)
    qtbot.waitUntil(lambda: bool(board.answer.cures))
    send(board.error.edit, key)
    assert [type(edit) for edit in demo.page.session.plan.edits] == [StripPrefix]
    assert board.error.text == MODULE_ERROR
    send(board.error.edit, key)
    assert len(demo.page.session.plan.edits) == 1  # nothing is left to take


def test_what_is_typed_is_read_first(demo: MainWindow, qtbot: QtBot) -> None:
    board = demo.page.workspace.docks["diagnosis"].widget().content
    qtbot.waitUntil(lambda: board.service.findings is not None)
    board.error.edit.insertPlainText(MODULE_ERROR)
    assert not board.answer.cures
    send(board.error.edit)
    assert board.answer.cures
    assert not demo.page.session.plan


def test_an_error_with_no_cure_leaves_the_plan_alone(demo: MainWindow) -> None:
    board = demo.page.workspace.docks["diagnosis"].widget().content
    board.ask_error("KeyError: 'nothing that is known'")
    send(board.error.edit)
    assert not demo.page.session.plan


def test_elsewhere_it_is_the_button_of_the_banner(demo: MainWindow) -> None:
    send(demo.page.workspace.tree.view)
    assert any(isinstance(edit, RemapDevice) for edit in demo.page.session.plan.edits)

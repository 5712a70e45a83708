"""Whoever selects a tensor sees its numbers, once a file; the tabs are the user's from then on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.look.theme import is_on_screen
from gui.page.welcome import DEMO
from gui.widgets.error_box import ErrorBox

KEY = "state_dict/module.embed.weight"


@pytest.fixture
def demo(window: MainWindow, open_in: Callable[[MainWindow, Path], None]) -> MainWindow:
    open_in(window, DEMO)
    return window


def on_top(window: MainWindow) -> str:
    names = ("details", "values", "memory", "diagnosis", "optimizer")
    return next(name for name in names if is_on_screen(window.page.workspace.docks[name]))


def click(window: MainWindow, path: str, qtbot: QtBot) -> None:
    """Click on the row of an entry in the tree."""
    catalogue, tree = window.page.session.catalogue, window.page.workspace.tree
    assert catalogue is not None
    tree.unfold_all()
    view, index = tree.view, tree.model.index(tree.model.row(catalogue.find(path)), 0)
    view.scrollTo(index)
    with qtbot.waitSignal(window.page.session.selection_changed):
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())


def test_a_selected_tensor_shows_its_numbers_once(demo: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: on_top(demo) == "diagnosis")
    click(demo, "epoch", qtbot)
    assert on_top(demo) == "diagnosis"
    click(demo, KEY, qtbot)
    qtbot.waitUntil(lambda: on_top(demo) == "values")
    demo.page.workspace.docks["diagnosis"].raise_()
    qtbot.waitUntil(lambda: on_top(demo) == "diagnosis")
    click(demo, "state_dict/module.conv.weight", qtbot)
    qtbot.wait(20)
    assert on_top(demo) == "diagnosis"


def test_a_finding_that_leads_to_a_tensor_stays_on_top(demo: MainWindow, qtbot: QtBot) -> None:
    catalogue = demo.page.session.catalogue
    assert catalogue is not None
    with qtbot.waitSignal(demo.page.session.selection_changed):
        demo.page.session.reveal_requested.emit(catalogue.find(KEY))
    qtbot.wait(20)
    assert on_top(demo) == "diagnosis"


def test_who_has_pasted_an_error_keeps_its_answer_on_top(demo: MainWindow, qtbot: QtBot) -> None:
    demo.activateWindow()
    box = demo.page.workspace.docks["diagnosis"].findChild(ErrorBox)
    assert box is not None
    box.focus()
    qtbot.waitUntil(box.edit.hasFocus)
    click(demo, KEY, qtbot)
    qtbot.wait(20)
    assert on_top(demo) == "diagnosis"

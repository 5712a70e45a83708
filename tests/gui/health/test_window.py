"""Is anything in this file NaN or dead? One click in the window, or one shortcut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolBar
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.document.badges import Tone
from gui.health.panel import HealthPanel
from gui.session.scanning import Scanner
from gui.widgets.item_roles import ItemRole

OpenIn = Callable[[MainWindow, Path], None]


def ask(window: MainWindow, qtbot: QtBot, by: str) -> HealthPanel:
    if by == "click":
        bar = window.findChild(QToolBar, "mainToolbar")
        assert bar is not None
        button = bar.widgetForAction(window.actions_["scan"])
        assert button is not None
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    else:
        window.activateWindow()
        qtbot.keyClick(window, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: Scanner.of(window.page.session).scan is not None)
    panel = window.page.workspace.docks["health"].widget()
    assert isinstance(panel, HealthPanel)
    return panel


@pytest.mark.parametrize("by", ["click", "Ctrl+H"])
def test_one_click_answers_and_marks_the_tree(
    window: MainWindow, open_in: OpenIn, ill_file: Path, qtbot: QtBot, by: str
) -> None:
    assert not window.actions_["scan"].isEnabled()
    open_in(window, ill_file)
    panel = ask(window, qtbot, by)
    assert panel.isVisible()
    assert panel.board.verdict.label.text().startswith("NaN in 1 tensor")
    catalogue, tree = window.page.session.catalogue, window.page.workspace.tree
    assert catalogue is not None
    tree.model.fold(tree.model.row(catalogue.find("model")))
    badges = tree.model.index(tree.model.row(catalogue.find("model")), 0).data(ItemRole.BADGES)
    assert [(badge.tone, badge.text) for badge in badges] == [(Tone.ERROR, "2"), (Tone.WARNING, "1")]
    panel.board.table.selectRow(0)
    panel.board.table.setFocus()
    qtbot.keyClick(panel.board.table, Qt.Key.Key_Return)
    entry = catalogue.find("model/layers.0.weight")
    assert window.page.session.current == entry
    assert [badge.text for badge in tree.model.index(tree.model.row(entry), 0).data(ItemRole.BADGES)] == ["NaN"]


def test_the_tab_key_reaches_all_of_the_panel(
    window: MainWindow, open_in: OpenIn, ill_file: Path, qtbot: QtBot
) -> None:
    open_in(window, ill_file)
    board = ask(window, qtbot, "click").board
    reached = set()
    for _ in range(60):
        window.focusNextPrevChild(True)
        reached.add(window.focusWidget())
    assert {board.scan_button, board.table, board.choice, board.map} <= reached

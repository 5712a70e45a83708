"""What is selected in a search: what was found, never what it hides, however the selection was made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.catalogue.search import search
from core.text import count_text
from gui.app.window import MainWindow
from gui.document.selection import held
from gui.document.tree_columns import Column
from gui.page.welcome import DEMO

CONTROL = Qt.KeyboardModifier.ControlModifier


def chosen(window: MainWindow) -> set[str]:
    """The paths of the tensors that are selected."""
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    tensors = catalogue.tensors
    return {catalogue.path_text(tensors[row].entry) for row in held(catalogue, window.page.session.selection).rows}


def select_all(window: MainWindow) -> None:
    QTest.keyClick(window.page.workspace.tree.view, Qt.Key.Key_A, CONTROL)
    QApplication.processEvents()


def test_what_a_search_found_and_nothing_else(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot
) -> None:
    open_in(window, DEMO)
    session = window.page.session
    assert session.catalogue is not None
    with qtbot.waitSignal(session.filter_answered):
        session.set_filter("conv device:cuda:5")
    select_all(window)
    found = search(session.catalogue, "conv device:cuda:5")
    assert chosen(window) == {session.catalogue.path_text(entry) for entry in found}
    assert 0 < len(chosen(window)) < len(session.catalogue.tensors)
    assert window.page.workspace.tree.note.text().startswith(f"{len(chosen(window))} tensors selected")
    QTest.keyClick(window.page.workspace.tree.view, Qt.Key.Key_Delete)
    assert session.preview is not None
    assert len(session.preview.plan.edits) == len(chosen(window))


def test_what_is_folded_away_among_it(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot
) -> None:
    open_in(window, DEMO)
    with qtbot.waitSignal(window.page.session.filter_answered):
        window.page.session.set_filter("conv device:cuda:5")
    select_all(window)
    before = chosen(window)
    window.page.workspace.tree.fold_all()
    QTest.qWait(100)
    select_all(window)
    assert chosen(window) == before


def test_all_of_it_without_a_search(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot
) -> None:
    open_in(window, DEMO)
    select_all(window)
    assert window.page.session.catalogue is not None
    assert len(chosen(window)) == len(window.page.session.catalogue.tensors)


def search_for(window: MainWindow, text: str, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.page.session.filter_answered):
        window.page.session.set_filter(text)
    QApplication.processEvents()


def click_row(window: MainWindow, path: str, qtbot: QtBot) -> None:
    catalogue, view = window.page.session.catalogue, window.page.workspace.tree.view
    assert catalogue is not None
    model = window.page.workspace.tree.model
    rect = view.visualRect(model.index(model.row(catalogue.find(path)), 0))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def test_a_selection_made_before_a_search_keeps_what_it_found(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot
) -> None:
    open_in(window, DEMO)
    session = window.page.session
    assert session.catalogue is not None
    select_all(window)
    search_for(window, "conv", qtbot)
    found = {
        session.catalogue.path_text(entry)
        for entry in search(session.catalogue, "conv")
        if session.catalogue.rows[entry] >= 0
    }
    assert chosen(window) == found
    assert window.page.workspace.tree.note.text().startswith(f"{len(found)} tensors selected")
    QTest.keyClick(window.page.workspace.tree.view, Qt.Key.Key_Delete)
    assert session.preview is not None
    assert len(found) == sum(session.preview.dropped(entry) for entry in session.catalogue.tree.tensors)


def test_a_row_that_is_clicked_in_a_search_stands_for_what_was_found_of_it(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot
) -> None:
    open_in(window, DEMO)
    session = window.page.session
    assert session.catalogue is not None
    search_for(window, "conv weight", qtbot)
    click_row(window, "state_dict", qtbot)
    paths = map(session.catalogue.path_text, search(session.catalogue, "conv weight"))
    wanted = {path for path in paths if path.startswith("state_dict/")}
    assert chosen(window) == wanted
    assert 0 < len(wanted) < len(session.catalogue.tensors)
    model = window.page.workspace.tree.model
    shape = model.index(model.row(session.catalogue.find("state_dict")), Column.SHAPE)
    every = len(session.catalogue.subtree_rows(session.catalogue.find("state_dict")))
    assert shape.data() == f"{len(wanted)}/{every} tensors"
    assert "If you select this row, you select only those" in shape.data(Qt.ItemDataRole.ToolTipRole)
    menu = [action for action in menu_actions(window) if action.text().startswith(("Map", "Keep only"))]
    offered = menu[0].menu()
    assert isinstance(offered, QMenu)
    assert f"cuda:1 ({count_text(len(wanted), 'tensor')})" in [action.text() for action in offered.actions()]
    assert not menu[1].isEnabled()
    search_for(window, "", qtbot)
    assert chosen(window) == wanted  # not all that the row holds
    shape = model.index(model.row(session.catalogue.find("state_dict")), Column.SHAPE)
    assert shape.data() == f"{every} tensors"


def test_who_only_looked_finds_the_selection_of_before(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot
) -> None:
    open_in(window, DEMO)
    tree = window.page.workspace.tree
    tree.fold_all()
    click_row(window, "state_dict", qtbot)
    before, rows = chosen(window), tree.model.rowCount()
    search_for(window, "conv", qtbot)
    assert chosen(window) < before
    search_for(window, "nowhere", qtbot)
    assert not chosen(window)
    search_for(window, "", qtbot)
    assert (chosen(window), tree.model.rowCount()) == (before, rows)


def menu_actions(window: MainWindow) -> list[QAction]:
    tree = window.page.workspace.tree
    tree._show_menu(QPoint(5, 5))
    menu = tree.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)[-1]
    menu.hide()
    return menu.actions()

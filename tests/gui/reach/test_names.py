"""A screen reader gets to know everything: each control has a name and a role, each cell and heading its words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible, QPaintEvent
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.edits.edits import RemapDevice
from gui.app.window import MainWindow
from gui.document.tree_columns import Column
from gui.jobs.latest_job import LatestJob
from gui.look.messages import Message, Offer
from gui.look.roles import set_role
from gui.memory.panel import MemoryBoard
from gui.page.welcome import DEMO
from gui.page.workspace import PANELS
from gui.values.one_tensor import OneTensor
from gui.widgets.table_view import TableView
from tests.gui.reach.interfaces import Role, cells, faults, interface, named

WEIGHT = "state_dict/module.conv.weight"
DIALOGS = (
    *("save", "rename_keys", "apply_recipe", "save_recipe", "as_command", "as_python"),
    *("ask_error", "compare", "code", "palette", "jump", "preferences", "help"),
)


@pytest.fixture
def demo(window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot) -> MainWindow:
    open_in(window, DEMO)
    window.activateWindow()
    settle(window, qtbot)
    return window


def settle(window: MainWindow, qtbot: QtBot) -> None:
    """Wait until nothing is worked on."""
    QApplication.processEvents()
    qtbot.waitUntil(lambda: not any(job.busy for job in window.findChildren(LatestJob)))
    QApplication.processEvents()


def select(window: MainWindow, path: str, qtbot: QtBot) -> None:
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    window.page.session.reveal(catalogue.find(path))
    settle(window, qtbot)


def test_pages_without_a_document(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    assert list(faults(window)) == []
    broken = tmp_path / "page.pth"
    broken.write_text("<!DOCTYPE html><html><head><title>404</title></head></html>")
    window.open_file(broken)
    qtbot.waitUntil(window.page.error_page.isVisible)
    assert list(faults(window)) == []


def test_every_panel(demo: MainWindow, qtbot: QtBot) -> None:
    select(demo, WEIGHT, qtbot)
    demo.page.session.apply(RemapDevice("cuda:1", "cpu"))
    for spec in PANELS:
        demo.page.workspace.show_panel(spec.name)
        settle(demo, qtbot)
        assert list(faults(demo)) == [], spec.name
    demo.page.search.setText("weight")
    demo.toast.show_message(Message("The file on disk is untouched.", "error", (Offer("Copy", lambda: None),)))
    settle(demo, qtbot)
    assert list(faults(demo)) == []


def test_what_unfolds_in_panels(demo: MainWindow, qtbot: QtBot) -> None:
    select(demo, WEIGHT, qtbot)
    demo.page.workspace.show_panel("memory")
    settle(demo, qtbot)
    board = demo.findChild(MemoryBoard)
    assert board is not None
    board.all.setChecked(True)
    for place in range(board.pages.count()):
        board.pages.setCurrentIndex(place)
        settle(demo, qtbot)
        assert list(faults(demo)) == [], board.pages.tabText(place)
    demo.page.workspace.show_panel("values")
    settle(demo, qtbot)
    qtbot.waitUntil(lambda: demo.findChild(OneTensor) is not None)
    tensor = demo.findChild(OneTensor)
    assert tensor is not None
    for place in range(tensor.tabs.count()):
        tensor.tabs.setCurrentIndex(place)
        settle(demo, qtbot)
        assert list(faults(demo)) == [], tensor.tabs.tabText(place)


def test_every_dialog(demo: MainWindow, qtbot: QtBot) -> None:
    demo.page.session.apply(RemapDevice("cuda:1", "cpu"))
    settle(demo, qtbot)
    for name in DIALOGS:
        before = {each for each in QApplication.topLevelWidgets() if each.isVisible()}
        demo.actions_[name].trigger()
        settle(demo, qtbot)
        opened = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each not in before]
        for top in (demo, *opened):
            assert list(faults(top)) == [], name
        for dialog in opened:
            assert named(dialog) == dialog.windowTitle() != "", name
            dialog.reject() if isinstance(dialog, QDialog) else dialog.close()


def test_every_entry_of_the_menus(demo: MainWindow) -> None:
    menus = [menu for menu in demo.menuBar().findChildren(QMenu) if menu.actions()]
    assert len(menus) > 5
    for menu in menus:
        for action in menu.actions():
            assert action.isSeparator() or action.text().strip()


def test_tables_say_their_headings_and_cells(demo: MainWindow, qtbot: QtBot) -> None:
    demo.page.session.apply(RemapDevice("cuda:5", "cpu"))
    select(demo, WEIGHT, qtbot)
    demo.page.workspace.show_panel("optimizer")
    demo.page.workspace.show_panel("health")
    settle(demo, qtbot)
    tables = [table for table in demo.findChildren(TableView) if table.isVisible() and table.model().rowCount()]
    assert len(tables) >= 4
    for table in tables:
        said = list(cells(table))
        headings = [text for role, text in said if role == Role.ColumnHeader]
        assert len(headings) == table.model().columnCount(), named(table)
        assert all(headings[place] for place in range(len(headings)) if not table.isColumnHidden(place)), headings
        rows = [text for role, text in said if role == Role.Cell]
        assert len(rows) == table.model().rowCount() * table.model().columnCount(), named(table)
        assert any(rows), named(table)
    tree = demo.page.workspace.tree
    row = tree.model.row(demo.page.session.current)
    columns = tree.model.columnCount()
    line = [text for role, text in cells(tree.view) if role == Role.Cell][row * columns : (row + 1) * columns]
    assert line[Column.KEY].strip() == "weight"
    assert "cuda:5" in line[Column.DEVICE]
    assert "cpu" in line[Column.AFTER]


def test_values_of_controls_are_told(demo: MainWindow) -> None:
    """What is chosen and ticked is no matter of looks."""
    box = next(each for each in demo.findChildren(QComboBox) if each.isVisible() and each.count() > 1)
    assert interface(box).text(QAccessible.Text.Value) == box.currentText()


def test_a_control_without_a_name_and_a_picture_without_a_role_are_found(qtbot: QtBot) -> None:
    class Picture(QWidget):
        def paintEvent(self, _event: QPaintEvent) -> None:
            pass

    page = QWidget()
    qtbot.addWidget(page)
    page.setWindowTitle("Page")
    picture, press = Picture(page), QPushButton(page)
    page.show()
    assert [fault.partition(":")[0] for fault in faults(page)] == ["no name", "no role", "no name"]
    picture.setAccessibleName("Numbers")
    press.setText("&Go")
    assert named(press) == "Go"
    (fault,) = faults(page)
    assert "no role" in fault
    other = Picture(page)  # Qt keeps what it has once been told of a widget
    set_role(other, Role.Chart)
    other.setAccessibleName("Others")
    other.show()
    picture.hide()
    assert interface(other).role() == Role.Chart
    assert list(faults(page)) == []

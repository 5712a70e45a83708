"""The strip of files: what it tells, and what a click on one shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.document.tree_columns import Column
from gui.page.welcome import DEMO
from gui.parts.panel import DEVICES, NAME, SIZE, STATE, TENSORS, PartsPanel
from gui.session.session import Session
from gui.tree.search_line import Suggestions
from scripts.pictures.stage import settle
from tests.files.shards import name_of, save_shards

Open = Callable[[MainWindow, Path], None]


def strip_of(window: MainWindow) -> PartsPanel:
    panel = window.page.workspace.docks["parts"].widget()
    assert isinstance(panel, PartsPanel)
    return panel


def click(panel: PartsPanel, row: int) -> None:
    place = panel.view.visualRect(panel.model.index(row, NAME)).center()
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def keys_shown(window: MainWindow) -> set[str]:
    model = window.page.workspace.tree.model
    assert model.rows is not None
    nodes = model.nodes(0, model.rowCount() - 1)
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    return {catalogue.label_text(node) for node in nodes if node < len(catalogue) and catalogue.rows[node] >= 0}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return save_shards(tmp_path / "llama")


def test_a_click_shows_what_lies_in_a_file_and_a_second_one_all(
    window: MainWindow, open_in: Open, folder: Path, qtbot: QtBot
) -> None:
    open_in(window, folder)
    panel, tree = strip_of(window), window.page.workspace.tree
    assert panel.isVisible()
    told = [[panel.model.columns[column].text(row) for column in (NAME, TENSORS)] for row in panel.model.rows]
    assert told == [[name_of(place, 3), "2"] for place in range(3)]
    assert panel.view.isColumnHidden(STATE)
    assert window.page.workspace.docks["parts"].titleBarWidget().findChild(QLabel).text() == "3 FILES"
    click(panel, 1)
    qtbot.waitUntil(lambda: not tree.busy and keys_shown(window) == {"module.layers.1.weight", "module.layers.1.bias"})
    assert window.page.search.text() == f"file:{name_of(1, 3)}"
    click(panel, 1)
    qtbot.waitUntil(lambda: not tree.busy and not window.page.search.text())
    assert not panel.view.selectionModel().hasSelection()


def test_the_row_follows_what_is_searched(window: MainWindow, open_in: Open, folder: Path) -> None:
    open_in(window, folder)
    panel, session = strip_of(window), window.page.session
    session.set_filter(f"file:{name_of(2, 3)}")
    assert [index.row() for index in panel.view.selectionModel().selectedRows()] == [2]
    session.set_filter("bias")
    assert not panel.view.selectionModel().hasSelection()


def test_a_file_of_its_own_has_no_strip_and_no_column(window: MainWindow, open_in: Open, folder: Path) -> None:
    open_in(window, DEMO)
    assert not strip_of(window).isVisible()
    assert Column.FILE not in window.page.workspace.tree.view.columns.visible()
    open_in(window, folder)
    assert strip_of(window).isVisible()
    assert Column.FILE in window.page.workspace.tree.view.columns.visible()


def test_files_that_are_not_there_take_the_room_of_their_sentence(window: MainWindow, open_in: Open) -> None:
    window.resize(1400, 1000)
    open_in(window, DEMO)
    settle(window)
    window.page.workspace.show_panel("parts")
    settle(window)
    panel = strip_of(window)
    assert panel.view.height() < 4 * panel.view.verticalHeader().defaultSectionSize()
    assert not panel.view.horizontalHeader().isVisible()


@pytest.mark.parametrize("width", [240, 420, 900])
def test_the_sentence_for_no_files_is_read_in_any_width(session: Session, qtbot: QtBot, width: int) -> None:
    panel = PartsPanel(session)
    qtbot.addWidget(panel)
    panel.resize(width, 300)
    panel.show()
    table = panel.view
    room = table.viewport().rect().adjusted(16, 8, -16, -8)
    words = table.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), table.empty_text)
    beside = panel.height() - room.height()
    assert words.height() + beside <= panel.minimumSizeHint().height() <= words.height() + beside + 8


def test_the_column_tells_the_file_of_each_tensor(window: MainWindow, open_in: Open, folder: Path) -> None:
    open_in(window, folder)
    cells = window.page.workspace.tree.model.cells
    catalogue = window.page.session.catalogue
    assert cells is not None
    assert catalogue is not None
    assert [Column.FILE.text(cells, catalogue.find(f"module.layers.{layer}.bias")) for layer in range(3)] == [
        "00001",
        "00002",
        "00003",
    ]
    assert Column.FILE.text(cells, 0) == "3 files"
    assert Column.FILE.order(cells)(catalogue.find("module.layers.2.bias")) == [2]


def test_a_missing_file_is_in_the_banner_and_its_keys_are_listed(
    window: MainWindow, open_in: Open, folder: Path
) -> None:
    (folder / name_of(1, 3)).unlink()
    open_in(window, folder)
    banner, panel = window.page.banner, strip_of(window)
    assert banner.text.text().startswith(f"{name_of(1, 3)} is missing, and with it 2 keys.")
    assert not panel.keys.isVisible()
    QTest.mouseClick(banner.missing, Qt.MouseButton.LeftButton)
    assert panel.keys.isVisible()
    shown = [panel.keys.model().index(row, 0).data() for row in range(panel.keys.model().rowCount())]
    assert shown == ["module.layers.1.weight", "module.layers.1.bias"]
    assert [panel.model.columns[STATE].text(row) for row in panel.model.rows] == ["missing, with 2 keys", "", ""]
    assert not window.page.search.text()


def test_damage_is_told_of_the_file_that_has_it(window: MainWindow, open_in: Open, folder: Path, qtbot: QtBot) -> None:
    path = folder / name_of(2, 3)
    damaged = bytearray(path.read_bytes())
    place = damaged.index(b"data/0") + 120
    damaged[place] ^= 1
    path.write_bytes(damaged)
    open_in(window, folder)
    panel = strip_of(window)
    window.actions_["integrity"].trigger()
    qtbot.waitUntil(lambda: any(row.damaged for row in panel.model.rows))
    assert [row.damaged for row in panel.model.rows] == [0, 0, 1]
    assert panel.model.columns[STATE].text(panel.model.rows[2]) == "1 record damaged"
    assert not panel.view.isColumnHidden(STATE)


def test_files_are_completed_in_the_search(window: MainWindow, open_in: Open, folder: Path, qtbot: QtBot) -> None:
    open_in(window, folder)
    window.page.search.setFocus()
    QTest.keyClicks(window.page.search, "file:00002")
    suggestions = window.findChild(Suggestions)
    qtbot.waitUntil(lambda: suggestions is not None and suggestions.first == f"file:{name_of(1, 3)}")
    open_in(window, DEMO)


def test_thousands_of_files_have_rows_and_no_widgets(window: MainWindow, open_in: Open, tmp_path: Path) -> None:
    open_in(window, save_shards(tmp_path / "many", count=300, gpus=False))
    panel = strip_of(window)
    QApplication.processEvents()
    assert len(panel.model.rows) == 300
    assert len(panel.view.findChildren(type(panel.ways))) < 20
    assert panel.height() < window.height() // 3
    assert panel.view.isColumnHidden(SIZE) is False
    assert not panel.view.isColumnHidden(DEVICES)

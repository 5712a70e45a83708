"""A table of any feature is a tuple of columns: what each of them says is told in one place."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QColor
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from gui.changes.panel import COLUMNS as CHANGES
from gui.devices.panel import COLUMNS as DEVICES
from gui.diff.board import COLUMNS as DIFFERENCES
from gui.health.board import COLUMNS as SYMPTOMS
from gui.look import theme
from gui.optimizer.panel import COLUMNS as OPTIMIZER
from gui.parts.panel import COLUMNS as PARTS
from gui.recipes.folder_dialog import COLUMNS as FILES
from gui.rename.dialog import COLUMNS as RENAMINGS
from gui.runs.list import COLUMNS as CHECKPOINTS
from gui.values.several import COLUMNS as STATISTICS
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_view import Column, TableModel, TableView

ALL = (CHANGES, DEVICES, DIFFERENCES, SYMPTOMS, CHECKPOINTS, OPTIMIZER, PARTS, FILES, RENAMINGS, STATISTICS)
WORDS = (
    Column[int]("Number", "As it is written", str, raw=lambda row: row, tip=hex, number=True),
    Column[int]("", "Twice it", lambda row: str(2 * row), spoken=bin, roles={ItemRole.SHARE: float}, width=77),
)


@pytest.mark.parametrize("columns", ALL)
def test_every_heading_says_what_it_means(columns: tuple[Column[Any], ...]) -> None:
    assert all(column.means and (column.title or column.spoken) for column in columns)


def test_cells_headings_and_order(qtmodeltester: ModelTester, qtbot: QtBot) -> None:
    model = TableModel(WORDS)
    model.set_rows([3, 20, 1])
    qtmodeltester.check(model)
    role, across = Qt.ItemDataRole, Qt.Orientation.Horizontal
    assert [model.index(0, column).data() for column in (0, 1)] == ["3", "6"]
    assert "0x3" in model.index(0, 0).data(role.ToolTipRole)
    assert model.index(0, 1).data(role.AccessibleTextRole) == "0b11"
    assert model.index(0, 1).data(ItemRole.SHARE) == 3.0
    assert model.index(0, 0).data(ItemRole.SHARE) is None
    assert [model.headerData(place, across, role.AccessibleTextRole) for place in (0, 1)] == ["Number", "Twice it"]
    model.sort(0)
    assert model.rows == [1, 3, 20]  # and not "1", "20", "3"
    with qtbot.waitSignal(model.dataChanged):
        model.replace_row(3, 30)
    assert model.rows == [1, 30, 20]
    model.sort(-1)
    assert model.rows == [30, 20, 1]


def test_a_view_gives_columns_their_widths(qtbot: QtBot) -> None:
    view = TableView(TableModel(WORDS), "numbers")
    qtbot.addWidget(view)
    assert view.columnWidth(1) == 77


def test_the_row_of_the_keyboard_is_framed_where_it_is_not_selected(qtbot: QtBot) -> None:
    """Rows are what is selected, so a frame is never around one cell of one."""
    model = TableModel(WORDS)
    model.set_rows([3, 20, 1])
    view = TableView(model, "numbers")
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.show()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)

    def framed(row: int) -> list[bool]:
        picture = view.viewport().grab().toImage()
        accent, top = QColor(theme.colours().accent), view.rowViewportPosition(row)
        places = (view.columnViewportPosition(column) + 20 for column in (0, 1))
        return [picture.pixelColor(x, top) == accent for x in places]

    select = QItemSelectionModel.SelectionFlag
    view.selectionModel().setCurrentIndex(model.index(1, 0), select.NoUpdate)
    assert [framed(row) for row in range(3)] == [[False, False], [True, True], [False, False]]
    view.selectRow(1)
    assert framed(1) == [False, False]
    view.selectionModel().setCurrentIndex(model.index(2, 1), select.NoUpdate)
    assert [framed(row) for row in (1, 2)] == [[False, False], [True, True]]


def test_words_that_stand_for_rows_are_whole_in_a_narrow_table(qtbot: QtBot) -> None:
    view = TableView(TableModel(()), "Rows")
    qtbot.addWidget(view)
    view.empty_text = "There are no rows, and what is said of that takes several lines."
    view.resize(120, 300)
    view.show()
    view.hug_rows(2)
    lines = view.fontMetrics().horizontalAdvance(view.empty_text) // 120 + 1
    assert view.minimumHeight() >= lines * view.fontMetrics().lineSpacing()

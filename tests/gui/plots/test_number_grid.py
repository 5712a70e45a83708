"""The grid of numbers: any size, only what is seen is read, mouse and keyboard reach everything."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from core.errors import Truncated
from gui.plots.grid_model import BLOCK, GridModel, Source
from gui.plots.number_grid import NumberGrid

Make = Callable[..., NumberGrid]
HUGE = 5_000_000_000


def huge(asked: list[int] | None = None) -> Source:
    """A table of more rows than Qt can count: each number is its row, plus a thousandth of its column."""

    def read(rows: slice, columns: slice) -> np.ndarray:
        if asked is not None:
            asked.append((rows.stop - rows.start) * (columns.stop - columns.start))
        return np.arange(rows.start, rows.stop)[:, None] + np.arange(columns.start, columns.stop) / 1000

    return Source(HUGE, 12, read)


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(source: Source) -> NumberGrid:
        grid = NumberGrid()
        qtbot.addWidget(grid)
        grid.resize(320, 260)
        grid.show()
        qtbot.waitExposed(grid)
        grid.show_source(source)
        read(grid, qtbot)
        return grid

    return made


def read(grid: NumberGrid, qtbot: QtBot) -> None:
    """Wait until all that is seen has been read."""
    qtbot.waitUntil(lambda: not grid.model.busy)


def press(grid: NumberGrid, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(grid.view, key, modifier)


def shown(grid: NumberGrid, row: int, column: int) -> str:
    """What stands in a cell of the view."""
    return str(grid.model.index(row, column).data())


def test_the_model_is_one_for_qt(qtmodeltester: ModelTester, qtbot: QtBot) -> None:
    model = GridModel()
    model.resize(9, 4)
    model.set_source(
        Source(30, 6, lambda rows, columns: np.zeros((rows.stop - rows.start, columns.stop - columns.start)))
    )
    qtmodeltester.check(model)
    qtbot.waitUntil(lambda: not model.busy)
    model.move(100, 100)
    qtmodeltester.check(model)
    assert (model.top, model.left) == (21, 2)
    assert model.index(8, 0).data() is not None
    assert model.index(9, 0).data() is None


def test_no_more_is_read_than_blocks_that_are_seen(make: Make, qtbot: QtBot) -> None:
    asked: list[int] = []
    grid = make(huge(asked))
    assert max(asked) <= BLOCK[0] * BLOCK[1]
    asked.clear()
    for _ in range(3):
        press(grid, Qt.Key.Key_PageDown)
        read(grid, qtbot)
    assert sum(asked) <= BLOCK[0] * BLOCK[1]


def test_keys_reach_the_last_of_billions_of_rows(make: Make, qtbot: QtBot) -> None:
    grid = make(huge())
    ctrl = Qt.KeyboardModifier.ControlModifier
    press(grid, Qt.Key.Key_Down)
    press(grid, Qt.Key.Key_End, ctrl)
    read(grid, qtbot)
    assert grid.selected is not None
    assert grid.selected[1] == (HUGE - 1, 11)
    last = grid.view.currentIndex()
    assert float(last.data(Qt.ItemDataRole.EditRole)) == HUGE - 1 + 0.011
    assert grid.model.headerData(last.row(), Qt.Orientation.Vertical) == str(HUGE - 1)
    assert grid.upright.value() == grid.upright.maximum() < 1 << 31
    press(grid, Qt.Key.Key_Up)
    press(grid, Qt.Key.Key_PageUp)
    assert HUGE - 50 < grid.selected[1][0] < HUGE - 5
    press(grid, Qt.Key.Key_Home, ctrl)
    assert grid.selected[1] == (0, 0)
    assert (grid.model.top, grid.model.left) == (0, 0)


def test_the_scroll_bar_reaches_every_part_and_the_wheel_every_row(make: Make, qtbot: QtBot) -> None:
    grid = make(huge())
    grid.upright.setValue(grid.upright.maximum() // 2)
    read(grid, qtbot)
    assert grid.model.top == pytest.approx(HUGE / 2, rel=1e-6)
    assert float(grid.model.index(0, 0).data(Qt.ItemDataRole.EditRole)) == grid.model.top
    grid.upright.setValue(grid.upright.maximum())
    rows, _ = grid.view.whole_cells()
    assert HUGE - rows - 1 <= grid.model.top <= HUGE - rows + 1
    at = grid.model.top
    grid.scroll_to(at - 3, 0)
    assert grid.model.top == at - 3
    read(grid, qtbot)


def test_a_stale_answer_is_not_shown(make: Make, qtbot: QtBot) -> None:
    grid = make(huge())
    for place in range(0, 10_000, 1000):
        grid.scroll_to(place, 0)
    read(grid, qtbot)
    assert shown(grid, 0, 0) == "9000"


def test_ctrl_c_copies_what_is_selected(make: Make, qtbot: QtBot) -> None:
    values = np.array([[0.1, np.nan, 3], [4, -np.inf, 6]], np.float32)
    grid = make(Source(2, 3, lambda rows, columns: values[rows, columns]))
    QTest.mouseClick(
        grid.view.viewport(), Qt.MouseButton.LeftButton, pos=grid.view.visualRect(grid.model.index(0, 0)).center()
    )
    press(grid, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    press(grid, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    with qtbot.waitSignal(grid.copied) as said:
        press(grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "0.1\tnan\n4.0\t-inf"
    assert said.args == ["Copied 4 numbers"]
    press(grid, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(grid.copied):
        press(grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "0.1\tnan\t3.0\n4.0\t-inf\t6.0"


def test_too_much_is_not_copied_and_it_is_said(make: Make, qtbot: QtBot) -> None:
    grid = make(huge())
    press(grid, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(grid.copied) as said:
        press(grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert said.args[0].startswith("60,000,000,000 numbers are too many")


def test_dragging_selects(make: Make) -> None:
    grid = make(huge())
    port, left = grid.view.viewport(), Qt.MouseButton.LeftButton
    first, last = (grid.view.visualRect(grid.model.index(*place)).center() for place in ((1, 0), (4, 1)))
    QTest.mousePress(port, left, pos=first)
    QTest.mouseMove(port, last)
    QTest.mouseRelease(port, left, pos=last)
    assert grid.selected == ((1, 0), (4, 1))
    assert {(index.row(), index.column()) for index in grid.view.selectedIndexes()} == {
        (row, column) for row in range(1, 5) for column in (0, 1)
    }
    QTest.mousePress(port, left, Qt.KeyboardModifier.ShiftModifier, pos=first + QPoint(0, 0))
    assert grid.selected == ((1, 0), (1, 0))


def test_a_double_click_edits(make: Make, qtbot: QtBot) -> None:
    values = np.zeros((30, 3))
    grid = make(Source(30, 3, lambda rows, columns: values[rows, columns], editable=True))
    cell = grid.view.visualRect(grid.model.index(2, 1)).center()
    QTest.mouseClick(grid.view.viewport(), Qt.MouseButton.LeftButton, pos=cell)
    QTest.mouseDClick(grid.view.viewport(), Qt.MouseButton.LeftButton, pos=cell)
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "0.0"
    QTest.keyClicks(editor, "1e-3")
    with qtbot.waitSignal(grid.model.edit_wanted) as wanted:
        QTest.keyClick(editor, Qt.Key.Key_Return)
    assert wanted.args == [2, 1, "1e-3"]


def test_what_cannot_be_edited_is_not(make: Make) -> None:
    grid = make(huge())
    cell = grid.view.visualRect(grid.model.index(2, 1)).center()
    QTest.mouseDClick(grid.view.viewport(), Qt.MouseButton.LeftButton, pos=cell)
    assert not grid.view.findChildren(QLineEdit)


def test_an_error_is_told(make: Make, qtbot: QtBot) -> None:
    def broken(_rows: slice, _columns: slice) -> np.ndarray:
        raise Truncated("The file was cut short.")

    grid = make(huge())
    with qtbot.waitSignal(grid.model.failed) as said:
        grid.show_source(Source(5, 5, broken))
    assert said.args == ["The file was cut short."]
    assert shown(grid, 0, 0) == "…"


@pytest.mark.parametrize("shape", [(0, 0), (0, 4), (1, 1), (1, 5)])
def test_small_tables(make: Make, shape: tuple[int, int], qtbot: QtBot) -> None:
    grid = make(Source(*shape, lambda rows, columns: np.zeros(shape)[rows, columns]))
    for key in (Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Home):
        press(grid, key)
    assert (grid.selected is None) == (0 in shape)


def test_columns_with_names_are_all_in_sight(qtbot: QtBot) -> None:
    names = "mine", "theirs", "difference"
    grid = NumberGrid()
    qtbot.addWidget(grid)
    grid.show_source(Source(50, 3, lambda rows, columns: np.full((50, 3), -1.23456e-5)[rows, columns], names=names))
    grid.show()
    grid.resize(500, 300)
    qtbot.waitUntil(lambda: grid.model.index(0, 2).data() == "-1.235e-05")
    for width in range(400, 250, -10):
        grid.resize(width, 300)
        room = grid.view.columnWidth(2)
        assert not grid.flat.maximum()
        assert 3 * room <= grid.view.viewport().width()
        text = grid.model.index(0, 2).data()
        assert text.endswith("e-05")
        assert grid.view.fontMetrics().horizontalAdvance(text) < room

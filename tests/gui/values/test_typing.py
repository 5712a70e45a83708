"""In the page Numbers typing edits the highlighted cell and no other, as in any spreadsheet; in the real window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from core.edits.edits import SetNumbers
from gui.app.window import MainWindow
from gui.plots.number_grid import NumberGrid
from gui.values.one_tensor import NUMBERS, OneTensor
from gui.values.panel import ValuesPanel
from tests.gui.hands import Hands
from tests.gui.values.conftest import settled
from tests.support.thinning import first

OpenIn = Callable[[MainWindow, Path], None]


class Sheet:
    """The page Numbers of a tensor, in the window, and a user at it."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.hands = window, Hands(qtbot, window)
        self._qtbot = qtbot

    @property
    def page(self) -> OneTensor:
        panel = self.window.page.workspace.docks["values"].widget()
        assert isinstance(panel, ValuesPanel)
        assert panel.one is not None
        return panel.one

    @property
    def grid(self) -> NumberGrid:
        return self.page.numbers.grid

    def show(self, key: str) -> None:
        """Select a tensor in the tree, and turn to its numbers."""
        tree, session = self.window.page.workspace.tree, self.window.page.session
        assert session.catalogue is not None
        tree.reveal(session.catalogue.find(key))
        self.window.page.workspace.show_panel("values")
        panel = self.window.page.workspace.docks["values"].widget()
        self.hands.until(lambda: panel.one is not None and panel.one.glance is not None)  # type: ignore[union-attr]
        settled(self.page, self._qtbot)
        bar = self.page.tabs
        self.hands.click(bar, bar.tabRect(NUMBERS).center())
        settled(self.page, self._qtbot)

    def click(self, row: int, column: int) -> None:
        """Click a cell."""
        model, view = self.grid.model, self.grid.view
        index = model.index(row - model.top, column - model.left)
        assert index.isValid(), "not in view"
        self.hands.click(view.viewport(), view.visualRect(index).center())

    @property
    def plan(self) -> dict[tuple[int, ...], float]:
        """Which numbers are set, and to what."""
        edits = [edit for edit in self.window.page.session.plan.edits if isinstance(edit, SetNumbers)]
        return {tuple(begin for begin, _, _ in edit.box): float(str(edit.value)) for edit in edits}


@pytest.fixture
def sheet(window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot) -> Sheet:
    tensors = {
        "w": torch.arange(30.0).reshape(6, 5),
        "conv": torch.arange(2.0 * 3 * 4 * 5).reshape(2, 3, 4, 5),
        "ids": torch.arange(12).reshape(3, 4),
    }
    torch.save(tensors, tmp_path / "sheet.pth")
    open_in(window, tmp_path / "sheet.pth")
    window.activateWindow()
    return Sheet(window, qtbot)


@pytest.mark.parametrize("typed", first(2, ["nan", "-7", "0.25", "1e-3", ".5"]))
def test_typing_replaces_the_highlighted_number(sheet: Sheet, typed: str) -> None:
    sheet.show("w")
    sheet.click(2, 1)
    sheet.hands.type(typed)
    sheet.hands.press("Return")
    assert list(sheet.plan) == [(2, 1)]
    assert sheet.plan[2, 1] == pytest.approx(float(typed), nan_ok=True)
    assert sheet.grid.selected == ((3, 1), (3, 1))
    assert QApplication.focusWidget() is sheet.grid.view


@pytest.mark.parametrize("key", ["F2", "Return", "Enter"])
def test_the_highlighted_cell_is_edited_and_no_other(sheet: Sheet, key: str) -> None:
    sheet.show("w")
    sheet.click(1, 2)
    sheet.hands.press("Down", "Right", key)
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "13.0"
    sheet.hands.press("Ctrl+A")
    sheet.hands.type("5")
    sheet.hands.press("Return")
    assert sheet.plan == {(2, 3): 5.0}


def test_esc_gives_up(sheet: Sheet) -> None:
    sheet.show("w")
    sheet.click(1, 2)
    sheet.hands.type("99")
    sheet.hands.press("Esc")
    assert sheet.plan == {}
    assert sheet.grid.selected == ((1, 2), (1, 2))
    sheet.hands.press("F2", "Esc")
    assert sheet.plan == {}
    assert QApplication.focusWidget() is sheet.grid.view


def test_tab_and_enter_go_on_without_waiting(sheet: Sheet, qtbot: QtBot) -> None:
    """The numbers are read again after each change: who types on loses nothing by it."""
    sheet.show("w")
    sheet.click(0, 0)
    sheet.hands.type("11")
    sheet.hands.press("Tab")
    sheet.hands.type("12")
    sheet.hands.press("Return")
    sheet.hands.type("13")
    settled(sheet.page, qtbot)
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    sheet.hands.press("Shift+Tab")
    sheet.hands.type("14")
    settled(sheet.page, qtbot)
    sheet.hands.press("Shift+Return")
    assert sheet.plan == {(0, 0): 11.0, (0, 1): 12.0, (1, 1): 13.0, (1, 0): 14.0}
    assert sheet.grid.selected == ((0, 0), (0, 0))


def test_of_a_slice_the_right_number(sheet: Sheet, qtbot: QtBot) -> None:
    sheet.show("conv")
    sheet.page.planes.sliders[0][1].setValue(1)
    sheet.page.planes.sliders[1][1].setValue(2)
    settled(sheet.page, qtbot)
    sheet.click(1, 1)
    sheet.hands.press("Down", "Down", *["Right"] * 3)
    sheet.hands.type("8")
    sheet.hands.press("Return")
    assert sheet.plan == {(1, 2, 3, 4): 8.0}
    assert sheet.grid.selected == ((3, 4), (3, 4))


def test_what_is_no_number_of_it_is_said_and_stays_highlighted(sheet: Sheet) -> None:
    sheet.show("ids")
    sheet.click(1, 1)
    sheet.hands.type("nan")
    sheet.hands.press("Return")
    assert sheet.plan == {}
    assert sheet.page.status.text()
    assert sheet.grid.selected == ((1, 1), (1, 1))


def test_letters_of_the_grid_move_nothing(sheet: Sheet) -> None:
    """Qt would look for a number that begins with what is typed, and F2 would edit that one."""
    sheet.show("w")
    sheet.click(0, 0)
    sheet.hands.type("2")
    sheet.hands.press("Esc", "F2")
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "0.0"
    sheet.hands.press("Esc")

"""“Use the other file's value”: a pending change, from the panel and the tree's menu, that torch finds when saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.edits.edits import Plan, PutTensor, SetValue
from core.saving.save import save
from gui.app.window import MainWindow
from gui.document import taking
from gui.document.compared import Compared
from gui.document.taking import offer
from gui.document.tree_columns import Column
from gui.session.comparison import Comparison
from gui.session.session import Session
from tests.gui.conftest import Said
from tests.gui.diff.conftest import Beside
from tests.gui.diff.files import Epochs, wrapped
from tests.gui.diff.test_panel import board_of, click
from tests.support.oracle import PretendGpus

OpenIn = Callable[[MainWindow, Path], None]


def menu_action(window: MainWindow, qtbot: QtBot) -> QAction:
    """The entry “Use the other file's value” of the menu at the current row."""
    panel = window.page.workspace.tree
    for before in panel.findChildren(QMenu):
        before.hide()
    rect = panel.view.visualRect(panel.view.currentIndex())
    panel.view.customContextMenuRequested.emit(rect.center())
    menu = next(menu for menu in panel.findChildren(QMenu) if menu.isVisible())
    return next(action for action in menu.actions() if action.text().startswith("Use "))


def written(session: Session, path: Path) -> Any:
    """What torch loads of the file that is saved."""
    assert session.preview is not None
    save(session.preview, path)
    return torch.load(path, weights_only=True)


def test_a_tensor_is_taken_from_the_panel_and_saved(
    two: MainWindow, epochs: Epochs, qtbot: QtBot, tmp_path: Path
) -> None:
    board = board_of(two)
    click(qtbot, board, "model/conv.weight")
    qtbot.waitUntil(board.take.isEnabled)
    qtbot.mouseClick(board.take, Qt.MouseButton.LeftButton)
    assert [type(edit) for edit in two.page.session.plan.edits] == [PutTensor]
    qtbot.waitUntil(lambda: not board.take.isEnabled())
    assert "pending already" in board.take.toolTip()
    assert two.isWindowModified()
    tree, catalogue = two.page.workspace.tree, two.page.session.catalogue
    assert catalogue is not None
    row = tree.model.row(catalogue.find("model/conv.weight"))
    assert "numbers of epoch28.pth" in tree.model.index(row, Column.AFTER).data()
    saved = written(two.page.session, tmp_path / "saved.pth")
    assert torch.equal(saved["model"]["conv.weight"], epochs.after["model"]["conv.weight"])
    assert torch.equal(saved["model"]["conv.bias"], epochs.before["model"]["conv.bias"])
    two.actions_["undo"].trigger()
    assert not two.page.session.plan
    qtbot.waitUntil(board.take.isEnabled)


def test_a_branch_is_taken_from_the_menu_of_the_tree_as_one_step(
    two: MainWindow, epochs: Epochs, qtbot: QtBot, tmp_path: Path
) -> None:
    assert two.page.session.catalogue is not None
    two.page.session.reveal(two.page.session.catalogue.find("optimizer"))
    action = menu_action(two, qtbot)
    assert action.text() == f"Use {3 * 4} values of the other file"
    action.trigger()
    saved = written(two.page.session, tmp_path / "saved.pth")
    for place, state in epochs.after["optimizer"]["state"].items():
        for name, value in state.items():
            assert torch.equal(saved["optimizer"]["state"][place][name], value)
    assert two.page.session.undo_stack.count() == 1
    assert two.page.session.undo_stack.undoText() == "take 12 differences from epoch28.pth"


def test_plain_values_are_taken(two: MainWindow, epochs: Epochs, qtbot: QtBot, tmp_path: Path) -> None:
    click(qtbot, board_of(two), "epoch")
    qtbot.waitUntil(board_of(two).take.isEnabled)
    board_of(two).take.click()
    assert [type(edit) for edit in two.page.session.plan.edits] == [SetValue]
    assert written(two.page.session, tmp_path / "saved.pth")["epoch"] == epochs.after["epoch"]


def test_several_selected_rows_are_taken_together(two: MainWindow, qtbot: QtBot) -> None:
    board = board_of(two)
    click(qtbot, board, "model/conv.weight")
    qtbot.keyClick(board.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: board.take.text() == "Use 2 values of the other file")
    board.take.setFocus()
    qtbot.keyClick(board.take, Qt.Key.Key_Space)
    assert len(two.page.session.plan.edits) == 2


def test_what_cannot_be_taken_says_why(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, epochs: Epochs, tmp_path: Path, qtbot: QtBot
) -> None:
    open_in(window, epochs.first)
    compare_in(window, wrapped(tmp_path, epochs))
    board, catalogue = board_of(window), window.page.session.catalogue
    assert catalogue is not None
    reasons = {
        "model/fc.weight": "5×4 in epoch27.pth, 7×4 in wrapped.pth",
        "model/frozen.bias": "only its key differs",
    }
    for path, why in reasons.items():
        window.page.session.reveal(catalogue.find(path))
        qtbot.waitUntil(lambda why=why: why in board.take.toolTip())  # type: ignore[misc]
        assert not board.take.isEnabled()
        action = menu_action(window, qtbot)
        assert not action.isEnabled()
        assert why in action.toolTip()
    window.page.session.reveal(catalogue.find("epoch"))
    qtbot.waitUntil(lambda: "Nothing here differs" in board.take.toolTip())
    board.view.selectRow(next(place for place, row in enumerate(board.model.rows) if "extra" in row.path))
    qtbot.waitUntil(lambda: "no place for it" in board.take.toolTip())
    assert not board.take.isEnabled()


def test_what_the_engine_refuses_stays_the_rest_is_taken_and_that_is_said(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, tmp_path: Path, said: Said, qtbot: QtBot
) -> None:
    mine = {"m": {"w": torch.ones(4), "often": torch.ones(1).expand(4), "v": torch.ones(2), "n": 1}}
    theirs = {"m": {"w": torch.zeros(4), "often": torch.arange(4.0), "v": torch.zeros(3), "n": 2}}
    for name, saved in (("a.pth", mine), ("b.pth", theirs)):
        torch.save(saved, tmp_path / name)
    open_in(window, tmp_path / "a.pth")
    compared = compare_in(window, tmp_path / "b.pth")
    assert window.page.session.catalogue is not None
    window.page.session.reveal(window.page.session.catalogue.find("m"))
    board = board_of(window)
    qtbot.waitUntil(lambda: board.take.text() == "Use 2 values of the other file")
    assert "is expanded" in board.take.toolTip()
    qtbot.mouseClick(board.take, Qt.MouseButton.LeftButton)
    assert said.texts[-1].startswith("2 of 4 stay as they are. m/often: ")
    found = written(window.page.session, tmp_path / "saved.pth")["m"]
    assert (found["n"], found["w"].tolist()) == (2, [0, 0, 0, 0])
    assert torch.equal(found["often"], mine["m"]["often"])
    assert torch.equal(found["v"], mine["m"]["v"])
    alone = offer(compared, [window.page.session.catalogue.find("m/often")])
    assert not alone.possible


def test_very_many_are_planned_beside_the_event_loop(
    two: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(taking, "_MANY", 3)
    assert two.page.session.catalogue is not None
    two.page.session.reveal(two.page.session.catalogue.find("model"))
    board = board_of(two)
    qtbot.waitUntil(lambda: board.take.text() == "Use 4 values of the other file")
    board.take.click()
    assert not two.page.session.plan
    qtbot.waitUntil(lambda: len(two.page.session.plan.edits) == 4)
    two.actions_["undo"].trigger()
    board.take.click()
    Comparison.of(two.page.session).end()
    QApplication.processEvents()
    assert not two.page.session.plan


def test_a_dtype_is_taken_with_the_numbers(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, epochs: Epochs, tmp_path: Path
) -> None:
    open_in(window, epochs.first)
    compared = compare_in(window, wrapped(tmp_path, epochs))
    found = offer(compared, [compared.mine.find("model/fc.bias")])
    assert window.page.session.set_plan(found.plan(Plan()))
    saved = written(window.page.session, tmp_path / "saved.pth")
    wanted = torch.load(tmp_path / "wrapped.pth", weights_only=True)["model"]["module.fc.bias"]
    assert wanted.dtype == torch.bfloat16
    assert torch.equal(saved["model"]["fc.bias"], wanted)


def test_a_device_is_taken(window: MainWindow, open_in: OpenIn, compare_in: Beside, tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        for device, name in (("cuda:0", "a.pth"), ("cuda:3", "b.pth")):
            made = torch.ones(3)
            gpus.place(made, device)
            torch.save({"w": made}, tmp_path / name)
    open_in(window, tmp_path / "a.pth")
    compared = compare_in(window, tmp_path / "b.pth")
    assert compared.difference.changed[0].kinds == ("device",)
    found = offer(compared, [0])
    assert window.page.session.set_plan(found.plan(Plan()))
    assert window.page.session.preview is not None
    assert [total.device for total in window.page.session.preview.totals_after] == ["cuda:3"]


def test_an_offer_tells_of_what_stays(compared: Compared) -> None:
    found = offer(compared, [0])
    assert found.taken == len(compared.difference.changed)
    assert any("only_first" in reason for reason in found.reasons)
    assert "pending change" in found.tip(compared)


def test_edits_of_very_many_are_made_when_they_are_wanted(compared: Compared, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = offer(compared, [0])
    monkeypatch.setattr(taking, "_MANY", 3)
    later = offer(compared, [0])
    assert later.possible
    assert not later.edits
    assert later.words == f"Use {len(compared.differing):,} values of the other file"
    assert later.made().edits == at_once.edits

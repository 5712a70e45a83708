"""A double click on epoch or lr, a value, Enter: a pending change with undo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.edits.edits import SetValue
from core.saving.save import save
from gui.session.session import Session
from gui.tree.panel import TreePanel
from tests.gui.documents import catalogue_of

LEFT = Qt.MouseButton.LeftButton
VALUES = {"epoch": 27, "args": {"lr": 0.003, "name": "run", "amp": True, "seed": None}, "w": torch.zeros(2)}


@pytest.fixture
def panel(session: Session, tmp_path: Path, qtbot: QtBot) -> TreePanel:
    torch.save(VALUES, tmp_path / "run.pth")
    session.open_catalogue(catalogue_of(tmp_path / "run.pth"))
    made = TreePanel(session)
    qtbot.addWidget(made)
    made.resize(560, 400)
    made.show()
    qtbot.waitExposed(made)
    made.unfold_all()
    QApplication.processEvents()
    return made


def double_click(panel: TreePanel, path: str) -> Any:
    """Double-click a row; gives the line to type into."""
    catalogue = panel.model.outline.catalogue  # type: ignore[union-attr]
    index = panel.model.index(panel.model.row(catalogue.find(path)), 0)
    at = panel.view.visualRect(index).center()
    QTest.mouseClick(panel.view.viewport(), LEFT, pos=at)
    QTest.mouseDClick(panel.view.viewport(), LEFT, pos=at)
    return panel.view._value_editor


def type_in(panel: TreePanel, path: str, text: str) -> None:
    editor = double_click(panel, path)
    assert editor.isVisible()
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        ("epoch", "0", 0),
        ("args/lr", "1e-4", 1e-4),
        ("args/lr", "1", 1.0),
        ("args/name", "fine tuned", "fine tuned"),
        ("args/amp", "false", False),
        ("args/seed", "7", 7),
    ],
)
def test_typed_and_saved_torch_reads_it(
    panel: TreePanel, session: Session, path: str, text: str, value: object, tmp_path: Path
) -> None:
    type_in(panel, path, text)
    assert not panel.view._value_editor.isVisible()
    entry = session.catalogue.find(path)  # type: ignore[union-attr]
    assert session.plan.edits == (SetValue(entry, value),)  # type: ignore[arg-type]
    assert session.preview is not None
    save(session.preview, tmp_path / "new.pth")
    found: Any = torch.load(tmp_path / "new.pth")
    for key in path.split("/"):
        found = found[key]
    assert found == value
    assert type(found) is type(value)
    session.undo()
    assert not session.plan


def test_enter_edits_and_escape_leaves_it(panel: TreePanel, session: Session) -> None:
    editor = double_click(panel, "epoch")
    QTest.keyClicks(editor, "5")
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not editor.isVisible()
    assert not session.plan
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert editor.isVisible()
    assert editor.text() == "27"
    editor.clearFocus()
    assert not editor.isVisible()


@pytest.mark.parametrize("text", ["abc", "", "1,5"])
def test_what_is_no_number_stays_with_the_reason(panel: TreePanel, session: Session, text: str) -> None:
    editor = double_click(panel, "args/lr")
    editor.selectAll()
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.isVisible()
    assert editor.property("wrong") is True
    assert "is not a number" in editor.toolTip()
    assert not session.plan
    QTest.keyClick(editor, Qt.Key.Key_1)
    assert editor.property("wrong") is False


def test_back_to_what_it_was_is_no_change(panel: TreePanel, session: Session) -> None:
    type_in(panel, "epoch", "3")
    assert double_click(panel, "epoch").text() == "3"
    QTest.keyClick(panel.view._value_editor, Qt.Key.Key_Escape)
    type_in(panel, "epoch", "27")
    assert not session.plan


def test_tensors_and_containers_fold_as_ever(panel: TreePanel) -> None:
    for path in ("w", "args"):
        assert double_click(panel, path) is None


def test_the_menu_offers_it_for_values_only(panel: TreePanel, monkeypatch: pytest.MonkeyPatch) -> None:
    def offered(path: str) -> bool:
        catalogue = panel.model.outline.catalogue  # type: ignore[union-attr]
        panel.reveal(catalogue.find(path))
        menus: list[QMenu] = []
        monkeypatch.setattr(QMenu, "popup", lambda menu, _at: menus.append(menu))
        panel._show_menu(panel.view.rect().center())
        (action,) = (action for action in menus[0].actions() if action.text() == "Set value…")
        if action.isEnabled():
            action.trigger()
        return action.isEnabled()

    assert not offered("w")
    assert offered("epoch")
    assert panel.view._value_editor.isVisible()


def test_it_is_gone_when_the_rows_scroll(panel: TreePanel, qtbot: QtBot) -> None:
    editor = double_click(panel, "epoch")
    panel.resize(500, 300)
    QApplication.processEvents()
    assert not editor.isVisible()

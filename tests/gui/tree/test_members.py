"""Enter, a double click or the menu opens bytes that are a checkpoint; a copy of it is a file of its own."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from gui.save.model import default_target
from gui.session.opening import read
from gui.session.session import Session
from gui.tree.panel import TreePanel
from tests.files.checkpoints import save
from tests.gui.documents import opened
from tests.gui.user import show


@pytest.fixture
def file(tmp_path: Path) -> Path:
    stream = io.BytesIO()
    torch.save({"fc.weight": torch.ones(2, 2)}, stream)
    return save({"net": stream.getvalue(), "note": b"hello", "epoch": 3}, tmp_path / "a.pth")


@pytest.fixture
def panel(session: Session, file: Path, qtbot: QtBot) -> TreePanel:
    made = TreePanel(session)
    show(made, qtbot, 700, 400)
    opened(session, file)
    made.unfold_all()
    QApplication.processEvents()
    return made


def _row(panel: TreePanel, path: str) -> int:
    assert panel.model.outline is not None
    return panel.model.row(panel.model.outline.catalogue.find(path))


@pytest.mark.parametrize("how", ["enter", "double click", "menu"])
def test_a_checkpoint_as_bytes_is_opened(session: Session, panel: TreePanel, file: Path, how: str) -> None:
    asked: list[Path] = []
    session.file_requested.connect(asked.append)
    index = panel.model.index(_row(panel, "net"), 0)
    panel.view.setCurrentIndex(index)
    at = panel.view.visualRect(index).center()
    if how == "enter":
        QTest.keyClick(panel.view, Qt.Key.Key_Return)
    elif how == "double click":
        QTest.mouseDClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    else:
        panel._show_menu(at)
        menu = next(each for each in panel.findChildren(QMenu) if each.isVisible())
        next(each for each in menu.actions() if each.text() == "Open this checkpoint").trigger()
        menu.close()
    assert asked == [Path(f"{file}!net")]
    inner = read(asked[0], lambda *_: None).catalogue
    assert inner.find("fc.weight")
    assert default_target(inner.checkpoint.path) == file.with_name("a-net-fixed.pth")


def test_other_bytes_are_not(session: Session, panel: TreePanel) -> None:
    asked: list[Path] = []
    session.file_requested.connect(asked.append)
    for path in ("note", "epoch"):
        panel.view.act_on(_row(panel, path))
    assert not asked

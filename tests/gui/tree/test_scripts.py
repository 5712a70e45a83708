"""Names in Chinese, Japanese, Arabic and Hebrew: in the tree, in tips, in titles, and in what is exported."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.document.tree_columns import Column

KEYS = ("שלום.משקל", "نموذج/وزن 27", "模型.第一層.weight")
MARK = "\u200e"


@pytest.fixture
def manifold(window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path) -> MainWindow:
    """The window with such a file open."""
    folder = tmp_path / "模型" / "検査点"
    folder.mkdir(parents=True)
    torch.save({key: torch.ones(2) for key in KEYS}, folder / "نموذج.pth")
    open_in(window, folder / "نموذج.pth")
    window.page.workspace.tree.bar.keys.click()
    return window


def test_each_name_is_whole_and_in_its_cell(manifold: MainWindow, qtbot: QtBot) -> None:
    model = manifold.page.workspace.tree.view.model()
    cells = [model.index(row, Column.KEY).data() for row in range(model.rowCount())]
    assert [cell.replace(MARK, "") for cell in cells] == list(KEYS)
    assert [cell.count(MARK) for cell in cells] == [4, 4, 0], "a mark on both sides of each word, so it spills nowhere"
    tips = [model.index(row, Column.KEY).data(Qt.ItemDataRole.ToolTipRole) or "" for row in range(model.rowCount())]
    titles = [manifold.windowTitle(), *(label.text() for label in manifold.findChildren(QLabel))]
    assert all("\N{REPLACEMENT CHARACTER}" not in text for text in (*cells, *tips, *titles))
    assert manifold.windowTitle().replace(MARK, "").startswith("نموذج.pth")


def test_the_table_has_them_as_they_are(
    manifold: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    target = tmp_path / "表.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), "CSV, for spreadsheets (*.csv)"))
    manifold.actions_["export_table"].trigger()
    qtbot.waitUntil(target.exists)
    with target.open(encoding="utf-8-sig", newline="") as file:
        assert [row["key"] for row in csv.DictReader(file)] == list(KEYS)

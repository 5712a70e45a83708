"""What a user does with the tree, and sees in it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from gui.tree.panel import TreePanel

LEFT = Qt.MouseButton.LeftButton


def shown(panel: TreePanel) -> list[str]:
    return [panel.model.index(row, 0).data() for row in range(panel.model.rowCount())]


def click(qtbot: QtBot, panel: TreePanel, node: int, x: int = 150) -> None:
    rect = panel.view.visualRect(panel.model.index(panel.model.row(node), 0))
    qtbot.mouseClick(panel.view.viewport(), LEFT, pos=QPoint(rect.left() + x, rect.center().y()))

"""The tree of a model over two GPUs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from gui.session.session import Session
from gui.tree.panel import TreePanel


@pytest.fixture
def panel(session: Session, catalogue: Catalogue, qtbot: QtBot) -> Iterator[TreePanel]:
    panel = TreePanel(session)
    qtbot.addWidget(panel)
    panel.resize(900, 500)
    panel.show()
    qtbot.waitExposed(panel)
    panel.activateWindow()
    panel.view.setFocus()
    yield panel
    for menu in panel.findChildren(QMenu):
        menu.close()

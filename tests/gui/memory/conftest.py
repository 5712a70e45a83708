"""The memory panel on a machine with two cards."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from gui.memory.panel import MemoryBoard, MemoryPanel
from gui.session.session import Session
from tests.gui.memory.user import choose_item, show


@pytest.fixture
def shown(session: Session, catalogue: Catalogue, qtbot: QtBot) -> MemoryPanel:
    """The panel on a machine with two cards, where the file of two GPUs loads as it is."""
    made = MemoryPanel(session)
    show(made, qtbot)
    qtbot.waitUntil(lambda: made.board.analysis is not None)
    made.board.all.setChecked(True)
    choose_item(made.board.controls.card, "RTX 4090 · 23.6 GiB")
    choose_item(made.board.controls.gpus, "2")
    return made


@pytest.fixture
def panel(shown: MemoryPanel) -> MemoryBoard:
    """What is in the panel."""
    return shown.board

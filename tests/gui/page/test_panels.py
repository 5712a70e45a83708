"""All panels alike: with a document, without one, and with one that has nothing for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gui.changes.panel import ChangesPanel
from gui.details.panel import DetailsPanel
from gui.devices.panel import DevicesPanel
from gui.diagnosis.fixes_list import FixesList
from gui.memory.panel import MemoryPanel
from gui.optimizer.panel import OptimizerPanel
from gui.session.session import Session
from tests.gui.documents import opened, saved, two_gpus
from tests.gui.user import plan_three, show


@pytest.mark.parametrize("make", [DevicesPanel, FixesList, ChangesPanel])
def test_panels_come_and_go_with_the_document(
    make: type[QWidget], session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    panel = make(session)  # type: ignore[arg-type]
    show(panel, qtbot)
    path = saved(tmp_path, two_gpus)
    for _ in range(2):
        opened(session, path)
        plan_three(session)
        QApplication.processEvents()
        session.close()
        QApplication.processEvents()
    panel.grab()


@pytest.mark.parametrize("make", [DetailsPanel, MemoryPanel, OptimizerPanel])
def test_a_file_without_tensors(make: type[QWidget], session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    panel = make(session)  # type: ignore[arg-type]
    show(panel, qtbot)
    catalogue = opened(session, saved(tmp_path, lambda tensor: {"epoch": 3, "lists": [[], {}]}, "empty.pth"))
    for entry in range(len(catalogue)):
        session.set_current(entry)
        QApplication.processEvents()
    panel.grab()

"""No drop-down says that something stays which other changes move."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import FOLLOW, MoveOptimizer, RemapDevice
from gui.devices.panel import DevicesPanel
from gui.diagnosis.fixes_list import FixesList
from gui.session.session import Session
from tests.gui.documents import opened, saved
from tests.gui.user import show


@pytest.mark.parametrize("role", [None, "optimizer"])
def test_state_that_is_moved_by_another_change(
    session: Session, catalogue: Catalogue, qtbot: QtBot, role: str | None
) -> None:
    fixes = FixesList(session)
    show(fixes, qtbot)
    ((_, _, mover),) = fixes.movers
    assert mover.currentText() == "keep"
    session.apply(RemapDevice("cuda:1", "cpu", role))
    assert mover.currentText() == "cpu (already set)"
    session.apply(MoveOptimizer(FOLLOW, catalogue.optimizers[0].entry))
    assert mover.currentText() == "where its parameters are"
    session.undo()
    session.undo()
    assert mover.currentText() == "keep"


def test_a_device_of_which_a_part_is_moved(session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    panel = DevicesPanel(session)
    show(panel, qtbot, 420, 300)
    QApplication.processEvents()
    place = next(at for at, row in enumerate(panel.model.rows) if row.total.device == "cuda:1")
    assert panel.boxes[place].currentText() == "keep"
    session.apply(MoveOptimizer("cpu"))
    assert panel.boxes[place].currentText() == "cpu (already set)"
    session.apply(RemapDevice("cuda:1", "cuda:0"))
    assert panel.boxes[place].currentText() == "cuda:0"
    session.undo()
    session.undo()
    assert panel.boxes[place].currentText() == "keep"


def test_devices_stand_by_their_bytes(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    panel = DevicesPanel(session)
    show(panel, qtbot)
    sizes = {"cpu": 2, "cuda:1": 50, "cuda:0": 9}
    opened(session, saved(tmp_path, lambda tensor: {device: tensor(device, size) for device, size in sizes.items()}))
    assert [row.total.device for row in panel.model.rows] == ["cuda:1", "cuda:0", "cpu"]

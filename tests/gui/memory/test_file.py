"""What the file puts on each device, before and after the plan."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import RemapDevice
from gui.memory.panel import MemoryPanel
from gui.session.session import Session
from tests.gui.user import show


def test_memory_shows_before_and_after_on_one_scale(session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    panel = MemoryPanel(session)
    show(panel, qtbot)
    assert panel.board.file.model.rowCount() == 3
    assert "After" not in panel.board.file.totals.text()
    session.apply(RemapDevice("cuda:*", "cuda:2"))
    assert [row.device for row in panel.board.file.model.rows] == ["cuda:1", "cuda:0", "cpu", "cuda:2"]
    assert [row.after.bytes > 0 for row in panel.board.file.model.rows] == [False, False, True, True]
    assert panel.board.file.totals.text().count("29 tensors") == 0
    assert f"on {len(catalogue.devices)} devices" in panel.board.file.totals.text()
    panel.grab()
    session.close()
    assert panel.board.file.model.rowCount() == 0

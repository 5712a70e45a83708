"""A file that names hundreds of devices."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.edits.edits import Plan, RemapDevice
from gui.devices.panel import DevicesPanel
from gui.session.diagnosis_service import DiagnosisService
from gui.session.session import Session
from tests.gui.documents import opened, saved
from tests.gui.user import show

LEFT = Qt.MouseButton.LeftButton


MANY = 400


@pytest.fixture
def hundreds(session: Session, tmp_path: Path, qtbot: QtBot) -> DevicesPanel:
    path = saved(tmp_path, lambda tensor: {f"layer{n}": tensor(f"cuda:{n}", 3) for n in range(MANY)}, "many.pth")
    opened(session, path)
    panel = DevicesPanel(session)
    show(panel, qtbot)
    return panel


def test_a_diagnosis_of_very_many_devices_keeps_nobody_waiting(
    hundreds: DevicesPanel, session: Session, qtbot: QtBot
) -> None:
    service = DiagnosisService.of(session)
    qtbot.waitUntil(lambda: not service.busy)
    session.apply(RemapDevice("cuda:7", "cpu"))
    assert service.busy  # the answer comes from a thread of its own
    qtbot.waitUntil(lambda: not service.busy)
    assert service.findings


def test_only_rows_in_view_have_drop_downs(hundreds: DevicesPanel, session: Session) -> None:
    assert len(hundreds.model.rows) == MANY
    assert {0, 1, 2} < hundreds.boxes.keys()
    assert len(hundreds.boxes) < 40
    bar = hundreds.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert MANY - 1 in hundreds.boxes
    assert 0 not in hundreds.boxes
    assert len(hundreds.boxes) < 40
    hundreds.boxes[MANY - 1].chosen.emit("cpu")
    assert session.plan == Plan((RemapDevice(f"cuda:{MANY - 1}", "cpu"),))
    assert hundreds.boxes[MANY - 1].currentText() == "cpu"
    assert hundreds.boxes[MANY - 1].count() < 40


def test_hundreds_of_devices_are_moved_by_one_change_and_each_can_be_taken_out(
    hundreds: DevicesPanel, session: Session, qtbot: QtBot
) -> None:
    qtbot.mouseClick(hundreds.to_cpu, LEFT)
    assert session.plan == Plan((RemapDevice("cuda:*", "cpu"),))
    hundreds.boxes[1].chosen.emit(None)
    assert session.preview is not None
    assert {total.device: total.tensors for total in session.preview.totals_after} == {"cpu": MANY - 1, "cuda:1": 1}
    assert [hundreds.boxes[row].currentText() for row in range(3)] == ["cpu", "keep", "cpu"]
    hundreds.boxes[1].chosen.emit("cuda:7")
    assert session.preview.totals_after[-1].device == "cuda:7"
    hundreds.boxes[1].chosen.emit("cpu")
    assert session.plan == Plan((RemapDevice("cuda:*", "cpu"),))

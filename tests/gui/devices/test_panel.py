"""Devices: drop-downs that move what lies on a device, few devices and very many."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Plan, RemapDevice, StripPrefix
from core.text import size_text
from gui.devices.panel import DevicesPanel
from gui.session.session import Session
from gui.tree.panel import TreePanel
from gui.widgets.device_box import ask_device
from tests.gui.documents import opened
from tests.gui.user import pick, show

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def devices(session: Session, catalogue: Catalogue, qtbot: QtBot) -> DevicesPanel:
    panel = DevicesPanel(session)
    show(panel, qtbot)
    return panel


def test_a_drop_down_moves_a_device_and_keep_takes_it_back(
    devices: DevicesPanel, session: Session, qtbot: QtBot
) -> None:
    box = devices.boxes[1]
    pick(qtbot, box, "cpu")
    assert session.plan == Plan((RemapDevice("cuda:0", "cpu"),))
    pick(qtbot, box, "cuda:1")
    assert session.plan == Plan((RemapDevice("cuda:0", "cuda:1"),))
    pick(qtbot, box, "keep")
    assert not session.plan
    assert session.undo_stack.count() == 3


def test_drop_downs_follow_undo_and_globs(devices: DevicesPanel, session: Session) -> None:
    session.apply(RemapDevice("cuda:*", "cpu"))
    assert [box.currentText() for box in devices.boxes.values()] == ["cpu", "cpu", "keep"]
    session.undo_stack.undo()
    assert [box.currentText() for box in devices.boxes.values()] == ["keep", "keep", "keep"]


def test_a_target_that_is_on_no_list_is_shown(devices: DevicesPanel, session: Session) -> None:
    session.apply(RemapDevice("cuda:0", "cuda:13"))
    assert devices.boxes[1].currentText() == "cuda:13"
    assert devices.boxes[1].value == "cuda:13"


def test_keep_takes_one_device_out_of_a_glob(devices: DevicesPanel, session: Session, qtbot: QtBot) -> None:
    session.apply(RemapDevice("cuda:*", "cpu"))
    pick(qtbot, devices.boxes[1], "keep")
    assert session.preview is not None
    assert {total.device for total in session.preview.totals_after} == {"cpu", "cuda:0"}
    assert devices.boxes[1].currentText() == "keep"
    assert devices.boxes[0].currentText() == "cpu"


def test_all_gpus_to_cpu_is_one_step(devices: DevicesPanel, session: Session, qtbot: QtBot) -> None:
    qtbot.mouseClick(devices.to_cpu, LEFT)
    assert session.preview is not None
    assert [total.device for total in session.preview.totals_after] == ["cpu"]
    assert session.undo_stack.count() == 1
    assert not devices.to_cpu.isEnabled()
    assert devices.after.isVisible()
    assert devices.after_line.accessibleName() == f"cpu {size_text(session.preview.totals_after[0].bytes)}"


def test_what_lies_where_after_saving_moves_nothing_under_the_pointer(
    devices: DevicesPanel, session: Session, catalogue: Catalogue
) -> None:
    at = devices.to_cpu.geometry()
    session.apply(StripPrefix("module.", catalogue.find("model")))
    assert not devices.after.isVisible()  # nothing moves to another device
    session.apply(RemapDevice("cuda:0", "cpu"))
    assert devices.after.isVisible()
    assert devices.after_line.accessibleName() == "cuda:1, cpu"
    assert devices.to_cpu.geometry() == at


def test_a_click_on_a_row_asks_for_its_tensors(devices: DevicesPanel, session: Session, qtbot: QtBot) -> None:
    rect = devices.view.visualRect(devices.model.index(1, 0))
    with qtbot.waitSignal(session.select_requested) as asked:
        qtbot.mouseClick(devices.view.viewport(), LEFT, pos=rect.center())
    catalogue = session.catalogue
    assert catalogue is not None
    rows = [catalogue.rows[entry] for entry in asked.args[0]]
    assert {catalogue.device_of(row) for row in rows} == {"cuda:0"}
    assert len(rows) == 2


def test_a_row_is_lit_up_as_long_as_its_tensors_are_selected(
    devices: DevicesPanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    tree = TreePanel(session)
    show(tree, qtbot, width=700)
    qtbot.mouseClick(devices.view.viewport(), LEFT, pos=devices.view.visualRect(devices.model.index(1, 0)).center())
    assert len(session.selection) == 2
    assert [index.row() for index in devices.view.selectionModel().selectedRows()] == [1]
    session.apply(RemapDevice("cuda:0", "cpu"))
    assert [index.row() for index in devices.view.selectionModel().selectedRows()] == [1]
    tree.select_entries([catalogue.find("epoch")])
    assert not devices.view.selectionModel().selectedRows()
    qtbot.mouseClick(devices.view.viewport(), LEFT, pos=devices.view.visualRect(devices.model.index(1, 0)).center())
    assert [index.row() for index in devices.view.selectionModel().selectedRows()] == [1]


def test_another_device_can_be_typed_and_nonsense_is_explained(devices: DevicesPanel, qtbot: QtBot) -> None:
    taken: list[str] = []
    popup = ask_device(devices, taken.append, QPoint(0, 0))
    line = popup.findChild(QLineEdit)
    button = popup.findChild(QPushButton)
    assert line is not None
    assert button is not None
    line.setText("gpu3")
    qtbot.mouseClick(button, LEFT)
    assert not taken
    assert "cuda:3" in popup.error.text()  # type: ignore[attr-defined]
    line.setText(" cuda:3 ")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert taken == ["cuda:3"]


def test_the_wheel_over_a_drop_down_changes_nothing(devices: DevicesPanel, session: Session, qtbot: QtBot) -> None:
    devices.boxes[1].setFocus()
    qtbot.mouseMove(devices.boxes[1])
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QWheelEvent

    nowhere = QPointF(5, 5)
    event = QWheelEvent(
        nowhere, nowhere, QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(devices.boxes[1], event)
    assert not session.plan


def test_a_format_that_names_no_device_offers_no_map_location(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    header = b'{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}'
    path = tmp_path / "made.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    opened(session, path)
    panel = DevicesPanel(session)
    show(panel, qtbot)
    (box,) = panel.boxes.values()
    assert not box.isEnabled()
    assert box.accessibleName() == "No device is saved"
    assert "map_location" not in box.toolTip()
    assert "This format stores no devices" in box.toolTip()


def test_the_enter_that_chose_other_is_no_empty_device(devices: DevicesPanel, session: Session, qtbot: QtBot) -> None:
    """Where the list is worked by keyboard its Enter arrives in the line as well."""
    said: list[str] = []
    popup = ask_device(devices, said.append)
    qtbot.addWidget(popup)
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)  # type: ignore[attr-defined]
    assert popup.isVisible()
    assert not popup.error.isVisible()  # type: ignore[attr-defined]
    qtbot.keyClicks(popup.line, "gpu")  # type: ignore[attr-defined]
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)  # type: ignore[attr-defined]
    assert popup.error.isVisible()  # type: ignore[attr-defined]
    popup.line.setText("cuda:3")  # type: ignore[attr-defined]
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)  # type: ignore[attr-defined]
    assert said == ["cuda:3"]

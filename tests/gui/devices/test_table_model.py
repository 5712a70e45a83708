"""The devices as Qt asks for them."""

from __future__ import annotations

from typing import Any

from pytestqt.modeltest import ModelTester

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Plan, RemapDevice
from gui.devices.panel import COLUMNS, device_rows
from gui.widgets.table_view import TableModel
from tests.gui.user import texts


def test_devices(catalogue: Catalogue, qtmodeltester: ModelTester) -> None:
    model = TableModel(COLUMNS)
    qtmodeltester.check(model)
    model.set_rows(device_rows(catalogue.devices, Plan()))
    assert [row[0] for row in texts(model)] == ["cuda:1", "cuda:0", "cpu"]
    assert {row[3] for row in texts(model)} == {"keep"}
    model.set_rows(device_rows(catalogue.devices, Plan((RemapDevice("cuda:*", "cpu"),))))
    assert [row[3] for row in texts(model)] == ["cpu", "cpu", "keep"]


def test_as_many_rows_as_before_keep_selection_and_scroll(catalogue: Catalogue, qtbot: Any) -> None:
    model = TableModel(COLUMNS)
    model.set_rows(device_rows(catalogue.devices, Plan()))
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_rows(device_rows(catalogue.devices, Plan((RemapDevice("cuda:0", "cpu"),))))

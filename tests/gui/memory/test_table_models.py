"""What the file holds, as Qt asks for it."""

from __future__ import annotations

import pytest
from pytestqt.modeltest import ModelTester

from core.catalogue.catalogue import Catalogue
from core.edits.preview import Preview
from gui.memory.model import memory_rows
from gui.memory.pages import COLUMNS
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_view import TableModel
from tests.gui.user import texts


def test_memory(catalogue: Catalogue, planned: Preview, qtmodeltester: ModelTester) -> None:
    model = TableModel(COLUMNS)
    model.set_rows(memory_rows(planned, ["cuda:1", "cuda:0", "cpu"]))
    qtmodeltester.check(model)
    before = {total.device: total.bytes for total in catalogue.devices}
    assert texts(model)[0][2] == "–"
    last = model.rows[2]
    assert last.after.bytes == before["cuda:1"] + before["cpu"]
    assert model.index(2, 2).data(ItemRole.SHARE) == pytest.approx(1.0)

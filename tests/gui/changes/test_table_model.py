"""The pending changes as Qt asks for them."""

from __future__ import annotations

from pytestqt.modeltest import ModelTester

from core.edits.preview import Preview
from gui.changes.panel import COLUMNS
from gui.widgets.table_view import TableModel
from tests.gui.user import texts


def test_changes(planned: Preview, qtmodeltester: ModelTester) -> None:
    model = TableModel(COLUMNS)
    model.set_rows(planned.changes)
    qtmodeltester.check(model)
    assert texts(model)[1][:2] == ["strip “module.”", "6 keys"]
    assert texts(model)[2][:2] == ["drop “epoch”", "no tensor"]

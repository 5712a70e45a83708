"""The entries of an optimizer as Qt asks for them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from core.catalogue.catalogue import Catalogue
from core.edits.edits import MoveOptimizer, Plan, StripPrefix
from core.edits.preview import preview
from gui.optimizer.model import optimizer_rows, summary
from gui.optimizer.panel import COLUMNS
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_view import TableModel
from tests.gui.documents import unplanned


def test_optimizer_marks_state_that_lies_elsewhere(catalogue: Catalogue, qtmodeltester: ModelTester) -> None:
    model = TableModel(COLUMNS)
    (optimizer,) = catalogue.optimizers
    model.set_rows(list(optimizer_rows(unplanned(catalogue), optimizer)))
    qtmodeltester.check(model)
    assert [row.mismatch for row in model.rows] == [False, True, True, False, False]
    assert model.index(1, 2).data(ItemRole.NOTE) == f"≠ {model.rows[1].parameter_device}"
    assert "The state of 2 parameters is on different devices from them." in summary(optimizer, model.rows)
    assert "device" not in summary(optimizer, ())
    model.set_rows(list(optimizer_rows(preview(catalogue, Plan((MoveOptimizer("follow"),))), optimizer)))
    assert not any(row.mismatch for row in model.rows)
    whole = "All state is on the device of its parameter, except step, which torch keeps on the CPU."
    assert summary(optimizer, model.rows).endswith(whole)
    model.sort(3, Qt.SortOrder.DescendingOrder)
    assert model.rows[0].shape == (10, 4)
    model.sort(-1)
    assert [row.place for row in model.rows] == [0, 1, 2, 3, 4]


def test_parameters_are_called_as_they_are_planned(catalogue: Catalogue) -> None:
    (optimizer,) = catalogue.optimizers
    before = [row.name for row in optimizer_rows(unplanned(catalogue), optimizer)]
    assert any(name is not None and name.startswith("module.") for name in before)
    after = [row.name for row in optimizer_rows(preview(catalogue, Plan((StripPrefix("module."),))), optimizer)]
    assert after == [name and name.removeprefix("module.") for name in before]

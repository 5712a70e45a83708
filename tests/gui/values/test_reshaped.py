"""A tensor that is planned in another shape, in the window: what is shown of it, and where what is typed lands.

What edits is of no register (`tests.support.transposing`): nothing in the window knows it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from pytestqt.qtbot import QtBot

from core.progress import ignore
from gui.app.window import MainWindow
from gui.details.model import facts_of
from gui.document.cells import Cells
from gui.document.outline import Outline
from gui.document.tree_columns import Column
from gui.optimizer.model import optimizer_rows
from gui.values.model import subtitle
from gui.values.several import measured, pending_rows
from tests.gui.values.test_typing import OpenIn, Sheet
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import load
from tests.support.transposing import Transpose


@pytest.fixture
def path(tmp_path: Path) -> Path:
    torch.save({"w": torch.arange(12.0).reshape(3, 4), "b": torch.zeros(3)}, tmp_path / "file.pth")
    return tmp_path / "file.pth"


def test_a_number_that_is_typed_lands_where_it_is_seen(
    window: MainWindow, open_in: OpenIn, path: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    open_in(window, path)
    window.activateWindow()
    sheet, session = Sheet(window, qtbot), window.page.session
    sheet.show("w")
    assert sheet.page.glance is not None
    assert sheet.page.glance.shape == (3, 4)
    session.apply(Transpose(1))
    sheet.hands.until(lambda: sheet.page.glance is not None and sheet.page.glance.shape == (4, 3))
    sheet.show("w")
    assert (sheet.grid.model.rowCount(), sheet.grid.model.columnCount()) == (4, 3)
    sheet.click(3, 1)
    sheet.hands.type("100")
    sheet.hands.press("Return")
    assert sheet.plan == {(3, 1): 100}
    fix(path, tmp_path / "ours.pth", *session.plan.edits)
    wanted = torch.arange(12.0).reshape(3, 4).t().clone()
    wanted[3, 1] = 100
    assert torch.equal(load(tmp_path / "ours.pth")["w"], wanted)


def test_rows_details_and_lists_say_the_planned_shape(path: Path) -> None:
    shown, before = planned(path, Transpose(1)), planned(path)
    cells = Cells(Outline(shown.catalogue), shown)
    assert [Column.SHAPE.text(cells, node) for node in (1, 2)] == ["3×4", "3"]
    assert [Column.AFTER.text(cells, node) for node in (1, 2)] == ["4×3", ""]
    assert ("After", "4×3") in [(fact.name, fact.text) for fact in facts_of(shown, 1)]
    assert "After" not in [fact.name for fact in facts_of(before, 1)]
    assert subtitle(shown, 0).startswith("float32 · 3×4 → 4×3 · ")
    assert subtitle(before, 0).startswith("float32 · 3×4 · ")
    several = measured(shown, pending_rows(shown, [0, 1]), None, ignore)
    assert [each.shape for each in several] == [(4, 3), (3,)]


def test_the_optimizer_shows_the_planned_shape(tmp_path: Path) -> None:
    model = torch.nn.Linear(3, 2)
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 3)).sum().backward()
    optimizer.step()
    path = tmp_path / "training.pth"
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, path)
    catalogue = catalogue_of(path)
    shown = planned(path, Transpose(catalogue.find("model/weight")))
    assert [row.shape for row in optimizer_rows(shown, catalogue.optimizers[0])] == [(3, 2), (2,)]

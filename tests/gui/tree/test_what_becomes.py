"""What is edited says so in its row, from what it was to what it becomes; and whole in the list of changes."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.edits.edits import RenameKey, SetNumbers, SetValue, StripPrefix
from core.text import clip_middle
from gui.changes.panel import ChangesPanel
from gui.document.tree_columns import Column
from gui.session.session import Session
from gui.tree.panel import TreePanel
from tests.files.checkpoints import save
from tests.gui.documents import opened
from tests.gui.user import show

ROW = "encoder.layers.11.attention.self.relative_position_embedding.query_projection.weight"
OLD = torch.tensor([[0.1, 0.2], [0.3, float("nan")]])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    state = {f"module.{ROW}": OLD, "module.half": torch.tensor([0.1], dtype=torch.bfloat16)}
    return save({"model": state, "lr": 0.1}, tmp_path / "a.pth")


def cell(panel: TreePanel, session: Session, path: str, column: Column = Column.AFTER) -> tuple[str, bool]:
    """What the row of an entry says in a column, and whether it is marked."""
    assert session.catalogue is not None
    session.reveal(session.catalogue.find(path))
    QApplication.processEvents()
    index = panel.view.currentIndex()
    text = index.siblingAtColumn(column).data()
    return text, index.siblingAtColumn(Column.KEY).data(Qt.ItemDataRole.FontRole) is not None


def test_numbers_and_values_say_what_they_were(session: Session, file: Path, qtbot: QtBot) -> None:
    panel = TreePanel(session)
    show(panel, qtbot, 900, 500)
    catalogue = opened(session, file)
    weight, path = catalogue.find(f"model/module.{ROW}"), f"model/module.{ROW}"
    assert cell(panel, session, path) == ("", False)
    session.apply(SetNumbers(weight, ((0, 1, 1), (0, 1, 1)), 0.25))
    assert cell(panel, session, path) == ("0.1 → 0.25", True)
    session.apply(SetNumbers(weight, ((1, 2, 1), (1, 2, 1)), 0))
    assert cell(panel, session, path) == ("0.1 → 0.25, nan → 0", True)
    session.apply(SetNumbers(weight, ((0, 2, 1), (1, 2, 1)), 7))
    assert cell(panel, session, path) == ("0.1 → 0.25, nan → 0 and 2 more numbers", True)
    session.apply(SetNumbers(catalogue.find("model/module.half"), ((0, 1, 1),), 1))
    assert cell(panel, session, "model/module.half")[0] == "0.100098 → 1"
    session.apply(SetValue(catalogue.find("lr"), 0.25))
    assert cell(panel, session, "lr") == ("0.1 → 0.25", True)
    for _ in range(5):
        session.undo()
    assert cell(panel, session, path) == ("", False)


def test_the_list_of_changes_cuts_nothing(session: Session, file: Path, qtbot: QtBot) -> None:
    catalogue = opened(session, file)
    panel = ChangesPanel(session)
    show(panel, qtbot, 280, 400)
    session.apply(StripPrefix("module."))
    session.apply(SetNumbers(catalogue.find(f"model/module.{ROW}"), ((0, 1, 1), (0, 1, 1)), 0.25))
    QApplication.processEvents()
    title = panel.model.rows[1].title
    assert title == f"model/module.{ROW}[0, 0]: 0.1 → 0.25"
    view = panel.view
    letters = QFontMetrics(view.font()).horizontalAdvance(title)
    lines = -(-letters // view.columnWidth(0))
    assert lines > 1
    assert view.rowHeight(1) >= lines * QFontMetrics(view.font()).height()
    assert view.rowHeight(0) < view.rowHeight(1)
    panel.resize(700, 400)
    QApplication.processEvents()
    assert view.rowHeight(1) < lines * QFontMetrics(view.font()).height()


def test_what_is_cut_in_the_middle_keeps_its_end() -> None:
    title = f"model/module.{ROW * 2}[0, 0]: 0.1 → 0.25"
    cut = clip_middle(title, 80)
    assert len(cut) == 80
    assert cut.startswith("model/module.")
    assert cut.endswith("query_projection.weight[0, 0]: 0.1 → 0.25")


def test_a_level_that_goes_says_so_where_it_stands(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    keys = ("module.encoder.module.weight", "module.encoder.module.bias", "module.head.weight", "module.head.bias")
    path = save({"model": {key: torch.ones(2) for key in keys}}, tmp_path / "b.pth")
    panel = TreePanel(session)
    show(panel, qtbot, 900, 500)
    catalogue = opened(session, path)
    outline = panel.model.outline
    cells = panel.model.cells
    assert outline is not None
    assert cells is not None
    session.apply(StripPrefix("module.", inner=True))
    entry = catalogue.find("model")
    after = {prefix: cells.after_key(outline.group(entry, prefix)) for prefix in ("module", "module.encoder.module")}
    assert set(after.values()) == {"stripped"}
    assert cells.after_key(outline.group(entry, "module.encoder")) == ""  # it keeps its own name
    assert cells.after_key(catalogue.find("model/module.head.bias")) == ""


def test_the_only_key_of_a_module_says_no_more_than_its_neighbours(session: Session, tmp_path: Path) -> None:
    keys = ("module.embed.weight", "module.head.weight", "module.head.bias")
    path = save({"model": {key: torch.ones(2) for key in keys}}, tmp_path / "b.pth")
    panel = TreePanel(session)
    catalogue = opened(session, path)
    cells = panel.model.cells
    assert cells is not None
    session.apply(StripPrefix("module."))
    assert [cells.after_key(catalogue.find(f"model/{key}")) for key in keys] == ["", "", ""]
    session.undo()
    session.apply(RenameKey(catalogue.find(f"model/{keys[0]}"), "module.embed.kernel"))
    assert cells.after_key(catalogue.find(f"model/{keys[0]}")) == "module.embed.kernel"


def test_a_number_under_a_key_that_is_renamed_tells_both(session: Session, file: Path, qtbot: QtBot) -> None:
    panel = TreePanel(session)
    show(panel, qtbot, 900, 500)
    catalogue = opened(session, file)
    half = catalogue.find("model/module.half")
    session.apply(RenameKey(half, "module.other"))
    session.apply(SetNumbers(half, ((0, 1, 1),), 1))
    assert cell(panel, session, "model/module.half") == ("module.other · 0.100098 → 1", True)

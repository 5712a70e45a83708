"""The table of an optimizer's entries."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import FOLLOW, MoveOptimizer, SetValue
from gui.jobs import job
from gui.optimizer import panel as optimizer_module
from gui.optimizer.model import rates_of
from gui.optimizer.panel import COLUMNS, STATE_ON, OptimizerPanel
from gui.session.session import Session
from tests.gui.documents import catalogue_of, opened, saved
from tests.gui.user import show

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def optimizer(session: Session, catalogue: Catalogue, qtbot: QtBot) -> OptimizerPanel:
    panel = OptimizerPanel(session)
    show(panel, qtbot)
    return panel


def test_the_optimizer_table_follows_the_plan(optimizer: OptimizerPanel, session: Session) -> None:
    assert "The names of 5 of 5 parameters are known" in optimizer.headline.text()
    assert "state of 2 parameters is on different devices" in optimizer.headline.text()
    session.apply(MoveOptimizer("follow"))
    assert "All state is on the device of its parameter" in optimizer.headline.text()


def test_a_narrow_table_has_fewer_columns_and_no_bar(
    optimizer: OptimizerPanel, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    header = optimizer.view.horizontalHeader()
    for width, shown in ((300, ["Id", "Parameter", "State on"]), (900, [column.title for column in COLUMNS])):
        optimizer.resize(width, 400)
        visible = [column.title for place, column in enumerate(COLUMNS) if not header.isSectionHidden(place)]
        assert visible == shown
        assert header.length() == optimizer.view.viewport().width()
        assert not optimizer.view.horizontalScrollBar().isVisible()
    assert "; group 0" in optimizer.model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    opened(session, saved(tmp_path, lambda tensor: {"weight": tensor("cpu", 2)}, "no_optimizer.pth"))
    qtbot.waitUntil(lambda: not optimizer.view.horizontalHeader().isVisible())
    assert not optimizer.view.horizontalScrollBar().isVisible()
    assert optimizer.view.empty_text == "There is no optimizer in this file."


def test_a_click_shows_the_entry_or_its_parameter(
    optimizer: OptimizerPanel, catalogue: Catalogue, session: Session, qtbot: QtBot
) -> None:
    for column, path in ((0, "optimizer/state/1"), (1, "model/module.layer1.0.conv.weight")):
        rect = optimizer.view.visualRect(optimizer.model.index(0, column))
        with qtbot.waitSignal(session.reveal_requested) as asked:
            qtbot.mouseClick(optimizer.view.viewport(), LEFT, pos=rect.center())
        assert asked.args == [catalogue.find(path)]


def test_a_long_table_is_made_beside_the_event_loop(
    session: Session, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimizer_module, "_QUICK", 2)
    panel = OptimizerPanel(session)
    show(panel, qtbot)
    qtbot.waitUntil(lambda: panel.model.rowCount() == 5)
    session.apply(MoveOptimizer("follow"))
    session.undo_stack.undo()
    qtbot.waitUntil(lambda: "state of 2 parameters is on different devices" in panel.headline.text())
    session.apply(MoveOptimizer("follow"))
    session.close()
    qtbot.waitUntil(lambda: not job.running())
    assert panel.model.rowCount() == 0


def test_a_hidden_table_catches_up_when_it_is_shown(session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    panel = OptimizerPanel(session)
    qtbot.addWidget(panel)
    session.apply(MoveOptimizer("follow"))
    assert panel.model.rowCount() == 0
    show(panel, qtbot)
    qtbot.waitUntil(lambda: "All state is on the device of its parameter" in panel.headline.text())


def test_state_away_from_its_parameter_comes_first_and_is_seen_without_scrolling(
    session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    panel = OptimizerPanel(session)
    qtbot.addWidget(panel)
    panel.resize(panel.sizeHint())
    panel.show()
    qtbot.waitUntil(lambda: bool(panel.model.rows))
    assert [row.mismatch for row in panel.model.rows] == [True, True, False, False, False]
    assert [row.place for row in panel.model.rows] == [1, 2, 0, 3, 4]
    header = panel.view.horizontalHeader()
    needed = panel.view.itemDelegateForColumn(STATE_ON).needs(panel.model.index(0, STATE_ON))[0]
    assert header.sectionSize(STATE_ON) >= needed
    assert header.sectionSize(0) < header.sectionSizeFromContents(0).width()  # names need the room of a sort arrow
    assert sum(map(header.sectionSize, range(STATE_ON + 1))) <= panel.view.viewport().width()
    panel.view.selectRow(0)
    session.apply(MoveOptimizer(FOLLOW))
    qtbot.waitUntil(lambda: [row.place for row in panel.model.rows] == [0, 1, 2, 3, 4])
    assert not panel.view.selectionModel().hasSelection()
    assert header.sectionSize(1) >= 110


def test_learning_rates_are_typed_over(optimizer: OptimizerPanel, session: Session, qtbot: QtBot) -> None:
    catalogue = session.catalogue
    assert catalogue is not None
    (line,) = optimizer.rates.lines
    entry = catalogue.find("optimizer/param_groups/0/lr")
    before = line.text()
    assert float(before) == catalogue.values[entry]
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, "1e-4")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert session.plan.edits == (SetValue(entry, 1e-4),)
    assert line.text() == "0.0001"
    for text, leave in (("much", Qt.Key.Key_Return), ("5", Qt.Key.Key_Escape)):
        line.selectAll()
        qtbot.keyClicks(line, text)
        qtbot.keyClick(line, leave)
        assert session.plan.edits == (SetValue(entry, 1e-4),)
        assert line.property("wrong") is (leave == Qt.Key.Key_Return)
    assert line.text() == "0.0001"
    line.selectAll()
    qtbot.keyClicks(line, before)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert not session.plan
    session.undo()
    assert line.text() == "0.0001"


def test_rates_that_are_many_or_no_plain_numbers_are_left_to_the_tree(tmp_path: Path) -> None:
    for count, lr, offered in ((4, 0.1, 4), (5, 0.1, 0), (1, torch.tensor(0.1), 0)):
        groups = [{"params": [torch.nn.Parameter(torch.ones(1))]} for _ in range(count)]
        adam = torch.optim.Adam(groups, lr=lr, capturable=isinstance(lr, torch.Tensor))
        torch.save({"optimizer": adam.state_dict()}, tmp_path / "a.pt")
        catalogue = catalogue_of(tmp_path / "a.pt")
        assert len(rates_of(catalogue, catalogue.optimizers[0])) == offered

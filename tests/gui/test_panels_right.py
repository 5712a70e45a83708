"""Details, memory and the optimizer: what they say follows the selection and the plan."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import FOLLOW, MoveOptimizer, RemapDevice, StripPrefix
from gui.details.panel import DetailsPanel
from gui.memory.panel import MemoryPanel
from gui.optimizer import panel as optimizer_module
from gui.optimizer.panel import OptimizerPanel
from gui.session.session import Session
from gui.widgets.wrapped_text import WrappedText
from tests.gui.documents import opened, saved, two_gpus

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def catalogue(session: Session, tmp_path: Path) -> Catalogue:
    return opened(session, saved(tmp_path, two_gpus))


def show(panel: QWidget, qtbot: QtBot) -> None:
    qtbot.addWidget(panel)
    panel.resize(330, 420)
    panel.show()
    qtbot.waitExposed(panel)
    QApplication.processEvents()


# ---- details


@pytest.fixture
def details(session: Session, catalogue: Catalogue, qtbot: QtBot) -> DetailsPanel:
    panel = DetailsPanel(session)
    show(panel, qtbot)
    return panel


def told(panel: DetailsPanel, name: str) -> str:
    QApplication.processEvents()
    return next((fact.plain for fact in panel.facts if fact.name == name), "")


def test_details_follow_the_selection_and_the_plan(
    details: DetailsPanel, session: Session, catalogue: Catalogue
) -> None:
    session.set_current(catalogue.find("model/module.embed.weight"))
    assert told(details, "Path") == "Path: model/module.embed.weight"
    assert told(details, "Path after") == ""
    session.apply(StripPrefix("module."))
    assert told(details, "Path after") == "Path after: model/embed.weight"
    session.apply(RemapDevice("cuda:1", "cpu"))
    assert told(details, "Device") == "Device: cuda:1 → cpu"


def test_what_shares_a_storage_can_be_clicked(
    details: DetailsPanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    session.set_current(catalogue.find("model/module.embed.weight"))
    QApplication.processEvents()
    (link,) = details.links
    with qtbot.waitSignal(session.reveal_requested) as asked:
        qtbot.mouseClick(link, LEFT)
    assert asked.args == [catalogue.find("model/module.out.weight")]


def test_everything_is_copied_as_it_is(details: DetailsPanel, session: Session, catalogue: Catalogue) -> None:
    session.set_current(catalogue.find("model/module.layer1.0.conv.weight"))
    QApplication.processEvents()
    details.copy.click()
    lines = QGuiApplication.clipboard().text().split("\n")
    assert lines[0] == "Path: model/module.layer1.0.conv.weight"
    assert "Device: cuda:0" in lines
    texts = [text.toPlainText() for text in details.findChildren(WrappedText)]
    assert "model/module.layer1.0.conv.weight" in texts


def test_text_of_the_file_is_shown_as_it_is(details: DetailsPanel, session: Session, catalogue: Catalogue) -> None:
    session.set_current(catalogue.find("note"))
    assert told(details, "Value") == "Value: '<b>bold</b> & <img src=x>'"
    labels = details.findChildren(QLabel)
    assert labels
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}


def test_a_module_is_summed_up(details: DetailsPanel, session: Session, catalogue: Catalogue) -> None:
    session.set_selection(catalogue.children(catalogue.find("model")))
    assert told(details, "Holds") == "Holds: 6 tensors"


# ---- memory


def test_memory_shows_before_and_after_on_one_scale(session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    panel = MemoryPanel(session)
    show(panel, qtbot)
    assert panel.model.rowCount() == 3
    assert "After" not in panel.totals.text()
    session.apply(RemapDevice("cuda:*", "cuda:2"))
    assert [row.device for row in panel.model.rows] == ["cuda:1", "cuda:0", "cpu", "cuda:2"]
    assert [row.after.bytes > 0 for row in panel.model.rows] == [False, False, True, True]
    assert panel.totals.text().count("29 tensors") == 0
    assert f"on {len(catalogue.devices)} devices" in panel.totals.text()
    panel.grab()
    session.close()
    assert panel.model.rowCount() == 0


# ---- optimizer


@pytest.fixture
def optimizer(session: Session, catalogue: Catalogue, qtbot: QtBot) -> OptimizerPanel:
    panel = OptimizerPanel(session)
    show(panel, qtbot)
    return panel


def test_the_optimizer_table_follows_the_plan(optimizer: OptimizerPanel, session: Session) -> None:
    assert "5 of 5 matched" in optimizer.headline.text()
    assert "2 not with their parameter" in optimizer.headline.text()
    session.apply(MoveOptimizer("follow"))
    assert "all with their parameters" in optimizer.headline.text()


def test_without_an_optimizer_there_is_no_table_to_scroll(
    optimizer: OptimizerPanel, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    optimizer.resize(300, 400)
    assert optimizer.view.horizontalHeader().isVisible()
    assert optimizer.view.horizontalScrollBar().isVisible()
    opened(session, saved(tmp_path, lambda tensor: {"weight": tensor("cpu", 2)}, "no_optimizer.pth"))
    qtbot.waitUntil(lambda: not optimizer.view.horizontalHeader().isVisible())
    assert not optimizer.view.horizontalScrollBar().isVisible()
    assert optimizer.view.empty_text == "There is no optimizer in this file."


def test_a_click_shows_the_entry_or_its_parameter(
    optimizer: OptimizerPanel, catalogue: Catalogue, session: Session, qtbot: QtBot
) -> None:
    for column, path in ((0, "optimizer/state/1"), (1, "model/module.layer1.0.conv.weight")):
        rect = optimizer.view.visualRect(optimizer.model.index(1, column))
        with qtbot.waitSignal(session.reveal_requested) as asked:
            qtbot.mouseClick(optimizer.view.viewport(), LEFT, pos=rect.center())
        assert asked.args == [catalogue.find(path)]


def test_a_long_table_is_made_in_slices(
    session: Session, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimizer_module, "_SLICE", 2)
    panel = OptimizerPanel(session)
    show(panel, qtbot)
    qtbot.waitUntil(lambda: panel.model.rowCount() == 5)
    session.apply(MoveOptimizer("follow"))
    session.undo_stack.undo()
    qtbot.waitUntil(lambda: "2 not with their parameter" in panel.headline.text())
    session.apply(MoveOptimizer("follow"))
    session.close()
    QApplication.processEvents()
    assert panel.model.rowCount() == 0


def test_a_hidden_table_catches_up_when_it_is_shown(session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    panel = OptimizerPanel(session)
    qtbot.addWidget(panel)
    session.apply(MoveOptimizer("follow"))
    assert panel.model.rowCount() == 0
    show(panel, qtbot)
    qtbot.waitUntil(lambda: "all with their parameters" in panel.headline.text())


@pytest.mark.parametrize("make", [DetailsPanel, MemoryPanel, OptimizerPanel])
def test_a_file_without_tensors(make: type[QWidget], session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    panel = make(session)  # type: ignore[arg-type]
    show(panel, qtbot)
    catalogue = opened(session, saved(tmp_path, lambda tensor: {"epoch": 3, "lists": [[], {}]}, "empty.pth"))
    for entry in range(len(catalogue)):
        session.set_current(entry)
        QApplication.processEvents()
    panel.grab()


def test_where_all_state_is_with_its_parameters_one_column_says_it(
    session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    panel = OptimizerPanel(session)
    qtbot.addWidget(panel)
    panel.resize(272, 400)
    panel.show()
    qtbot.waitUntil(lambda: bool(panel.model.rows))
    header = panel.view.horizontalHeader()
    assert not header.isSectionHidden(3)
    session.apply(MoveOptimizer(FOLLOW))
    qtbot.waitUntil(lambda: header.isSectionHidden(3))
    assert header.sectionSize(1) >= 110

"""What of the tree is in sight: columns that give way to others, long names, and the selection after a search."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import gui.panels.tree
from core.catalogue import Catalogue
from gui.panels.tree import TreePanel
from gui.session import Session
from tests.gui.documents import opened, saved, two_gpus


@pytest.fixture
def catalogue(session: Session, tmp_path: Path) -> Catalogue:
    return opened(session, saved(tmp_path, two_gpus))


@pytest.fixture
def panel(session: Session, catalogue: Catalogue, qtbot: QtBot) -> TreePanel:
    panel = TreePanel(session)
    qtbot.addWidget(panel)
    panel.resize(900, 300)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def in_sight(panel: TreePanel, node: int) -> bool:
    """Whether the row of a node shows and lies within the table."""
    row = panel.model.row(node)
    return row >= 0 and panel.view.viewport().rect().contains(panel.view.visualRect(panel.model.index(row, 0)))


@pytest.mark.parametrize("beside", [False, True])
def test_clearing_a_search_keeps_the_selected_rows_in_sight(
    panel: TreePanel,
    session: Session,
    catalogue: Catalogue,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    beside: bool,
) -> None:
    if beside:
        monkeypatch.setattr(gui.panels.tree, "MANY_ENTRIES", 0)
    panel.resize(900, 180)
    panel.fold_all()
    qtbot.waitUntil(lambda: not panel.busy)
    nodes = [catalogue.find(f"optimizer/state/{place}/exp_avg") for place in (3, 4)]
    session.set_filter("exp_avg")
    qtbot.waitUntil(lambda: not panel.busy)
    panel.view.select_nodes(nodes)
    session.set_filter("")
    qtbot.waitUntil(lambda: not panel.busy)
    assert list(panel.view.selected_nodes()) == nodes
    assert in_sight(panel, nodes[0])

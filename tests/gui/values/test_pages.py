"""The pages of the panel for several tensors, and for a parameter with its optimizer, as one comes to them."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from gui.session.session import Session
from gui.values.one_tensor import UPDATE
from gui.values.panel import ValuesPanel
from tests.gui.documents import opened
from tests.gui.user import show
from tests.values.test_update import trained


@pytest.fixture
def adam(session: Session, tmp_path: Path) -> Catalogue:
    torch.save(trained(torch.optim.Adam)[0], tmp_path / "f.pth")
    return opened(session, tmp_path / "f.pth")


@pytest.fixture
def panel(session: Session, adam: Catalogue, qtbot: QtBot) -> ValuesPanel:
    made = ValuesPanel(session)
    show(made, qtbot, 300, 600)
    return made


def select(panel: ValuesPanel, session: Session, qtbot: QtBot, *entries: int) -> None:
    session.set_selection(list(entries))
    qtbot.waitUntil(lambda: panel.one is not None and panel.several is not None)
    assert panel.several is not None
    qtbot.waitUntil(lambda: panel.pages.currentIndex() > 0 and not panel.several.busy)  # type: ignore[union-attr]


def test_a_module_shows_all_of_its_tensors(panel: ValuesPanel, session: Session, adam: Catalogue, qtbot: QtBot) -> None:
    select(panel, session, qtbot, adam.find("model"))
    assert panel.several is not None
    assert panel.pages.currentWidget() is panel.several
    assert [row.key for row in panel.several.model.rows] == ["a.weight", "a.bias", "b.weight", "b.bias"]
    assert panel.width() == 300  # it takes no more room than there is


def test_a_parameter_has_its_optimizer_beside_it_and_others_have_none(
    panel: ValuesPanel, session: Session, adam: Catalogue, qtbot: QtBot
) -> None:
    select(panel, session, qtbot, adam.find("model/b.weight"))
    one = panel.one
    assert one is not None
    qtbot.waitUntil(lambda: one.known is not None and one.known.settled)
    assert one.tabs.isTabVisible(UPDATE)
    one.tabs.setCurrentIndex(UPDATE)
    assert one.pages.currentWidget() is one.update_page
    qtbot.waitUntil(lambda: one.update_page.found is not None)
    select(panel, session, qtbot, adam.find("model/a.bias"))
    qtbot.waitUntil(lambda: one.update_page.found is not None and one.update_page.found.moments.name == "a.bias")
    select(panel, session, qtbot, adam.find("model"))
    assert not one.update_page.busy

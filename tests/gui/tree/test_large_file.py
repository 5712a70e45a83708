"""Rows of a large file are laid out beside the event loop, and nothing asked meanwhile is lost."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

import gui.tree.menu
import gui.tree.table_model
from core.catalogue.catalogue import Catalogue
from core.catalogue.search import search
from gui.document.selection import held
from gui.session.session import NO_ENTRY, Session
from gui.tree.panel import TreePanel
from tests.gui.tree.user import shown


def test_only_the_latest_of_many_searches_is_shown(
    panel: TreePanel, session: Session, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.set_filter("embed")
    few = shown(panel)
    session.set_filter("")
    monkeypatch.setattr(gui.tree.table_model, "MANY_ENTRIES", 0)
    before, answers = shown(panel), []
    session.filter_answered.connect(lambda found, _objection: answers.append(found))
    for text in ("conv", "conv weight", "embed"):
        session.set_filter(text)
    assert shown(panel) == before
    qtbot.waitUntil(lambda: bool(answers))
    qtbot.wait(50)
    assert answers == [len(search(catalogue, "embed"))]
    assert shown(panel) == few
    session.set_filter("")
    assert shown(panel) == before


def test_what_the_user_folds_while_rows_are_laid_out_is_not_lost(
    panel: TreePanel, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.unfold_all()
    monkeypatch.setattr(gui.tree.table_model, "MANY_ENTRIES", 0)
    panel.keys_button.click()
    assert panel.busy
    panel.model.fold(panel.model.row(catalogue.find("optimizer")))
    qtbot.waitUntil(lambda: not panel.busy)
    assert "module.embed.weight" in shown(panel)
    assert panel.model.row(catalogue.find("optimizer/state")) < 0


@pytest.mark.parametrize("text", ["conv[", "module.embed"], ids=["that fails", "that finds"])
@pytest.mark.parametrize("first", ["toggle", "search"])
def test_a_search_does_not_lose_the_toggle_that_is_laid_out(
    panel: TreePanel, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, first: str, text: str
) -> None:
    monkeypatch.setattr(gui.tree.table_model, "MANY_ENTRIES", 0)
    with qtbot.waitSignal(session.filter_answered) as answer:
        if first == "toggle":
            panel.keys_button.click()
        session.set_filter(text, True)
        if first == "search":
            panel.keys_button.click()
    assert bool(answer.args[1]) == (text == "conv[")
    qtbot.waitUntil(lambda: not panel.busy)
    assert "module.embed.weight" in shown(panel)


def test_an_entry_is_revealed_while_a_search_runs(
    panel: TreePanel, session: Session, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gui.tree.table_model, "MANY_ENTRIES", 0)
    with qtbot.waitSignal(session.filter_answered):
        session.set_filter("embed")
    panel.keys_button.click()
    qtbot.waitUntil(lambda: not panel.busy)
    panel.modules_button.click()  # what was there before the filter is forgotten: it has to be laid out anew
    entry = catalogue.find("model/module.layer1.0.conv.bias")
    session.reveal(entry)
    qtbot.waitUntil(lambda: not panel.busy)
    assert session.filter_text == ""
    assert list(panel.view.selected_nodes()) == [entry]


def test_of_many_tensors_the_containers_are_selected(
    panel: TreePanel, session: Session, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gui.tree.panel, "_MOST_UNFOLDED", 3)
    panel.fold_all()
    on_gpu = [tensor.entry for row, tensor in enumerate(catalogue.tensors) if catalogue.device_of(row) == "cuda:1"]
    in_state = [tensor.entry for tensor in catalogue.tensors if tensor.role == "optimizer"]
    for entries in (on_gpu, in_state):
        session.request_selection(entries)
        rows = frozenset(held(catalogue, session.selection).rows)
        assert sorted(catalogue.tensors[row].entry for row in rows) == sorted(entries)
    assert list(panel.view.selected_nodes()) == [catalogue.find("optimizer")]


def test_a_module_that_stands_for_its_tensors_is_no_current_entry(
    panel: TreePanel, session: Session, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gui.tree.panel, "_MOST_UNFOLDED", 0)
    session.request_selection(
        [catalogue.find("model/module.layer1.0.conv.weight"), catalogue.find("model/module.layer1.0.conv.bias")]
    )
    assert panel.view.current_node() >= len(catalogue)
    assert session.current == NO_ENTRY

"""The panel follows the selection and says what torch says of the numbers."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
import torch
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.edits.edits import Cast, Drop
from gui.plots.number_text import number_text
from gui.session.session import Session
from gui.values import reading
from gui.values.one_tensor import HISTOGRAM, NUMBERS, PICTURE, OneTensor
from gui.values.panel import ValuesPanel
from tests.gui.documents import catalogue_of
from tests.gui.values.conftest import Pick, settled, tensors


def said(page: OneTensor) -> dict[str, str]:
    """The facts on show."""
    return {fact.name: fact.text for fact in page.facts.facts}


@pytest.mark.parametrize("name", ["conv.weight", "big", "bias", "bf"])
def test_the_facts_are_those_of_torch(pick: Pick, name: str) -> None:
    tensor = tensors()[name].double()
    found = said(pick(name))
    assert found == {
        "min": number_text(tensor.min().item()),
        "max": number_text(tensor.max().item()),
        "mean": number_text(tensor.mean().item()),
        "std": number_text(tensor.std().item()),
        "L1": number_text(tensor.norm(1).item()),
        "L2": number_text(tensor.norm().item()),
        "zeros": "0",
        "NaN": "0",
        "±Inf": "0",
        "denorm": "0",
    }


def test_what_is_no_number_is_told_in_red(pick: Pick) -> None:
    page = pick("odd")
    found = said(page)
    assert (found["lowest"], found["highest"], found["NaN"], found["±Inf"]) == ("1", "6", "1 (16.7%)", "+1 −1")
    assert {fact.name for fact in page.facts.facts if fact.bad} >= {"NaN", "±Inf", "mean"}


def test_percentiles_and_few_distinct_numbers(pick: Pick) -> None:
    tensor = tensors()["big"].double().reshape(-1)
    page = pick("big")
    found = {fact.name: fact.text for fact in page.histogram.percentiles.facts}
    assert found["50 %"] == number_text(torch.quantile(tensor, 0.5).item())
    assert not page.histogram.distinct.isVisibleTo(page)
    page = pick("ids")
    counts = torch.bincount(tensors()["ids"].reshape(-1))
    assert page.histogram.distinct.text() == f"3 distinct: 0 ({counts[0]}), 1 ({counts[1]}), 2 ({counts[2]})"


def test_a_large_tensor_is_seen_at_a_glance_and_then_in_full(
    panel: ValuesPanel, pick: Pick, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "AT_ONCE", 1000)
    page = pick("bias")  # so that the page is there
    steps = []
    page._show_known = lambda known, show=page._show_known: (steps.append((known.counted, known.settled)), show(known))
    pick("big")
    assert steps == [(False, False), (True, False), (True, True)]
    assert said(page)["zeros"] == "0"


def test_a_stale_answer_is_dropped(panel: ValuesPanel, pick: Pick, session: Session, qtbot: QtBot) -> None:
    page = pick("bias")
    catalogue = session.catalogue
    assert catalogue is not None
    for name in ("big", "conv.weight", "big", "ids", "odd"):
        session.set_selection([catalogue.find(f"model/{name}")])
        QApplication.processEvents()
    qtbot.waitUntil(lambda: page.title.text() == "odd")
    settled(page, qtbot)
    assert said(page)["NaN"] == "1 (16.7%)"


def test_nothing_is_read_as_long_as_nobody_looks(session: Session, file: Path, qtbot: QtBot) -> None:
    session.open_catalogue(catalogue_of(file))
    panel = ValuesPanel(session)
    qtbot.addWidget(panel)
    session.set_selection([session.catalogue.find("model/big")])  # type: ignore[union-attr]
    QApplication.processEvents()
    assert panel.one is None
    panel.show()
    qtbot.waitUntil(lambda: panel.one is not None and panel.one.known is not None)


def test_sentences_where_there_are_no_numbers(panel: ValuesPanel, pick: Pick, session: Session) -> None:
    assert panel.sentence.text().startswith("Select a tensor")
    catalogue = session.catalogue
    assert catalogue is not None
    session.set_selection([catalogue.find("epoch")])
    QApplication.processEvents()
    assert panel.sentence.text().startswith("You selected no tensor")
    session.close()
    QApplication.processEvents()
    assert panel.sentence.text() == "Open a checkpoint to look at its numbers."


def test_a_tensor_without_numbers_and_one_with_one(
    panel: ValuesPanel, session: Session, pick: Pick, qtbot: QtBot
) -> None:
    page = pick("scalar")
    assert said(page)["min"] == "3.25"
    assert [page.tabs.isTabVisible(tab) for tab in (HISTOGRAM, PICTURE, NUMBERS)] == [False, False, True]
    assert page.numbers.grid.model.value(0, 0) == 3.25
    session.set_selection([session.catalogue.find("model/empty")])  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: "is empty" in page.note.text())
    assert not page._body.isVisibleTo(page)
    assert page._body.isVisibleTo(page) is False
    page = pick("bias")
    assert page._body.isVisibleTo(page)
    assert page.tabs.isTabVisible(HISTOGRAM)


def test_a_quantised_tensor_says_by_what_and_shows_what_it_stands_for(pick: Pick) -> None:
    page = pick("q")
    assert page.note.text() == "Quantized: scale 0.05, zero point 3. The numbers shown are those of dequantize()."
    expected = tensors()["q"].dequantize().numpy()
    assert page.numbers.grid.model.value(1, 2) == expected[1, 2]


def test_a_dropped_tensor_says_so_and_a_cast_one_what_it_becomes(pick: Pick, session: Session, qtbot: QtBot) -> None:
    page = pick("bias")
    catalogue = session.catalogue
    assert catalogue is not None
    entry = catalogue.find("model/bias")
    session.apply(Drop(entry))
    assert page.note.text().startswith("You dropped this tensor")
    session.undo()
    assert not page.note.text()
    session.apply(Cast("bfloat16", frozenset([catalogue.rows[entry]])))
    qtbot.waitUntil(lambda: page.subtitle.text().startswith("float32 → bfloat16"))
    settled(page, qtbot)
    assert page.numbers.grid.model.value(0, 0) == tensors()["bias"].bfloat16()[0].item()


def test_a_file_that_has_changed_is_told_in_the_panel(
    pick: Pick, session: Session, panel: ValuesPanel, file: Path, qtbot: QtBot
) -> None:
    page = pick("bias")
    torch.save({"model": {"bias": torch.zeros(3)}}, file)
    os.utime(file, ns=(1, 1))
    session.set_selection([session.catalogue.find("model/big")])  # type: ignore[union-attr]
    qtbot.waitUntil(page.error.isVisible)
    assert "has changed on disk since it was opened" in page.error.text()
    assert not page._body.isVisible()


def test_optimizer_state_is_called_what_it_belongs_to(session: Session, small_file: Path, qtbot: QtBot) -> None:
    session.open_catalogue(catalogue_of(small_file))
    panel = ValuesPanel(session)
    qtbot.addWidget(panel)
    panel.show()
    catalogue = session.catalogue
    assert catalogue is not None
    row = next(
        row for row, tensor in enumerate(catalogue.tensors) if "exp_avg of" in (catalogue.meaning(tensor.entry) or "")
    )
    session.set_selection([catalogue.tensors[row].entry])
    qtbot.waitUntil(lambda: panel.one is not None and panel.one.known is not None)
    assert panel.one is not None
    assert panel.one.title.text().startswith("exp_avg of ")
    qtbot.waitUntil(lambda: panel.one is not None and not panel.one.busy and not panel.one.numbers.grid.model.busy)


def test_facts_and_pages_stand_side_by_side_where_there_is_room(pick: Pick, panel: ValuesPanel) -> None:
    page = pick("conv.weight")
    assert page.tabs.mapTo(page, page.tabs.rect().topLeft()).y() > page.facts.geometry().bottom()
    panel.resize(900, 600)
    QApplication.processEvents()
    assert page.tabs.mapTo(page, page.tabs.rect().topLeft()).x() > page.facts.width()
    panel.resize(290, 600)
    QApplication.processEvents()
    assert page.minimumSizeHint().width() <= 290
    assert np.isfinite(page.facts.width())

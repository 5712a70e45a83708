"""Little room: what does not fit scrolls, and no figure is cut."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch
from PySide6.QtWidgets import QApplication

from gui.health.map import Splitter
from gui.plots.number_text import told_apart
from gui.session.session import Session
from gui.values.facts import Fact
from gui.values.model import chosen
from gui.values.one_tensor import NUMBERS
from gui.values.panel import ValuesPanel
from tests.gui.documents import opened
from tests.gui.values.conftest import Pick


def test_a_low_panel_scrolls_and_cuts_nothing(pick: Pick, panel: ValuesPanel) -> None:
    page = pick("five")
    page.tabs.setCurrentIndex(NUMBERS)
    panel.resize(282, 265)
    QApplication.processEvents()
    for widget in (page.facts, page.planes, page.numbers.grid):
        assert widget.height() >= widget.minimumSizeHint().height()
        assert widget.geometry().right() <= page._body.width()
    assert page._body.visibleRegion().boundingRect().height() < page._body.height()


def test_figures_are_never_cut(pick: Pick, panel: ValuesPanel) -> None:
    page = pick("five")
    for text in ("1", "-1.235e-05", "493967836626940257"):
        page.facts.show_facts([Fact(f"f{n}", text, "", place=(0,) if n % 2 else None) for n in range(6)])
        QApplication.processEvents()
        for _name, label, link in page.facts._labels[:6]:
            figure = link if link.isVisible() else label
            assert figure.width() >= figure.fontMetrics().horizontalAdvance(text), text


def test_a_quantised_tensor_is_shown_without_its_scales(session: Session, tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scales, zeros = torch.tensor([0.1, 0.2]), torch.zeros(2, dtype=torch.long)
        tensor = torch.quantize_per_channel(torch.randn(2, 3), scales, zeros, 0, torch.qint8)
    torch.save({"q": tensor}, tmp_path / "q.pth")
    catalogue = opened(session, tmp_path / "q.pth")
    entry = catalogue.find("q")
    assert chosen(session.preview, [entry], entry).rows == (catalogue.rows[entry],)
    assert sorted(row for block in Splitter(catalogue).blocks(9) for row in block.rows) == [
        0,
        1,
        2,
    ]  # each has its cell


def test_numbers_that_differ_late_are_told_apart() -> None:
    assert told_apart([-123.456024, -123.456017]) == ["-123.456024", "-123.456017"]
    assert told_apart([0.5, 0.25, float("nan")]) == ["0.5", "0.25", "nan"]
    assert told_apart([True, False]) == ["True", "False"]

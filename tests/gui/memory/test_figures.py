"""Bars and timeline show the figures of the library."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.memory.ledger import OWNERS
from core.memory.strategies import STRATEGIES
from gui.memory.bars_model import CONTEXT, HOST
from gui.memory.board import MemoryBoard
from gui.memory.panel import MemoryPanel
from gui.session.session import Session
from tests.gui.documents import opened, saved, two_gpus
from tests.gui.memory.user import choose_item, click, drawn_bars, expected, show, words


def test_the_bars_are_the_figures_of_the_library(panel: MemoryBoard, session: Session) -> None:
    analysis = expected(panel, session)
    assert [row.id for row in panel.rows] == [strategy.id for strategy in STRATEGIES if not strategy.planned]
    compared = 0
    for outcome in analysis.outcomes:
        bars = drawn_bars(panel, outcome.strategy.id)
        touched = {device for phase in outcome.phases for device in phase.devices}
        assert {device for bar in bars for device in bar.devices} == touched
        for bar, device in ((one, device) for one in bars for device in one.devices):
            peaks = {phase.name: phase.devices[device] for phase in outcome.phases if device in phase.devices}
            state = peaks[bar.phase]
            assert bar.total == state.peak == max(other.peak for other in peaks.values())
            assert sum(part.nbytes for part in bar.segments) == bar.total
            figures = {part.owner: part.nbytes for part in bar.segments}
            assert figures[CONTEXT] == state.context
            assert {owner: figures.get(owner, 0) for owner in OWNERS} == dict(state.owners)
            assert bar.capacity == panel.controls.machine.capacity
            compared += 1
    assert compared > len(panel.rows)


def test_the_timeline_is_the_phases_of_the_library(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    click(panel, "map-target", qtbot)
    outcome = expected(panel, session).outcome("map-target")
    plot = panel.timeline.plot
    assert plot is not None
    assert plot.timeline.device == outcome.device
    for phase, drawn in zip(outcome.phases, plot.timeline.phases, strict=True):
        state = phase.devices["cuda:0"]
        assert (drawn.phase, drawn.total) == (phase.name, state.peak)
        assert sum(part.nbytes for part in drawn.segments) == state.peak
    model = plot._stacks["model", True].opts
    drawn_widths = dict(zip(model["y"], model["width"], strict=True))
    for place, phase in enumerate(outcome.phases):
        assert drawn_widths[place] == phase.devices["cuda:0"].owners["model"]


def test_main_memory_has_a_timeline_too(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    click(panel, "map-cpu", qtbot)
    choose_item(panel.timeline.device, HOST)
    outcome = expected(panel, session).outcome("map-cpu")
    assert panel.timeline.plot is not None
    wanted = [max(p.host.peak, p.host.anonymous + p.host.file + p.host.kept) for p in outcome.phases]
    assert [phase.total for phase in panel.timeline.plot.timeline.phases] == wanted
    click(panel, "mmap-cpu", qtbot)
    assert panel.timeline.device.currentText() == HOST  # stays where it was put


def test_pointing_at_a_phase_gives_the_exact_figures(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    click(panel, "map-cpu", qtbot)
    QApplication.processEvents()
    plot = panel.timeline.plot
    assert plot is not None
    state = expected(panel, session).outcome("map-cpu").phases[3].devices["cuda:0"]
    place = plot.getViewBox().mapViewToScene(QPointF(1000.0, 3.0))
    tip = plot.tip_at(place)
    assert tip.startswith("optimizer.load_state_dict · cuda:0")
    assert f"{state.peak:,}" in tip
    assert f"optimizer: {state.owners['optimizer']:,}" in tip
    assert plot.tip_at(plot.getViewBox().mapViewToScene(QPointF(0.0, 40.0))) == ""


def test_all_bars_have_one_scale(panel: MemoryBoard) -> None:
    choose_item(panel.controls.gpus, "4")
    choose_item(panel.controls.ranks, "4")
    lines = [line for widget in panel.strategies.widgets for line in widget.bars if line.isVisibleTo(widget)]
    assert len({line.bar.label for line in lines if line.bar is not None}) > 2
    assert len({(line.track().left(), line.track().width(), line.scale) for line in lines}) == 1


def scripted(folder: Path) -> Path:
    """A TorchScript archive."""
    path = folder / "scripted.pt"
    torch.jit.script(torch.nn.Linear(2, 3)).save(str(path))
    return path


@pytest.mark.filterwarnings("ignore")
def test_a_file_without_a_prediction_has_one_row_and_its_own_code(
    session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    """Also where a way was chosen for the file before."""
    opened(session, saved(tmp_path, two_gpus))
    panel = MemoryPanel(session)
    show(panel, qtbot)
    qtbot.waitUntil(lambda: panel.board.analysis is not None)
    panel.board.choose("map-cpu")
    opened(session, scripted(tmp_path))
    qtbot.waitUntil(lambda: len(panel.board.rows) == 1)
    (row,) = panel.board.rows
    assert row.title == "torch.jit.load(f, map_location='cpu')"
    assert "Load it with torch.jit.load" in panel.board.headline.label.text().replace("\u200b", "")
    assert "torch.jit.load(f" in panel.board.recipe.text.toPlainText()
    assert "load_state_dict" not in panel.board.recipe.text.toPlainText()


def test_that_torch_refuses_the_file_is_said_on_top(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "named.pt"
    torch.save({"model": torch.nn.Linear(2, 3).state_dict(), "args": argparse.Namespace(lr=0.1)}, path)
    opened(session, path)
    panel = MemoryPanel(session)
    show(panel, qtbot)
    qtbot.waitUntil(lambda: panel.board.analysis is not None)
    assert words(panel.board).endswith(", but plain torch.load refuses the file.")
    assert "refuses this file" in panel.board.headline.toolTip()
    assert "argparse.Namespace" in panel.board.recipe.text.toPlainText()

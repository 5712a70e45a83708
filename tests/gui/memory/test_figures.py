"""Bars and timeline show the figures of the library."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
import torch
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.memory.ledger import OWNERS
from core.memory.sizes import memory_text
from core.memory.strategies import STRATEGIES
from gui.memory.model import ANONYMOUS, CONTEXT, HOST, KEPT, Segment, range_text
from gui.memory.panel import PEAK, RAM, SPARE, MemoryBoard, MemoryPanel
from gui.session.session import Session
from tests.gui.documents import opened, saved, two_gpus
from tests.gui.memory.user import cell, choose_item, click, expected, show, way_bars, words


def test_a_range_has_the_unit_of_each_end() -> None:
    kept = [Segment(KEPT, 4 << 20)]
    assert range_text((4 << 20) + 24, [*kept, Segment(ANONYMOUS, 24)]) == "24 B–4.00 MiB"
    assert range_text(6 << 20, kept) == "2.00–6.00 MiB"


def test_the_bars_are_the_figures_of_the_library(panel: MemoryBoard, session: Session) -> None:
    analysis = expected(panel, session)
    assert {row.id for row in panel.rows} == {strategy.id for strategy in STRATEGIES if not strategy.planned}
    compared = 0
    for outcome in analysis.outcomes:
        bars = way_bars(panel, outcome.strategy.id)
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


def test_a_row_has_the_figures_of_the_library(panel: MemoryBoard, session: Session) -> None:
    analysis = expected(panel, session)
    for outcome in analysis.outcomes:
        way = outcome.strategy.id
        assert cell(panel, way, PEAK) == memory_text(outcome.peak)
        assert cell(panel, way, SPARE) == memory_text(outcome.spare)
        assert cell(panel, way, RAM) == memory_text(outcome.host_peak)


def test_the_phases_are_those_of_the_library(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    click(panel, "map-target", qtbot)
    outcome = expected(panel, session).outcome("map-target")
    assert panel.phases.device.currentText() == outcome.device
    for phase, line in zip(outcome.phases, panel.phases.bars, strict=True):
        state, drawn = phase.devices["cuda:0"], line.bar
        assert drawn is not None
        assert (drawn.label, drawn.total) == (phase.name, state.peak)
        assert sum(part.nbytes for part in drawn.segments) == state.peak
        assert {part.owner: part.nbytes for part in drawn.segments}["model"] == state.owners["model"]


def test_main_memory_has_phases_too(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    click(panel, "map-cpu", qtbot)
    choose_item(panel.phases.device, HOST)
    outcome = expected(panel, session).outcome("map-cpu")
    wanted = [max(p.host.peak, p.host.anonymous + p.host.file + p.host.kept) for p in outcome.phases]
    assert [line.bar.total for line in panel.phases.bars if line.bar] == wanted
    click(panel, "mmap-cpu", qtbot)
    assert panel.phases.device.currentText() == HOST  # stays where it was put


def test_pointing_at_a_phase_gives_the_exact_figures(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    click(panel, "map-cpu", qtbot)
    QApplication.processEvents()
    state = expected(panel, session).outcome("map-cpu").phases[3].devices["cuda:0"]
    line = panel.phases.bars[3].bar
    assert line is not None
    tip = line.tip
    assert tip.startswith("optimizer.load_state_dict · cuda:0")
    assert f"{state.peak:,}" in tip
    assert f"optimizer: {state.owners['optimizer']:,}" in tip
    assert f"the card has {panel.controls.machine.capacity:,}" in tip


def test_all_phases_have_one_scale(panel: MemoryBoard) -> None:
    lines = [line for line in panel.phases.bars if line.isVisibleTo(panel.phases)]
    assert len(lines) == 6
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
    assert words(panel.board).startswith("Yes, with torch.load(f) and safe_globals: it takes ")
    assert words(panel.board).endswith(". Plain torch.load refuses the file.")
    assert "refuses this file" in panel.board.headline.toolTip()
    assert "argparse.Namespace" in panel.board.recipe.text.toPlainText()

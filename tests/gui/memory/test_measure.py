"""The cards of this machine, and measured beside predicted."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import RemapDevice
from core.memory.machine import Machine
from core.memory.measure import CannotMeasure, Measurement
from core.memory.sizes import GIB
from core.memory.strategies import Strategy
from core.progress import Tick
from core.torch_child.gpus import LiveCards
from core.torch_child.limits import MEMORY, UNLIMITED, USUAL, Limits, OverLimit
from gui.memory import measure as measure_module
from gui.memory.panel import MemoryBoard, MemoryPanel
from gui.session.session import Session
from tests.gui.memory.user import cards, choose_item, click, expected, show

LEFT = Qt.MouseButton.LeftButton


def test_the_gauges_show_the_cards_and_the_machine_begins_with_them(
    session: Session, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [cards(GIB, 0), cards(2 * GIB, 0)]
    monkeypatch.setattr(measure_module, "live_cards", lambda: answers.pop(0) if len(answers) > 1 else answers[0])
    monkeypatch.setattr(measure_module, "INTERVAL", 10)
    shown = MemoryPanel(session)
    show(shown, qtbot)
    board = shown.board
    qtbot.waitUntil(lambda: board.controls.machine.capacity == 22 * GIB)
    assert board.controls.machine.gpus == 2
    choose_item(board.controls.gpus, "1")
    board.all.setChecked(True)
    board.pages.setCurrentWidget(board.measure)
    gauges = board.measure.gauges
    qtbot.waitUntil(lambda: len(gauges.gauges) == 2 and gauges.gauges[0].card == cards(2 * GIB, 0).cards[0])
    assert board.controls.machine.gpus == 1  # what the user chose stays
    assert f"others: {2 * GIB - 5:,}" in gauges.gauges[0].toolTip()
    assert "<b>" not in gauges.gauges[0].toolTip()
    assert gauges.quiet.isHidden()
    shown.grab()
    board.pages.setCurrentIndex(0)
    qtbot.waitUntil(lambda: not gauges._latest.busy)
    assert not gauges._timer.isActive()


def test_no_card_is_said_quietly(panel: MemoryBoard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure_module, "live_cards", lambda: LiveCards((), "No live gauge: nothing is here."))
    panel.pages.setCurrentWidget(panel.measure)
    qtbot.waitUntil(lambda: panel.measure.gauges.quiet.text() == "No live gauge: nothing is here.")
    assert panel.measure.gauges.gauges == []
    assert not panel.measure.gauges._timer.isActive()


def measured(panel: MemoryBoard, session: Session, extra: int) -> Measurement:
    outcome = expected(panel, session).outcome(panel.chosen)
    phases = tuple(
        replace(phase, host=replace(phase.host, peak=phase.host.peak + extra, anonymous=phase.host.anonymous + extra))
        for phase in outcome.phases
    )
    return Measurement(outcome.strategy, phases, "2.13.0", 1.5)


def test_measured_is_laid_beside_predicted(
    panel: MemoryBoard, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, Machine, bool]] = []

    def measure(
        preview: object, strategy: Strategy, machine: Machine, *, keep: bool, tick: Tick, limits: Limits
    ) -> Measurement:
        asked.append((strategy.id, machine, keep))
        tick(3, 6)
        return measured(panel, session, 1000)

    monkeypatch.setattr(measure_module, "measure", measure)
    monkeypatch.setattr(measure_module, "why_not", lambda *_a, **_k: None)
    choose_item(panel.controls.target, "cpu")
    click(panel, "map-cpu", qtbot)
    panel.pages.setCurrentWidget(panel.measure)
    qtbot.mouseClick(panel.measure.start, LEFT)
    qtbot.waitUntil(lambda: panel.measure.measurement is not None)
    assert asked == [("map-cpu", panel.controls.machine, False)]
    phases = expected(panel, session).outcome("map-cpu").phases
    rows = panel.measure.model.rows
    assert [(row.phase, row.predicted, row.measured - row.predicted) for row in rows] == [
        (phase.name, phase.host.anonymous + phase.host.file, 1000) for phase in phases
    ]
    panel.pages.setCurrentWidget(panel.phases)
    bars = [line.bar for line in panel.phases.bars if line.bar is not None]
    assert [(bar.label, bar.measured) for bar in bars] == [(phase.name, phase.host.peak + 1000) for phase in phases]
    tip = panel.phases.bars[1].toolTip()
    assert f"measured: {phases[1].host.peak + 1000:,}" in tip
    click(panel, "mmap-cpu", qtbot)
    assert panel.measure.measurement is None
    click(panel, "map-cpu", qtbot)
    assert panel.measure.measurement is not None
    session.apply(RemapDevice("cuda:*", "cpu"))
    QApplication.processEvents()
    assert panel.measure.measurement is None  # of another file than this one


def test_measuring_can_be_stopped(
    panel: MemoryBoard, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

    def measure(*_arguments: object, tick: Tick, **_options: object) -> Measurement:
        begun.set()
        for _ in range(2000):
            tick(1, 6)
            time.sleep(0.005)
        raise AssertionError("was not stopped")

    monkeypatch.setattr(measure_module, "measure", measure)
    monkeypatch.setattr(measure_module, "why_not", lambda *_a, **_k: None)
    panel.pages.setCurrentWidget(panel.measure)
    qtbot.mouseClick(panel.measure.start, LEFT)
    assert begun.wait(60)
    assert panel.measure.progress.isVisible()
    qtbot.mouseClick(panel.measure.progress.cancel_button, LEFT)
    qtbot.waitUntil(lambda: not panel.measure.progress.isVisible())
    assert "You stopped it" in panel.measure.note.text()
    assert panel.measure.measurement is None


def test_what_cannot_be_measured_is_said(panel: MemoryBoard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure_module, "why_not", lambda *_a, **_k: "It needs cuda:0, which is not here.")
    panel.pages.setCurrentWidget(panel.measure)
    click(panel, "map-target", qtbot)
    assert not panel.measure.start.isVisible()
    assert "It needs cuda:0" in panel.measure.note.text().replace("\u200b", "")

    def fail(*_arguments: object, **_options: object) -> Measurement:
        raise CannotMeasure("The measuring process was ended by signal 9.")

    monkeypatch.setattr(measure_module, "why_not", lambda *_a, **_k: None)
    monkeypatch.setattr(measure_module, "measure", fail)
    click(panel, "map-cpu", qtbot)
    qtbot.mouseClick(panel.measure.start, LEFT)
    qtbot.waitUntil(lambda: "signal 9" in panel.measure.note.text())
    assert not panel.measure.freely.isVisible()


def test_what_was_stopped_at_a_limit_can_be_measured_without(
    panel: MemoryBoard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Limits] = []

    def stop(*_arguments: object, limits: Limits, **_options: object) -> Measurement:
        asked.append(limits)
        raise OverLimit(MEMORY, Limits().for_bytes(0))

    monkeypatch.setattr(measure_module, "why_not", lambda *_a, **_k: None)
    monkeypatch.setattr(measure_module, "measure", stop)
    panel.pages.setCurrentWidget(panel.measure)
    click(panel, "map-cpu", qtbot)
    qtbot.mouseClick(panel.measure.start, LEFT)
    qtbot.waitUntil(panel.measure.freely.isVisible)
    assert "needed more than the 1.00" in panel.measure.note.text()
    panel.measure.freely.click()
    qtbot.waitUntil(lambda: len(asked) == 2 and panel.measure.freely.isVisible())
    assert asked == [USUAL, UNLIMITED]

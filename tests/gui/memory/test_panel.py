"""The memory panel: its bars are the library's figures, they follow the plan, and nothing of it is cut."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
import torch
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Drop, RemapDevice
from core.memory.allocator import GIB, MIB
from core.memory.analysis import ERROR, LOADS, OUT_OF_MEMORY, Analysis, predict_memory
from core.memory.ledger import OWNERS
from core.memory.machine import Machine
from core.memory.measure import CannotMeasure, Measurement
from core.memory.strategies import STRATEGIES, Strategy
from core.progress import Tick
from core.torch_child.gpus import Card, LiveCards
from core.torch_child.limits import MEMORY, UNLIMITED, USUAL, Limits, OverLimit
from gui.app.window import MainWindow
from gui.jobs import latest_job
from gui.look import theme
from gui.memory import analyst as memory_analyst
from gui.memory import gauges as gauges_module
from gui.memory import measure as measure_module
from gui.memory import plot as plot_module
from gui.memory import timeline as timeline_module
from gui.memory.bars_model import CONTEXT, HOST, Bar, StrategyRow
from gui.memory.board import MemoryBoard
from gui.memory.panel import MemoryPanel
from gui.session.session import Session
from tests.gui.documents import opened, saved, two_gpus

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No job on a busy machine where a quick one would need none."""
    monkeypatch.setattr(latest_job, "LONGEST_PAUSE", 1e6)


@pytest.fixture
def catalogue(session: Session, tmp_path: Path) -> Catalogue:
    return opened(session, saved(tmp_path, two_gpus))


@pytest.fixture
def shown(session: Session, catalogue: Catalogue, qtbot: QtBot) -> MemoryPanel:
    """The panel on a machine with two cards, where the file of two GPUs loads as it is."""
    made = MemoryPanel(session)
    show(made, qtbot)
    qtbot.waitUntil(lambda: made.board.analysis is not None)
    choose_item(made.board.controls.gpus, "2")
    return made


@pytest.fixture
def panel(shown: MemoryPanel) -> MemoryBoard:
    """What is in the panel."""
    return shown.board


def show(panel: QWidget, qtbot: QtBot) -> None:
    qtbot.addWidget(panel)
    panel.resize(320, 640)
    panel.show()
    qtbot.waitExposed(panel)
    qtbot.wait(50)  # it is painted, then made, then painted and worked out


def choose_item(box: QComboBox, text: str) -> None:
    """As a user does with the list."""
    place = box.findText(text)
    assert place >= 0
    box.setCurrentIndex(place)
    box.activated.emit(place)
    QApplication.processEvents()


def type_into(panel: MemoryBoard, box: QComboBox | QLineEdit, text: str, qtbot: QtBot) -> None:
    line = box.lineEdit() if isinstance(box, QComboBox) else box
    assert line is not None
    line.selectAll()
    qtbot.keyClicks(line, text)
    qtbot.waitUntil(lambda: not panel.controls._typing.isActive(), timeout=3000)
    QApplication.processEvents()


def expected(panel: MemoryBoard, session: Session) -> Analysis:
    assert session.preview is not None
    keep, training = panel.controls.keep.isChecked(), panel.training.training
    return predict_memory(session.preview, panel.controls.machine, keep=keep, training=training)


def row_of(panel: MemoryBoard, strategy: str) -> StrategyRow:
    return next(row for row in panel.rows if row.id == strategy)


def drawn_bars(panel: MemoryBoard, strategy: str) -> list[Bar]:
    widget = panel.strategies.widget_of(strategy)
    assert widget is not None
    return [line.bar for line in widget.bars if line.isVisibleTo(widget) and line.bar is not None]


def click(panel: MemoryBoard, strategy: str, qtbot: QtBot) -> None:
    widget = panel.strategies.widget_of(strategy)
    assert widget is not None
    panel.strategies.ensureWidgetVisible(widget)
    qtbot.mouseClick(widget, LEFT, pos=QPoint(20, 8))
    QApplication.processEvents()


# ---- the figures


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


# ---- following


def test_the_bars_follow_an_edit_and_its_undo(panel: MemoryBoard, session: Session, catalogue: Catalogue) -> None:
    def totals() -> list[tuple[str, int, str]]:
        return [(bar.device, bar.total, bar.phase) for bar in drawn_bars(panel, "fixed")]

    plain = drawn_bars(panel, "default")
    assert "fixed" not in {row.id for row in panel.rows}, "without a plan there is no fixed file"
    session.apply(RemapDevice("cuda:1", "cuda:0"))
    QApplication.processEvents()
    moved = totals()
    assert [device for device, _, _ in moved] == ["cuda:0"]
    assert [bar.total for bar in drawn_bars(panel, "fixed")] == [expected(panel, session).outcome("fixed").peak]
    assert drawn_bars(panel, "default") == plain
    said = panel.headline.label.text().replace("\u200b", "").replace("\u00a0", " ")
    assert said.startswith(f"Once saved, torch.load(f): {row_of(panel, 'fixed').sentence}. The file as it is now: ")
    session.apply(Drop(catalogue.find("optimizer")))
    QApplication.processEvents()
    owners = {part.owner for bar in drawn_bars(panel, "fixed") for part in bar.segments}
    assert "optimizer" not in owners
    session.undo_stack.undo()
    QApplication.processEvents()
    assert totals() == moved
    session.undo_stack.undo()
    QApplication.processEvents()
    assert "fixed" not in {row.id for row in panel.rows}


def test_the_naive_resume_and_the_way_that_fits(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    """One card, and the file was saved on two: plain torch.load fails, and the panel says what works."""
    choose_item(panel.controls.gpus, "1")
    naive = row_of(panel, "default")
    assert naive.state == ERROR
    assert naive.sentence.startswith("Attempting to deserialize object on CUDA device 1 but")
    assert not drawn_bars(panel, "default")
    best = expected(panel, session).best
    assert best is not None
    equals = [each.strategy.id for each in expected(panel, session).equals]
    assert [row.id for row in panel.rows if row.mark] == equals
    assert {row.mark for row in panel.rows if row.mark} == {"good"}
    assert panel.chosen == best.strategy.id == equals[0]
    assert panel.headline.label.text().replace("\u00a0", " ").replace("\u200b", "") == expected(panel, session).why
    marked = panel.strategies.widget_of(best.strategy.id)
    assert marked is not None
    assert marked.best.isVisibleTo(marked)
    shown = panel.strategies.widget_of("default")
    assert shown is not None
    click(panel, "default", qtbot)
    assert shown.sentence.text().replace("\u200b", "") == expected(panel, session).outcome("default").message


def test_a_card_that_is_too_small(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    type_into(panel, panel.controls.card, "301MiB", qtbot)
    assert panel.controls.machine.capacity == 301 * MIB
    row = row_of(panel, "map-target")
    assert row.state == OUT_OF_MEMORY
    assert "short" in row.sentence
    assert panel.analysis is not None
    assert panel.analysis.best is None
    click(panel, "map-target", qtbot)
    assert panel.timeline.plot is not None
    assert [phase.reached for phase in panel.timeline.plot.timeline.phases] == [True] + [False] * 5
    type_into(panel, panel.controls.card, "24", qtbot)
    assert panel.controls.machine.capacity == 24 * GIB
    assert row_of(panel, "map-target").state == LOADS


def test_what_is_no_size_is_marked_and_changes_nothing(panel: MemoryBoard, qtbot: QtBot) -> None:
    line = panel.controls.card.lineEdit()
    assert line is not None
    before = panel.controls.machine
    type_into(panel, panel.controls.card, "much", qtbot)
    assert line.property("wrong") == "true"
    assert panel.controls.machine == before
    choose_item(panel.controls.card, panel.controls.card.itemText(0))
    assert line.property("wrong") == "false"
    assert panel.controls.machine.capacity == round(7.7 * GIB)
    assert panel.controls.card.currentText() == "7.7 GiB"


def test_every_control_counts(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    controls = panel.controls
    choose_item(controls.gpus, "4")
    controls.more.click()
    seen = [panel.analysis]

    def has_changed() -> None:
        assert panel.analysis != seen[-1]
        assert panel.analysis == expected(panel, session)
        seen.append(panel.analysis)

    choose_item(controls.ranks, "4")
    has_changed()
    (bar,) = drawn_bars(panel, "map-target")  # all four hold the same
    assert (bar.label, bar.devices) == ("cuda:0–3", ("cuda:0", "cuda:1", "cuda:2", "cuda:3"))
    naive = drawn_bars(panel, "default")
    assert [bar.label for bar in naive] == ["cuda:0", "cuda:1", "cuda:2–3"]
    assert len(naive[1].tip.splitlines()) > 3
    choose_item(controls.spread, "one GPU for all")
    has_changed()
    controls.keep.click()
    has_changed()
    assert "del checkpoint" not in panel.recipe.text.toPlainText()
    type_into(panel, controls.context, "500 MiB", qtbot)
    has_changed()
    assert controls.machine.context == 500 * MIB
    choose_item(controls.target, "cpu")
    has_changed()
    assert [bar.device for bar in drawn_bars(panel, "map-cpu")] == [HOST]


def test_all_bars_have_one_scale(panel: MemoryBoard) -> None:
    choose_item(panel.controls.gpus, "4")
    choose_item(panel.controls.ranks, "4")
    lines = [line for widget in panel.strategies.widgets for line in widget.bars if line.isVisibleTo(widget)]
    assert len({line.bar.label for line in lines if line.bar is not None}) > 2
    assert len({(line.track().left(), line.track().width(), line.scale) for line in lines}) == 1


# ---- choosing


def test_a_click_chooses_and_the_arrows_walk(panel: MemoryBoard, qtbot: QtBot) -> None:
    click(panel, "map-dict", qtbot)
    assert panel.chosen == "map-dict"
    assert [widget.row.id for widget in panel.strategies.widgets if widget.selected and widget.row] == ["map-dict"]
    assert panel.recipe.text.toPlainText() == row_of(panel, "map-dict").code
    widget = panel.strategies.widget_of("map-dict")
    assert widget is not None
    QTest.keyClick(widget, Qt.Key.Key_Down)
    assert panel.chosen == "mmap-cpu"
    QTest.keyClick(panel.strategies.widgets[4], Qt.Key.Key_Up)
    assert panel.chosen == "map-dict"


def test_the_code_is_copied_as_it_is(panel: MemoryBoard, session: Session, qtbot: QtBot) -> None:
    click(panel, "meta-assign", qtbot)
    panel.pages.setCurrentWidget(panel.recipe)
    qtbot.mouseClick(panel.recipe.copy, LEFT)
    assert QGuiApplication.clipboard().text() == expected(panel, session).outcome("meta-assign").code
    compile(QGuiApplication.clipboard().text(), "copied", "exec")


# ---- beside the event loop


def test_long_work_is_done_in_a_job_and_stale_answers_are_dropped(
    session: Session, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    asked: list[int] = []

    def slow(preview: object, machine: object, **options: object) -> Analysis:
        asked.append(machine.gpus)  # type: ignore[attr-defined]
        gate.wait(5)
        return predict_memory(preview, machine, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(latest_job, "LONGEST_PAUSE", 0.0)
    monkeypatch.setattr(memory_analyst, "predict_memory", slow)
    shown = MemoryPanel(session)
    panel = shown.board
    taken: list[int] = []
    panel.analyst.ready.connect(lambda analysis: taken.append(analysis.machine.gpus))
    show(shown, qtbot)
    for gpus in ("2", "3", "4"):
        choose_item(panel.controls.gpus, gpus)
    gate.set()
    qtbot.waitUntil(lambda: not panel.analyst.busy, timeout=5000)
    assert asked == [1, 4]
    assert taken == [4]
    assert panel.analysis is not None
    assert panel.analysis.machine.gpus == 4


def test_a_document_that_was_closed_is_not_shown(
    session: Session, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()

    def slow(*arguments: object, **options: object) -> Analysis:
        gate.wait(5)
        return predict_memory(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(latest_job, "LONGEST_PAUSE", 0.0)
    monkeypatch.setattr(memory_analyst, "predict_memory", slow)
    shown = MemoryPanel(session)
    show(shown, qtbot)
    panel = shown.board
    assert panel.analyst.busy
    session.close()
    gate.set()
    qtbot.waitUntil(lambda: not panel.analyst._latest.busy, timeout=5000)
    assert panel.analysis is None
    assert panel.rows == []
    assert "Open a checkpoint" in shown.empty.text()
    assert shown.empty.isVisible()


def test_nothing_is_worked_out_while_nobody_looks(
    session: Session, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_analyst, "predict_memory", lambda *_a, **_k: pytest.fail("worked out for nobody"))
    shown = MemoryPanel(session)
    qtbot.addWidget(shown)
    session.apply(RemapDevice("cuda:*", "cpu"))
    QApplication.processEvents()
    assert shown._board is None
    monkeypatch.setattr(memory_analyst, "predict_memory", predict_memory)
    show(shown, qtbot)
    assert shown.board.analysis == expected(shown.board, session)
    monkeypatch.setattr(memory_analyst, "predict_memory", lambda *_a, **_k: pytest.fail("worked out for nobody"))
    shown.hide()
    session.undo_stack.undo()
    QApplication.processEvents()
    monkeypatch.setattr(memory_analyst, "predict_memory", predict_memory)
    shown.show()
    qtbot.waitUntil(lambda: shown.board.analysis == expected(shown.board, session))


def test_a_tab_behind_another_costs_nothing(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path, qtbot: QtBot
) -> None:
    open_in(window, saved(tmp_path, two_gpus))
    dock = window.workspace.docks["memory"]
    panel = dock.widget()
    assert isinstance(panel, MemoryPanel)
    qtbot.wait(50)
    assert panel._board is None
    dock.raise_()
    qtbot.waitUntil(lambda: panel._board is not None and panel._board.analysis is not None)
    window.workspace.docks["details"].raise_()
    qtbot.wait(20)
    before = panel.board.analysis
    window.session.apply(RemapDevice("cuda:*", "cpu"))
    qtbot.wait(20)
    assert panel.board.analysis is before
    dock.raise_()
    qtbot.waitUntil(lambda: panel.board.analysis == expected(panel.board, window.session))


def test_the_plot_is_loaded_beside_the_event_loop(
    session: Session, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def load(name: str) -> object:
        assert name == plot_module.__name__
        threads.append(threading.current_thread())
        return plot_module

    # Half imported, as the thread of another panel would leave it for a moment.
    monkeypatch.setitem(sys.modules, plot_module.__name__, ModuleType(plot_module.__name__))
    monkeypatch.setattr(timeline_module.importlib, "import_module", load)
    panel = MemoryPanel(session)
    show(panel, qtbot)
    qtbot.waitUntil(lambda: panel.board.timeline.plot is not None)
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


# ---- cards and measuring


def cards(*used: int) -> LiveCards:
    return LiveCards(
        tuple(Card(f"cuda:{index}", "NVIDIA L4 <b>", 22 * GIB, nbytes, 5) for index, nbytes in enumerate(used))
    )


def test_the_gauges_show_the_cards_and_the_machine_begins_with_them(
    session: Session, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [cards(GIB, 0), cards(2 * GIB, 0)]
    monkeypatch.setattr(gauges_module, "live_cards", lambda: answers.pop(0) if len(answers) > 1 else answers[0])
    monkeypatch.setattr(gauges_module, "INTERVAL", 10)
    shown = MemoryPanel(session)
    show(shown, qtbot)
    board = shown.board
    qtbot.waitUntil(lambda: board.controls.machine.capacity == 22 * GIB)
    assert board.controls.machine.gpus == 2
    choose_item(board.controls.gpus, "1")
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
    monkeypatch.setattr(gauges_module, "live_cards", lambda: LiveCards((), "No live gauge: nothing is here."))
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
    assert panel.timeline.plot is not None
    panel.pages.setCurrentWidget(panel.timeline)
    assert panel.timeline.plot._measured == {phase.name: phase.host.peak + 1000 for phase in phases}
    assert panel.timeline.plot._outline.isVisible()
    choose_item(panel.timeline.device, HOST)
    tip = panel.timeline.plot.tip_at(panel.timeline.plot.getViewBox().mapViewToScene(QPointF(1.0, 1.0)))
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
    assert begun.wait(5)
    assert panel.measure.progress.isVisible()
    qtbot.mouseClick(panel.measure.progress.cancel_button, LEFT)
    qtbot.waitUntil(lambda: not panel.measure.progress.isVisible())
    assert "Stopped" in panel.measure.note.text()
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
    assert "wanted more than the 1.07" in panel.measure.note.text()
    panel.measure.freely.click()
    qtbot.waitUntil(lambda: len(asked) == 2 and panel.measure.freely.isVisible())
    assert asked == [USUAL, UNLIMITED]


# ---- looks


def clipped(root: QWidget) -> list[str]:
    """The widgets below `root` that have less room than their text takes, or lie outside their parent."""
    found = []
    for child in root.findChildren(QWidget):
        if not child.isVisible() or not isinstance(child, (QLabel, QAbstractButton, QComboBox)):
            continue
        name = f"{type(child).__name__} {child.text() if not isinstance(child, QComboBox) else child.currentText()!r}"
        parent = child.parentWidget()
        if parent is not None and not parent.rect().contains(child.geometry()):
            found.append(f"{name}: {child.geometry()} outside {parent.rect()}")
        if isinstance(child, QLabel) and child.wordWrap():
            words = child.text().replace("\u200b", " ").split()
            wide = max((child.fontMetrics().horizontalAdvance(word) for word in words), default=0)
            if child.heightForWidth(child.width()) > child.height() or wide > child.contentsRect().width():
                found.append(f"{name}: {child.size()} for {child.heightForWidth(child.width())}, word {wide}")
        elif isinstance(child, QComboBox):
            wide = child.fontMetrics().horizontalAdvance(child.currentText())
            icon = child.iconSize().width() + 4 if not child.itemIcon(child.currentIndex()).isNull() else 0
            if wide + icon + 30 > child.width() + 2:  # padding and arrow of the style sheet
                found.append(f"{name}: {child.width()} for {wide + icon + 30}")
        elif child.minimumSizeHint().width() > child.width() or child.minimumSizeHint().height() > child.height():
            found.append(f"{name}: {child.size()} for {child.minimumSizeHint()}")
    return found


def test_many_cards_do_not_make_the_panel_higher(
    shown: MemoryPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = shown.minimumSizeHint()
    monkeypatch.setattr(gauges_module, "live_cards", lambda: cards(*[0] * 16))
    panel = shown.board
    panel.pages.setCurrentWidget(panel.measure)
    qtbot.waitUntil(lambda: len(panel.measure.gauges.gauges) == 16)
    QApplication.processEvents()
    assert shown.minimumSizeHint().height() == before.height() < 600
    panel.measure.gauges.hide()
    qtbot.waitUntil(lambda: not panel.measure.gauges._latest.busy)


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_nothing_is_cut_in_the_window(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path, qtbot: QtBot, choice: str
) -> None:
    theme.theme().apply(choice)
    open_in(window, saved(tmp_path, two_gpus))
    dock = window.workspace.docks["memory"]
    dock.raise_()
    made = dock.widget()
    assert isinstance(made, MemoryPanel)
    panel = made.board
    qtbot.waitUntil(lambda: panel.analysis is not None and panel.timeline.plot is not None)
    assert window.size().width() == 1280
    window.workspace.resizeDocks([dock], [256], Qt.Orientation.Horizontal)
    panel.controls.more.setChecked(True)
    for strategy in ("default", "map-cpu"):
        panel.choose(strategy)
        for page in range(panel.pages.count()):
            panel.pages.setCurrentIndex(page)
            for _ in range(5):
                QApplication.processEvents()
            assert clipped(panel) == [], (strategy, panel.pages.tabText(page))
            assert panel.rect().width() >= panel.minimumSizeHint().width()
            assert panel.strategies.horizontalScrollBar().maximum() == 0
    picture = panel.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(0, picture.width(), 3) for y in range(picture.height())}
    assert len(colours) > 20
    assert window.rect().contains(panel.mapTo(window, panel.rect().bottomRight()))


def test_no_text_is_taken_for_markup(panel: MemoryBoard) -> None:
    labels = panel.findChildren(QLabel)
    assert labels
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}


def test_a_wide_panel_puts_list_and_timeline_side_by_side(shown: MemoryPanel) -> None:
    panel = shown.board
    assert panel.splitter.orientation() == Qt.Orientation.Vertical
    shown.resize(900, 600)
    QApplication.processEvents()
    assert panel.splitter.orientation() == Qt.Orientation.Horizontal
    assert clipped(panel) == []


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
    assert "refuses this file" in panel.board.headline.label.text().replace("\u200b", "")
    assert "argparse.Namespace" in panel.board.recipe.text.toPlainText()

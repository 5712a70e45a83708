"""What takes long is worked out beside the event loop, and only while somebody looks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import RemapDevice
from core.memory.analysis import Analysis, predict_memory
from core.memory.known_cards import Card
from gui.app.window import MainWindow
from gui.jobs import latest_job
from gui.memory import panel as memory_analyst
from gui.memory.panel import MemoryPanel
from gui.session.computers import SessionMachine
from gui.session.session import Session
from tests.gui.documents import saved, two_gpus
from tests.gui.memory.user import choose_item, expected, show


def test_long_work_is_done_in_a_job_and_stale_answers_are_dropped(
    session: Session, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    asked: list[int] = []

    def slow(preview: object, machine: object, **options: object) -> Analysis:
        asked.append(machine.gpus)  # type: ignore[attr-defined]
        gate.wait(60)
        return predict_memory(preview, machine, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(latest_job, "LONGEST_PAUSE", 0.0)
    monkeypatch.setattr(memory_analyst, "predict_memory", slow)
    SessionMachine.of(session).set_card(Card(24 << 30))
    shown = MemoryPanel(session)
    panel = shown.board
    taken: list[int] = []
    panel.analyst.ready.connect(lambda analysis: taken.append(analysis.machine.gpus))
    show(shown, qtbot)
    for gpus in ("2", "3", "4"):
        choose_item(panel.controls.gpus, gpus)
    gate.set()
    qtbot.waitUntil(lambda: not panel.analyst.busy, timeout=60_000)
    assert asked == [1, 4]
    assert taken == [4]
    assert panel.analysis is not None
    assert panel.analysis.machine.gpus == 4


def test_a_document_that_was_closed_is_not_shown(
    session: Session, catalogue: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()

    def slow(*arguments: object, **options: object) -> Analysis:
        gate.wait(60)
        return predict_memory(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(latest_job, "LONGEST_PAUSE", 0.0)
    monkeypatch.setattr(memory_analyst, "predict_memory", slow)
    shown = MemoryPanel(session)
    show(shown, qtbot)
    panel = shown.board
    assert panel.analyst.busy
    session.close()
    gate.set()
    qtbot.waitUntil(lambda: not panel.analyst._latest.busy, timeout=60_000)
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
    dock = window.page.workspace.docks["memory"]
    panel = dock.widget()
    assert isinstance(panel, MemoryPanel)
    qtbot.wait(50)
    assert panel._board is None
    dock.raise_()
    qtbot.waitUntil(lambda: panel._board is not None and panel._board.analysis is not None)
    window.page.workspace.docks["details"].raise_()
    qtbot.wait(20)
    before = panel.board.analysis
    window.page.session.apply(RemapDevice("cuda:*", "cpu"))
    qtbot.wait(20)
    assert panel.board.analysis is before
    dock.raise_()
    qtbot.waitUntil(lambda: panel.board.analysis == expected(panel.board, window.page.session))


def test_an_answer_from_before_the_plan_is_shown_as_one_about_the_file(
    session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    shown = MemoryPanel(session)
    show(shown, qtbot)
    qtbot.waitUntil(lambda: shown.board.analysis is not None)
    before, said = shown.board.analysis, shown.board.headline.label.text()
    session.apply(RemapDevice("cuda:*", "cpu"))
    shown.board.choose("map-cpu")
    assert shown.board.analysis is before
    assert shown.board.headline.label.text() == said

"""No card is made up: the panel asks which it is, keeps the one that was chosen, and says when nothing is left."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.diagnosis.finding import NOTE, WARNING
from core.loading.computer import Computer
from core.memory.known_cards import Card
from core.memory.sizes import MIB
from gui.app.window import MainWindow
from gui.look import settings
from gui.look.settings import Settings
from gui.memory.panel import MemoryBoard
from gui.session.computers import SessionMachine
from gui.session.diagnosis_service import DiagnosisService
from tests.gui.memory.user import choose_item, type_into, words


@pytest.fixture
def board(document: MainWindow, qtbot: QtBot) -> MemoryBoard:
    document.page.workspace.docks["memory"].raise_()
    made: MemoryBoard = document.page.workspace.docks["memory"].widget().board
    qtbot.waitUntil(lambda: made.analysis is not None)
    return made


def test_without_a_gpu_the_answer_is_about_ram_and_the_card_is_asked_for(board: MemoryBoard) -> None:
    assert board.controls.gpus.value == 0
    assert board.controls.card.currentText() == ""
    line = board.controls.card.lineEdit()
    assert line is not None
    assert (board.controls.gpus.currentText(), line.placeholderText()) == ("no GPU", "choose…")
    assert board.bar.isHidden(), "nobody knows how much RAM there is, so no part of it can be shown"
    assert "of RAM" in words(board)
    assert "GiB" not in words(board)


def test_with_a_gpu_that_nobody_named_it_is_asked_before_anything_is_said(
    board: MemoryBoard, document: MainWindow, qtbot: QtBot
) -> None:
    choose_item(board.controls.gpus, "1")
    line = board.controls.card.lineEdit()
    assert line is not None
    assert (board.controls.gpus.currentText(), line.placeholderText()) == ("1", "choose…")
    assert words(board).startswith("Which card?")
    assert board.headline.severity == NOTE
    assert not board.all.isEnabled()
    type_into(board, board.controls.card, "t4", qtbot)
    assert words(board).startswith("Yes, ")
    assert "of 14.6 GiB" in words(board)
    line.editingFinished.emit()
    assert board.controls.card.currentText() == "T4 · 14.6 GiB"
    assert DiagnosisService.of(document.page.session).computer == Computer(1)
    assert document.page.banner.machine.whole == "Loading on: 1 GPU, T4 · 14.6 GiB"


def test_a_card_makes_a_computer_with_one_gpu_and_is_offered_from_then_on(
    board: MemoryBoard, document: MainWindow, app_settings: Settings, qtbot: QtBot
) -> None:
    choose_item(board.controls.card, "L4 · 22.5 GiB")
    assert SessionMachine.of(document.page.session).computer == Computer(1)
    assert document.page.banner.machine.whole == "Loading on: 1 GPU, L4 · 22.5 GiB"
    assert app_settings.get(settings.LAST_CARD) == "L4"
    other = SessionMachine.of(MainWindow(app_settings).page.session)
    other.set_computer(Computer(1))
    assert other.card == Card(round(22.5 * 1024 * MIB), "L4")  # the preset, by its name


def test_a_context_is_that_of_the_card_until_somebody_types_one(board: MemoryBoard, qtbot: QtBot) -> None:
    controls = board.controls
    for card, context in (("L4 · 22.5 GiB", 300), ("H100 · 79.1 GiB", 619), ("L4 · 22.5 GiB", 300)):
        choose_item(controls.card, card)
        assert controls.machine.context == context * MIB
        assert controls.context.text() == f"{context} MiB"
    type_into(board, controls.context, "500 MiB", qtbot)
    choose_item(controls.card, "H100 · 79.1 GiB")
    assert (controls.machine.context, controls.context.text()) == (500 * MIB, "500 MiB")


def test_what_is_no_card_greys_the_answer_and_says_why(board: MemoryBoard, qtbot: QtBot) -> None:
    choose_item(board.controls.card, "T4 · 14.6 GiB")
    before = words(board)
    assert board.headline.severity == ""
    type_into(board, board.controls.card, "T5", qtbot)
    assert words(board) == before
    assert board.headline.doubtful
    assert board.headline.severity == NOTE
    assert not board.all.isEnabled()
    assert "'T5' is not a known card" in board.controls.problem.text()
    type_into(board, board.controls.card, "16 GB", qtbot)
    assert not board.headline.doubtful
    assert board.headline.severity == ""
    assert board.all.isEnabled()


def test_a_card_that_is_filled_to_the_brim_is_no_yes(board: MemoryBoard, qtbot: QtBot, small_file: Path) -> None:
    choose_item(board.controls.card, "T4 · 14.6 GiB")
    assert board.analysis is not None
    assert board.analysis.best is not None
    peak = board.analysis.best.peak
    type_into(board, board.controls.card, f"{peak} B", qtbot)
    assert words(board).startswith("Barely, ")
    assert words(board).endswith("leaves nothing to spare.")
    assert board.headline.severity == WARNING

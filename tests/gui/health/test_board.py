"""The health panel: one click reads all values; what is wrong is told, and one can go there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.progress import Tick
from core.spread.processes import Processes
from core.values.scan import Scan
from core.values.scan import scan as real_scan
from gui.document.badges import Tone
from gui.health.board import HealthBoard
from gui.health.panel import HealthPanel
from gui.session import scanning
from gui.session.badge_layers import BadgeLayers
from gui.session.scanning import Scanner
from gui.session.session import Session
from tests.gui.documents import opened
from tests.gui.health.conftest import ill_model
from tests.gui.user import show, texts

LEFT = Qt.MouseButton.LeftButton
WHERE = 1
"""The column of keys."""


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> HealthPanel:
    made = HealthPanel(session)
    show(made, qtbot, 760, 320)
    return made


@pytest.fixture
def board(panel: HealthPanel) -> HealthBoard:
    return panel.board


class Gate:
    """Holds a scan up until it is let through; then each tick goes on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open, self.reached = threading.Event(), threading.Event()
        monkeypatch.setattr(scanning, "_scan", self._scan)

    def _scan(self, catalogue: Catalogue, tick: Tick) -> Scan:
        def held(done: int, total: int) -> None:
            self.reached.set()
            self.open.wait(60)
            tick(done, total)

        return real_scan(catalogue, held)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate = Gate(monkeypatch)
    yield gate
    gate.open.set()


def scanned(board: HealthBoard, session: Session, qtbot: QtBot) -> None:
    """Click, and wait for the answer."""
    qtbot.mouseClick(board.scan_button, LEFT)
    qtbot.waitUntil(lambda: not Scanner.of(session).busy)


def test_one_click_tells_what_is_wrong_the_worst_first(
    board: HealthBoard, session: Session, ill: Catalogue, qtbot: QtBot
) -> None:
    assert "NaN, Inf, all-zero or constant tensors?" in board.verdict.label.text()
    assert board.symptoms.isHidden()
    scanned(board, session, qtbot)
    assert not board.symptoms.isHidden()
    assert texts(board.model) == [
        ["NaN", "model/layers.0.weight", "3 numbers", "[1, 0]"],
        ["Inf", "model/layers.1.weight", "1 number", "[0, 0]"],
        ["all zero", "model/layers.2.weight", "48 numbers", ""],
    ]
    assert board.verdict.label.text().startswith(
        "NaN in 1 tensor, Inf in 1 tensor, and 1 other finding. Pthfinder read 4 tensors"
    )


def test_the_table_is_as_wide_as_its_rows_unless_the_user_has_sized_it(
    panel: HealthPanel, board: HealthBoard, session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    key = ".".join(("atom_conv_layers.2.twoBody_atom.mlp_core", *("layers",) * 4, "weight"))
    torch.save({key: torch.full((4, 4), torch.nan)}, tmp_path / "sick.pth")
    opened(session, tmp_path / "sick.pth")
    scanned(board, session, qtbot)

    def wide(pixels: int) -> tuple[int, int]:
        panel.resize(pixels, 320)
        QApplication.processEvents()
        return board.splitter.sizes()[0], board.map.width()

    narrow, beside = wide(760)
    assert beside == pytest.approx(0.3 * board.splitter.width(), abs=8)
    table, beside = wide(2000)
    assert narrow < table < beside
    assert board.table.columnWidth(WHERE) >= board.table.sizeHintForColumn(WHERE)
    board.splitter.moveSplitter(300, 1)
    assert wide(1900)[0] < narrow


def test_a_healthy_file_is_told_to_be_so(board: HealthBoard, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    torch.save(torch.nn.Linear(3, 4).state_dict(), tmp_path / "well.pth")
    opened(session, tmp_path / "well.pth")
    scanned(board, session, qtbot)
    assert board.symptoms.isHidden()  # the verdict alone tells that nothing is wrong
    assert board.verdict.label.text().startswith("Nothing wrong: no NaN and no Inf. Pthfinder read 2 tensors")


def test_zeros_of_what_begins_so_are_said_not_to_be_counted(
    board: HealthBoard, session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    state = {**torch.nn.BatchNorm2d(4).state_dict(), "anchors": torch.zeros(2, 400)}
    torch.save({f"head.{name}": held for name, held in state.items()}, tmp_path / "a.pth")
    opened(session, tmp_path / "a.pth")
    scanned(board, session, qtbot)
    said = board.verdict.label.text()
    assert (
        "Usually intended: all zero in 1 tensor. Zeros of biases and other tensors that start at zero are not counted."
        in said
    )


def test_badges_come_into_the_tree_and_leave_with_the_file(
    board: HealthBoard, session: Session, ill: Catalogue, qtbot: QtBot, tmp_path: Path
) -> None:
    scanned(board, session, qtbot)
    (badges,) = BadgeLayers.of(session).layers
    entry = ill.find("model/layers.0.weight")
    assert [(badge.tone, badge.word) for badge in badges.of(entry)] == [(Tone.ERROR, "NaN")]
    assert badges.of(ill.find("model/layers.2.weight"))[0].word == "all 0"
    assert "NaN" in badges.of(entry)[0].why
    torch.save({"w": torch.ones(2)}, tmp_path / "other.pth")
    opened(session, tmp_path / "other.pth")
    assert BadgeLayers.of(session).layers == ()
    assert board.model.rows == []
    assert "“Scan values” reads" in board.verdict.label.text()


@pytest.mark.parametrize("by", ["Enter", "double click"])
def test_one_goes_from_the_table_to_the_tensor(
    board: HealthBoard, session: Session, ill: Catalogue, qtbot: QtBot, by: str
) -> None:
    scanned(board, session, qtbot)
    with qtbot.waitSignal(session.reveal_requested) as asked:
        if by == "Enter":
            board.table.setFocus()
            board.table.selectRow(1)
            qtbot.keyClick(board.table, Qt.Key.Key_Return)
        else:
            place = board.table.visualRect(board.model.index(1, 1)).center()
            qtbot.mouseClick(board.table.viewport(), LEFT, pos=place)
            qtbot.mouseDClick(board.table.viewport(), LEFT, pos=place)
    assert asked.args == [ill.find("model/layers.1.weight")]
    assert "inf" in board.why.text().lower()
    assert board.why.isVisible()


def test_a_click_on_a_heading_sorts(board: HealthBoard, session: Session, ill: Catalogue, qtbot: QtBot) -> None:
    scanned(board, session, qtbot)
    header = board.table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(2) + 10, header.height() // 2)
    qtbot.mouseClick(header.viewport(), LEFT, pos=place)
    assert [row[2] for row in texts(board.model)] == ["1 number", "3 numbers", "48 numbers"]


def test_it_can_be_stopped_and_begun_again(
    board: HealthBoard, session: Session, ill: Catalogue, qtbot: QtBot, gate: Gate
) -> None:
    qtbot.mouseClick(board.scan_button, LEFT)
    qtbot.waitUntil(gate.reached.is_set)
    assert board.progress.isVisible()
    assert not board.scan_button.isVisible()
    qtbot.mouseClick(board.progress.cancel_button, LEFT)
    gate.open.set()
    qtbot.waitUntil(lambda: not Scanner.of(session).busy)
    assert board.verdict.label.text().startswith("You stopped")
    assert board.model.rows == []
    scanned(board, session, qtbot)
    assert len(board.model.rows) == 3


def test_a_large_file_is_read_by_processes_and_cancel_ends_them(
    board: HealthBoard, session: Session, ill: Catalogue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is large is a matter of a number; the first answer is held back until the user has cancelled."""
    monkeypatch.setattr("core.spread.choice.WORTH_A_START", 1)
    monkeypatch.setattr("core.spread.choice.processors", lambda: 2)
    scanned(board, session, qtbot)
    found = Scanner.of(session).scan
    assert found is not None
    alone = real_scan(ill)
    assert (repr(found.statistics), found.symptoms) == (repr(alone.statistics), alone.symptoms)
    begun: list[Processes] = []
    taken, cancelled = Processes.take, threading.Event()

    def hold(crew: Processes, seconds: float) -> Any:
        begun.append(crew)
        cancelled.wait(60)
        return taken(crew, seconds)

    monkeypatch.setattr(Processes, "take", hold)
    qtbot.mouseClick(board.scan_button, LEFT)
    qtbot.waitUntil(lambda: bool(begun))
    assert begun[0]._crew
    qtbot.mouseClick(board.progress.cancel_button, LEFT)
    cancelled.set()
    qtbot.waitUntil(lambda: not Scanner.of(session).busy)
    assert board.verdict.label.text().startswith("You stopped")
    assert begun[0]._crew == []


def test_two_scans_in_a_row_and_a_click_during_one_are_one_answer_each(
    board: HealthBoard, session: Session, ill: Catalogue, qtbot: QtBot, gate: Gate
) -> None:
    heard: list[bool] = []
    scanner = Scanner.of(session)
    scanner.changed.connect(lambda: heard.append(scanner.busy))
    scanner.start()
    qtbot.waitUntil(gate.reached.is_set)
    scanner.start()
    gate.open.set()
    qtbot.waitUntil(lambda: not scanner.busy)
    first = scanner.scan
    scanned(board, session, qtbot)
    assert heard == [True, False, True, False]
    assert scanner.scan is not first
    assert len(board.model.rows) == 3
    assert board.scan_button.text() == "Scan again"


def test_a_file_that_changes_during_the_scan_is_told(
    board: HealthBoard, session: Session, ill: Catalogue, ill_file: Path, qtbot: QtBot, gate: Gate
) -> None:
    qtbot.mouseClick(board.scan_button, LEFT)
    qtbot.waitUntil(gate.reached.is_set)
    data = bytearray(ill_file.read_bytes())
    ill_file.write_bytes(data + b"x")
    gate.open.set()
    qtbot.waitUntil(lambda: not Scanner.of(session).busy)
    assert "has changed on disk" in board.verdict.label.text()
    assert board.model.rows == []


def test_a_file_that_is_read_again_makes_the_scan_outdated(
    board: HealthBoard, session: Session, ill: Catalogue, ill_file: Path, qtbot: QtBot
) -> None:
    scanned(board, session, qtbot)
    healthy = ill_model()
    healthy["model"]["layers.0.weight"].fill_(0.5)
    torch.save(healthy, ill_file)
    opened(session, ill_file)
    assert board.model.rows == []
    assert "Scan it again" in board.verdict.label.text()
    scanned(board, session, qtbot)
    assert "NaN" not in {row[0] for row in texts(board.model)}
    session.close()
    assert "Open a checkpoint" in board.verdict.label.text()
    assert not board.scan_button.isEnabled()


def test_a_scan_of_a_file_that_is_closed_is_dropped(
    board: HealthBoard, session: Session, ill: Catalogue, qtbot: QtBot, gate: Gate
) -> None:
    Scanner.of(session).start()
    qtbot.waitUntil(gate.reached.is_set)
    session.close()
    gate.open.set()
    qtbot.wait(20)
    assert Scanner.of(session).scan is None
    assert not Scanner.of(session).busy


def test_a_file_that_is_gone_is_a_sentence(
    board: HealthBoard, session: Session, ill: Catalogue, ill_file: Path, qtbot: QtBot
) -> None:
    ill_file.unlink()
    scanned(board, session, qtbot)
    assert "cannot be read any more" in board.verdict.label.text()


def test_the_table_keeps_to_the_rules_of_qt(board: HealthBoard, session: Session, ill: Catalogue, qtbot: QtBot) -> None:
    tester = QAbstractItemModelTester(board.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(board.model)
    scanned(board, session, qtbot)
    board.model.sort(1, Qt.SortOrder.DescendingOrder)
    session.close()
    QApplication.processEvents()
    assert tester.model() is board.model

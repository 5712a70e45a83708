"""The diagnosis of a computer, the newest answer alone, torch itself, and the code that loads the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from core.diagnosis.finding import ERROR, NOTE, Finding
from core.edits.edits import Cast
from core.edits.preview import Preview
from core.loading.computer import Computer
from gui.app.window import MainWindow
from gui.diagnosis.content import DiagnosisContent
from gui.session import diagnosis_service
from gui.session.diagnosis_service import DiagnosisService
from gui.session.session import Session
from tests.gui.diagnosis.user import by_hand, show_file
from tests.gui.documents import opened

LEFT = Qt.MouseButton.LeftButton


def test_another_computer_is_another_diagnosis(
    panel: DiagnosisContent, session: Session, file: Path, hand_made: None
) -> None:
    show_file(session, file)
    assert panel.cards[0].finding.code == "no-gpu"
    panel.service.set_computer(Computer(2))
    assert panel.cards[0].finding.code == "wrapper-prefix"


def test_what_is_so_of_every_file_is_no_finding(panel: DiagnosisContent, session: Session, tmp_path: Path) -> None:
    torch.save({"weight": torch.zeros(2)}, tmp_path / "plain.pth")
    show_file(session, tmp_path / "plain.pth")
    assert panel.cards == []
    assert panel.state.isVisible()
    assert panel.state.text() == "No problems found."
    session.apply(Cast("float16", frozenset((0,))))
    assert panel.state.text() == "No problems found in the copy."


def test_a_stale_answer_is_dropped(session: Session, file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Computer] = []

    def slow(preview: Preview, computer: Computer, *_: object) -> tuple[Finding, ...]:
        asked.append(computer)
        return by_hand(preview, computer)

    monkeypatch.setattr(diagnosis_service, "diagnose", slow)
    monkeypatch.setattr(diagnosis_service, "MANY_ENTRIES", 1)
    service = DiagnosisService.of(session)
    heard: list[tuple[bool, object]] = []
    service.changed.connect(lambda: heard.append((service.busy, service.findings)))
    opened(session, file)
    assert service.busy
    service.set_computer(Computer(8))
    qtbot.waitUntil(lambda: not service.busy, timeout=60_000)
    assert asked[-1] == Computer(8)
    assert service.findings is not None
    assert "no-gpu" not in [finding.code for finding in service.findings]
    told = [findings for _busy, findings in heard if findings]
    assert all("no-gpu" not in [finding.code for finding in findings] for findings in told)


def test_a_diagnosis_that_fails_says_so(
    panel: DiagnosisContent, session: Session, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no idea")

    monkeypatch.setattr(diagnosis_service, "diagnose", broken)
    show_file(session, file)
    assert "could not be diagnosed: ValueError: no idea" in panel.state.text().replace("\u200b", "")


@pytest.mark.usefixtures("torch_at_hand")
def test_what_torch_says_on_this_computer(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    panel = window.page.diagnosis.panel
    qtbot.mouseClick(panel.verify, LEFT)
    assert panel.verified.busy
    qtbot.waitUntil(lambda: panel.verified.loaded is not None, timeout=60_000)
    message = next(card.message for card in panel.cards if card.finding.code == "no-gpu")
    assert panel.verified.shown == f"RuntimeError: {message}"
    assert panel.verified.verdict.severity == ERROR
    panel.service.set_computer(Computer(8))
    panel.verified.take(panel.verified.loaded)
    assert panel.verified.verdict.severity == NOTE, "a file for eight GPUs need not load here"
    assert "fewer GPUs than the one you chose" in panel.verified.verdict.label.text()
    panel.service.set_computer(Computer(0))
    qtbot.mouseClick(window.page.banner.go, LEFT)
    assert not panel.verified.isVisible()
    qtbot.mouseClick(panel.verify, LEFT)
    qtbot.waitUntil(lambda: panel.verified.loaded is not None, timeout=60_000)
    assert panel.verified.loaded is not None
    assert panel.verified.loaded.ok
    assert "loaded from a copy with your changes" in panel.verified.verdict.label.text()


def test_verifying_can_be_cancelled(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    view = window.page.diagnosis.panel.verified
    view.start()
    qtbot.waitUntil(view.progress.isVisible)
    with qtbot.waitSignal(view.ended, timeout=60_000):
        qtbot.mouseClick(view.progress.cancel_button, LEFT)
    assert view.loaded is None
    assert "You stopped it" in view.verdict.label.text()


def test_code_to_load_it_follows_the_plan(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    qtbot.mouseClick(window.page.diagnosis.panel.code, LEFT)
    dialog = window.page.diagnosis.recipes_dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.list.count() > 0, timeout=60_000)
    before = [recipe.title for recipe in dialog.recipes]
    assert "torch.load" in dialog.code.toPlainText()
    qtbot.mouseClick(dialog.copy, LEFT)
    assert QGuiApplication.clipboard().text() == f"{dialog.recipes[0].code}\n"
    qtbot.mouseClick(window.page.banner.go, LEFT)
    qtbot.waitUntil(lambda: len(dialog.recipes) > len(before), timeout=60_000)
    dialog.close()

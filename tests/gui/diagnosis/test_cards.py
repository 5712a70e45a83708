"""A card a finding: worst first, cured by a click, as wide as its room."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from core.diagnosis.finding import ERROR, WARNING, Finding
from core.edits.edits import FOLLOW, MoveOptimizer, StripPrefix
from gui.app.window import MainWindow
from gui.diagnosis.content import DiagnosisContent
from gui.diagnosis.model import card_of
from gui.look import theme
from gui.look.wording import breakable
from gui.session import diagnosis_service
from gui.session.session import Session
from gui.widgets.wrapped_text import WrappedText
from tests.gui.diagnosis.user import NO_GPU, paste, show_file
from tests.gui.documents import catalogue_of
from tests.support.oracle import PretendGpus

LEFT = Qt.MouseButton.LeftButton


def test_cards_worst_first_and_notes_folded(
    panel: DiagnosisContent, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    assert [card.word for card in panel.cards] == ["Error", "Warning", "Note", "Note"]
    assert not any(note.isVisible() for note in panel.list.notes)
    assert panel.list.notes_button.text() == "▸ 2 notes"
    qtbot.mouseClick(panel.list.notes_button, LEFT)
    assert all(note.isVisible() for note in panel.list.notes)


def test_a_note_that_renames_keys_is_a_row_while_an_error_is_answered(
    panel: DiagnosisContent, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    """Who mends a file for a script wants both in one copy; without an error it is a note like any other."""
    state = {f"model.{number}.weight": torch.zeros(2) for number in range(4)}
    with PretendGpus() as gpus:
        tensors = {key: gpus.to(tensor, "cuda:5") for key, tensor in state.items()}
        torch.save({"state_dict": tensors, "pytorch-lightning_version": "2.4.0"}, tmp_path / "run.pth")
    show_file(session, tmp_path / "run.pth")

    def folded() -> list[str]:
        return [widget.card.finding.code for widget in panel.list.notes]

    (prefix,) = [code for code in folded() if "prefix" in code]
    paste(panel, f"RuntimeError: {NO_GPU}", qtbot)
    panel.answer.cures[0].click()
    assert prefix not in folded()
    (row,) = [widget for widget in panel.list.cards if widget.card.finding.code == prefix]
    assert row.isVisible()
    assert row.cure is not None
    panel.error.clear.click()
    assert prefix in folded()


def test_a_click_cures_and_undo_brings_the_finding_back(
    panel: DiagnosisContent, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    first = panel.list.cards[0]
    assert first.cure is not None
    assert first.cure.accessibleName() == "Fix: map cuda:* → cpu"
    qtbot.mouseClick(first.cure, LEFT)
    assert [card.finding.code for card in panel.cards] == ["wrapper-prefix", "memory-twice", "old-gpu-memory"]
    assert session.undo_stack.count() == 1
    session.undo()
    assert panel.cards[0].finding.code == "no-gpu"


def test_fix_all_is_one_step(panel: DiagnosisContent, session: Session, file: Path, hand_made: None) -> None:
    show_file(session, file)
    panel.service.cure_all()
    assert {card.word for card in panel.cards} == {"Note"}
    assert session.undo_stack.count() == 1


def test_a_path_shows_its_entry(
    panel: DiagnosisContent, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    card = panel.list.cards[0]
    with qtbot.waitSignal(session.reveal_requested) as asked:
        qtbot.mouseClick(card.links[1], LEFT)
    assert asked.args == [card.card.links[1].entry]


def test_a_finding_that_stays_keeps_its_card(
    panel: DiagnosisContent, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    kept = panel.list.cards[0]
    kept.message.more.click()
    assert kept.message.shown == NO_GPU
    assert panel.list.cards[1].cure is not None
    qtbot.mouseClick(panel.list.cards[1].cure, LEFT)
    assert panel.list.cards[0] is kept
    assert kept.message.shown == NO_GPU


def test_the_message_is_copied_whole(
    panel: DiagnosisContent, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    message = panel.list.cards[0].message
    assert message.shown.endswith("…")
    qtbot.mouseClick(message.copy, LEFT)
    assert QGuiApplication.clipboard().text() == NO_GPU


def test_text_of_a_file_is_never_markup(
    panel: DiagnosisContent, session: Session, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = "<b>bold</b><img src=x>&amp;"
    finding = Finding(evil, ERROR, evil, evil, (evil,), (1,), evil, evil, (StripPrefix(evil),), evil)
    monkeypatch.setattr(diagnosis_service, "diagnose", lambda *_: (finding,))
    show_file(session, file)
    texts = [label.text() for label in panel.findChildren(type(panel.state))]
    assert sum(evil in text.replace("\u200b", "") for text in texts) >= 4
    for label in panel.findChildren(type(panel.state)):
        assert label.textFormat() == Qt.TextFormat.PlainText


def test_the_theme_reaches_the_cards(panel: DiagnosisContent, session: Session, file: Path, hand_made: None) -> None:
    show_file(session, file)
    before = panel.list.cards[0]
    theme.theme().apply("dark")
    assert panel.list.cards[0] is not before


@pytest.mark.parametrize("text", ["pass map_location='cpu' at every load", "str.replace(…) on model.state_dict()"])
def test_what_fits_a_line_is_not_broken_inside_a_word(text: str) -> None:
    assert breakable(text) == text
    long = "optimizer/state/" * 4
    assert "\u200b" in breakable(long)
    assert breakable(long).replace("\u200b", "") == long
    assert breakable("az://…, hf://owner/model/… or a / b") == "az://…, hf://\u2060owner/\u2060model/… or a / b"


def test_a_number_stays_with_its_unit() -> None:
    assert breakable("at most 317 MiB on a card, 9 B left") == "at most 317\u00a0MiB on a card, 9\u00a0B left"
    assert breakable("cuda:7 Because of 2 Bones") == "cuda:7 Because of 2 Bones"


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_no_button_offers_what_would_be_refused(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path
) -> None:
    torch.backends.quantized.engine = "fbgemm"
    model = torch.ao.quantization.quantize_dynamic(torch.nn.Sequential(torch.nn.Linear(4, 4)), {torch.nn.Linear})
    torch.save(model, tmp_path / "quantised.pth")
    open_in(window, tmp_path / "quantised.pth")
    cards = window.page.diagnosis.panel.list.cards
    (card,) = (each for each in cards if each.card.finding.code == "whole-model")
    assert card.cure is None
    assert "a whole pickled model" in window.page.banner.text.text()
    assert not window.page.banner.go.isVisible()


@pytest.mark.parametrize("code", ["optimizer-elsewhere", "a-trap-whose-name-is-longer-than-others"])
def test_no_card_is_wider_than_its_room_and_its_button_is_read_whole(
    panel: DiagnosisContent, session: Session, file: Path, code: str
) -> None:
    found = Finding(code, WARNING, "State elsewhere", "", (), (), "", "", (MoveOptimizer(FOLLOW),))
    panel.resize(280, 620)  # what a window of 1280 pixels leaves it
    panel.list.show_cards([card_of(catalogue_of(file), found)])
    QApplication.processEvents()
    card = panel.list.cards[0]
    assert card.mapTo(panel.list, card.rect().topRight()).x() < panel.list.viewport().width()
    assert any(code in label.toolTip() for label in card.findChildren(QLabel))
    assert not any(code in label.text() for label in card.findChildren(QLabel))
    assert card.cure is not None
    assert "…" not in card.cure.text()
    assert "This fixes only this problem." in card.cure.toolTip()


def test_a_quote_that_is_cut_says_so(panel: DiagnosisContent, session: Session, file: Path) -> None:
    show_file(session, file)
    names = ", ".join(f'"module.layer{place}.weight"' for place in range(40))
    panel.ask_error(f"RuntimeError: Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: {names}.")
    quote = next(
        each for each in panel.answer.findChildren(QWidget) if each.accessibleName() == "The line that identified it"
    )
    assert isinstance(quote, WrappedText)
    assert quote.toPlainText().endswith("…")

"""A model that was pickled in DataParallel: one offer in the list, and what is kept of the wrapper is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.diagnosis.finding_card import FindingCard
from tests.files.checkpoints import Net, save
from tests.gui.diagnosis.test_cured_for_torch import save_with_enter

LEFT = Qt.MouseButton.LeftButton


def offers(window: MainWindow) -> list[FindingCard]:
    """The cards with a choice of how to extract; what others offer are the same words."""
    cards = window.page.diagnosis.panel.list
    told = [each for each in (*cards.cards, *cards.notes) if "extract" in each.card.cure]
    assert {each.card.cure for each in told} == {"extract the state_dict from the pickled DataParallel"}
    assert window.page.banner.go.text() == "Extract the state_dict from the pickled DataParallel"
    return [each for each in told if each.other is not None]


def test_there_is_one_offer_and_it_makes_what_the_bare_model_takes(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path, qtbot: QtBot
) -> None:
    open_in(window, save(torch.nn.DataParallel(Net()), tmp_path / "whole.pth"))
    (card,) = offers(window)
    assert card.cure is not None
    assert card.cure.accessibleName() == "Fix: extract the state_dict from the pickled DataParallel"
    assert card.other is not None
    assert card.other.words == "Fix: extract it and keep “module.”"
    assert "without the wrapper" not in card.card.finding.fix
    assert "Keep “module.” only if" in card.card.finding.fix
    qtbot.mouseClick(card.cure, LEFT)
    (change,) = window.page.session.preview.changes
    assert change.title == "extract the state_dict from the pickled DataParallel, without “module.”"
    Net().load_state_dict(torch.load(save_with_enter(qtbot, window)))


def test_the_prefix_that_was_kept_is_told_and_stripped_with_all_else(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path, qtbot: QtBot
) -> None:
    open_in(window, save(torch.nn.DataParallel(Net()), tmp_path / "whole.pth"))
    (card,) = offers(window)
    assert card.other is not None
    card.unfold(True)
    qtbot.mouseClick(card.other, LEFT)
    QApplication.processEvents()
    panel = window.page.diagnosis.panel
    keys = len(Net().state_dict())
    qtbot.waitUntil(lambda: [each.card.title for each in panel.list.cards] == [f"{keys} keys start with “module.”"])
    (told,) = panel.list.cards
    assert told.cure is not None
    assert told.cure.accessibleName() == "Fix: strip “module.”"
    qtbot.mouseClick(told.cure, LEFT)
    qtbot.waitUntil(lambda: not panel.list.cards)
    Net().load_state_dict(torch.load(save_with_enter(qtbot, window)))

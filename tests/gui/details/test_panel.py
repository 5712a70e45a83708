"""Details: all about the selected entries, as it is and after the plan."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import RemapDevice, StripPrefix
from gui.details.panel import DetailsPanel
from gui.look import scale
from gui.session.session import Session
from gui.widgets.wrapped_text import WrappedText
from tests.files.checkpoints import save
from tests.gui.user import show
from tests.support.engine import catalogue_of

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def details(session: Session, catalogue: Catalogue, qtbot: QtBot) -> DetailsPanel:
    panel = DetailsPanel(session)
    show(panel, qtbot)
    return panel


def told(panel: DetailsPanel, name: str) -> str:
    QApplication.processEvents()
    return next((fact.plain for fact in panel.facts if fact.name == name), "")


def test_details_follow_the_selection_and_the_plan(
    details: DetailsPanel, session: Session, catalogue: Catalogue
) -> None:
    session.set_current(catalogue.find("model/module.embed.weight"))
    assert told(details, "Path") == "Path: model/module.embed.weight"
    assert told(details, "Path after") == ""
    session.apply(StripPrefix("module."))
    assert told(details, "Path after") == "Path after: model/embed.weight"
    session.apply(RemapDevice("cuda:1", "cpu"))
    assert told(details, "Device") == "Device: cuda:1 → cpu"


def test_what_shares_a_storage_can_be_clicked(
    details: DetailsPanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    session.set_current(catalogue.find("model/module.embed.weight"))
    QApplication.processEvents()
    (link,) = details.links
    with qtbot.waitSignal(session.reveal_requested) as asked:
        qtbot.mouseClick(link, LEFT)
    assert asked.args == [catalogue.find("model/module.out.weight")]


def test_a_checkpoint_inside_is_told_and_opened(
    details: DetailsPanel, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    inner = io.BytesIO()
    torch.save({"w": torch.ones(2)}, inner)
    path = save({"module_": inner.getvalue(), "note": b"nothing", "w": torch.ones(2)}, tmp_path / "net.pth")
    catalogue = catalogue_of(path)
    session.open_catalogue(catalogue)
    session.set_current(catalogue.find("module_"))
    assert told(details, "Inside") == f"Inside: a separate checkpoint: {path}!module_"
    (opens,) = (each for each in details.findChildren(QPushButton) if each.text() == "Open this checkpoint")
    with qtbot.waitSignal(session.file_requested) as asked:
        qtbot.mouseClick(opens, LEFT)
    assert asked.args == [Path(f"{path}!module_")]
    session.set_current(catalogue.find("note"))
    assert told(details, "Inside") == ""


def test_everything_is_copied_as_it_is(details: DetailsPanel, session: Session, catalogue: Catalogue) -> None:
    session.set_current(catalogue.find("model/module.layer1.0.conv.weight"))
    QApplication.processEvents()
    details.copy.click()
    lines = QGuiApplication.clipboard().text().split("\n")
    assert lines[0] == "Path: model/module.layer1.0.conv.weight"
    assert "Device: cuda:0" in lines
    texts = [text.toPlainText() for text in details.findChildren(WrappedText)]
    assert "model/module.layer1.0.conv.weight" in texts


def test_text_of_the_file_is_shown_as_it_is(details: DetailsPanel, session: Session, catalogue: Catalogue) -> None:
    session.set_current(catalogue.find("note"))
    assert told(details, "Value") == "Value: '<b>bold</b> & <img src=x>'"
    labels = details.findChildren(QLabel)
    assert labels
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}


def test_a_module_is_summed_up(details: DetailsPanel, session: Session, catalogue: Catalogue) -> None:
    session.set_selection(catalogue.children(catalogue.find("model")))
    assert told(details, "Holds") == "Holds: 6 tensors"


def test_a_word_that_larger_text_leaves_no_room_for_is_wrapped(
    details: DetailsPanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    def wrapped() -> list[str]:
        return [text.toPlainText() for text in details.findChildren(WrappedText)]

    session.set_current(catalogue.find("optimizer/state/0/step"))
    qtbot.waitUntil(lambda: told(details, "Path") == "Path: optimizer/state/0/step")
    assert "optimizer/state/0/step" not in wrapped()
    scale.apply_size(150)
    try:
        qtbot.waitUntil(lambda: "optimizer/state/0/step" in wrapped())
    finally:
        scale.apply_size(scale.USUAL)

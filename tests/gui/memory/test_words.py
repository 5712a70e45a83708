"""The words of the memory panel: one unit, names that are read without a manual, nothing good said of waiting."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QStyle, QStyleOptionComboBox, QWidget
from pytestqt.qtbot import QtBot

from core.diagnosis.finding import NOTE
from core.edits.edits import RemapDevice
from core.languages import speak
from core.loading.methods import TRUST, Way
from core.memory.analysis import LOADS, about_refusal
from core.memory.known_cards import CARDS, Card
from core.memory.sizes import GIB
from core.memory.training.words import resuming_text
from gui.memory.model import HOST, phases_of
from gui.memory.panel import MemoryBoard, MemoryPanel
from gui.session.computers import SessionMachine
from gui.session.session import Session
from tests.gui.documents import opened, saved, two_gpus
from tests.gui.memory.user import choose_item


@pytest.fixture
def shown(session: Session, tmp_path: Path, qtbot: QtBot) -> MemoryPanel:
    opened(session, saved(tmp_path, two_gpus))
    made = MemoryPanel(session)
    qtbot.addWidget(made)
    made.resize(272, 400)
    made.show()
    qtbot.waitUntil(lambda: made.board is not None and made.board.analysis is not None)
    made.board.all.setChecked(True)
    choose_item(made.board.controls.card, "RTX 4090 · 23.6 GiB")
    return made


@pytest.fixture
def panel(shown: MemoryPanel) -> MemoryBoard:
    return shown.board


@pytest.mark.parametrize(
    ("typed", "nbytes", "text"),
    [("24", 24 * GIB, "24 GiB"), ("22.5 GB", 45 << 29, "22.5 GiB"), ("16GiB", 16 * GIB, "16 GiB")],
)
def test_the_size_of_a_card_may_be_typed_and_is_told_in_the_unit_of_all_others(
    panel: MemoryBoard, session: Session, qtbot: QtBot, typed: str, nbytes: int, text: str
) -> None:
    line = panel.controls.card.lineEdit()
    assert line is not None
    line.selectAll()
    qtbot.keyClicks(line, typed)
    qtbot.waitUntil(lambda: not panel.controls._typing.isActive(), timeout=60_000)
    assert panel.controls.machine.capacity == nbytes
    line.editingFinished.emit()
    assert panel.controls.card.currentText() == text
    assert f"{nbytes:,} bytes" in panel.controls.card.toolTip()
    SessionMachine.of(session).set_card(Card(nbytes + 12_345))
    panel.controls._take_sizes()  # what is shown is rounded, what counts is not
    assert panel.controls.machine.capacity == nbytes + 12_345


def test_one_system_of_units(panel: MemoryBoard) -> None:
    """What a card has and what is put on it can be compared: both in binary units, in words, boxes and the plot."""
    widgets = [panel, *panel.findChildren(QWidget)]
    texts = [widget.toolTip() for widget in widgets]
    texts += [widget.text() for widget in widgets if isinstance(widget, QLabel | QLineEdit)]
    texts += [part for row in panel.rows for part in (row.sentence, row.full)]
    boxes = [widget for widget in widgets if isinstance(widget, QComboBox)]
    texts += [box.itemText(place) for box in boxes for place in range(box.count())]
    table = panel.file.model
    texts += [str(table.index(0, column).data()) for column in range(3)]
    assert len(texts) > 50
    assert [text for text in texts if re.search(r"\d [kMGT]B\b", text)] == []
    assert sum(bool(re.search(r"\d[\s\u00a0]([KMG]i)?B\b", text)) for text in texts) > len(set(CARDS.values()))


def test_loading_is_told_apart_from_training(shown: MemoryPanel, panel: MemoryBoard) -> None:
    shown.resize(320, 700)
    QApplication.processEvents()
    assert panel.least.isVisibleTo(panel)
    assert panel.least.text().startswith("Loading is not training: resuming takes at least ")
    assert {row.sentence.partition(",")[0] for row in panel.rows if row.state == LOADS} == {"loads"}
    widgets = [panel, *panel.findChildren(QWidget)]
    texts = [widget.text() for widget in widgets if isinstance(widget, QLabel)]
    assert [text for text in texts if re.search(r"\bfits?\b", text)] == []


def test_the_least_that_training_takes_is_what_the_library_says(panel: MemoryBoard, qtbot: QtBot) -> None:
    page = panel.training

    def shown() -> list[str]:
        assert panel.analysis is not None
        resuming = panel.analysis.outcome(panel.chosen).resuming
        assert resuming is not None
        assert resuming.activations == page.training.activations
        said = page.text.toPlainText().split("\n\n")
        assert said == list(resuming_text(resuming, panel.analysis.machine))
        return said

    before = shown()
    page.activations.selectAll()
    qtbot.keyClicks(page.activations, "3")
    qtbot.waitUntil(lambda: not page._typing.isActive(), timeout=60_000)
    assert page.training.activations == 3 * GIB
    assert shown() != before
    assert "activations 3.00 GiB" in shown()[0]
    choose_item(page.step, "for-loop")
    assert page.training.step == "for-loop"
    choose_item(page.cards, "4")
    assert any("DataParallel: each of 3 other cards" in each for each in shown())
    assert panel.least.property("rank") == "muted"
    choose_item(panel.controls.card, panel.controls.card.itemText(0))
    page.activations.setText("50")
    page.activations.editingFinished.emit()
    assert panel.least.property("rank") == "error"
    assert "too much." in panel.least.text().replace("\u00a0", " ")
    page.activations.setText("lots")
    page.activations.editingFinished.emit()
    assert page.activations.property("wrong") == "true"
    assert page.training.activations == 50 * GIB


def test_what_no_card_has_is_said_in_a_sentence(panel: MemoryBoard, qtbot: QtBot) -> None:
    controls = panel.controls
    controls.more.click()
    before = controls.machine
    for box, typed, says in (
        (controls.context, "9 GiB", "never more than 4.00 GiB, not 9.00 GiB"),
        (controls.margin, "99", "If 99.0 GiB stay free, nothing is left of a card of 23.6 GiB"),
        (controls.context, "-3", "'-3' is not a size"),
    ):
        was = box.text()
        box.selectAll()
        qtbot.keyClicks(box, typed)
        qtbot.waitUntil(lambda: not controls._typing.isActive(), timeout=60_000)
        assert box.property("wrong") == "true"
        assert says in controls.problem.text()
        assert controls.problem.isVisibleTo(panel)
        assert controls.machine == before
        box.setText(was)
        box.editingFinished.emit()
        assert not controls.problem.isVisibleTo(panel)
    choose_item(controls.dtype, "bfloat16")
    controls.margin.setText("2")
    controls.margin.editingFinished.emit()
    assert panel.analysis is not None
    assert panel.analysis.machine == replace(before, margin=2 * GIB, model_dtype="bfloat16")


def test_one_name_for_the_memory_of_the_computer(panel: MemoryBoard) -> None:
    widgets = [panel, *panel.findChildren(QWidget)]
    texts = [widget.toolTip() for widget in widgets] + [
        widget.text() for widget in widgets if isinstance(widget, QLabel)
    ]
    texts += [part for row in panel.rows for part in (row.sentence, row.full, *(bar.tip for bar in row.bars))]
    boxes = [widget for widget in widgets if isinstance(widget, QComboBox)]
    texts += [box.itemText(place) for box in boxes for place in range(box.count())]
    assert any("RAM" in text for text in texts)
    assert [text for text in texts if "main memory" in text or "on the host" in text] == []


def test_devices_and_phases_are_called_in_the_language_in_use(panel: MemoryBoard) -> None:
    assert panel.analysis is not None
    page, outcome = panel.phases, next(each for each in panel.analysis.outcomes if each.phases)
    english = [bar.label for bar in phases_of(outcome, HOST, 0, {})]
    speak("zh")
    try:
        page.show_outcome(outcome, 0)
        boxes = [page.device.itemText(place) for place in range(page.device.count())]
        labels = [bar.label for bar in phases_of(outcome, HOST, 0, {})]
    finally:
        speak("en")
    assert "RAM" not in boxes
    assert boxes[-1] == "内存"
    assert page.device.itemData(len(boxes) - 1) == HOST
    assert dict(zip(english, labels, strict=True))["load"] == "加载"


def test_a_fixed_file_that_does_not_load_here_is_told_apart_from_what_is_open(
    panel: MemoryBoard, session: Session
) -> None:
    session.apply(RemapDevice("cuda:1", "cuda:7"))
    QApplication.processEvents()
    said = panel.headline.label.text().replace("\u200b", "").replace("\u00a0", " ")
    assert said.startswith("Plain torch.load fails for the saved copy. For the file as it is now: Yes, ")
    row = next(row for row in panel.rows if row.id == "fixed")
    assert "torch.cuda.device_count() is 1." in row.sentence
    assert ".." not in row.sentence


def test_the_ways_are_called_by_the_device_they_load_to(panel: MemoryBoard) -> None:
    titles = {row.id: row.title for row in panel.rows}
    assert titles["map-target"] == "map_location='cuda:0'"
    choose_item(panel.controls.target, "cpu")
    titles = {row.id: row.title for row in panel.rows}
    assert titles["map-target"] == "map_location='cpu'"
    assert not any("target" in row.title for row in panel.rows)


def test_waiting_is_no_good_news(panel: MemoryBoard) -> None:
    panel.headline.tell("", "well")
    panel.analyst.started.emit()
    assert panel.headline.label.text() == "Working it out …"
    assert panel.headline.severity == NOTE


def test_the_best_way_is_in_sight_in_a_low_panel(panel: MemoryBoard, qtbot: QtBot) -> None:
    choose_item(panel.controls.target, "cpu")
    choose_item(panel.controls.target, "cuda:0")
    assert panel.analysis is not None
    assert panel.analysis.best is not None
    (best,) = panel.ways.selectionModel().selectedRows()
    assert panel.ways.ways.rows[best.row()].id == panel.analysis.best.strategy.id
    qtbot.waitUntil(lambda: panel.ways.viewport().rect().contains(panel.ways.visualRect(best).center()))


def test_the_size_of_the_card_is_read_in_full_in_a_narrow_panel(
    panel: MemoryBoard, session: Session, qtbot: QtBot
) -> None:
    line = panel.controls.card.lineEdit()
    assert line is not None
    SessionMachine.of(session).set_card(Card(24 * GIB))
    qtbot.wait(10)
    assert line.fontMetrics().horizontalAdvance(line.text()) + 4 <= line.width()


def test_numbers_of_cards_are_read_in_full(panel: MemoryBoard, qtbot: QtBot) -> None:
    box = panel.controls.gpus
    box.show_value(16)
    qtbot.wait(10)
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    field = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, box)
    assert box.fontMetrics().horizontalAdvance("16") <= room.width()


def test_a_refusal_names_two_and_counts_the_others() -> None:
    names = ("__main__.Net", "torch.nn.modules.container.Sequential", "torch.nn.modules.linear.Linear", "a.B")
    assert f"it uses {names[0]}, {names[1]} and 2 more." in about_refusal(Way(TRUST, names=names))
    assert "it uses __main__.Net." in about_refusal(Way(TRUST, names=names[:1]))

"""The words of the memory panel: one unit, names that are read without a manual, nothing good said of waiting."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QStyle, QStyleOptionComboBox, QWidget
from pytestqt.qtbot import QtBot

from core.diagnosis.ways import TRUST, Way
from core.edits import RemapDevice
from core.memory.allocator import GIB
from core.memory.machine import CARDS
from core.memory.untold import about_refusal
from gui.models import memory_analyst
from gui.panels.memory import MemoryPanel
from gui.panels.memory.board import MemoryBoard
from gui.session import Session
from tests.gui.documents import opened, saved, two_gpus
from tests.gui.test_panels_memory import choose_item


@pytest.fixture
def shown(session: Session, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MemoryPanel:
    monkeypatch.setattr(memory_analyst, "LONGEST_PAUSE", 1e6)
    opened(session, saved(tmp_path, two_gpus))
    made = MemoryPanel(session)
    qtbot.addWidget(made)
    made.resize(272, 400)
    made.show()
    qtbot.waitUntil(lambda: made.board is not None and made.board.analysis is not None)
    return made


@pytest.fixture
def panel(shown: MemoryPanel) -> MemoryBoard:
    return shown.board


@pytest.mark.parametrize(
    ("typed", "nbytes", "text"),
    [("24", 24 * GIB, "24 GiB (25.8 GB)"), ("22.5 GB", 22_500_000_000, "22.5 GB"), ("16GiB", 16 * GIB, "")],
)
def test_a_card_has_the_name_that_makers_give_it_and_its_size_in_the_unit_of_all_others(
    panel: MemoryBoard, qtbot: QtBot, typed: str, nbytes: int, text: str
) -> None:
    line = panel.controls.card.lineEdit()
    assert line is not None
    line.selectAll()
    qtbot.keyClicks(line, typed)
    qtbot.waitUntil(lambda: not panel.controls._typing.isActive(), timeout=3000)
    assert panel.controls.machine.capacity == nbytes
    panel.controls.show_machine(1, nbytes)
    assert not text or panel.controls.card.currentText() == text
    assert f"{nbytes:,} bytes" in panel.controls.card.toolTip()
    panel.controls.show_machine(1, nbytes + 12_345)
    panel.controls._take_sizes()  # what is shown is rounded, what counts is not
    assert panel.controls.machine.capacity == nbytes + 12_345


def test_binary_units_for_cards_only_and_with_the_decimal_size_beside(panel: MemoryBoard) -> None:
    widgets = [panel, *panel.findChildren(QWidget)]
    texts = [widget.toolTip() for widget in widgets]
    texts += [widget.text() for widget in widgets if isinstance(widget, QLabel | QLineEdit)]
    boxes = [widget for widget in widgets if isinstance(widget, QComboBox)]
    texts += [box.itemText(place) for box in boxes for place in range(box.count())]
    assert len(texts) > 50
    binary = [text for text in texts if re.search("[KMGT]iB", text)]
    tip = panel.controls.card.toolTip()
    assert [text for text in binary if text != tip and not re.match(r"\d+ GiB \([\d.]+ GB\)( · |$)", text)] == []
    assert len(binary) > len(CARDS)


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


def test_one_full_stop_after_the_words_of_torch(panel: MemoryBoard, session: Session) -> None:
    session.apply(RemapDevice("cuda:1", "cuda:7"))
    QApplication.processEvents()
    said = panel.headline.label.text().replace("\u200b", "").replace("\u00a0", " ")
    assert "torch.cuda.device_count() is 1. The file as it is now: " in said


def test_the_ways_are_called_by_the_device_they_load_to(panel: MemoryBoard) -> None:
    titles = {row.id: row.title for row in panel.rows}
    assert titles["map-target"] == "map_location='cuda:0'"
    choose_item(panel.controls.target, "cpu")
    titles = {row.id: row.title for row in panel.rows}
    assert titles["map-target"] == "map_location='cpu'"
    assert not any("target" in row.title for row in panel.rows)


def test_waiting_is_no_good_news(panel: MemoryBoard) -> None:
    panel.headline.say("well", good=True)
    panel.analyst.started.emit()
    assert panel.headline.label.text() == "Working it out …"
    assert panel.headline._good is None


def test_the_best_way_is_in_sight_in_a_low_panel(panel: MemoryBoard, qtbot: QtBot) -> None:
    choose_item(panel.controls.target, "cpu")
    choose_item(panel.controls.target, "cuda:0")
    assert panel.analysis is not None
    assert panel.analysis.best is not None
    best = panel.strategies.widget_of(panel.analysis.best.strategy.id)
    assert best is not None
    qtbot.waitUntil(lambda: not best.visibleRegion().isEmpty())
    assert best.visibleRegion().boundingRect().height() > best.height() // 2


def test_the_size_of_the_card_is_read_in_full_in_a_narrow_panel(panel: MemoryBoard, qtbot: QtBot) -> None:
    line = panel.controls.card.lineEdit()
    assert line is not None
    panel.controls.show_machine(1, 24 * GIB)
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
    assert f"it names {names[0]}, {names[1]} and 2 more." in about_refusal(Way(TRUST, names=names))
    assert "it names __main__.Net." in about_refusal(Way(TRUST, names=names[:1]))

"""The session has one machine: the chip of the banner, *Load on*, the memory panel and the preferences set it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.loading.computer import Computer
from gui.app.window import MainWindow
from gui.look import scale
from gui.session.computers import SessionMachine
from gui.session.diagnosis_service import DiagnosisService

LEFT = Qt.MouseButton.LeftButton


def choose(window: MainWindow, qtbot: QtBot, *path: str) -> None:
    """Click the chip, and then the lines of its menu one after the other."""
    chip = window.page.banner.machine
    menu: QMenu = chip.choices
    menu.aboutToShow.emit()
    for place, words in enumerate(path):
        action = next(each for each in menu.actions() if each.text() == words)
        if place < len(path) - 1:
            menu = action.menu()
        else:
            action.trigger()
    QApplication.processEvents()
    qtbot.waitUntil(lambda: not DiagnosisService.of(window.page.session).busy)


def test_a_click_opens_the_menu_and_the_keyboard_chooses(document: MainWindow, qtbot: QtBot) -> None:
    chip = document.page.banner.machine
    assert chip.whole == "Loading on: this computer (no GPU)"

    qtbot.mouseClick(chip, LEFT, pos=QPoint(10, 10))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.actions()[0].isChecked()
    while menu.activeAction() is None or menu.activeAction().text() != "1 GPU":
        qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert chip.whole == "Loading on: 1 GPU"
    assert DiagnosisService.of(document.page.session).computer == Computer(1)


def test_in_little_room_the_chip_still_says_what_there_is(document: MainWindow) -> None:
    chip = document.page.banner.machine
    metrics = QFontMetrics(chip.font())
    for text, picture in (("Loading on: this computer (no GPU)", 0), ("this computer (no GPU)", 20), ("no GPU", 20)):
        chip.fit(metrics.horizontalAdvance(text) + 45 + picture)
        assert chip.text().strip() == f"{text} ▾"
        assert chip.icon().isNull() != bool(picture), "a computer stands for the words that are left out"


def test_in_larger_text_the_chip_says_all_where_there_is_room(document: MainWindow) -> None:
    scale.apply_size(200)
    chip = document.page.banner.machine
    chip.fit(2000)
    said, whole = chip.text(), chip.whole
    scale.apply_size(scale.USUAL)
    assert said == f"{whole} ▾"


def test_the_banner_says_what_the_diagnosis_says_on_the_chosen_machine(
    document: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    banner, board = document.page.banner, document.page.diagnosis.panel
    choose(document, qtbot, "1 GPU")
    assert banner.text.text().startswith("The file was saved on cuda:5, but the chosen computer has 1 GPU (cuda:0). ")
    assert "torch.load(f) fails there. Also: 12 keys start with “module.”." in banner.text.text()
    assert board.cards[0].title == "Saved on cuda:5, but the chosen computer has 1 GPU (cuda:0)"
    banner.go.click()  # Fix all
    qtbot.waitUntil(lambda: banner.property("state") == "good")
    preview = document.page.session.preview
    assert preview is not None
    assert {total.device for total in preview.totals_after} == {"cpu", "cuda:0"}
    assert banner.text.text() == "Once saved, the copy loads on a computer with 1 GPU and needs no map_location."
    document.page.session.mark_saved(Path("copy.pth"))
    assert banner.property("state") == "good"
    assert "copy.pth is saved with your changes (map cuda:5 → cuda:0" in banner.text.text()
    choose(document, qtbot, "this computer (no GPU)")  # and there it would not
    assert banner.text.text().startswith("The copy is on cuda:0, but this computer has no GPU.")
    assert banner.property("state") == "warning"


def test_who_has_the_card_is_left_in_peace(document: MainWindow, qtbot: QtBot) -> None:
    banner = document.page.banner
    choose(document, qtbot, "8 GPUs")
    assert banner.property("state") == "calm"
    assert banner.text.text() == (
        "A later step may fail: 12 keys start with “module.”. "
        "torch.load(f) works on a computer with 8 GPUs and needs no map_location: the file was saved on cuda:5."
    )
    assert not banner.go.text().startswith("Map")


def test_ranks_have_each_its_own_card_so_the_file_names_none(document: MainWindow, qtbot: QtBot) -> None:
    choose(document, qtbot, "2 GPUs, a process each (torchrun)")
    document.page.banner.go.click()
    qtbot.waitUntil(lambda: document.page.banner.property("state") == "good")
    preview = document.page.session.preview
    assert preview is not None
    assert [total.device for total in preview.totals_after] == ["cpu"]


def test_a_new_tab_begins_with_the_machine_of_the_last(document: MainWindow, qtbot: QtBot) -> None:
    choose(document, qtbot, "2 GPUs")
    assert document.page.banner.machine.whole == "Loading on: 2 GPUs"
    choose(document, qtbot, "Run on", "cuda:1")
    assert document.page.banner.machine.whole == "Loading on: 2 GPUs, to run on cuda:1"
    page = document.tabs.add()
    assert SessionMachine.of(page.session).computer == Computer(2, card=1)


@pytest.mark.parametrize("width", [1024, 1480])
def test_the_chip_leaves_room_for_the_sentence(document: MainWindow, qtbot: QtBot, width: int) -> None:
    document.resize(width, 700)
    choose(document, qtbot, "Card", "A100-80 · 79.1 GiB")
    banner = document.page.banner
    QApplication.processEvents()
    assert banner.machine.width() <= banner.width() * 0.3
    assert banner.text.width() >= banner.width() * 0.35
    assert "cuda:0" in banner.text.shown

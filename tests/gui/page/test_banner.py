"""The banner warns, guides and confirms."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.edits.edits import MoveOptimizer, RemapDevice
from gui.app.window import MainWindow
from gui.page.file_kinds import DEMO

OpenIn = Callable[[MainWindow, Path], None]


def test_the_banner_warns_then_guides_then_confirms(document: MainWindow, qtbot: QtBot) -> None:
    banner = document.page.banner
    assert banner.property("state") == "warning"
    assert banner.text.text().startswith("Saved on cuda:5. On a machine without a GPU, torch.load(f) raises")
    assert banner.map_button.text() == "Map cuda:5 → cpu"
    document.page.session.apply(RemapDevice("cuda:5", "cuda:0"))
    assert banner.text.text().startswith("Will be saved on cuda:0.")
    qtbot.mouseClick(banner.map_button, Qt.MouseButton.LeftButton)
    assert banner.property("state") == "good"
    assert banner.text.text().startswith("Once saved, torch.load(f) works")
    assert banner.save_button.isVisible()
    document.resize(1900, 800)  # the words take one line
    QApplication.processEvents()
    height = banner.height()
    for name in ("a.pth", "b.pth"):
        document.page.session.mark_saved(name)
        assert banner.text.text().startswith(f"Saved as {name}: torch.load(f) works")
        assert banner.text.text().endswith("epoch27.pth, which is open here, is as it was.")
    assert not banner.save_button.isVisible()
    QApplication.processEvents()
    assert banner.height() == height  # nothing below it moves away under the pointer


def test_the_banner_explains_itself_when_asked(document: MainWindow, qtbot: QtBot) -> None:
    banner = document.page.banner
    assert not banner.why.isVisible()
    qtbot.mouseClick(banner.why_button, Qt.MouseButton.LeftButton)
    assert "map_location" in banner.why.text()
    assert banner.why.isVisible()
    banner.map_button.click()
    assert not banner.why.isVisible()


def test_the_button_maps_all_gpus_in_one_step(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.opened):
        window.open_file(DEMO)
    assert window.page.banner.map_button.text() == "Map cuda:* → cpu"
    window.page.banner.map_button.click()
    preview = window.page.session.preview
    assert preview is not None
    assert [total.device for total in preview.totals_after] == ["cpu"]
    window.page.session.undo_stack.undo()
    assert not window.page.session.plan


def test_mapping_takes_back_what_was_sent_to_a_gpu(document: MainWindow) -> None:
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    document.page.session.apply(MoveOptimizer("cuda:0"))
    assert document.page.banner.text.text().startswith("Will be saved on cuda:0.")
    document.page.banner.map_button.click()
    assert document.page.banner.property("state") == "good"
    assert document.page.session.preview is not None
    assert [total.device for total in document.page.session.preview.totals_after] == ["cpu"]


def test_a_file_for_every_machine_has_no_banner(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    import torch

    torch.save({"weight": torch.zeros(2)}, tmp_path / "cpu.pth")
    open_in(window, tmp_path / "cpu.pth")
    assert not window.page.banner.isVisible()

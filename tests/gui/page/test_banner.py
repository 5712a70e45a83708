"""The banner warns, guides and confirms."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from core.edits.edits import Drop, MoveOptimizer, RemapDevice, RenameKey
from gui.app.window import MainWindow
from gui.page.welcome import DEMO
from gui.widgets.wrapped_text import fitted
from tests.gui.documents import saved

OpenIn = Callable[[MainWindow, Path], None]


def test_the_banner_warns_then_guides_then_confirms(document: MainWindow, qtbot: QtBot) -> None:
    banner = document.page.banner
    assert banner.property("state") == "warning"
    assert banner.text.text().startswith(
        "The file was saved on cuda:5, but this computer has no GPU. torch.load(f) fails"
    )
    assert banner.go.text() == "Fix all (2)"
    assert "all errors and warnings" in banner.go.toolTip()
    assert "except where a fix loses something" in banner.go.toolTip()
    document.page.session.apply(RemapDevice("cuda:5", "cuda:0"))
    assert banner.text.text().startswith("The copy will be on cuda:0, but this computer has no GPU.")
    qtbot.mouseClick(banner.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: banner.property("state") == "good")
    assert banner.text.text().startswith("Once saved, the copy loads on any computer")
    assert banner.go.text() == "Save fixed…"
    document.resize(1900, 800)  # the words take one line
    QApplication.processEvents()
    height = banner.height()
    for name in ("a.pth", "b.pth"):
        document.page.session.mark_saved(Path(name), f"torch.load('{name}')")
        changes = "map cuda:5 → cpu, strip “module.”"
        assert (
            banner.text.text() == f"{name} is saved with your changes ({changes}). Load it with torch.load('{name}')."
        )
    assert not banner.go.isVisible()
    QApplication.processEvents()
    assert banner.height() == height  # nothing below it moves away under the pointer


def test_why_unfolds_what_the_diagnosis_says(document: MainWindow, qtbot: QtBot) -> None:
    banner, diagnosis = document.page.banner, document.page.diagnosis
    card = diagnosis.panel.list.cards[0]
    assert not card.unfolded
    document.page.workspace.docks["details"].raise_()
    qtbot.mouseClick(banner.why, Qt.MouseButton.LeftButton)
    assert card.unfolded
    qtbot.waitUntil(card.isVisible)
    assert "map_location" in banner.text.toolTip()


def test_the_button_cures_all_in_one_step_and_then_it_saves(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.opened):
        window.open_file(DEMO)
    assert window.page.banner.go.text() == "Fix all (2)"
    window.page.banner.go.click()
    qtbot.waitUntil(lambda: bool(window.page.session.plan))
    preview = window.page.session.preview
    assert preview is not None
    assert [total.device for total in preview.totals_after] == ["cpu"]
    assert preview.keys_renamed
    assert window.page.banner.go.text() == "Save fixed…"
    window.page.session.undo_stack.undo()
    assert not window.page.session.plan


def test_one_filled_button_on_screen(document: MainWindow, qtbot: QtBot) -> None:
    """It is the banner's, whatever panel is on show; while the dialog asks it is the dialog's."""

    def filled() -> list[str]:
        buttons = [each for each in QApplication.allWidgets() if isinstance(each, QPushButton)]
        return [each.text() for each in buttons if each.property("primary") and each.isVisible()]

    for name, dock in document.page.workspace.docks.items():
        dock.raise_()
        QApplication.processEvents()
        assert filled() == ["Fix all (2)"], name
    document.page.banner.go.click()
    qtbot.waitUntil(lambda: filled() == ["Save fixed…"])
    document.page.banner.go.click()
    qtbot.waitUntil(lambda: filled() == ["Save"])
    assert document.page.saving.dialog is not None
    document.page.saving.dialog.reject()
    assert filled() == ["Save fixed…"]


def test_the_cure_of_a_pasted_error_comes_first(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """A head that does not fit, of a file that the script loads with map_location: its cure is filled, and Ctrl+Return
    does it. Then comes saving, and what the script gets past is said once, as what it is.
    """

    def made(tensor: Callable[..., torch.Tensor]) -> dict[str, torch.Tensor]:
        return {"body.weight": tensor("cuda:5", 4, 4), "fc.weight": tensor("cuda:5", 9, 4)}

    with qtbot.waitSignal(window.opened):
        window.open_files([saved(tmp_path, made)])
    page = window.page
    banner, state = page.banner, page.action_state
    assert banner.go.property("primary")
    page.diagnosis.ask_error(
        "RuntimeError: Error(s) in loading state_dict for Net:\n\tsize mismatch for fc.weight: copying a param with "
        "shape torch.Size([9, 4]) from checkpoint, the shape in current model is torch.Size([2, 4])."
    )
    panel = page.diagnosis.panel
    qtbot.waitUntil(lambda: bool(panel.answer.cures))
    (cure,) = panel.answer.cures
    assert (banner.go.property("primary"), cure.property("primary")) == (False, True)
    assert page.action_state.way_on == cure.words != state.way_on
    assert "Ctrl+" not in banner.go.toolTip().replace("Ctrl+Z", "")
    page.workspace.docks["memory"].raise_()  # what nobody sees is not offered
    QApplication.processEvents()
    assert banner.go.property("primary")
    assert page.action_state.way_on == state.way_on
    page.workspace.docks["diagnosis"].raise_()
    QApplication.processEvents()
    page.handlers["way_on"]()
    assert [type(edit) for edit in page.session.plan.edits] == [Drop]
    assert banner.go.property("primary")
    assert banner.go.text() == "Save fixed…"
    assert banner.text.text().startswith("Once saved, the copy loads in your script. If your model")
    why = "saved on cuda:5, but this computer has no GPU"
    past = f"Load the copy as your script loads this file: a plain torch.load(f) fails here ({why})."
    load = "load the copy with strict=False: fc.weight starts from new weights."
    assert panel.answer.texts == ["Your changes fix this", f"Save the file, then {load} {past}"]
    page.session.mark_saved(Path("fixed.pth"), "torch.load('fixed.pth')")
    assert banner.text.text().startswith("If your model has fc.weight, load_state_dict needs strict=False")
    assert "fixed.pth is saved and loads in your script." in banner.text.text()
    assert not banner.go.isVisible()  # nothing is left to do
    panel.error.clear.click()
    assert banner.text.text().startswith("The copy is on cuda:5, but this computer has no GPU.")


@pytest.mark.parametrize("width", [700, 1024, 1480])
def test_nothing_below_moves_whatever_the_banner_says(document: MainWindow, qtbot: QtBot, width: int) -> None:
    document.resize(width, 800)
    page = document.page
    heights = set()
    for step in (
        lambda: page.session.apply(RemapDevice("cuda:5", "cuda:0")),
        page.banner.go.click,
        lambda: page.session.mark_saved(Path("a_name_that_is_long_" * 4 + ".pth")),
        page.session.undo,
        page.session.undo,
    ):
        step()
        qtbot.waitUntil(lambda: not page.diagnosis.panel.service.busy)
        QApplication.processEvents()
        heights.add((page.banner.height(), page.workspace.mapTo(page, page.workspace.rect().topLeft()).y()))
        metrics = page.banner.text.fontMetrics()
        assert fitted(metrics, page.banner.text.shown, page.banner.text.size()) == page.banner.text.shown
    assert len(heights) == 1


def test_curing_takes_back_what_was_sent_to_a_gpu(document: MainWindow, qtbot: QtBot) -> None:
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    document.page.session.apply(MoveOptimizer("cuda:0"))
    assert document.page.banner.text.text().startswith("The copy will be on cuda:0, but this computer has no GPU.")
    document.page.banner.go.click()
    qtbot.waitUntil(lambda: document.page.banner.property("state") == "good")
    assert document.page.session.preview is not None
    assert [total.device for total in document.page.session.preview.totals_after] == ["cpu"]


def test_of_a_file_for_every_machine_the_banner_says_so_calmly(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    torch.save({"weight": torch.zeros(2)}, tmp_path / "cpu.pth")
    open_in(window, tmp_path / "cpu.pth")
    banner = window.page.banner
    assert banner.property("state") == "calm"
    assert banner.text.text() == "torch.load(f) works on any computer and needs no map_location."
    assert banner.way_on is None
    assert not banner.go.isVisible()
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    window.page.session.apply(RenameKey(catalogue.find("weight"), "w"))
    assert banner.go.text() == "Save fixed…"


def test_of_a_wrapped_file_that_loads_it_offers_to_strip(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    torch.save({"module.a.weight": torch.zeros(2), "module.a.bias": torch.zeros(2)}, tmp_path / "cpu.pth")
    open_in(window, tmp_path / "cpu.pth")
    banner = window.page.banner
    qtbot.waitUntil(lambda: banner.go.text() == "Strip “module.”")
    assert banner.property("state") == "calm"
    banner.go.click()
    assert banner.go.text() == "Save fixed…"


def test_what_does_not_fit_two_lines_ends_in_a_sign(document: MainWindow) -> None:
    label = document.page.banner.text
    text = "many words " * 200
    shown = fitted(label.fontMetrics(), text, label.size())
    assert shown.endswith(" …")
    assert text.startswith(shown.removesuffix(" …"))
    assert fitted(label.fontMetrics(), "few words", label.size()) == "few words"


@pytest.mark.parametrize("text", [
    "The file was saved on cuda:5, but this computer has no GPU. torch.load(f) fails: “{name}”. Next: a long word.",
    "cuda:5 で保存されましたが、このコンピューターには GPU がありません。torch.load(f) は失敗します。次の問題です。",
])  # fmt: skip
def test_what_does_not_fit_two_lines_ends_after_a_whole_word(text: str, document: MainWindow) -> None:
    metrics = document.page.banner.text.fontMetrics()
    for width in range(120, 700, 10):
        shown = fitted(metrics, text, QSize(width, 2 * metrics.lineSpacing() + 2))
        kept = shown.removesuffix(" …")
        assert text.startswith(kept)
        assert re.match(r"[!-~“”]{2}|[ァ-ヿ]{2}", text[len(kept) - 1 :]) is None, shown
        lines = metrics.boundingRect(0, 0, width, 10_000, int(Qt.TextFlag.TextWordWrap), shown)
        assert lines.width() <= width

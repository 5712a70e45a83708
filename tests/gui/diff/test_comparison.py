"""A second file compared with: how it starts, ends and fails, and that the document stays as it is."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot
from safetensors.torch import save_file

import gui.session.comparison
from core.edits.edits import RemapDevice
from core.progress import Tick
from gui.app.window import MainWindow
from gui.page.welcome import DEMO
from gui.session.comparison import Comparison
from tests.gui.conftest import Said
from tests.gui.diff.conftest import Beside
from tests.gui.diff.files import Epochs

OpenIn = Callable[[MainWindow, Path], None]


def line(window: MainWindow) -> str:
    """What stands above the tree."""
    shown = window.page.workspace.tree.comparison_line
    return shown.words.text() if shown.isVisible() else ""


def test_the_menu_asks_for_the_second_file(
    window: MainWindow, open_in: OpenIn, epochs: Epochs, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    action = window.actions_["compare_file"]
    assert not action.isEnabled()
    open_in(window, epochs.first)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: (str(epochs.second), ""))
    window.activateWindow()
    with qtbot.waitSignal(Comparison.of(window.page.session).found):
        qtbot.keyClick(window.page.workspace.tree.view, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert epochs.second.name in line(window)
    dock = window.page.workspace.docks["differences"]
    assert not dock.visibleRegion().isEmpty()
    assert window.actions_["end_compare"].isEnabled()


def test_files_that_are_open_are_offered_first(
    window: MainWindow, open_in: OpenIn, epochs: Epochs, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_in(window, epochs.second)
    open_in(window, epochs.first)
    window.activateWindow()
    tree = window.page.workspace.tree.view
    qtbot.keyClick(tree, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    words = [action.text().partition("\t")[0] for action in menu.actions()]
    assert words == ["Compare epoch27.pth with", "epoch28.pth", "", "Choose a file…"]
    with qtbot.waitSignal(Comparison.of(window.page.session).found):
        qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert epochs.second.name in line(window)
    copied = shutil.copy(epochs.second, tmp_path / "third.pth")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: (str(copied), ""))
    window.actions_["compare_file"].trigger()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    with qtbot.waitSignal(Comparison.of(window.page.session).found):
        menu.actions()[-1].trigger()
    menu.close()
    assert "third.pth" in line(window)


def test_what_is_pending_is_told_to_be_no_part_of_it(
    window: MainWindow, open_in: OpenIn, epochs: Epochs, qtbot: QtBot
) -> None:
    """Of another tab before it is chosen, of this one as long as there is something."""
    open_in(window, epochs.second)
    window.page.session.apply(RemapDevice("*", "cuda:3"))
    open_in(window, epochs.first)
    window.actions_["compare_file"].trigger()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    offered = menu.actions()[1]
    assert offered.text().partition("\t")[0] == "epoch28.pth ●"
    assert "as it is on disk" in offered.toolTip()
    with qtbot.waitSignal(Comparison.of(window.page.session).found):
        qtbot.keyClick(menu, Qt.Key.Key_Return)
    board = window.page.workspace.docks["differences"].widget().board
    qtbot.waitUntil(board.isVisible)
    assert not board.on_disk.isVisible()
    window.page.session.apply(RemapDevice("*", "cuda:3"))
    qtbot.waitUntil(board.on_disk.isVisible)
    assert "as they are on disk" in board.on_disk.text()
    window.page.session.undo_stack.undo()
    qtbot.waitUntil(lambda: not board.on_disk.isVisible())


def test_the_dialog_for_a_model_offers_the_open_files_too(
    window: MainWindow, open_in: OpenIn, epochs: Epochs, qtbot: QtBot
) -> None:
    open_in(window, epochs.second)
    open_in(window, epochs.first)
    window.actions_["compare"].trigger()
    dialog = window.page.diagnosis.compare_dialog
    assert dialog is not None
    dialog.source.choose.click()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    words = [action.text().partition("\t")[0] for action in menu.actions()]
    assert words == ["Compare with a model", "epoch28.pth", "", "Choose a file…"]
    with qtbot.waitSignal(dialog.source.given):
        qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert "epoch28.pth" in dialog.title.text()


@pytest.mark.parametrize("way", ["button", "escape", "menu"])
def test_a_comparison_ends(two: MainWindow, way: str, qtbot: QtBot) -> None:
    tree = two.page.workspace.tree
    if way == "button":
        tree.comparison_line.close_button.click()
    elif way == "escape":
        qtbot.keyClick(tree.view, Qt.Key.Key_Escape)
    else:
        two.actions_["end_compare"].trigger()
    assert not Comparison.of(two.page.session).on
    assert line(two) == ""
    assert two.page.workspace.docks["differences"].isHidden()
    assert not two.actions_["end_compare"].isEnabled()


def test_escape_first_clears_the_search(two: MainWindow, qtbot: QtBot) -> None:
    two.page.search.setText("conv")
    two.page.search.apply()
    qtbot.keyClick(two.page.workspace.tree.view, Qt.Key.Key_Escape)
    assert two.page.search.text() == ""
    assert Comparison.of(two.page.session).on


def test_the_file_that_is_open_is_not_compared_with_itself(
    window: MainWindow, open_in: OpenIn, epochs: Epochs, said: Said
) -> None:
    open_in(window, epochs.first)
    window.page.comparing.start(epochs.first)
    assert said.texts == ["epoch27.pth is the file that is open. Compare it with another one."]
    assert not Comparison.of(window.page.session).on


def test_a_copy_of_the_file_has_nothing_that_differs(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, epochs: Epochs, tmp_path: Path
) -> None:
    (tmp_path / "copy.pth").write_bytes(epochs.first.read_bytes())
    open_in(window, epochs.first)
    compare_in(window, tmp_path / "copy.pth")
    count = len(epochs.before["model"]) + 3 * 4
    assert line(window) == f"nothing differs, {count} tensors the same, compared with copy.pth"


@pytest.mark.parametrize("content", [b"", b"<html>no checkpoint</html>", b"PK\x03\x04 cut off"])
def test_what_is_no_checkpoint_is_said_to_be_none_and_the_document_stays(
    two: MainWindow, content: bytes, tmp_path: Path, said: Said, qtbot: QtBot
) -> None:
    comparison, before = Comparison.of(two.page.session), two.page.session.catalogue
    compared = comparison.compared
    (tmp_path / "page.pth").write_bytes(content)
    with qtbot.waitSignal(comparison.failed):
        two.page.comparing.start(tmp_path / "page.pth")
    assert said.texts[-1].startswith("You cannot compare with page.pth. ")
    assert two.page.session.catalogue is before
    assert comparison.compared is compared  # of before
    assert "epoch28.pth" in line(two)


def test_a_file_that_is_not_there(window: MainWindow, open_in: OpenIn, said: Said, qtbot: QtBot) -> None:
    open_in(window, DEMO)
    with qtbot.waitSignal(Comparison.of(window.page.session).failed):
        window.page.comparing.start(Path("/nowhere/gone.pth"))
    assert "You cannot compare with gone.pth." in said.texts[-1]
    assert line(window) == ""
    assert not window.actions_["end_compare"].isEnabled()


def test_a_comparison_under_way_says_how_far_it_is_and_can_be_cancelled(
    window: MainWindow, open_in: OpenIn, epochs: Epochs, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_in(window, epochs.first)

    def endless(_mine: object, _path: Path, tick: Tick, **_: object) -> None:
        while True:
            tick(3, 4)

    monkeypatch.setattr(gui.session.comparison, "compare", endless)
    window.page.comparing.start(epochs.second)
    shown = window.page.workspace.tree.comparison_line
    assert line(window) == "Comparing with epoch28.pth …"
    qtbot.waitUntil(lambda: "75 %" in shown.progress.words.text())
    with qtbot.waitSignal(Comparison.of(window.page.session).changed):
        shown.progress.cancel_button.click()
    assert line(window) == ""
    assert not Comparison.of(window.page.session).on


def test_files_of_different_containers_are_compared(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, epochs: Epochs, tmp_path: Path
) -> None:
    model = epochs.before["model"]
    save_file(model, tmp_path / "model.safetensors")
    torch.save(model, tmp_path / "legacy.pth", _use_new_zipfile_serialization=False)
    open_in(window, tmp_path / "legacy.pth")
    found = compare_in(window, tmp_path / "model.safetensors").difference
    assert (found.same, found.only_b, found.renamed) == (len(model), (), ())


def test_a_closed_document_ends_its_comparison_and_one_read_again_is_compared_again(
    two: MainWindow, open_in: OpenIn, small_file: Path, qtbot: QtBot
) -> None:
    comparison = Comparison.of(two.page.session)
    first = comparison.compared
    with qtbot.waitSignal(comparison.found):
        two.actions_["reload"].trigger()
    assert comparison.compared is not None
    assert comparison.compared is not first
    assert comparison.compared.mine is two.page.session.catalogue
    first_page = two.page
    open_in(two, small_file)
    assert line(two) == ""
    assert comparison.on  # each document has its own
    two.close_page(first_page)
    assert not comparison.on


def test_a_second_file_that_changes_is_said_to_be_outdated_and_compared_again_when_asked(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, epochs: Epochs, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other.pth"
    other.write_bytes(epochs.second.read_bytes())
    open_in(window, epochs.first)
    compare_in(window, other)
    comparison, shown = Comparison.of(window.page.session), window.page.workspace.tree.comparison_line
    assert not shown.again.isVisible()
    with qtbot.waitSignal(comparison.changed):
        other.write_bytes(epochs.first.read_bytes())
    assert comparison.outdated
    assert "changed on disk" in line(window)
    with qtbot.waitSignal(comparison.found):
        shown.again.click()
    assert not comparison.outdated
    assert "nothing differs" in line(window)

"""The whole journey with mouse and keyboard, judged by torch: from a file of somebody's GPU to one that loads here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QFileDialog
from pytestqt.qtbot import QtBot
from torch.nn.modules.utils import consume_prefix_in_state_dict_if_present

from gui.app.window import MainWindow
from gui.devices.panel import DevicesPanel
from tests.files.checkpoints import save
from tests.gui.conftest import Said
from tests.support.oracle import PretendGpus, assert_same_files, load, saved_devices

OpenIn = Callable[[MainWindow, Path], None]
LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = CONTROL) -> None:
    """Press a key wherever the keyboard is."""
    qtbot.keyClick(window.focusWidget() or window, key, modifiers)


def choose(qtbot: QtBot, box: QComboBox, text: str) -> None:
    """Open a drop-down with the mouse and pick an item with the keyboard."""
    qtbot.mouseClick(box, LEFT)
    row = box.findText(text)
    assert row >= 0
    box.view().setCurrentIndex(box.model().index(row, 0))
    qtbot.keyClick(box.view(), Qt.Key.Key_Return)


def cure(qtbot: QtBot, window: MainWindow, words: str) -> None:
    """Click the button of a finding, where it is seen without scrolling."""
    window.activateWindow()  # a drop-down that has gone leaves the keyboard to nobody, where there is no desktop
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    cards = window.page.diagnosis.panel.list

    def found() -> list[QAbstractButton]:
        return [card.cure for card in cards.cards if card.cure is not None and card.cure.accessibleName() == words]

    qtbot.waitUntil(lambda: len(found()) == 1)  # it is as wide as its place by then
    (button,) = found()
    qtbot.waitUntil(lambda: button.visibleRegion().boundingRect() == button.rect())
    qtbot.mouseClick(button, LEFT)


def save_with_enter(qtbot: QtBot, window: MainWindow) -> None:
    """Ctrl+S, and Enter in the dialog."""
    press(qtbot, window, Qt.Key.Key_S)
    dialog = window.page.saving.dialog
    assert dialog is not None
    with qtbot.waitSignal(window.page.saving.saved, timeout=60_000):
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)


def by_torch(source: Path, target: Path) -> None:
    """What people write today: load onto the CPU, strip the prefix, save."""
    with PretendGpus():
        loaded: Any = load(source, map_location="cpu")
        consume_prefix_in_state_dict_if_present(loaded["state_dict"], "module.")
        save(loaded, target)


def test_open_remap_strip_undo_redo_save_load(
    window: MainWindow, small_file: Path, tmp_path: Path, qtbot: QtBot, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(small_file)], ""))
    with qtbot.waitSignal(window.opened):
        press(qtbot, window, Qt.Key.Key_O)
    devices = window.findChild(DevicesPanel)
    assert devices is not None
    source = [total.device for total in window.page.session.catalogue.devices].index("cuda:5")

    choose(qtbot, devices.boxes[source], "cpu")
    cure(qtbot, window, "Fix: strip “module.”")
    assert window.page.session.undo_stack.count() == 2
    wanted = window.page.session.plan

    window.page.workspace.tree.setFocus()
    for _ in range(2):
        press(qtbot, window, Qt.Key.Key_Z)
    assert not window.page.session.plan
    assert not window.isWindowModified()
    press(qtbot, window, Qt.Key.Key_Z, CONTROL | SHIFT)
    press(qtbot, window, Qt.Key.Key_Y)
    assert window.page.session.plan == wanted

    save_with_enter(qtbot, window)
    ours, theirs = small_file.with_name("epoch27-fixed.pth"), tmp_path / "theirs.pth"
    by_torch(small_file, theirs)
    assert_same_files(ours, theirs)
    assert set(saved_devices(ours)) == {"cpu"}
    assert "submodule.weight" in torch.load(ours)["state_dict"]  # with no map_location, on a machine without a GPU
    assert not window.isWindowModified()
    assert said.questions == []


def test_strip_and_save_is_three_clicks(window: MainWindow, open_in: OpenIn, small_file: Path, qtbot: QtBot) -> None:
    open_in(window, small_file)
    cure(qtbot, window, "Fix: strip “module.”")
    bar = next(widget for widget in window.actions_["save"].associatedObjects() if widget.objectName() == "mainToolbar")
    qtbot.mouseClick(bar.widgetForAction(window.actions_["save"]), LEFT)
    dialog = window.page.saving.dialog
    assert dialog is not None
    with qtbot.waitSignal(window.page.saving.saved, timeout=60_000):
        qtbot.mouseClick(dialog.save_button, LEFT)
    with PretendGpus():
        keys = list(load(small_file.with_name("epoch27-fixed.pth"))["state_dict"])
    assert "submodule.weight" in keys
    assert "module.submodule.weight" not in keys

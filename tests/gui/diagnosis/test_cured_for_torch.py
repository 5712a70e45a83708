"""From the error that torch raises to a saved file that it loads."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path, PosixPath
from pickle import UnpicklingError

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from tests.gui.diagnosis.user import press

LEFT = Qt.MouseButton.LeftButton


def save_with_enter(qtbot: QtBot, window: MainWindow) -> Path:
    """Ctrl+S, and Enter in the dialog; returns what was saved."""
    press(qtbot, window, Qt.Key.Key_S)
    dialog = window.page.saving.dialog
    assert dialog is not None
    with qtbot.waitSignal(window.page.saving.saved, timeout=60_000) as saved_as:
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    return Path(saved_as.args[0].path)


def test_from_the_traceback_to_the_cured_file_paste_click_save(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    with pytest.raises(RuntimeError) as failed:
        torch.load(small_file)
    QGuiApplication.clipboard().setText(f"Traceback (most recent call last):\nRuntimeError: {failed.value}")
    window.page.workspace.docks["details"].raise_()
    press(qtbot, window, Qt.Key.Key_V)
    panel = window.page.diagnosis.panel
    qtbot.waitUntil(panel.answer.isVisible)
    QApplication.processEvents()
    (cure,) = panel.answer.cures
    qtbot.mouseClick(cure, LEFT)
    target = save_with_enter(qtbot, window)
    assert list(torch.load(target)) == list(torch.load(small_file, map_location="cpu"))


def refused(folder: Path) -> tuple[Path, Callable[[Path], object]]:
    """A checkpoint with the arguments of its script."""
    torch.save({"weight": torch.zeros(2), "args": Namespace(lr=0.1, out=PosixPath("/runs"))}, folder / "args.pth")
    return folder / "args.pth", torch.load


def wrapped(folder: Path) -> tuple[Path, Callable[[Path], object]]:
    """A model saved from DataParallel, to be loaded into a plain one."""
    torch.save(torch.nn.DataParallel(torch.nn.Linear(2, 3)).state_dict(), folder / "wrapped.pth")
    return folder / "wrapped.pth", lambda path: torch.nn.Linear(2, 3).load_state_dict(torch.load(path))


def whole(folder: Path) -> tuple[Path, Callable[[Path], object]]:
    """A model saved as a whole."""
    torch.save(torch.nn.Linear(2, 3), folder / "whole.pth")
    return folder / "whole.pth", torch.load


@pytest.mark.parametrize("make", [refused, wrapped, whole])
def test_what_torch_raises_is_pasted_and_cured(
    window: MainWindow,
    open_in: Callable[[MainWindow, Path], None],
    tmp_path: Path,
    qtbot: QtBot,
    make: Callable[[Path], tuple[Path, Callable[[Path], object]]],
) -> None:
    path, load = make(tmp_path)
    with pytest.raises((RuntimeError, UnpicklingError)) as failed:
        load(path)
    open_in(window, path)
    QGuiApplication.clipboard().setText(f"{failed.type.__name__}: {failed.value}")
    press(qtbot, window, Qt.Key.Key_V)
    panel = window.page.diagnosis.panel
    qtbot.waitUntil(panel.answer.isVisible)
    QApplication.processEvents()
    assert "This file is the cause" in "\n".join(panel.answer.texts)
    qtbot.mouseClick(panel.answer.cures[0], LEFT)
    load(save_with_enter(qtbot, window))


@pytest.mark.parametrize(("button", "prefix"), [("cure", ""), ("other", "module.")])
def test_a_whole_model_becomes_a_state_dict(
    window: MainWindow,
    open_in: Callable[[MainWindow, Path], None],
    tmp_path: Path,
    qtbot: QtBot,
    button: str,
    prefix: str,
) -> None:
    model = torch.nn.DataParallel(torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3)))
    torch.save(model, tmp_path / "whole.pth")
    open_in(window, tmp_path / "whole.pth")
    assert window.page.banner.property("state") == "warning"
    assert window.page.banner.text.text().startswith("torch.load(f) fails: the file holds a whole pickled model")
    card = window.page.diagnosis.panel.list.cards[0]
    QApplication.processEvents()
    qtbot.mouseClick(getattr(card, button), LEFT)
    assert window.page.banner.property("state") == ("calm" if prefix else "good")
    assert ("“module.”" in window.page.banner.text.text()) == bool(prefix)
    loaded = torch.load(save_with_enter(qtbot, window))
    expected = {f"{prefix}{key}": value for key, value in model.module.state_dict().items()}
    assert list(loaded) == list(expected)
    assert all(torch.equal(loaded[key], expected[key]) for key in expected)

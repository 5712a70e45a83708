"""Verify integrity in the window: a sound file, a flipped byte, and what names the hurt key."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.diagnosis.checks import IntegrityView

OpenIn = Callable[[MainWindow, Path], None]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two tensors."""
    torch.save({"a": torch.zeros(64), "b": torch.ones(64)}, tmp_path / "two.pth")
    return tmp_path / "two.pth"


def flip_a_byte_of(path: Path, record: str) -> None:
    """Damage the bytes of a record."""
    with zipfile.ZipFile(path) as archive:
        info = next(item for item in archive.infolist() if item.filename.endswith(record))
        value = archive.read(info)
    data = bytearray(path.read_bytes())
    data[data.index(value, info.header_offset)] ^= 1
    path.write_bytes(data)


def check(window: MainWindow, qtbot: QtBot) -> IntegrityView:
    """Ctrl+I, and wait."""
    view = window.page.diagnosis.panel.integrity
    with qtbot.waitSignal(view.ended, timeout=60_000):
        qtbot.keyClick(window.focusWidget() or window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    return view


def test_a_sound_file(window: MainWindow, open_in: OpenIn, file: Path, qtbot: QtBot) -> None:
    open_in(window, file)
    view = check(window, qtbot)
    assert view.verdict.label.text().startswith("Every checksum is right")
    assert view.details is None


def test_a_flipped_byte_is_found_and_its_key_named(
    window: MainWindow, open_in: OpenIn, file: Path, qtbot: QtBot
) -> None:
    flip_a_byte_of(file, "/data/1")
    torch.load(file)  # torch says nothing
    open_in(window, file)
    view = check(window, qtbot)
    assert view.verdict.label.text().startswith("1 record of")
    QApplication.processEvents()
    assert view.details is not None
    (link,) = view.details.links
    assert link.text() == "b"
    with qtbot.waitSignal(window.page.session.reveal_requested):
        qtbot.mouseClick(link, Qt.MouseButton.LeftButton)


def test_another_file_takes_the_answer_away(
    window: MainWindow, open_in: OpenIn, file: Path, small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, file)
    view = check(window, qtbot)
    assert view.isVisible()
    open_in(window, small_file)
    assert not view.isVisible()

"""A fixed copy goes to a bucket from the save dialog, and is opened from there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.save.dialog import SaveDialog
from tests.gui.conftest import Said
from tests.gui.location.conftest import Ends
from tests.servers.fixtures import s3, s3_server
from tests.servers.s3 import S3
from tests.support.oracle import saved_devices

__all__ = ["s3", "s3_server"]
LEFT = Qt.MouseButton.LeftButton
OpenIn = Callable[[MainWindow, Path], None]


@pytest.fixture
def store(s3: S3, monkeypatch: pytest.MonkeyPatch) -> S3:
    for name, value in s3.environment.items():
        monkeypatch.setenv(name, value)
    with s3.client() as client:
        client.create_bucket(Bucket="models")
    return s3


def dialog_of(window: MainWindow, qtbot: QtBot) -> SaveDialog:
    qtbot.mouseClick(window.page.banner.go, LEFT)
    qtbot.waitUntil(lambda: window.page.banner.go.text() == "Save fixed…")
    qtbot.mouseClick(window.page.banner.go, LEFT)
    dialog = window.page.saving.dialog
    assert dialog is not None
    return dialog


def test_a_copy_in_a_bucket(
    window: MainWindow,
    open_in: OpenIn,
    small_file: Path,
    store: S3,
    qtbot: QtBot,
    until_open: Ends,
    tmp_path: Path,
) -> None:
    open_in(window, small_file)
    dialog = dialog_of(window, qtbot)
    dialog.folder.setText("s3://models/runs")
    with qtbot.waitSignal(window.page.saving.saved, timeout=30_000):
        qtbot.mouseClick(dialog.save_button, LEFT)
    (tmp_path / "there.pth").write_bytes(store.get("models", "runs/epoch27-fixed.pth"))
    torch.load(tmp_path / "there.pth")
    assert set(saved_devices(tmp_path / "there.pth")) == {"cpu"}
    links = window.page.banner.saved
    assert not links.folder.isVisible()  # no folder of this computer has it
    qtbot.mouseClick(links.open, LEFT)
    assert str(until_open().path) == "s3://models/runs/epoch27-fixed.pth"


def test_what_is_there_is_not_replaced(
    window: MainWindow, open_in: OpenIn, small_file: Path, store: S3, qtbot: QtBot, said: Said
) -> None:
    store.put("models", "runs/epoch27-fixed.pth", b"mine")
    open_in(window, small_file)
    dialog = dialog_of(window, qtbot)
    dialog.folder.setText("s3://models/runs")
    qtbot.mouseClick(dialog.save_button, LEFT)
    qtbot.waitUntil(lambda: bool(said.messages), timeout=30_000)
    assert "already exists" in said.messages[-1].text
    assert store.get("models", "runs/epoch27-fixed.pth") == b"mine"
    (replace,) = [offer for offer in said.messages[-1].offers if offer.text == "Replace it"]
    with qtbot.waitSignal(window.page.saving.saved, timeout=30_000):
        replace.act()
    assert store.get("models", "runs/epoch27-fixed.pth").startswith(b"PK")


def test_where_nothing_can_be_written(window: MainWindow, open_in: OpenIn, small_file: Path, qtbot: QtBot) -> None:
    open_in(window, small_file)
    dialog = dialog_of(window, qtbot)
    dialog.folder.setText("https://example.org/runs")
    qtbot.mouseClick(dialog.save_button, LEFT)
    assert dialog.isVisible()
    assert "web servers do not accept files" in dialog.note.text()

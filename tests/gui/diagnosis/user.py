"""What a user does with the panel of the diagnosis, and an error to paste into it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.diagnosis.finding import ERROR, NOTE, WARNING, Finding
from core.edits.edits import RemapDevice, StripPrefix
from core.edits.preview import Preview
from core.loading.computer import Computer
from gui.app.window import MainWindow
from gui.diagnosis.content import DiagnosisContent
from gui.session.session import Session
from tests.gui.documents import opened

LEFT = Qt.MouseButton.LeftButton
NO_GPU = (
    "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on "
    "a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU."
)
TRACEBACK = f"""Traceback (most recent call last):
  File "train.py", line 12, in <module>
    checkpoint = torch.load("epoch27.pth")
  File "/usr/lib/python3.11/site-packages/torch/serialization.py", line 1521, in load
RuntimeError: {NO_GPU}
"""


def show(panel: DiagnosisContent, qtbot: QtBot) -> DiagnosisContent:
    """Put the panel on the screen, in the width it has in the window."""
    qtbot.addWidget(panel)
    panel.resize(320, 620)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def show_file(session: Session, path: Path) -> None:
    """Open a file, and let the layout find its place."""
    opened(session, path)
    QApplication.processEvents()


def by_hand(preview: Preview, computer: Computer, *_: object) -> tuple[Finding, ...]:
    """What a diagnosis could say: an error that a remap cures, a warning that a strip cures, two notes."""
    catalogue = preview.catalogue
    found = []
    devices = sorted({preview.device(row) for row in range(len(catalogue.tensors))} - {"cpu"})
    if devices and not computer.gpus:
        rows = [row for row in range(len(catalogue.tensors)) if preview.device(row) in devices]
        entries = tuple(catalogue.tensors[row].entry for row in rows)
        paths = tuple(map(catalogue.path_text, entries))
        edits = tuple(RemapDevice(device, "cpu") for device in devices)
        found.append(Finding("no-gpu", ERROR, "On a GPU", NO_GPU, paths, entries, "Why.", "Map it.", edits, "Older."))
    if preview.plan.find(StripPrefix) is None:
        edits = (StripPrefix("module."),)
        found.append(Finding("wrapper-prefix", WARNING, "Wrapped", "", (), (), "Why.", "Strip it.", edits))
    found += [Finding(code, NOTE, "A note", "", (), (), "Why.", "") for code in ("memory-twice", "old-gpu-memory")]
    return tuple(found)


def paste(panel: DiagnosisContent, text: str, qtbot: QtBot) -> None:
    """Ctrl+V into the box."""
    QGuiApplication.clipboard().setText(text)
    qtbot.mouseClick(panel.error.edit.viewport(), LEFT)
    qtbot.keyClick(panel.error.edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key) -> None:
    """Press Ctrl and a key wherever the keyboard is."""
    qtbot.keyClick(window.focusWidget() or window, key, Qt.KeyboardModifier.ControlModifier)

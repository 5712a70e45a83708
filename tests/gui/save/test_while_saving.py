"""While a file is being saved: the window goes on, and the save keeps to the plan that it was given."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.edits.edits import RemapDevice, StripPrefix
from core.errors import Cancelled, DiskError, NotEnoughSpace
from core.progress import Tick
from core.saving.save_report import SaveReport
from gui.app.window import MainWindow
from gui.page import status
from gui.page.welcome import DEMO
from gui.save import model
from gui.save.model import SaveRequest
from tests.gui.conftest import Said
from tests.gui.save.test_save import ask_to_save
from tests.support.oracle import saved_devices
from tests.support.thinning import in_turn

LEFT = Qt.MouseButton.LeftButton
TARGET = "epoch27-fixed.pth"


class Gate:
    """Holds a save half way, as a slow disk does."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.stopped = threading.Event()
        self.real = model.write

    def write(self, request: SaveRequest, tick: Tick) -> SaveReport:
        try:
            while not self.opened.wait(0.005):
                tick(25, 100)
        except Cancelled:
            self.stopped.set()
            raise
        return self.real(request, tick)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made = Gate()
    monkeypatch.setattr(model, "write", made.write)
    yield made
    made.opened.set()


def begin(window: MainWindow, qtbot: QtBot) -> None:
    """Plan, ask and press Save; the save is half done then."""
    if not window.page.session.plan:
        window.page.session.apply(RemapDevice("cuda:5", "cpu"))
    dialog = ask_to_save(window, qtbot)
    qtbot.mouseClick(dialog.save_button, LEFT)
    qtbot.waitUntil(lambda: window.page.status.saving.bar.value() == 250)


def finish(window: MainWindow, gate: Gate, qtbot: QtBot) -> None:
    """Let it go on."""
    with qtbot.waitSignal(window.page.saving.ended):
        gate.opened.set()


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_dialog_goes_and_the_status_bar_tells(document: MainWindow, gate: Gate, qtbot: QtBot) -> None:
    begin(document, qtbot)
    page = document.page
    assert page.saving.dialog is None
    assert page.status.saving.isVisible()
    assert page.status.saving.words.text().startswith(f"Saving {TARGET}: 25 B of 100 B")
    assert document.isEnabled()
    finish(document, gate, qtbot)
    assert not page.status.saving.isVisible()
    assert not document.isWindowModified()


def test_cancel_leaves_nothing(document: MainWindow, gate: Gate, small_file: Path, qtbot: QtBot, said: Said) -> None:
    begin(document, qtbot)
    with qtbot.waitSignal(document.page.saving.ended):
        qtbot.mouseClick(document.page.status.saving.cancel, LEFT)
    assert gate.stopped.is_set()
    assert files(small_file.parent) == [small_file.name]
    assert document.isWindowModified()
    assert said.texts == ["Saving was stopped. Nothing was written."]


def test_the_save_keeps_to_its_plan_and_what_came_later_is_not_called_saved(
    document: MainWindow, gate: Gate, small_file: Path, qtbot: QtBot, said: Said
) -> None:
    begin(document, qtbot)
    document.page.session.apply(StripPrefix("module."))
    finish(document, gate, qtbot)
    saved = torch.load(small_file.with_name(TARGET))
    assert any(key.startswith("module.") for key in saved["state_dict"])
    assert document.isWindowModified()
    assert "Your later changes are not in it." in document.page.banner.text.text()


def test_a_replaced_source_is_read_again_with_what_was_planned_since(
    document: MainWindow, gate: Gate, small_file: Path, qtbot: QtBot
) -> None:
    session = document.page.session
    session.apply(RemapDevice("cuda:5", "cpu"))
    dialog = ask_to_save(document, qtbot)
    dialog.replace.setChecked(True)
    qtbot.mouseClick(dialog.save_button, LEFT)
    qtbot.waitUntil(lambda: document.page.status.saving.bar.value() == 250)
    session.apply(StripPrefix("module."))
    with qtbot.waitSignal(document.opened):
        gate.opened.set()
    assert set(saved_devices(small_file)) == {"cpu"}
    assert session.plan.edits == (StripPrefix("module."),)
    assert document.isWindowModified()


def test_other_documents_stay_usable(document: MainWindow, gate: Gate, qtbot: QtBot) -> None:
    begin(document, qtbot)
    first = document.page
    with qtbot.waitSignal(document.opened):
        document.open_file(DEMO)
    assert not document.page.status.saving.isVisible()
    document.page.session.apply(RemapDevice("cuda:*", "cpu"))
    assert document.page.session.plan
    with qtbot.waitSignal(first.saving.saved):
        gate.opened.set()
    assert not first.saving.unsaved


def test_a_second_save_of_the_same_file_waits(document: MainWindow, gate: Gate, qtbot: QtBot, said: Said) -> None:
    begin(document, qtbot)
    document.page.saving.ask()
    assert document.page.saving.dialog is None
    assert said.texts == [f"{TARGET} is still being saved"]
    finish(document, gate, qtbot)


@pytest.mark.parametrize(
    ("answer", "leave"), in_turn(["wait", "stop", "stay"], [MainWindow.close_file, MainWindow.close])
)
def test_closing_asks(
    document: MainWindow,
    gate: Gate,
    small_file: Path,
    qtbot: QtBot,
    said: Said,
    answer: str,
    leave: Callable[[MainWindow], object],
) -> None:
    begin(document, qtbot)
    said.answer = answer
    page = document.page
    leave(document)
    assert [question.title for question in said.questions] == [f"{TARGET} is still being saved"]
    assert page.session.catalogue is not None
    if answer != "stop":
        finish(document, gate, qtbot)
    qtbot.waitUntil(lambda: not page.saving.busy)
    QApplication.processEvents()
    assert (TARGET in files(small_file.parent)) == (answer != "stop")
    gone = page.session.catalogue is None or not document.isVisible()
    assert gone == (answer == "wait")
    assert len(said.questions) == 1


def test_a_save_that_fails_says_why_and_is_tried_again_with_the_same_name(
    document: MainWindow, qtbot: QtBot, said: Said, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(_request: SaveRequest, _tick: Tick) -> object:
        raise NotEnoughSpace("There is no space left on the disk. Nothing was written.")

    monkeypatch.setattr(model, "write", full)
    dialog = ask_to_save(document, qtbot)
    dialog.name.setText("other.pth")
    dialog.folder.setText(str(tmp_path))
    with qtbot.waitSignal(document.page.saving.ended):
        qtbot.mouseClick(dialog.save_button, LEFT)
    (message,) = said.messages
    assert message.level == "error"
    assert message.text == "other.pth could not be saved. There is no space left on the disk. Nothing was written."
    (offer,) = message.offers
    offer.act()
    again = document.page.saving.dialog
    assert again is not None
    assert again.target() == tmp_path / "other.pth"
    assert "no space" in again.note.text()
    again.reject()


def test_what_the_disk_refuses_is_said_once(
    document: MainWindow, qtbot: QtBot, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = DiskError("full.pth", OSError(errno.ENOSPC, "No space left on device"))

    def full(_request: SaveRequest, _tick: Tick) -> object:
        raise error

    monkeypatch.setattr(model, "write", full)
    dialog = ask_to_save(document, qtbot)
    with qtbot.waitSignal(document.page.saving.ended):
        qtbot.mouseClick(dialog.save_button, LEFT)
    assert said.texts == [str(error)]


def test_a_source_that_has_changed_is_not_saved(document: MainWindow, small_file: Path, qtbot: QtBot) -> None:
    small_file.write_bytes(small_file.read_bytes() + b"x")
    dialog = ask_to_save(document, qtbot)
    qtbot.waitUntil(lambda: dialog.note.text() != "")
    assert not dialog.save_button.isEnabled()
    assert document.page.session.outdated
    dialog.reject()
    assert files(small_file.parent) == [small_file.name]


def test_how_far_how_fast_and_how_long_are_read_in_a_small_window(
    document: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [10.0]
    monkeypatch.setattr(status, "time", SimpleNamespace(monotonic=lambda: now[0]))
    document.resize(1024, 700)
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    line = document.page.status.saving
    document.page.saving.begun.emit("epoch27-fixed.pth")
    now[0] += 3
    line.show_progress(1_200_000_000, 4_800_000_000)
    QApplication.processEvents()
    assert line.words.text() == (
        "Saving epoch27-fixed.pth: 1.12 GiB of 4.47 GiB · 381 MiB a second · about 9 seconds left"
    )
    assert line.words.shown == line.words.text()
    line.show_cancelling()
    line.show_progress(2_400_000_000, 4_800_000_000)
    assert line.words.text() == "Stopping …"
    document.page.saving.ended.emit()
    assert document.page.status.file_label.isVisible()

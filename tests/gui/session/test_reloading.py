"""A file that changes while it is open is read again, and the plan is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from pytestqt.qtbot import QtBot

from core.edits.edits import Drop, RemapDevice
from gui.app.window import MainWindow
from tests.gui.conftest import Said
from tests.gui.documents import saved

OpenIn = Callable[[MainWindow, Path], None]


def make(path: Path, epoch: int) -> Path:
    return saved(path.parent, lambda tensor: {"epoch": epoch, "w": tensor("cuda:0", epoch), "extra": 1}, path.name)


def overwrite(path: Path, epoch: int) -> None:
    make(path, epoch)


def swap(path: Path, epoch: int) -> None:
    """As programs do that save beside it and rename."""
    make(path.with_name("new.pth"), epoch).replace(path)


@pytest.fixture
def document(window: MainWindow, open_in: OpenIn, tmp_path: Path) -> MainWindow:
    open_in(window, make(tmp_path / "run.pth", 1))
    return window


def epoch_on_show(window: MainWindow) -> object:
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    return catalogue.values[catalogue.find("epoch")]


@pytest.mark.parametrize("write", [overwrite, swap])
def test_a_changed_file_is_read_again_with_the_plan(
    document: MainWindow, tmp_path: Path, qtbot: QtBot, said: Said, write: Callable[[Path, int], None]
) -> None:
    session = document.page.session
    session.apply(RemapDevice("cuda:0", "cpu"))
    for epoch in (2, 3):  # and again: the watch outlives the first change
        write(tmp_path / "run.pth", epoch)
        qtbot.waitUntil(lambda epoch=epoch: epoch_on_show(document) == epoch, timeout=60_000)  # type: ignore[misc]
        qtbot.waitUntil(lambda: bool(session.plan))
        assert session.plan.edits == (RemapDevice("cuda:0", "cpu"),)
    assert any("changed on disk" in text for text in said.texts)
    session.undo()
    assert not session.plan


def test_what_the_new_file_does_not_have_is_told(
    document: MainWindow, tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    session = document.page.session
    assert session.catalogue is not None
    session.apply(Drop(session.catalogue.find("extra")))
    torch.save({"epoch": 9, "w": torch.ones(1)}, tmp_path / "run.pth")
    qtbot.waitUntil(lambda: epoch_on_show(document) == 9, timeout=60_000)
    qtbot.waitUntil(lambda: any("was lost" in text for text in said.texts))
    assert not session.plan


def test_a_file_that_is_half_written_leaves_what_is_shown(
    document: MainWindow, tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    whole = (tmp_path / "run.pth").read_bytes()
    (tmp_path / "run.pth").write_bytes(whole[: len(whole) // 2])
    qtbot.waitUntil(lambda: any("cannot be read now" in text for text in said.texts), timeout=60_000)
    assert document.page.pages.currentWidget() is document.page.document_page
    assert epoch_on_show(document) == 1
    overwrite(tmp_path / "run.pth", 5)
    qtbot.waitUntil(lambda: epoch_on_show(document) == 5, timeout=60_000)


def test_reload_keeps_the_plan(document: MainWindow, qtbot: QtBot) -> None:
    document.page.session.apply(RemapDevice("cuda:0", "cpu"))
    with qtbot.waitSignal(document.page.opener.opened):
        document.actions_["reload"].trigger()
    assert document.page.session.plan.edits == (RemapDevice("cuda:0", "cpu"),)

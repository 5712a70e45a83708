"""Folders and several files at once: what becomes one document, and what a tab each."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from core.edits.edits import Plan, RemapDevice
from gui.app.desk import Desk
from gui.app.window import MainWindow
from gui.look.settings import Settings
from gui.page.welcome import DEMO
from gui.parts.panel import PartsPanel
from gui.session import opening
from gui.session.opening import ALONE
from tests.files.shards import name_of, save_shards
from tests.gui.conftest import Said

Open = Callable[[MainWindow, Path], None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return save_shards(tmp_path / "llama")


def names(window: MainWindow) -> list[str]:
    return [page.name for page in window.tabs.pages()]


def opened(window: MainWindow) -> bool:
    return all(page.session.catalogue is not None and not page.opener.busy for page in window.tabs.pages())


def test_a_folder_is_chosen_and_open_under_its_name(
    window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    with qtbot.waitSignal(window.opened):
        window.actions_["open_folder"].trigger()
    assert window.windowTitle().startswith("llama")
    assert window.settings.recent_files() == [folder]


@pytest.mark.parametrize("first", ["", name_of(0, 3), "pytorch_model.bin.index.json"])
def test_parts_of_what_is_open_have_no_tab_of_their_own(
    window: MainWindow, open_in: Open, folder: Path, first: str
) -> None:
    open_in(window, folder / first)
    assert names(window) == ["llama"]
    for name in (name_of(2, 3), "pytorch_model.bin.index.json"):
        window.open_file(folder / name)
    assert names(window) == ["llama"]


def test_files_dropped_together_are_one_document_and_a_tab_for_each_other(
    window: MainWindow, folder: Path, small_file: Path, qtbot: QtBot
) -> None:
    parts = [folder / name for name in (*(name_of(place, 3) for place in range(3)), "pytorch_model.bin.index.json")]
    window.drop_target.dropped.emit([*parts, small_file, DEMO])
    qtbot.waitUntil(lambda: window.tabs.count() == 3 and opened(window))
    assert sorted(names(window)) == sorted(["llama", small_file.name, DEMO.name])


def test_a_part_is_opened_alone_and_the_whole_again(
    window: MainWindow, open_in: Open, folder: Path, qtbot: QtBot
) -> None:
    open_in(window, folder)
    panel = window.page.workspace.docks["parts"].widget()
    assert isinstance(panel, PartsPanel)
    menu = panel.menu(panel.model.rows[1])
    with qtbot.waitSignal(window.opened):
        next(action for action in menu.actions() if action.text() == "Open only this file").trigger()
    assert names(window) == ["llama", name_of(1, 3)]
    assert len(window.page.session.catalogue.tensors) == 2  # type: ignore[union-attr]
    assert not window.page.workspace.docks["parts"].isVisible()
    whole = window.actions_["whole"]
    assert whole.isEnabled()
    whole.trigger()
    assert window.page.name == "llama"
    assert not whole.isEnabled()


def test_what_is_open_comes_back_as_it_was(
    folder: Path, app_settings: Settings, tmp_path: Path, said: Said, qtbot: QtBot
) -> None:
    desk = Desk(app_settings, tmp_path / "kept")
    window = desk.start()
    window.open_file(folder)
    qtbot.waitUntil(lambda: opened(window))
    window.page.session.set_plan(Plan((RemapDevice("cuda:1", "cpu"),)))
    window.open_file(folder / name_of(0, 3), ALONE)
    qtbot.waitUntil(lambda: opened(window))
    desk.quit()
    desk._lock.unlock()  # type: ignore[union-attr]
    again = Desk(app_settings, tmp_path / "kept")
    window = again.start()
    qtbot.waitUntil(lambda: window.tabs.count() == 2 and opened(window))
    whole, alone = window.tabs.pages()
    assert (whole.name, alone.name) == ("llama", name_of(0, 3))
    assert whole.session.plan == Plan((RemapDevice("cuda:1", "cpu"),))
    assert len(alone.session.catalogue.tensors) == 2  # type: ignore[union-attr]
    again.quit()


def test_a_part_that_is_written_anew_is_read_again(window: MainWindow, open_in: Open, folder: Path, said: Said) -> None:
    open_in(window, folder)
    watch = window.page.reloader.watch
    window.page.session.set_plan(Plan((RemapDevice("cuda:1", "cpu"),)))
    other = save_shards(folder.parent / "other", gpus=False)
    shutil.copy(other / name_of(2, 3), folder / name_of(2, 3))
    told: list[Path] = []
    watch.changed.connect(told.append)
    for _ in range(2):
        watch._look()
    assert told == [folder]


def test_a_missing_part_that_comes_is_noticed(window: MainWindow, open_in: Open, folder: Path, qtbot: QtBot) -> None:
    aside = folder.parent / "aside.bin"
    shutil.move(folder / name_of(1, 3), aside)
    open_in(window, folder)
    assert len(window.page.session.catalogue.tensors) == 4  # type: ignore[union-attr]
    with qtbot.waitSignal(window.opened):
        shutil.move(aside, folder / name_of(1, 3))
    assert len(window.page.session.catalogue.tensors) == 6  # type: ignore[union-attr]


def test_a_folder_of_a_thousand_files_tells_how_far_it_is_and_can_be_cancelled(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    folder = save_shards(tmp_path / "one", count=2, gpus=False)
    count = 1000
    listed = {}
    for place in range(count):
        (folder / name_of(place, count)).hardlink_to(folder / name_of(0, 2))
        listed[f"module.layers.{place}.weight"] = name_of(place, count)
    for place in range(2):
        (folder / name_of(place, 2)).unlink()
    (folder / "pytorch_model.bin.index.json").write_text(json.dumps({"weight_map": listed}))
    told: list[float] = []

    def follow(done: int, total: int) -> None:
        told.append(done / total)
        if len(told) > 3:
            window.page.opener.cancel()

    monkeypatch.setattr(opening, "SLOW", 0)
    window.page.opener.progress.connect(follow)
    with qtbot.waitSignal(window.page.opener.ended):
        window.open_file(folder)
    assert told == sorted(told)
    assert window.page.is_free


def test_links_are_followed_when_the_user_says_so(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """As in the cache of Hugging Face, whose snapshots link to files beside them."""
    blobs = save_shards(tmp_path / "blobs")
    snapshot = tmp_path / "snapshot"
    snapshot.mkdir()
    for path in blobs.iterdir():
        (snapshot / path.name).symlink_to(path)
    window.open_file(snapshot)
    page = window.page
    qtbot.waitUntil(lambda: page.pages.currentWidget() is page.error_page)
    assert page.error_page.follow_button.isVisibleTo(page)
    page.error_page.follow_button.click()
    qtbot.waitUntil(lambda: page.session.catalogue is not None)
    assert len(page.session.catalogue.tensors) == 6
    window.open_file(tmp_path / "nothing.pth")
    qtbot.waitUntil(lambda: window.page.pages.currentWidget() is window.page.error_page)
    assert not window.page.error_page.follow_button.isVisibleTo(window.page)

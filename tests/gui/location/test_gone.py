"""What was open elsewhere is gone, or another file by now: the document stays, and one can go on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.edits.edits import RemapDevice
from core.recipes.pages import pages
from core.remote import blocks
from core.remote.address import as_path
from gui.app.window import MainWindow
from gui.look import settings
from gui.look.settings import Settings
from gui.page.page import Page
from gui.preferences import offered
from gui.session.comparison import Comparison
from gui.session.scanning import Scanner
from gui.values.one_tensor import OneTensor
from tests.gui.conftest import Said
from tests.gui.location.conftest import Ends
from tests.servers import behaviours
from tests.servers.nginx import Nginx
from tests.servers.toxic import Toxic
from tests.support.oracle import load


@pytest.fixture
def remote(window: MainWindow, toxic: Toxic, served: Path, until_open: Ends, hasty: None) -> Page:
    """The window with the checkpoint of a server that will not stay as it is."""
    window.open_file(as_path(toxic.serve("a.pth", served.read_bytes(), behaviours.well)))
    page = until_open()
    page.session.apply(RemapDevice("cuda:5", "cpu"))
    blocks.clear()
    blocks.use_at_most(0)
    return page


@pytest.fixture(autouse=True)
def ranges_as_usual() -> Iterator[None]:
    yield
    blocks.use_at_most(blocks.MOST)


def values_of(page: Page, qtbot: QtBot) -> OneTensor:
    select = lambda: page.workspace.docks["values"].findChild(OneTensor)  # noqa: E731
    catalogue = page.session.catalogue
    assert catalogue is not None
    page.workspace.show_panel("values")
    page.session.reveal(catalogue.tensors[0].entry)
    qtbot.waitUntil(lambda: select() is not None)
    found = select()
    assert isinstance(found, OneTensor)
    return found


def test_a_lost_connection_keeps_the_document_and_can_be_tried_again(
    remote: Page, toxic: Toxic, served: Path, qtbot: QtBot, said: Said
) -> None:
    data = served.read_bytes()
    toxic.serve("a.pth", data, behaviours.closes)
    values = values_of(remote, qtbot)
    qtbot.waitUntil(values.error.isVisible)
    assert values.error.again.isVisible()
    remote.scan_values()
    scanner = Scanner.of(remote.session)
    qtbot.waitUntil(lambda: not scanner.busy)
    assert "could not be read" in scanner.problem
    remote.reloader.reload()
    qtbot.waitUntil(lambda: remote.pages.currentWidget() is remote.error_page)
    remote.error_page.back_button.click()
    assert remote.shows_document
    assert remote.session.plan.edits == (RemapDevice("cuda:5", "cpu"),)
    toxic.serve("a.pth", data, behaviours.well)
    values.error.again.click()
    qtbot.waitUntil(lambda: values.known is not None and not values.error.isVisible())
    assert said.texts == []


def test_another_file_by_now_is_read_again_when_asked(remote: Page, toxic: Toxic, served: Path, qtbot: QtBot) -> None:
    toxic.serve("a.pth", served.read_bytes() + b"another one", behaviours.well)
    values = values_of(remote, qtbot)
    qtbot.waitUntil(values.error.isVisible)
    assert not values.error.again.isVisible()
    assert remote.banner.text.text().startswith("a.pth has changed since it was opened")
    toxic.serve("a.pth", served.read_bytes(), behaviours.well)
    remote.banner.go.click()
    qtbot.waitUntil(lambda: not remote.session.outdated and remote.shows_document)
    assert remote.session.plan.edits == (RemapDevice("cuda:5", "cpu"),)
    assert "another file" not in remote.banner.text.text()


def test_torch_and_measuring_ask_for_a_copy_first(remote: Page, qtbot: QtBot) -> None:
    remote.diagnosis.verify()
    assert "Save a local copy first" in remote.diagnosis.panel.verified.verdict.label.text()


def test_a_copy_is_saved_into_a_folder_of_this_computer(
    remote: Page, app_settings: Settings, tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    app_settings.set(settings.LAST_FOLDER, str(tmp_path))
    remote.saving.ask()
    dialog = remote.saving.dialog
    assert dialog is not None
    assert dialog.folder.text() == str(tmp_path)
    assert not dialog.replace.isEnabled()
    with qtbot.waitSignal(remote.saving.saved):
        dialog.save_button.click()
    assert (tmp_path / "a-fixed.pth").is_file()
    loaded = load(tmp_path / "a-fixed.pth")
    assert loaded is not None


def test_the_plan_as_a_command_writes_to_this_computer(remote: Page, toxic: Toxic) -> None:
    assert remote.session.preview is not None
    command, python = pages(remote.session.preview)
    assert f"fix {toxic.url}/a.pth" in command.code.replace(" \\\n    ", " ")
    assert "-o a-fixed.pth" in command.code
    assert toxic.url not in python.code
    assert "The code reads a local copy of the source" in python.note


def test_a_save_whose_source_is_gone_says_so_and_offers_to_try_again(
    remote: Page, toxic: Toxic, served: Path, app_settings: Settings, tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    toxic.serve("a.pth", served.read_bytes(), behaviours.closes)
    app_settings.set(settings.LAST_FOLDER, str(tmp_path))
    remote.saving.ask()
    assert remote.saving.dialog is not None
    remote.saving.dialog.save_button.click()
    qtbot.waitUntil(lambda: bool(said.messages))
    assert "a-fixed.pth could not be saved." in said.texts[-1]
    assert said.messages[-1].offers[0].text == "Try again…"
    assert not (tmp_path / "a-fixed.pth").exists()


def test_a_comparison_with_a_server_that_fails_offers_to_try_again(
    document: MainWindow, toxic: Toxic, served: Path, hasty: None, qtbot: QtBot, said: Said
) -> None:
    url = toxic.serve("a.pth", served.read_bytes(), behaviours.first(4, behaviours.closes, behaviours.well))
    document.page.comparing.start(as_path(url))
    qtbot.waitUntil(lambda: bool(said.messages))
    assert "You cannot compare with a.pth." in said.texts[-1]
    with qtbot.waitSignal(Comparison.of(document.page.session).found):
        said.messages[-1].offers[0].act()


def test_what_is_kept_of_files_elsewhere_is_limited_and_emptied(
    window: MainWindow, nginx: Nginx, served: Path, until_open: Ends, qtbot: QtBot
) -> None:
    window.open_file(as_path(f"{nginx.url}/files/epoch27.pth"))
    until_open()
    values_of(window.page, qtbot)
    qtbot.waitUntil(lambda: blocks.bytes_kept() > 0)
    window.preferred.open()
    dialog = window.preferred.dialog
    assert dialog is not None
    dialog.pages.setCurrentIndex(2)
    qtbot.waitUntil(lambda: dialog.ranges.told.text().endswith("on the disk"))
    dialog.ranges.empty.click()
    qtbot.waitUntil(lambda: dialog.ranges.told.text() == "nothing is kept")
    assert blocks.bytes_kept() == 0
    box = dialog.boxes[offered.RANGES_KEPT.setting.key]
    box.setCurrentIndex(box.findData(0))
    box.activated.emit(box.currentIndex())
    assert blocks._most == 0
    shutil.rmtree(blocks.folder(), ignore_errors=True)

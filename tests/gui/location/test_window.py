"""The window over a network: it opens what lies elsewhere, never waits for it, and keeps what is open."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.edits.edits import RemapDevice, StripPrefix
from core.recipes.pages import pages
from core.remote import blocks
from core.remote.address import as_path
from gui.app.desk import Desk
from gui.app.instance import understood
from gui.app.window import MainWindow
from gui.look import settings
from gui.look.settings import Settings
from gui.page.page import Page
from gui.session.comparison import Comparison
from gui.session.doctor import Doctor
from gui.session.scanning import Scanner
from gui.values.one_tensor import OneTensor
from tests.gui.conftest import Said
from tests.gui.location.conftest import Ends
from tests.servers import behaviours
from tests.servers.nginx import Nginx
from tests.servers.toxic import Toxic
from tests.support.oracle import load

COPY, LEFT, NONE = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SECRET = "?X-Amz-Signature=open-sesame"
LARGE = 9 << 20
"""Bytes that are not downloaded without a question."""


@pytest.fixture
def heartbeat(window: MainWindow) -> Iterator[Callable[[], int]]:
    """How often the event loop came round so far."""
    beats = [0]
    timer = QTimer(window)
    timer.timeout.connect(lambda: beats.__setitem__(0, beats[0] + 1))
    timer.start(20)
    yield lambda: beats[0]
    timer.stop()


def shown_texts(window: MainWindow) -> str:
    """What the window says of its document, wherever that stands."""
    page = window.page
    told = [window.windowTitle(), window.tabs.tabText(0), window.tabs.tabToolTip(0), page.status.file_label.text()]
    window.recent_menu.fill()
    told += [page.status.file_label.toolTip(), *(each.text() + each.toolTip() for each in window.recent_menu.actions())]
    return "\n".join(told)


def test_a_url_is_opened_and_says_where_it_is_without_its_key(
    window: MainWindow, nginx: Nginx, served: Path, until_open: Ends
) -> None:
    window.open_file(as_path(f"{nginx.url}/files/epoch27.pth{SECRET}"))
    page = until_open()
    line = page.status.file_label.text()
    assert f"opened from 127.0.0.1:{nginx.port} in" in line
    assert "131 kB of" in line or f"{served.stat().st_size / 1000:.0f}" in line.replace(".", "")
    assert window.windowTitle() == f"epoch27.pth — 127.0.0.1:{nginx.port}[*] — Pthfinder"
    assert "sesame" not in shown_texts(window)
    assert "•••" in shown_texts(window)
    assert window.settings.get(settings.LAST_FOLDER) == ""
    assert page.reloader.watch._checkpoint is None  # no server is asked, and no disk for what it does not have


def test_opening_and_diagnosing_asks_for_little(
    window: MainWindow, nginx: Nginx, folder: Path, until_open: Ends, qtbot: QtBot
) -> None:
    """Nobody goes through the records one by one, each a question to the server."""
    torch.save({f"layer{number}.weight": torch.ones(1 << 18) for number in range(40)}, folder / "a.pth")
    window.open_file(as_path(f"{nginx.url}/files/a.pth"))
    doctor = Doctor.of(until_open().session)
    qtbot.waitUntil(lambda: doctor.findings is not None)
    assert len(nginx.requests()) <= 3
    assert sum(each.sent for each in nginx.requests()) < 1 << 20


def test_a_silent_server_is_said_to_be_one_while_the_window_lives_and_is_left_at_once(
    window: MainWindow, toxic: Toxic, heartbeat: Callable[[], int], qtbot: QtBot
) -> None:
    window.open_file(as_path(toxic.serve("a.pth", b"x", behaviours.silent)))
    page, line = window.page, window.page.opening_page.progress
    qtbot.waitUntil(lambda: page.pages.currentWidget() is page.opening_page)
    before = heartbeat()
    qtbot.waitUntil(lambda: "has not answered for" in line.words.text())
    assert heartbeat() > before
    assert f"127.0.0.1:{toxic.port}" in line.words.text()
    line.cancel_button.click()
    qtbot.waitUntil(lambda: not page.opener.busy)
    assert page.pages.currentWidget() is page.welcome
    assert toxic.hung(1)


def test_a_server_that_fails_is_asked_again(
    window: MainWindow, toxic: Toxic, served: Path, hasty: None, until_wrong: Ends, until_open: Ends
) -> None:
    fails = behaviours.first(4, behaviours.errors(503), behaviours.well)
    window.open_file(as_path(toxic.serve("a.pth", served.read_bytes(), fails)))
    page = until_wrong().error_page
    assert "503" in page.sentence.text()
    assert page.retry_button.property("primary")
    assert page.location_button.isVisible()
    page.retry_button.click()
    assert until_open().name == "a.pth"


def test_a_file_that_comes_as_a_whole_is_downloaded_after_a_question(
    window: MainWindow, toxic: Toxic, served: Path, until_wrong: Ends, until_open: Ends
) -> None:
    data = served.read_bytes()
    padded = make_large(served)
    window.open_file(as_path(toxic.serve("a.pth", padded, behaviours.no_ranges)))
    page = until_wrong().error_page
    assert page.title.text() == "Download a.pth?"
    assert page.sentence.text().startswith("The server gives no parts of files")
    assert not page.retry_button.isVisible()
    assert page.download_button.text().startswith("Download ")
    assert len(padded) > LARGE > len(data)
    page.download_button.click()
    assert until_open().name == "a.pth"


def make_large(path: Path) -> bytes:
    """A real checkpoint that is too large to be downloaded unasked."""
    import torch

    large = path.with_name("large.pth")
    torch.save({"a": torch.zeros(LARGE // 4)}, large)
    return large.read_bytes()


def test_a_download_can_be_cancelled(
    window: MainWindow, toxic: Toxic, served: Path, until_wrong: Ends, qtbot: QtBot
) -> None:
    data = make_large(served)

    def stalls(exchange: object) -> None:
        behaviours._head(exchange, ranges=False)  # type: ignore[arg-type]
        exchange.send(data[: LARGE // 2])  # type: ignore[attr-defined]
        exchange.hang()  # type: ignore[attr-defined]

    window.open_file(as_path(toxic.serve("a.pth", data, stalls)))
    until_wrong().error_page.download_button.click()
    page, line = window.page, window.page.opening_page.progress
    qtbot.waitUntil(lambda: page.pages.currentWidget() is page.opening_page)
    qtbot.waitUntil(lambda: "of 9.4" in line.words.text())
    assert page.opening_page.title.text() == "Downloading a.pth"
    assert 0 < line.bar.value() < line.bar.maximum()
    line.cancel_button.click()
    qtbot.waitUntil(lambda: not page.opener.busy)


def test_a_key_that_is_not_kept_is_asked_for(window: MainWindow, until_wrong: Ends) -> None:
    window.open_file(as_path("https://127.0.0.1:1/a.pth?•••123456"))
    page = until_wrong().error_page
    assert "Paste the whole address" in page.sentence.text()
    assert page.location_button.property("primary")
    page.location_button.click()
    assert window.locations.dialog is not None
    assert window.locations.dialog.line.text() == "https://127.0.0.1:1/a.pth?•••123456"
    assert not window.locations.dialog.open_button.isEnabled()


def test_links_are_dropped_to_open_and_to_compare(
    window: MainWindow, nginx: Nginx, served: Path, until_open: Ends, qtbot: QtBot
) -> None:
    data = QMimeData()
    data.setUrls([QUrl(f"{nginx.url}/files/epoch27.pth")])
    for place in (QPoint(100, 300), QPoint(1200, 300)):
        QApplication.sendEvent(window, QDragEnterEvent(place, COPY, data, LEFT, NONE))
        assert window.drop_target.sign.isVisible()
        assert "Of the file only the parts that are needed are fetched" in window.drop_target.sign.note.text()
        QApplication.sendEvent(window, QDropEvent(QPointF(place), COPY, data, LEFT, NONE))
        until_open()
    assert window.tabs.count() == 1
    comparison = Comparison.of(window.page.session)  # with itself it is not compared
    assert not comparison.on


def test_a_copied_link_is_pasted(window: MainWindow, nginx: Nginx, served: Path, until_open: Ends) -> None:
    QApplication.clipboard().setText(f"{nginx.url}/files/epoch27.pth")
    window.actions_["paste_error"].trigger()
    until_open()


def test_a_url_typed_into_the_palette_is_opened(
    window: MainWindow, nginx: Nginx, served: Path, until_open: Ends, qtbot: QtBot
) -> None:
    window.actions_["palette"].trigger()
    assert window.quick.palette is not None
    popup = window.quick.palette.popup
    qtbot.keyClicks(popup.line, f"{nginx.url}/files/epoch27.pth")
    assert [row.text for row in popup.model.rows] == [f"Open {nginx.url}/files/epoch27.pth"]
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)
    until_open()
    assert window.settings.get(settings.USED_COMMANDS) == []


def test_a_later_start_hands_its_url_over() -> None:
    wish = understood(b'{"open": ["https://example.org/a.pth?sig=1", "a.pth", "/b.pth"], "token": ""}')
    assert wish is not None
    assert wish.paths == ["https://example.org/a.pth?sig=1", "/b.pth"]


def test_what_is_no_location_at_the_start_is_said(app_settings: Settings, qtbot: QtBot, said: Said) -> None:
    desk = Desk(app_settings, None)
    desk.new_window()
    desk.open_places(["ftp://example.org/a.pth"])
    assert "ftp:// is not understood" in said.texts[-1]
    assert desk.window.tabs.count() == 1
    desk.window.deleteLater()


def test_what_lies_elsewhere_comes_back_at_the_next_start(
    app_settings: Settings, tmp_path: Path, nginx: Nginx, served: Path, qtbot: QtBot, said: Said
) -> None:
    desk = Desk(app_settings, tmp_path / "kept")
    (window := desk.start()).open_file(as_path(f"{nginx.url}/files/epoch27.pth"))
    qtbot.waitUntil(lambda: window.page.shows_document)
    window.page.session.apply(StripPrefix("module."))
    desk.write_now()
    kept = (tmp_path / "kept" / "open-files.json").read_text()
    assert f"{nginx.url}/files/epoch27.pth" in kept
    again = Desk(app_settings, None)
    again._file = tmp_path / "kept" / "open-files.json"
    again._lock = desk._lock
    other = again.start()
    qtbot.waitUntil(lambda: other.page.shows_document)
    assert other.page.session.plan.edits == (StripPrefix("module."),)
    for each in (window, other):
        each.plans_are_kept = True
        each.close()
        each.deleteLater()
    QApplication.processEvents()
    if desk._lock is not None:
        desk._lock.unlock()


# ---- what was there is gone, or another one


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
    assert remote.banner.text.text().startswith("a.pth is another file by now")
    toxic.serve("a.pth", served.read_bytes(), behaviours.well)
    remote.banner.go.click()
    qtbot.waitUntil(lambda: not remote.session.outdated and remote.shows_document)
    assert remote.session.plan.edits == (RemapDevice("cuda:5", "cpu"),)
    assert "another file" not in remote.banner.text.text()


def test_torch_and_measuring_ask_for_a_copy_first(remote: Page, qtbot: QtBot) -> None:
    remote.diagnosis.verify()
    assert "save a copy here first" in remote.diagnosis.panel.verified.verdict.label.text()


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
    assert "It reads a copy of the source" in python.note


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
    assert "a.pth cannot be compared with." in said.texts[-1]
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
    box = dialog.boxes[settings.RANGES_KEPT.key]
    box.setCurrentIndex(box.findData(0))
    box.activated.emit(box.currentIndex())
    assert blocks._most == 0
    shutil.rmtree(blocks.folder(), ignore_errors=True)

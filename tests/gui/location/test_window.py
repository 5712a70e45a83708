"""The window over a network: it opens what lies elsewhere, never waits for it, and keeps what is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.edits.edits import StripPrefix
from core.remote.address import as_path
from core.text import size_text
from gui.app.desk import Desk
from gui.app.instance import understood
from gui.app.window import MainWindow
from gui.look import settings
from gui.look.settings import Settings
from gui.session.comparison import Comparison
from gui.session.diagnosis_service import DiagnosisService
from tests.gui.conftest import Said
from tests.gui.location.conftest import Ends
from tests.servers import behaviours
from tests.servers.nginx import Nginx
from tests.servers.toxic import Toxic

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
    size = size_text(served.stat().st_size)
    assert f"{size} of {size} read" in line
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
    service = DiagnosisService.of(until_open().session)
    qtbot.waitUntil(lambda: service.findings is not None)
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
    assert page.sentence.text().startswith("The server cannot send parts of a file")
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
    qtbot.waitUntil(lambda: 0 < line.bar.value() < line.bar.maximum())
    line.cancel_button.click()
    qtbot.waitUntil(lambda: not page.opener.busy)


def test_what_is_no_checkpoint_says_what_torch_would(
    window: MainWindow, nginx: Nginx, served: Path, until_wrong: Ends, qtbot: QtBot
) -> None:
    (served.parent / "page.pth").write_text("<html>Please log in</html>")
    window.open_file(as_path(f"{nginx.url}/files/page.pth"))
    page = until_wrong().error_page
    assert "web page" in page.sentence.text()
    qtbot.waitUntil(lambda: page.torch_says is not None)


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
        assert "Pthfinder fetches only the parts it needs" in window.drop_target.sign.note.text()
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

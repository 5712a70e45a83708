"""The dialog for a location: a line, what is understood of it, and the folder that it is in."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.remote.address import as_path
from gui.app.window import MainWindow
from gui.location.dialog import LocationDialog
from gui.session.comparison import Comparison
from tests.gui.conftest import Said
from tests.gui.location.conftest import Ends
from tests.servers import behaviours
from tests.servers.nginx import Nginx
from tests.servers.toxic import Toxic

Key = Qt.Key


def asked(window: MainWindow, action: str = "open_location") -> LocationDialog:
    """The dialog, as the action brings it up."""
    window.actions_[action].trigger()
    assert window.locations.dialog is not None
    assert window.locations.dialog.isVisible()
    return window.locations.dialog


def names(dialog: LocationDialog) -> list[str]:
    return [entry.name for entry in dialog.folder.model.rows]


@pytest.fixture
def tree(folder: Path, served: Path) -> Path:
    """Folders in folders."""
    (folder / "runs").mkdir()
    (folder / "runs" / "last.pth").write_bytes(served.read_bytes())
    (folder / "readme.txt").write_text("x")
    return folder


def test_a_pasted_address_and_enter(
    window: MainWindow, nginx: Nginx, served: Path, qtbot: QtBot, until_open: Ends
) -> None:
    dialog = asked(window)
    QApplication.clipboard().setText(f"{nginx.url}/files/epoch27.pth\n")
    qtbot.keyClick(dialog.line, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert dialog.said.text() == f"epoch27.pth on 127.0.0.1:{nginx.port}, a web server, without encryption."
    qtbot.keyClick(dialog.line, Key.Key_Return)
    assert not dialog.isVisible()
    assert str(until_open().path) == f"{nginx.url}/files/epoch27.pth"


def test_what_is_wrong_is_said_and_cannot_be_opened(window: MainWindow, qtbot: QtBot) -> None:
    dialog = asked(window)
    assert not dialog.open_button.isEnabled()
    qtbot.keyClicks(dialog.line, "ftp://example.org/a")
    assert "ftp:// is not understood" in dialog.said.text()
    assert dialog.said.property("rank") == "error"
    qtbot.keyClick(dialog.line, Key.Key_Return)
    assert dialog.isVisible()
    assert not window.page.opener.busy


def test_nothing_lies_below_the_buttons(window: MainWindow, qtbot: QtBot) -> None:
    dialog = asked(window)
    QApplication.processEvents()
    assert dialog.height() - dialog.open_button.geometry().bottom() < dialog.open_button.height()


def test_folders_are_walked_by_the_keyboard(
    window: MainWindow, nginx: Nginx, tree: Path, qtbot: QtBot, until_open: Ends
) -> None:
    dialog = asked(window)
    dialog.line.setText(f"{nginx.url}/list/")
    assert not dialog.folder.isVisible()
    qtbot.keyClick(dialog.line, Key.Key_Return)
    qtbot.waitUntil(lambda: names(dialog) == ["runs", "epoch27.pth", "readme.txt"])
    assert dialog.isVisible()
    assert dialog.folder.told.text() == "1 folder, 1 checkpoint, 1 other file"
    qtbot.keyClicks(dialog.folder.filter, "ru")
    assert names(dialog) == ["runs"]
    qtbot.keyClick(dialog.folder.filter, Key.Key_Return)
    qtbot.waitUntil(lambda: names(dialog) == ["last.pth"])
    assert dialog.line.text() == f"{nginx.url}/list/runs/"
    qtbot.keyClick(dialog.folder.filter, Key.Key_Backspace)
    qtbot.waitUntil(lambda: names(dialog) == ["runs", "epoch27.pth", "readme.txt"])
    qtbot.keyClick(dialog.folder.filter, Key.Key_Down)
    qtbot.keyClick(dialog.folder.filter, Key.Key_Return)
    assert not dialog.isVisible()
    assert str(until_open().path) == f"{nginx.url}/list/epoch27.pth"


def test_browse_lists_the_folder_of_a_file(window: MainWindow, nginx: Nginx, tree: Path, qtbot: QtBot) -> None:
    dialog = asked(window)
    dialog.line.setText(f"{nginx.url}/list/runs/last.pth")
    dialog.browse.click()
    qtbot.waitUntil(lambda: names(dialog) == ["last.pth"])
    dialog.folder.up.click()
    qtbot.waitUntil(lambda: names(dialog)[:1] == ["runs"])


def test_a_silent_server_is_left_at_once(window: MainWindow, toxic: Toxic, qtbot: QtBot) -> None:
    dialog = asked(window)
    dialog.line.setText(f"{toxic.serve('folder/', b'x', behaviours.silent)}")
    dialog.open_button.click()
    assert toxic.hung(1)
    assert dialog.folder.busy
    qtbot.waitUntil(lambda: "has not answered for" in dialog.folder.told.text())
    dialog.folder.stop.click()
    qtbot.waitUntil(lambda: not dialog.folder.busy)
    assert dialog.folder.told.text() == "Stopped."


def test_a_server_that_fails_says_so_and_can_be_asked_again(
    window: MainWindow, toxic: Toxic, hasty: None, qtbot: QtBot
) -> None:
    dialog = asked(window)
    page = b'<a href="a.pth">a</a>'

    def listing(exchange: object) -> None:
        exchange.start(200, {"Content-Type": "text/html", "Content-Length": len(page)})  # type: ignore[attr-defined]
        exchange.send(page)  # type: ignore[attr-defined]

    dialog.line.setText(toxic.serve("folder/", b"x", behaviours.first(4, behaviours.errors(503), listing)))
    dialog.open_button.click()
    qtbot.waitUntil(dialog.folder.again.isVisible)
    assert "503" in dialog.folder.told.text()
    dialog.folder.again.click()
    qtbot.waitUntil(lambda: names(dialog) == ["a.pth"])


def test_the_last_places_are_offered_without_secrets(window: MainWindow) -> None:
    for place in ("https://example.org/a.pth?sig=open-sesame", "/data/b.pth", "s3://bucket/c.pth"):
        window.settings.add_recent_file(as_path(place))
    dialog = asked(window)
    offered = [dialog.place.itemText(row) for row in range(dialog.place.count())]
    assert [each.partition("?")[0] for each in offered] == ["s3://bucket/c.pth", "https://example.org/a.pth"]
    assert "sesame" not in str(offered)
    assert dialog.line.text() == ""


def test_the_second_checkpoint_may_lie_elsewhere(
    document: MainWindow, nginx: Nginx, served: Path, qtbot: QtBot, said: Said
) -> None:
    dialog = asked(document, "compare_location")
    assert dialog.windowTitle() == "Compare epoch27.pth with"
    dialog.line.setText(f"{nginx.url}/files/epoch27.pth")
    with qtbot.waitSignal(Comparison.of(document.page.session).found):
        dialog.open_button.click()
    compared = Comparison.of(document.page.session).compared
    assert compared is not None
    assert compared.summary.startswith("no number differs") or "same" in compared.summary
    assert said.texts == []


def test_an_address_in_the_line_for_a_name_begins_anew(
    window: MainWindow, nginx: Nginx, tree: Path, qtbot: QtBot
) -> None:
    dialog = asked(window)
    dialog.line.setText(f"{nginx.url}/list/runs/")
    qtbot.keyClick(dialog.line, Key.Key_Return)
    qtbot.waitUntil(lambda: names(dialog) == ["last.pth"])
    qtbot.keyClicks(dialog.folder.filter, "zzz")
    assert dialog.folder.told.text() == "No name here has “zzz” in it."
    dialog.folder.filter.clear()
    assert dialog.folder.told.text() == "1 checkpoint"
    QApplication.clipboard().setText(f"{nginx.url}/list/")
    qtbot.keyClick(dialog.folder.filter, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert (dialog.folder.filter.text(), dialog.line.text()) == ("", f"{nginx.url}/list/")
    qtbot.keyClick(dialog.line, Key.Key_Return)
    qtbot.waitUntil(lambda: names(dialog)[:1] == ["runs"])

"""What is open comes back: after the program has ended, after it was killed, and in another language."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.edits.edits import Drop, RemapDevice, StripPrefix
from core.errors import Cancelled
from core.progress import Tick
from core.saving.save_report import SaveReport
from core.words import language
from gui.app.desk import FILE, Desk
from gui.app.window import MainWindow
from gui.look import language as languages
from gui.look.settings import Settings
from gui.page.welcome import DEMO
from gui.save import model
from gui.save.model import SaveRequest
from gui.session import kept_session
from gui.session.kept_session import KeptTab, KeptWindow
from tests.gui.conftest import Said
from tests.places import ROOT

MakeDesk = Callable[[], Desk]


@pytest.fixture
def make_desk(qtbot: QtBot, app_settings: Settings, tmp_path: Path, said: Said) -> Iterator[MakeDesk]:
    """Starts of the program, one after the other, that share a folder of settings."""
    made: list[Desk] = []

    def make() -> Desk:
        desk = Desk(app_settings, tmp_path / "settings")
        desk.start()
        made.append(desk)
        return desk

    yield make
    for desk in made:
        end(desk)
    languages.apply("en")


def end(desk: Desk) -> None:
    """Leave the program, as far as a test can."""
    desk.quit()
    desk._pause.stop()
    desk._writer.drop()
    for window in desk.windows:
        window.deleteLater()
    desk.windows = []
    if desk._lock is not None:
        desk._lock.unlock()
    QApplication.processEvents()


def all_open(desk: Desk) -> bool:
    """Whether every tab shows its document."""
    return all(page.shows_document for window in desk.windows for page in window.tabs.pages())


def open_two(desk: Desk, small_file: Path, qtbot: QtBot) -> MainWindow:
    """The demo, and another file with a plan, a search and a selection."""
    (window,) = desk.windows
    for path in (DEMO, small_file):
        window.open_file(path)
    qtbot.waitUntil(lambda: all_open(desk))
    session = window.page.session
    session.apply(RemapDevice("cuda:5", "cpu"))
    session.apply(StripPrefix("module."))
    assert session.catalogue is not None
    session.reveal(session.catalogue.find("epoch"))
    return window


def assert_back(desk: Desk, small_file: Path) -> None:
    """All is as `open_two` left it."""
    (window,) = desk.windows
    assert [page.path for page in window.tabs.pages()] == [DEMO, small_file]
    session = window.page.session
    assert session.plan.edits == (RemapDevice("cuda:5", "cpu"), StripPrefix("module."))
    assert window.isWindowModified()
    assert session.catalogue is not None
    assert session.current == session.catalogue.find("epoch")


def test_what_was_open_is_open_again_with_its_plan_and_nothing_is_asked(
    make_desk: MakeDesk, small_file: Path, qtbot: QtBot, said: Said
) -> None:
    first = make_desk()
    open_two(first, small_file, qtbot)
    end(first)
    assert said.questions == []
    again = make_desk()
    qtbot.waitUntil(lambda: all_open(again))
    assert_back(again, small_file)
    again.windows[0].page.session.undo()
    assert not again.windows[0].page.session.plan


def test_closing_the_last_window_is_leaving(make_desk: MakeDesk, small_file: Path, qtbot: QtBot, said: Said) -> None:
    first = make_desk()
    open_two(first, small_file, qtbot).close()
    assert said.questions == []
    end(first)
    again = make_desk()
    qtbot.waitUntil(lambda: all_open(again))
    assert_back(again, small_file)


def test_a_window_of_several_asks_for_its_changes(
    make_desk: MakeDesk, small_file: Path, qtbot: QtBot, said: Said
) -> None:
    desk = make_desk()
    window = open_two(desk, small_file, qtbot)
    page, steps = window.page, window.page.session.undo_stack.count()
    window.actions_["move_tab"].trigger()
    assert [[page.path for page in each.tabs.pages()] for each in desk.windows] == [[DEMO], [small_file]]
    other = desk.windows[1]
    assert other.page is page
    assert page.session.undo_stack.count() == steps
    other.close()
    assert [question.title for question in said.questions] == ["Save the fixed checkpoint before closing Pthfinder?"]
    said.answer = "discard"
    other.close()
    assert desk.windows == [window]


def test_a_closed_file_does_not_come_back(make_desk: MakeDesk, small_file: Path, qtbot: QtBot, said: Said) -> None:
    first = make_desk()
    said.answer = "discard"
    open_two(first, small_file, qtbot).close_file()
    end(first)
    again = make_desk()
    qtbot.waitUntil(lambda: all_open(again))
    assert [page.path for page in again.windows[0].tabs.pages()] == [DEMO]


def test_a_file_that_is_gone_keeps_its_plan_until_it_is_there_again(
    make_desk: MakeDesk, small_file: Path, qtbot: QtBot
) -> None:
    first = make_desk()
    open_two(first, small_file, qtbot)
    end(first)
    away = small_file.rename(small_file.with_suffix(".away"))
    second = make_desk()
    page = second.windows[0].page
    qtbot.waitUntil(lambda: page.pages.currentWidget() is page.error_page)
    end(second)
    third = make_desk()
    page = third.windows[0].page
    qtbot.waitUntil(lambda: page.pages.currentWidget() is page.error_page)
    away.rename(small_file)
    page.error_page.retry_asked.emit(small_file)
    qtbot.waitUntil(lambda: all_open(third))
    assert_back(third, small_file)


def test_files_that_end_the_program_twice_are_only_offered(
    make_desk: MakeDesk, small_file: Path, tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    first = make_desk()
    open_two(first, small_file, qtbot)
    end(first)
    file = tmp_path / "settings" / FILE
    data = json.loads(file.read_text())
    file.write_text(json.dumps(data | {"failures": 2}))
    again = make_desk()
    assert again.windows[0].page.path is None
    (message,) = said.messages
    assert "2 files" in message.text
    message.offers[0].act()
    qtbot.waitUntil(lambda: len(again.windows) == 2 and again.windows[1].page.shows_document)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"version": 1}', '{"version": 1, "failures": 0, "windows": [7]}'])
def test_a_damaged_file_is_no_reason_not_to_start(make_desk: MakeDesk, tmp_path: Path, content: str) -> None:
    file = tmp_path / "settings" / FILE
    file.parent.mkdir()
    file.write_text(content)
    assert make_desk().windows[0].page.path is None


def test_a_plan_of_which_a_part_is_gone_comes_back_without_it(
    make_desk: MakeDesk, small_file: Path, tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    first = make_desk()
    session = open_two(first, small_file, qtbot).page.session
    assert session.catalogue is not None
    session.apply(Drop(session.catalogue.find("epoch")))
    end(first)
    file = tmp_path / "settings" / FILE
    file.write_text(file.read_text().replace('epoch"', 'era"'))
    again = make_desk()
    qtbot.waitUntil(lambda: all_open(again))
    assert again.windows[0].page.session.plan.edits == (RemapDevice("cuda:5", "cpu"), StripPrefix("module."))
    assert any("1 pending change was lost" in text for text in said.texts)


def test_a_second_process_keeps_nothing(make_desk: MakeDesk, app_settings: Settings, tmp_path: Path) -> None:
    first = make_desk()
    assert first.keeps
    second = Desk(app_settings, tmp_path / "settings")
    assert not second.keeps


def test_another_language_takes_what_is_open_along(make_desk: MakeDesk, small_file: Path, qtbot: QtBot) -> None:
    desk = make_desk()
    open_two(desk, small_file, qtbot).language_asked.emit("ja")
    assert language() == "ja"
    qtbot.waitUntil(lambda: all_open(desk))
    assert_back(desk, small_file)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Holds a save until it is set, as a slow disk does."""
    opened, write = threading.Event(), model.write

    def slow(request: SaveRequest, tick: Tick) -> SaveReport:
        opened.wait(60)
        return write(request, tick)

    monkeypatch.setattr(model, "write", slow)
    yield opened
    opened.set()


def begin_to_save(window: MainWindow, target: Path) -> None:
    preview = window.page.session.preview
    assert preview is not None
    window.page.saving._begin(SaveRequest(preview, target))


def test_another_language_waits_for_a_save(
    make_desk: MakeDesk, small_file: Path, qtbot: QtBot, gate: threading.Event
) -> None:
    desk = make_desk()
    window, target = open_two(desk, small_file, qtbot), small_file.with_name("new.pth")
    begin_to_save(window, target)
    window.language_asked.emit("ja")
    assert desk.windows == [window]
    gate.set()
    qtbot.waitUntil(lambda: language() == "ja" and all_open(desk))
    assert target.exists()
    assert_back(desk, small_file)


@pytest.mark.parametrize("leave", [Desk.quit, lambda desk: desk.windows[0].close()])
def test_what_is_being_saved_is_asked_about_though_plans_are_kept(
    make_desk: MakeDesk,
    small_file: Path,
    qtbot: QtBot,
    said: Said,
    gate: threading.Event,
    leave: Callable[[Desk], object],
) -> None:
    desk = make_desk()
    window = open_two(desk, small_file, qtbot)
    begin_to_save(window, small_file.with_name("new.pth"))
    said.answer = "wait"
    leave(desk)
    assert [question.title for question in said.questions] == ["new.pth is still being saved"]
    assert window.isVisible()
    gate.set()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert small_file.with_name("new.pth").exists()


def test_what_is_stale_is_not_written(tmp_path: Path) -> None:
    def stale(_done: int, _total: int) -> None:
        raise Cancelled

    file = tmp_path / FILE
    kept_session.write(file, ())
    before = file.read_text()
    with pytest.raises(Cancelled):
        kept_session.write(file, (KeptWindow((KeptTab("/a"),)),), 0, stale)
    assert file.read_text() == before


KILLED = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from core.edits.edits import RemapDevice
from gui.app import desk, start

made = []
desk.Desk.start = lambda self, start=desk.Desk.start: made.append(self) or start(self)

def look():
    window = made[0].windows[0]
    if not window.page.shows_document:
        QTimer.singleShot(20, look)
    elif not window.page.session.plan:
        window.page.session.apply(RemapDevice("cuda:5", "cpu"))
        QTimer.singleShot(20, look)
    elif not made[0]._file.exists() or "RemapDevice" not in made[0]._file.read_text():
        QTimer.singleShot(20, look)
    else:
        os.kill(os.getpid(), 9)

QTimer.singleShot(50, look) if start.make_application([]) else None
start.run(sys.argv[1])
"""


def test_a_killed_program_has_kept_its_plans(
    make_desk: MakeDesk, small_file: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    environment = os.environ | {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(small_file)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL, done.stderr
    (tmp_path / "pthfinder").rename(tmp_path / "settings")
    desk = make_desk()
    qtbot.waitUntil(lambda: all_open(desk))
    assert desk.windows[0].page.session.plan.edits == (RemapDevice("cuda:5", "cpu"),)


def test_a_folder_that_cannot_be_written_keeps_nothing(app_settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not Desk(app_settings, tmp_path / "file").keeps


def test_a_dialog_about_a_file_goes_and_comes_with_its_tab(make_desk: MakeDesk, small_file: Path, qtbot: QtBot) -> None:
    """What it calls "this file" is the one on show."""
    window = open_two(make_desk(), small_file, qtbot)
    window.show()
    window.actions_["rename_keys"].trigger()
    dialog = window.page.recipes.rename_dialog
    assert dialog is not None
    assert dialog.isVisible()
    window.actions_["previous_tab"].trigger()
    assert not dialog.isVisible()
    window.actions_["next_tab"].trigger()
    assert dialog.isVisible()

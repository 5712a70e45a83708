"""Shared by the tests of the window: no display, no settings of the user, no thread left behind."""

from __future__ import annotations

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is imported

import itertools
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Drop, Plan, RemapDevice, StripPrefix
from core.edits.preview import Preview, preview
from core.front_end import show_window
from core.text import use_decimal_units
from gui.app import start
from gui.app.window import MainWindow
from gui.jobs import job, latest_job
from gui.look import messages, settings, theme
from gui.look.messages import Message, Question
from gui.look.settings import Settings
from gui.session.session import Session
from tests.files.checkpoints import odd_tensors, save, training_checkpoint
from tests.gui.documents import catalogue_of, opened, saved, two_gpus
from tests.support.oracle import PretendGpus

Make = Callable[..., Any]
_ALONE = "PTHFINDER_TEST_ALONE"
IDLE = sys.getswitchinterval()
"""What the interpreter waits for while no job runs; one of the test before may run yet when a test begins."""

# How long a test waits for what must happen judges nothing: on a busy machine everything takes its time.
for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitExposed, QtBot.waitCallback):
    wait.__kwdefaults__["timeout"] = 60_000


@dataclass
class Said:
    """A messenger that remembers what it was told and answers what it was set to answer."""

    messages: list[Message] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    answer: str | None = None
    """Key of the answer to give; None gives the last one, as dismissing does."""

    def say(self, message: Message) -> None:
        """Remember."""
        self.messages.append(message)

    def ask(self, question: Question) -> str:
        """Remember and answer."""
        self.questions.append(question)
        keys = [answer.key for answer in question.answers]
        answer = keys[-1] if self.answer is None else self.answer
        assert answer in keys, f"{answer!r} is no answer to {question.title!r}: {keys}"
        return answer

    @property
    def texts(self) -> list[str]:
        """The words of all messages."""
        return [message.text for message in self.messages]


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    """The arguments of the one QApplication."""
    return ["pthfinder"]


@pytest.fixture(scope="session")
def qapp_cls() -> type[QApplication]:
    """The class of the one QApplication."""
    return start.Application


@pytest.fixture(scope="session")
def program(qapp: QApplication) -> QApplication:
    """The application as the program makes it. Once: to choose a style takes as long as there are widgets."""
    return start.make_application([])


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run what is marked as ``alone`` in a process of its own."""
    if pyfuncitem.get_closest_marker("alone") is None or _ALONE in os.environ:
        return None
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", pyfuncitem.nodeid]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")} | {_ALONE: "1"}
    done = subprocess.run(
        command, cwd=pyfuncitem.config.rootpath, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return True


@pytest.fixture(autouse=True)
def application(program: QApplication) -> Iterator[QApplication]:
    """The application in the light theme; after each test sizes and words are those of the library."""
    theme.theme().apply("light")
    show_window()
    yield program
    assert program.styleSheet(), "the next tests would see widgets without their style"
    use_decimal_units(False)
    show_window(shown=False)


@pytest.fixture(scope="session")
def settings_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One after the other; pytest's own names would have it go through all that there are, for each."""
    folder = tmp_path_factory.mktemp("settings")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def isolated_settings(settings_folders: Iterator[Path]) -> Path:
    """QSettings of any name end up in a temporary folder."""
    folder = next(settings_folders)
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    for scope in (QSettings.Scope.UserScope, QSettings.Scope.SystemScope):
        for kind in (QSettings.Format.IniFormat, QSettings.Format.NativeFormat):
            QSettings.setPath(kind, scope, str(folder))
    return folder


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No job on a busy machine where a quick one would need none."""
    monkeypatch.setattr(latest_job, "LONGEST_PAUSE", 1e6)


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """A test that leaves a job or a thread running fails, and says which."""
    before = set(threading.enumerate())
    yield
    left = [thread for thread in threading.enumerate() if thread not in before]
    for thread in left:
        thread.join(60)  # a worker may still be on its way out after it has told its end
    left = [thread.name for thread in left if thread.is_alive()]
    ended = job.stop_all(60)
    assert not left, f"threads still running: {left}"
    assert ended
    assert sys.getswitchinterval() == pytest.approx(IDLE)


@pytest.fixture(autouse=True)
def no_widget_left() -> Iterator[None]:
    """Widgets die with their test, those that nobody closed too; the style sheet would otherwise be worked out again
    for all of them, and each window after them takes longer.
    """
    before = set(QApplication.topLevelWidgets())
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for widget in QApplication.topLevelWidgets():
        if widget not in before and widget.parent() is None:
            widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def no_file_dialog(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would close it: a test that needs one puts its answer in place."""

    def refuse(*arguments: object, **options: object) -> tuple[str, str]:
        raise AssertionError("a file dialog was opened")

    for name in ("getOpenFileName", "getOpenFileNames", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, refuse)


@pytest.fixture
def said() -> Iterator[Said]:
    """What the user would have been told."""
    recorder = Said()
    before = messages.use(recorder)
    yield recorder
    messages.use(before)


@pytest.fixture
def app_settings(tmp_path: Path) -> Settings:
    """Settings of this test alone."""
    remembered = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    remembered.set(settings.HINTS, "seen")
    return remembered


@pytest.fixture
def session(qtbot: QtBot) -> Session:
    """A session with no document."""
    return Session()


@pytest.fixture
def make_window(qtbot: QtBot, app_settings: Settings, said: Said) -> Iterator[Callable[[], MainWindow]]:
    """Makes windows that share settings; messages of all of them go to `said`."""
    made: list[MainWindow] = []

    def make() -> MainWindow:
        window = MainWindow(app_settings)
        messages.use(said)
        window.resize(1280, 800)
        window.show()
        qtbot.waitExposed(window)
        made.append(window)
        return window

    yield make
    for window in made:
        for page in window.tabs.pages():
            page.session.undo_stack.setClean()
        window.close()
        window.deleteLater()
    QApplication.processEvents()


@pytest.fixture
def window(make_window: Callable[[], MainWindow]) -> MainWindow:
    """The window, empty."""
    return make_window()


@pytest.fixture
def open_in(qtbot: QtBot) -> Callable[[MainWindow, Path], None]:
    """Opens a file in a window and waits until it is shown."""

    def open_file(window: MainWindow, path: Path) -> None:
        with qtbot.waitSignal(window.opened, timeout=60_000):
            window.open_file(path)

    return open_file


@pytest.fixture
def small_file(tmp_path: Path) -> Path:
    """A real checkpoint of a DataParallel model with Adam state, tagged `cuda:5`."""
    folder = tmp_path / "source"
    folder.mkdir()
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus, "cuda:5"), folder / "epoch27.pth")


@pytest.fixture
def catalogue(session: Session, tmp_path: Path) -> Catalogue:
    """A model over two GPUs, open in the session."""
    return opened(session, saved(tmp_path, two_gpus))


@pytest.fixture
def planned(catalogue: Catalogue) -> Preview:
    """A plan that touches everything: devices, names and what stays."""
    edits = (RemapDevice("cuda:1", "cpu"), StripPrefix("module."), Drop(catalogue.find("epoch")))
    return preview(catalogue, Plan(edits))


@pytest.fixture
def make_odd(tmp_path: Path) -> Callable[[], Catalogue]:
    """A file with views, empty and overlapping tensors and objects of all kinds."""

    def make() -> Catalogue:
        with PretendGpus() as gpus:
            return catalogue_of(save(odd_tensors(gpus), tmp_path / "odd.pth"))

    return make


@pytest.fixture
def document(window: MainWindow, open_in: Callable[[MainWindow, Path], None], small_file: Path) -> MainWindow:
    """The window with the small checkpoint open."""
    open_in(window, small_file)
    window.activateWindow()
    return window

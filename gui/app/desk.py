"""All windows of the program, and what is open in them: kept while one works, put back at the next start.

What is kept is written a moment after it has changed, beside the event loop. One process does it; a second one, or a
test, has nothing kept and asks before changes are let go.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QLockFile, QObject, QPoint, Qt, QTimer

from core.errors import CannotOpen, SaveError
from core.progress import Tick
from core.remote.address import as_path
from core.text import count_text
from core.words import say
from gui.app.window import MainWindow
from gui.jobs.latest_job import LatestJob
from gui.look import language, messages
from gui.look.messages import Message, Offer, Question
from gui.look.settings import Settings
from gui.page.page import Page
from gui.preferences.offered import LANGUAGE
from gui.session import kept_session
from gui.session.computers import SessionMachine
from gui.session.kept_session import KeptWindow, TabState
from gui.session.loading_on import loading_on

PAUSE: Final = 400
"""Milliseconds without a change after which what is open is written."""
FILE: Final = "open-files.json"
_MOST_FAILURES: Final = 2
"""Starts that did not come to their end, after which the files are only offered: one of them may be why."""
_STEP: Final = QPoint(32, 32)
"""How far a second window lies from the first."""

_States = tuple[tuple[list[TabState], int], ...]


class Desk(QObject):
    """Makes windows and remembers them. `folder` is where the settings are; None keeps nothing."""

    def __init__(self, remembered: Settings, folder: Path | None) -> None:
        super().__init__()
        self._settings = remembered
        self.windows: list[MainWindow] = []
        self._file = folder / FILE if folder is not None else None
        self._lock = self._take_lock()
        self._failures = 0
        self._closing = False
        self._writer = LatestJob(self, failed=self._tell_failure)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._write)

    def _take_lock(self) -> QLockFile | None:
        """The right to keep what is open; None where another process has it, or there is no place for it."""
        if self._file is None:
            return None
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            return None
        lock = QLockFile(f"{self._file}.lock")
        lock.setStaleLockTime(0)  # only that its process is gone makes it stale
        return lock if lock.tryLock(0) else None

    @property
    def keeps(self) -> bool:
        """Whether what is open is kept."""
        return self._lock is not None

    # ---- what is told

    @property
    def window(self) -> MainWindow:
        """The window that the user is in, or was in last as far as one knows."""
        return next((window for window in self.windows if window.isActiveWindow()), self.windows[-1])

    def say(self, message: Message) -> None:
        """Tell it in the window that the user is in."""
        self.window.messenger.say(message)

    def ask(self, question: Question) -> str:
        """Ask it in the window that the user is in."""
        return self.window.messenger.ask(question)

    # ---- windows

    def new_window(self) -> MainWindow:
        """Another window, empty, and not on show yet."""
        window = MainWindow(self._settings)
        if self.windows:
            window.move(self.windows[-1].pos() + _STEP)
        self.windows.append(window)
        window.changed.connect(self._later)
        window.quit_asked.connect(self.quit)
        window.new_window_asked.connect(lambda: self.new_window().show())
        window.move_asked.connect(partial(self._move, window))
        window.language_asked.connect(self.set_language)
        window.closed.connect(partial(self._forget, window))
        self._say_who_is_last()
        return window

    def _forget(self, window: MainWindow) -> None:
        if self._closing:
            return
        if self.windows == [window]:
            self.write_now()
            self._pause.stop()
            return
        self.windows.remove(window)
        window.deleteLater()
        self._say_who_is_last()
        self._later()

    def _say_who_is_last(self) -> None:
        """Only what closes with the program comes back: the last window, or all of them when it is quit."""
        for window in self.windows:
            window.plans_are_kept = self.keeps and len(self.windows) == 1

    def _move(self, window: MainWindow, page: Page) -> None:
        other = self.new_window()
        window.tabs.give(page)
        other.take(page)
        other.show()

    def mean(self, machine: str) -> None:
        """Files are to be loaded on this machine from now on, as the command line has named it: those of the page on
        show, and what is opened beside it.
        """
        with suppress(ValueError):
            kept = json.loads(machine) if machine else None
            if kept is not None:
                SessionMachine.of(self.window.page.session).choose(loading_on(kept))

    def open_places(self, places: Sequence[str]) -> None:
        """Open files and locations in the window that was used last, and say which are not understood."""
        window, found = self.window, []
        for place in places:
            try:
                found.append(as_path(place).absolute())
            except CannotOpen as error:
                messages.say(str(error), "error")
        window.open_files(found)
        window.raise_()
        window.activateWindow()

    def quit(self) -> None:
        """Close all windows; where nothing is kept each asks about its changes first."""
        if not self.keeps:
            for window in list(self.windows):
                if not window.close():
                    return
            return
        if not all(window.may_stop_saving(self.quit) for window in self.windows):
            return
        self.write_now()
        self._closing = True
        for window in self.windows:
            window.plans_are_kept = True
            window.close()

    def set_language(self, choice: str) -> None:
        """Say everything in another language: all windows are made anew, with what is open in them.

        A file that is being saved is waited for.
        """
        if not any(window.isVisible() for window in self.windows):
            return  # all were closed while it waited
        pages = (page for window in self.windows for page in window.tabs.pages())
        saving = next((page.saving for page in pages if page.saving.busy), None)
        if saving is not None:
            once = Qt.ConnectionType.SingleShotConnection
            saving.ended.connect(lambda: QTimer.singleShot(0, partial(self.set_language, choice)), once)
            return
        self._settings.set(LANGUAGE.setting, choice)
        language.apply(choice)
        before, kept = list(self.windows), self._kept(self._states())
        self._closing = True
        self.windows = []
        for window, its in zip(before, kept, strict=True):
            window.remember()
            new = self.new_window()
            new.setGeometry(window.geometry())
            new.restore(its, [page.session.steps for page in window.tabs.pages() if page.state is not None])
            new.show()
            if window.preferred.is_open:
                new.preferred.open()
            window.plans_are_kept = True
            window.close()
            window.deleteLater()
        self._closing = False
        self._say_who_is_last()

    # ---- what is kept

    def start(self) -> MainWindow:
        """The windows of the last time with all that was open, or an empty one; returns the first."""
        kept, self._failures = kept_session.read(self._file) if self.keeps and self._file is not None else ((), 0)
        kept = tuple(window for window in kept if window.tabs)
        if not kept or self._failures >= _MOST_FAILURES:
            window = self.new_window()
            window.show()
            if kept:
                self._offer(kept)
            return window
        self._put_back(kept)
        return self.windows[0]

    def _put_back(self, kept: tuple[KeptWindow, ...]) -> None:
        assert self._file is not None
        failure = None
        try:
            kept_session.write(self._file, kept, self._failures + 1)
        except OSError as error:
            failure = error
        for its in kept:
            window = self.new_window()
            window.restore(its)
            window.show()
        if failure is not None:
            self._tell_failure(failure)
        self._later()

    def _offer(self, kept: tuple[KeptWindow, ...]) -> None:
        """What did not come back twice may be why the program ended: the user decides."""
        count = sum(len(window.tabs) for window in kept)
        self._failures = 0
        files = count_text(count, "file")
        again = Offer(say("Open them again"), lambda: self._put_back(kept))
        messages.say(
            say("Pthfinder quit unexpectedly while it was reopening your last files: {files}.", files=files),
            "warning",
            again,
        )

    def _later(self) -> None:
        if self.keeps and not self._closing:
            self._pause.start()

    def _states(self) -> _States:
        return tuple(window.kept() for window in self.windows)

    def _write(self) -> None:
        """Keep what is open now, beside the event loop; what is still being opened has not come back yet."""
        opening = any(page.opener.busy for window in self.windows for page in window.tabs.pages())
        if not opening:
            self._failures = 0
        states, file, failures = self._states(), self._file, self._failures + opening
        for window in self.windows:
            window.remember()

        def work(tick: Tick) -> None:
            assert file is not None
            kept_session.write(file, self._kept(states), failures, tick)

        self._writer.ask(work)

    def write_now(self) -> None:
        """Keep what is open now, before this returns."""
        self._pause.stop()
        self._writer.drop()
        if not self.keeps or self._file is None:
            return
        try:
            kept_session.write(self._file, self._kept(self._states()))
        except SaveError as error:
            self._tell_failure(error)

    @staticmethod
    def _kept(states: _States) -> tuple[KeptWindow, ...]:
        return tuple(KeptWindow(tuple(state.kept() for state in tabs), on_show) for tabs, on_show in states)

    def _tell_failure(self, error: Exception) -> None:
        if not isinstance(error, SaveError):
            raise error
        messages.say(say("Your open files cannot be remembered for the next start: {reason}", reason=error), "warning")

"""Starts the window: application, theme, and what happens when something goes wrong that nobody foresaw."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    Qt,
    QTimer,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtGui import QFileOpenEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from core.front_end import show_window
from core.remote.secrets import redacted
from core.saving.leftovers import clear_litter
from core.words import say
from gui.app.desk import Desk
from gui.app.instance import ANSWER, MACHINE, MOST_BYTES, MOST_VISITORS, Wish, claimed, understood
from gui.jobs import disposer, job
from gui.look import icons, language, messages, roles, settings
from gui.look.messages import Offer
from gui.look.plain_text import one_line
from gui.look.settings import Settings
from gui.preferences.offered import LANGUAGE, put_in_force

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.connection import Listener as Pipe

# ---- Hears of later starts of the program (`gui.app.instance`), beside the event loop and without ever waiting.

_PATIENCE = 2000
"""Milliseconds in which a visitor says what it wants."""


class Listener(QObject):
    """`asked` has the `Wish` of each later start."""

    asked = Signal(object)
    _heard = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._socket: socket.socket | None = None
        self._notifier: QSocketNotifier | None = None
        self._heard.connect(self._answer, Qt.ConnectionType.QueuedConnection)

    def listen(self, environment: Mapping[str, str] = os.environ) -> bool:
        """Be the program that later starts find, if there is none."""
        found = claimed(environment)
        if found is None:
            return False
        if not isinstance(found, socket.socket):  # a pipe of Windows: nothing but a thread can wait for it
            Thread(target=self._hear, args=(found,), daemon=True).start()
            return True
        self._socket = found
        self._notifier = QSocketNotifier(self._socket.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._meet)
        return True

    def close(self) -> None:
        if self._notifier is not None and self._socket is not None:
            self._notifier.setEnabled(False)
            self._notifier = None
            with suppress(FileNotFoundError):
                Path(self._socket.getsockname()).unlink()
            self._socket.close()
        for visitor in self.findChildren(_Visitor):
            visitor.part()

    def _hear(self, pipe: Pipe) -> None:
        """Have the event loop answer, so that nobody is told yes by a program that hangs."""
        from multiprocessing import AuthenticationError  # noqa: PLC0415 - of Windows alone

        while True:
            try:
                visitor = pipe.accept()
                line = visitor.recv_bytes(MOST_BYTES) if visitor.poll(_PATIENCE / 1000) else b""
            except (ConnectionError, EOFError, AuthenticationError):  # it has gone again, or is none of ours
                continue
            except OSError:
                return
            self._heard.emit(understood(line), visitor)

    def _answer(self, wish: Wish | None, visitor: Connection) -> None:
        with suppress(OSError), visitor:
            if wish is not None:
                visitor.send_bytes(ANSWER)
                self.asked.emit(wish)

    def _meet(self) -> None:
        assert self._socket is not None
        try:
            visitor, _ = self._socket.accept()
        except OSError:  # it has gone again
            return
        if len(self.findChildren(_Visitor)) < MOST_VISITORS:
            _Visitor(visitor, self)
        else:
            visitor.close()


class _Visitor(QObject):
    """One later start, for as long as it asks."""

    heard = Signal(object)

    def __init__(self, visitor: socket.socket, listener: Listener) -> None:
        super().__init__(listener)
        self._socket = visitor
        self._said = b""
        visitor.setblocking(False)
        self.heard.connect(listener.asked)
        self._notifier = QSocketNotifier(visitor.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.part)
        self._timer.start(_PATIENCE)

    def _read(self) -> None:
        try:
            data = self._socket.recv(MOST_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._said += data
        line, end, _ = self._said.partition(b"\n")
        if end:
            self._answer(understood(line))
        elif not data or len(self._said) >= MOST_BYTES:
            self.part()

    def _answer(self, wish: Wish | None) -> None:
        """Do as it wishes, unless it has given up and opens the file itself."""
        with suppress(OSError):
            if wish is not None and self._socket.send(ANSWER):
                self.heard.emit(wish)
        self.part()

    def part(self) -> None:
        self._notifier.setEnabled(False)
        self._timer.stop()
        self._socket.close()
        self.deleteLater()


# ---- The start.

log = logging.getLogger("pthfinder")


def run(path: str | None, spoken: str | None = None, more: Sequence[str] = ()) -> int:
    """Open the window, with a file if one is given, and ``more`` in tabs beside it; returns the exit code in the end.

    ``spoken`` is the language that was asked for, this time only.
    """
    show_window()
    application = make_application(sys.argv[:1])
    listener = Listener(application)
    listener.listen()  # at once: who starts while the window is made waits for it
    clear_litter()
    remembered = Settings()
    language.apply(spoken or remembered.get(LANGUAGE.setting))
    put_in_force(remembered)
    desk = Desk(remembered, settings.folder())
    listener.asked.connect(partial(show_asked, desk))
    application.asked.connect(partial(show_asked, desk))
    hook, sys.excepthook = sys.excepthook, tell_unforeseen
    qInstallMessageHandler(tell_of_qt)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal ends the program at once
    messages.use(desk)
    desk.start()
    desk.mean(os.environ.pop(MACHINE, ""))
    if path is not None:
        desk.open_places([path, *more])
    code = application.exec()
    listener.close()
    job.stop_all()
    sys.excepthook = hook
    qInstallMessageHandler(None)
    messages.use(None)
    return code


def show_asked(desk: Desk, wish: Wish) -> None:
    """Come to the front with the files that a later start was given."""
    if wish.token:
        os.environ["XDG_ACTIVATION_TOKEN"] = wish.token
    window = desk.window
    desk.mean(wish.machine)
    desk.open_places(wish.paths)
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.raise_()
    window.activateWindow()


class Application(QApplication):
    """The program; `asked` has the `Wish` of a desktop that tells a program that runs what to open, as macOS does."""

    asked = Signal(object)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            self.asked.emit(Wish([event.file() or event.url().toString()], ""))
            return True
        return super().event(event)


def make_application(arguments: list[str]) -> Application:
    """The QApplication of the program, or the one that is there already."""
    existing = QApplication.instance()
    application = existing if isinstance(existing, Application) else Application(arguments)
    disposer.share_one_heap()
    application.setApplicationName(settings.APPLICATION)
    application.setOrganizationName(settings.ORGANISATION)
    application.setApplicationDisplayName("")
    QGuiApplication.setDesktopFileName("pthfinder")
    application.setStyle("Fusion")
    roles.install()
    application.setWindowIcon(icons.application_icon())
    return application


def tell_of_qt(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """What Qt itself has to say on stderr, where the name of a file may be in it."""
    log.warning("%s", one_line(message))


def tell_unforeseen(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """The last resort: say that Pthfinder itself failed, keep the window, and offer the details."""
    details = redacted("".join(traceback.format_exception(kind, error, trace)))
    log.error("unforeseen error\n%s", "\n".join(f"| {one_line(line)}" for line in details.split("\n")))
    if issubclass(kind, KeyboardInterrupt):
        QApplication.exit(130)
        return
    copy = Offer(say("Copy details"), lambda: QGuiApplication.clipboard().setText(details))
    what = redacted(f"{kind.__name__}: {error}")
    text = say("Pthfinder itself failed: {error}. The file on disk is untouched.", error=what)
    messages.say(text, "error", copy)

"""Hears of later starts of the program (`gui.app.instance`), beside the event loop and without ever waiting."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

from gui.app.instance import ANSWER, MOST_BYTES, MOST_VISITORS, Wish, claimed, understood

_PATIENCE = 2000
"""Milliseconds in which a visitor says what it wants."""


class Listener(QObject):
    """`asked` has the `Wish` of each later start."""

    asked = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._socket: socket.socket | None = None
        self._notifier: QSocketNotifier | None = None

    def listen(self, environment: Mapping[str, str] = os.environ) -> bool:
        """Be the program that later starts find, if there is none."""
        self._socket = claimed(environment)
        if self._socket is None:
            return False
        self._notifier = QSocketNotifier(self._socket.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._meet)
        return True

    def close(self) -> None:
        """Hear of nobody any more."""
        if self._notifier is not None and self._socket is not None:
            self._notifier.setEnabled(False)
            self._notifier = None
            with suppress(FileNotFoundError):
                Path(self._socket.getsockname()).unlink()
            self._socket.close()
        for visitor in self.findChildren(_Visitor):
            visitor.part()

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
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
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
        """Hear no more of it."""
        self._notifier.setEnabled(False)
        self._timer.stop()
        self._socket.close()
        self.deleteLater()

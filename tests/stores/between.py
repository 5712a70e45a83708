"""Stands between a client and a server: counts what passes, shows what was asked, and cuts a connection when told."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Self

from tests.servers.programs import LOOPBACK

_PIECE = 1 << 16


class Between:
    """A port of its own that leads to another one; `received` counts the bytes that the server has answered with."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._left: int | None = None
        self.received = self.cuts = 0
        self.sent = bytearray()

    def __enter__(self) -> Self:
        self._listening = socket.create_server((LOOPBACK, 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, name="between", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        with self._lock:
            for each in self._open:
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    @property
    def url(self) -> str:
        """``http://127.0.0.1:PORT``, without a slash at its end."""
        return f"http://{LOOPBACK}:{self.port}"

    def forget(self) -> None:
        """Count from zero again."""
        with self._lock:
            self.received = self.cuts = 0
            self.sent.clear()

    def cut_after(self, nbytes: int) -> None:
        """End the connection that brings the byte at this count from now on, in the middle of its answer, once."""
        with self._lock:
            self._left = nbytes

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.create_connection((LOOPBACK, self._target))
                threading.Thread(target=self._lead, args=(client, server), name="between", daemon=True).start()

    def _lead(self, client: socket.socket, server: socket.socket) -> None:
        with client, server:
            with self._lock:
                self._open |= {client, server}
            answers = threading.Thread(target=self._carry, args=(server, client, True), name="between", daemon=True)
            answers.start()
            self._carry(client, server, False)
            answers.join()
            with self._lock:
                self._open -= {client, server}

    def _carry(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(_PIECE):
                if answers and self._counted(len(data)):
                    break
                if not answers:
                    with self._lock:
                        self.sent += data[:4096]
                target.sendall(data)
        for each in (source, target):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def _counted(self, nbytes: int) -> bool:
        """Count bytes of an answer; whether this is where it is to be cut."""
        with self._lock:
            self.received += nbytes
            if self._left is None:
                return False
            self._left -= nbytes
            if self._left > 0:
                return False
            self._left = None
            self.cuts += 1
            return True

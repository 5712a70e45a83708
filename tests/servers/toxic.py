"""An HTTP server of our own that misbehaves as it is told, a behaviour each file; and what it was asked for.

What it can do to a client stands in `tests/servers/behaviours.py`. nginx is the server that behaves.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import select
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import urlsplit

from tests.servers.programs import LOOPBACK
from tests.support.children import PATIENCE


@dataclass(frozen=True)
class Asked:
    """A request as it came, noted before it is answered."""

    method: str
    path: str
    """With what follows a question mark."""
    headers: Mapping[str, str]
    """By their names in small letters."""

    @property
    def range(self) -> tuple[int, int] | None:
        """First byte and the one after the last of ``bytes=a-b``; of any other form none."""
        found = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("range", ""))
        return (int(found[1]), int(found[2]) + 1) if found else None


Behaviour = Callable[["Exchange"], None]
"""Answers one request, well or badly. That it returns means that the connection can be used again."""


class Cut(Exception):
    """Raised by behaviours: the connection ends here."""


class Toxic:
    """The server: ``serve`` puts files there, each with its behaviour; ``requests`` is what it was asked for."""

    def __enter__(self) -> Self:
        self._lock = threading.Condition()
        self._files: dict[str, tuple[bytes, Behaviour]] = {}
        self._asked: list[Asked] = []
        self._opened = self._hung = 0
        self.connections: set[socket.socket] = set()
        self.stopping = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), name="toxic")
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End every connection; when this returns, no thread of the server is left."""
        self.stopping.set()
        self._server.shutdown()
        self.cut()
        self._thread.join()
        self._server.server_close()  # joins the threads of its connections

    @property
    def port(self) -> int:
        """Of 127.0.0.1."""
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """``http://127.0.0.1:PORT``, without a slash at its end."""
        return f"http://{LOOPBACK}:{self.port}"

    def serve(self, name: str, data: bytes, behaviour: Behaviour) -> str:
        """Answer requests for this name like that from now on; gives its URL. A second call is the switch."""
        with self._lock:
            self._files[name] = (data, behaviour)
        return f"{self.url}/{name}"

    def requests(self, name: str | None = None) -> list[Asked]:
        """What was asked for so far, of this name or of all."""
        with self._lock:
            return [asked for asked in self._asked if name is None or asked.path.partition("?")[0] == f"/{name}"]

    def forget(self) -> None:
        """Begin the list of requests anew."""
        with self._lock:
            self._asked.clear()

    @property
    def opened(self) -> int:
        """How many connections there have ever been."""
        with self._lock:
            return self._opened

    @property
    def open_now(self) -> int:
        """How many connections are open now. A client that has just closed one is noticed a moment later."""
        with self._lock:
            return len(self.connections)

    def all_closed(self, seconds: float = PATIENCE) -> bool:
        """Wait until clients have closed all their connections. False if they have not in that time."""
        with self._lock:
            return self._lock.wait_for(lambda: not self.connections, seconds)

    def asked_for(self, count: int, seconds: float = PATIENCE) -> bool:
        """Wait until there have been so many requests. False if there were not in that time."""
        with self._lock:
            return self._lock.wait_for(lambda: len(self._asked) >= count, seconds)

    def hung(self, count: int, seconds: float = PATIENCE) -> bool:
        """Wait until so many answers have ever come to the point from which nothing follows. False if they have not."""
        with self._lock:
            return self._lock.wait_for(lambda: self._hung >= count, seconds)

    def cut(self) -> None:
        """End every connection that is open now, whatever it is doing."""
        with self._lock:
            for connection in self.connections:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    # -- what its connections tell ---------------------------------------------------------------------------------

    def begun(self, connection: socket.socket) -> None:
        """A client has come."""
        with self._lock:
            self._opened += 1
            self.connections.add(connection)
        if self.stopping.is_set():
            self.cut()

    def ended(self, connection: socket.socket) -> None:
        """A connection is gone."""
        with self._lock:
            self.connections.discard(connection)
            self._lock.notify_all()

    def hangs(self) -> None:
        """An answer has come to the point from which nothing follows."""
        with self._lock:
            self._hung += 1
            self._lock.notify_all()

    def note(self, asked: Asked) -> tuple[bytes, Behaviour] | None:
        """A request has come, as to a proxy perhaps, by the whole URL; gives the file that it is for."""
        with self._lock:
            self._asked.append(asked)
            self._lock.notify_all()
            return self._files.get(urlsplit(asked.path).path.lstrip("/"))


class Exchange:
    """One request and the means to answer it, for behaviours."""

    def __init__(self, asked: Asked, data: bytes, handler: _Handler) -> None:
        self.asked = asked
        self.data = data
        self.handler = handler

    @property
    def etag(self) -> str:
        """A strong one, of the bytes."""
        return f'"{hashlib.sha256(self.data).hexdigest()[:16]}"'

    def start(self, status: int, headers: Mapping[str, object]) -> None:
        """Send the head of the answer."""
        self.handler.send_response(status)
        for name, value in headers.items():
            self.handler.send_header(name, str(value))
        self.handler.end_headers()

    def send(self, body: bytes) -> None:
        """Send bytes of the body, or none if only the head was asked for."""
        if self.asked.method != "HEAD":
            self.send_raw(body)

    def send_raw(self, data: bytes) -> None:
        """Send bytes as they are. Ends the exchange if the client is gone."""
        try:
            self.handler.connection.sendall(data)
        except OSError as gone:
            raise Cut from gone

    def pause(self, seconds: float) -> None:
        """Let time pass. Ends the exchange when the server ends."""
        if self.handler.toxic.stopping.wait(seconds):
            raise Cut

    def hang(self) -> None:
        """Say nothing any more until the client goes away or the server ends."""
        self.handler.toxic.hangs()
        with contextlib.suppress(OSError):
            while self.handler.connection.recv(4096):
                pass
        raise Cut

    def client_is_gone(self) -> bool:
        """Whether the client has closed its side."""
        connection = self.handler.connection
        try:
            return bool(select.select((connection,), (), (), 0)[0]) and connection.recv(1, socket.MSG_PEEK) == b""
        except OSError:
            return True

    def reset(self) -> None:
        """End the connection at once and rudely: the client sees ECONNRESET."""
        self.handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise Cut


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True
    request_queue_size = 128

    def __init__(self, toxic: Toxic) -> None:
        self.toxic = toxic
        super().__init__((LOOPBACK, 0), _Handler)

    def server_bind(self) -> None:
        """Without asking for the name of this computer, as the base class does."""
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = LOOPBACK, self.server_address[1]

    def shutdown_request(self, request: Any) -> None:
        """Close at once, so that one that was reset does not say goodbye first."""
        self.toxic.ended(request)
        if not request.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER):
            with contextlib.suppress(OSError):
                request.shutdown(socket.SHUT_WR)
        request.close()


class _Handler(BaseHTTPRequestHandler):
    """One connection, and the requests on it."""

    protocol_version = "HTTP/1.1"
    server_version = "Toxic"
    disable_nagle_algorithm = True
    server: _Server

    @property
    def toxic(self) -> Toxic:
        return self.server.toxic

    def setup(self) -> None:
        super().setup()
        self.toxic.begun(self.connection)

    def handle(self) -> None:
        with contextlib.suppress(OSError, Cut):
            super().handle()

    def finish(self) -> None:
        with contextlib.suppress(OSError):
            super().finish()

    def answer(self) -> None:
        """Whatever was asked for, the behaviour of that file answers it."""
        length = int(self.headers.get("Content-Length", 0))
        while length > 0 and (read := self.rfile.read(min(length, 1 << 20))):
            length -= len(read)
        asked = Asked(self.command, self.path, {name.lower(): value for name, value in self.headers.items()})
        file = self.toxic.note(asked)
        if file is None:
            Exchange(asked, b"", self).start(404, {"Content-Length": 0})
        else:
            file[1](Exchange(asked, file[0], self))

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = answer  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing on stderr."""

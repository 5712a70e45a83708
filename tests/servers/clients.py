"""Clients that are not ours, for the tests of the servers."""

from __future__ import annotations

import contextlib
import http.client
import subprocess
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.support.children import PATIENCE


class Answer(NamedTuple):
    """What came."""

    status: int
    headers: Message
    body: bytes


@contextlib.contextmanager
def connected(url: str) -> Iterator[http.client.HTTPConnection]:
    """A connection of Python's own client to that server."""
    where = urlsplit(url)
    assert where.hostname is not None
    connection = http.client.HTTPConnection(where.hostname, where.port, timeout=PATIENCE)
    with contextlib.closing(connection):
        yield connection


def ask(url: str, method: str = "GET", **headers: str) -> Answer:
    """One request on a connection of its own; nothing is followed."""
    with connected(url) as connection:
        return ask_on(connection, urlsplit(url).path, method, **headers)


def ask_on(connection: http.client.HTTPConnection, path: str, method: str = "GET", **headers: str) -> Answer:
    """One request; underscores in the names of headers are hyphens."""
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    with connection.getresponse() as response:
        return Answer(response.status, response.headers, response.read())


def curl(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """What curl makes of it: its exit code says what went wrong (curl(1), EXIT CODES)."""
    command = ["curl", "--silent", "--noproxy", "*", "--max-time", str(PATIENCE), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False)

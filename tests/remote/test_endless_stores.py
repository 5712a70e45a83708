"""Servers of S3 and SFTP that go on and on: each byte comes in time, and the answer never does.

What boto3 and asyncssh bound by themselves, such as how many headers there are and how long logging in takes, is not
all: `core.remote.asking` waits so long for a byte of an answer, and no longer.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from core.catalogue.build import open_catalogue
from core.remote import asking, stores
from core.remote.address import RemotePath, as_path
from core.remote.stores import s3 as s3_store
from core.remote.stores import sftp as sftp_store
from core.remote.trouble import Unreachable
from tests.servers import behaviours as how
from tests.servers.programs import LOOPBACK
from tests.servers.toxic import Behaviour, Toxic

asyncssh = pytest.importorskip("asyncssh")
pytest.importorskip("boto3")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody waits long, and nobody's own settings are used."""
    monkeypatch.setattr(asking, "LONGEST", 0.5)
    monkeypatch.setattr(asking, "ATTEMPTS", 2)
    monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".ssh").mkdir(mode=0o700)


def gives_up(location: str) -> None:
    began = time.monotonic()
    with pytest.raises(Unreachable, match="could not be read"):
        open_catalogue(location)
    assert time.monotonic() - began < 20


def at(location: str) -> RemotePath:
    path = as_path(location)
    assert isinstance(path, RemotePath)
    return path


# -- S3 ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def of_s3(toxic: Toxic, monkeypatch: pytest.MonkeyPatch) -> Toxic:
    settings = {
        "ENDPOINT_URL": toxic.url,
        "ACCESS_KEY_ID": "a",
        "SECRET_ACCESS_KEY": "b",
        "DEFAULT_REGION": "eu-west-1",
    }
    for name, value in settings.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    return toxic


@pytest.mark.parametrize("behaviour", [how.drips(0.02), how.not_yet, how.endless_headers])
def test_a_head_of_s3_comes_soon_or_not_at_all(of_s3: Toxic, behaviour: Behaviour) -> None:
    of_s3.serve("models/model.pth", b"", behaviour)
    gives_up("s3://models/model.pth")


def test_pages_of_s3_that_never_end(of_s3: Toxic, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (
        b"<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken>"
        b"<Contents><Key>a</Key></Contents></ListBucketResult>"
    )
    monkeypatch.setattr(s3_store, "MOST_NAMES", 3000)
    monkeypatch.setattr(asking, "LONGEST", 60)
    of_s3.serve("models", page, how.well)
    assert asking.names_at(at("s3://models/")) == ["a"] * 3


# -- SFTP ----------------------------------------------------------------------------------------------------------


@contextmanager
def talking(talk: Callable[[socket.socket], None]) -> Iterator[int]:
    """The port of a server that talks to each connection until it is gone."""
    with socket.create_server((LOOPBACK, 0)) as server:

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                threading.Thread(target=spoken, args=(connection,), daemon=True).start()

        def spoken(connection: socket.socket) -> None:
            with connection:
                try:
                    while True:
                        talk(connection)
                except OSError:
                    return

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


def letter_by_letter(connection: socket.socket) -> None:
    connection.sendall(b"x")
    time.sleep(0.02)


def lines(connection: socket.socket) -> None:
    connection.sendall(b"welcome\r\n" * 1000)


@pytest.mark.parametrize("talk", [letter_by_letter, lines])
def test_a_greeting_of_ssh_that_never_ends(talk: Callable[[socket.socket], None]) -> None:
    with talking(talk) as port:
        gives_up(f"sftp://{LOOPBACK}:{port}/model.pth")


class Endless(asyncssh.SFTPServer):  # type: ignore[misc, name-defined]
    """Lets everybody in, and answers nothing but that there is more."""

    async def stat(self, path: bytes) -> Any:
        if path != b"/folder":
            await asyncio.sleep(3600)
        return asyncssh.SFTPAttrs(permissions=0o40755)

    async def scandir(self, _path: bytes) -> AsyncIterator[Any]:
        number = 0
        while True:
            number += 1
            yield asyncssh.SFTPName(b"a%d" % number, attrs=asyncssh.SFTPAttrs(permissions=0o100644))


@pytest.fixture
def sftp(tmp_path: Path) -> Iterator[str]:
    """A server that the user knows, and that is of no use."""

    class Open(asyncssh.SSHServer):  # type: ignore[misc, name-defined]
        def begin_auth(self, _user: str) -> bool:
            return False

    key = asyncssh.generate_private_key("ssh-ed25519")
    ports: Queue[int] = Queue()
    loops: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    async def serve() -> None:
        ended = asyncio.Event()
        loops.append((asyncio.get_running_loop(), ended))
        named = {"server_host_keys": [key], "server_factory": Open, "sftp_factory": Endless}
        async with asyncssh.listen(LOOPBACK, 0, **named) as server:
            ports.put(server.get_port())
            await ended.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    port = ports.get(timeout=20)
    (tmp_path / ".ssh" / "known_hosts").write_text(f"[{LOOPBACK}]:{port} {key.export_public_key().decode()}")
    yield f"sftp://{LOOPBACK}:{port}"
    stores.forget()
    ((loop, ended),) = loops
    loop.call_soon_threadsafe(ended.set)
    thread.join()


def test_an_answer_of_sftp_that_never_comes(sftp: str) -> None:
    gives_up(f"{sftp}/model.pth")


def test_names_of_sftp_that_never_end(sftp: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sftp_store, "MOST_NAMES", 1000)
    monkeypatch.setattr(asking, "LONGEST", 60)
    assert len(asking.names_at(at(f"{sftp}/folder"))) == 1000

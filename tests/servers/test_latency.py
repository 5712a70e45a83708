"""The network between client and server, held against curl and Python's own client."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from tests.servers import behaviours as how
from tests.servers.clients import ask, ask_on, connected, curl
from tests.servers.latency import Latency
from tests.servers.nginx import Nginx
from tests.servers.toxic import Toxic
from tests.support.children import until

DATA = bytes(range(256)) * 4000


@pytest.fixture
def network(toxic: Toxic) -> Iterator[Latency]:
    """One that adds nothing, before the toxic server."""
    toxic.serve("a.pt", DATA, how.well)
    with Latency(toxic.port) as network:
        yield network


def test_it_carries_all_bytes_and_counts_them(network: Latency) -> None:
    with connected(network.url) as connection:
        for _ in range(3):
            assert ask_on(connection, "/a.pt").body == DATA
        carried = network.carried()
        assert (carried.connections, carried.open_now, carried.turns) == (1, 1, 3)
        assert carried.received > 3 * len(DATA)
    assert ask(f"{network.url}/a.pt").body == DATA
    assert network.carried().turns == 4
    until(lambda: network.carried().open_now == 0)


def test_an_answer_takes_its_time(toxic: Toxic) -> None:
    """At least that: it is not told how long the machine takes besides."""
    toxic.serve("a.pt", DATA, how.well)
    with Latency(toxic.port, seconds=0.05) as far, connected(far.url) as connection:
        begun = time.monotonic()
        for _ in range(3):
            assert ask_on(connection, "/a.pt").body == DATA
        assert time.monotonic() - begun >= (1 + 3) * 0.05  # the handshake, and three answers
    with Latency(toxic.port, rate=10 * len(DATA)) as narrow:
        begun = time.monotonic()
        assert ask(f"{narrow.url}/a.pt").body == DATA
        assert time.monotonic() - begun >= 0.1


def test_what_is_asked_for_at_once_is_answered_at_once(toxic: Toxic) -> None:
    """A network delays, it does not queue: ten requests sent together take one journey, and are one turn."""
    toxic.serve("b.pt", b"b", how.well)
    with Latency(toxic.port, seconds=0.05) as far, socket.create_connection(("127.0.0.1", far.port)) as client:
        last = b"GET /b.pt HTTP/1.1\r\nConnection: close\r\n\r\n"
        client.sendall(b"GET /b.pt HTTP/1.1\r\n\r\n" * 9 + last)
        with client.makefile("rb") as answers:
            assert answers.read().count(b"HTTP/1.1 200") == 10
        assert far.carried().turns == 1


def test_connections_break_on_command(network: Latency) -> None:
    network.cut_after(1000)
    with pytest.raises(http.client.IncompleteRead) as broken:
        ask(f"{network.url}/a.pt")
    assert 0 < len(broken.value.partial) < 1000  # the headers count too
    assert ask(f"{network.url}/a.pt").body == DATA
    network.cut_after(10, direction="sent")
    with pytest.raises(ConnectionError):
        ask(f"{network.url}/a.pt")
    with connected(network.url) as connection:
        ask_on(connection, "/a.pt", "HEAD")
        network.cut()
        with pytest.raises(ConnectionError):
            ask_on(connection, "/a.pt")
    network.refuse()
    assert curl(f"{network.url}/a.pt").returncode in (52, 55, 56)
    network.refuse(False)
    assert curl(f"{network.url}/a.pt").stdout == DATA


def test_it_hangs_and_goes_on(network: Latency, toxic: Toxic) -> None:
    network.hang()
    with connected(network.url) as connection:
        connection.request("GET", "/a.pt")
        until(lambda: network.carried().turns == 1)
        assert toxic.requests() == []
        network.flow()
        with connection.getresponse() as response:
            assert response.read() == DATA


def test_it_carries_tls(nginx: Nginx) -> None:
    (nginx.folder / "a.pt").write_bytes(DATA)
    with Latency(nginx.tls_port) as network:
        url = f"https://127.0.0.1:{network.port}/files/a.pt"
        assert curl("--cacert", nginx.authority, url).stdout == DATA


@pytest.mark.parametrize("hanging", [False, True])
def test_nothing_is_left_of_it(toxic: Toxic, hanging: bool) -> None:
    before = threading.active_count()
    toxic.serve("a.pt", DATA, how.silent)
    with Latency(toxic.port) as network, connected(network.url) as connection:
        if hanging:
            network.hang()
        connection.request("GET", "/a.pt")
        until(lambda: network.carried().turns == 1)
        if not hanging:
            assert toxic.asked_for(1)
    assert toxic.all_closed()
    until(lambda: threading.active_count() == before)  # that of the connection in the server ends with it

"""Servers that fail, lie and change their minds: what is read is right, or nothing is, and a sentence says why."""

from __future__ import annotations

import socket
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.errors import Cancelled, CannotOpen, CheckpointError, NotACheckpoint, SourceChanged
from core.numbers.reader import Numbers
from core.remote import asking
from core.remote.stores import http as http_connections
from core.remote.traffic import News, listening
from core.remote.trouble import NeedsDownload, Unreachable, Untrusted
from core.saving.save import save
from tests.files.checkpoints import save as torch_save
from tests.remote.test_http import sums_of
from tests.servers import behaviours as how
from tests.servers.latency import Latency
from tests.servers.nginx import Nginx
from tests.servers.toxic import Behaviour, Toxic

pytestmark = pytest.mark.usefixtures("hasty")


@pytest.fixture
def data(tmp_path: Path) -> bytes:
    """A checkpoint of some megabytes, so that it takes several ranges."""
    state = {str(number): torch.full((1 << 16,), float(number)) for number in range(12)}
    return torch_save({"model": state}, tmp_path / "model.pth").read_bytes()


HARMLESS = {
    "well": how.well,
    "chunked": how.chunked,
    "ranges_unsaid": how.ranges_unsaid,
    "no_etag": how.no_etag,
    "no_head": how.no_head,
    "slow": how.slow(1 << 18, 0.01),
    "short_range": how.first(1, how.well, how.first(1, how.short_range(1000))),
    "cut twice": how.cuts(70_000, 2),
    "cut after much, always": how.cuts(300_000),
    "unavailable twice": how.errors(503, 2, "0"),
    "too many requests": how.errors(429, 2, "0"),
    "server error once": how.errors(500, 1),
    "reset once": how.first(1, how.resets),
    "closed once": how.first(1, how.closes),
    "silent once": how.first(1, how.silent),
    "stalls once": how.first(1, how.stalls(50_000)),
    "garbage once": how.first(1, how.garbage),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_can_be_read_all_the_same(toxic: Toxic, data: bytes, tmp_path: Path, name: str) -> None:
    url = toxic.serve("model.pth", data, HARMLESS[name])
    assert sums_of(open_catalogue(url)) == sums_of(open_catalogue(tmp_path / "model.pth"))


REFUSED: dict[str, tuple[Behaviour, type[CheckpointError], str]] = {
    "silent": (how.silent, Unreachable, "after 4 tries: its server does not answer"),
    "stalls": (how.stalls(0), Unreachable, "does not answer"),
    "cuts": (how.cuts(0), Unreachable, "connection"),
    "resets": (how.resets, Unreachable, "connection"),
    "unavailable": (how.errors(503), Unreachable, "503"),
    "server error": (how.errors(500), Unreachable, "500"),
    "teapot": (how.errors(418), Unreachable, "418"),
    "forbidden": (how.errors(403), CannotOpen, "permission"),
    "not found": (how.errors(404), CannotOpen, "no file"),
    "garbage": (how.garbage, Unreachable, "connection"),
    "endless": (how.endless, NeedsDownload, "unknown number"),
    "no ranges": (how.no_ranges, NeedsDownload, "MiB"),
    "multipart": (how.multipart, Untrusted, "did not send the part"),
    "gzipped": (how.gzipped, Untrusted, "compresses"),
    "no content range": (how.no_content_range, Untrusted, "did not send the part"),
    "wrong range": (how.wrong_range(512), Untrusted, "did not send the part"),
    "longer": (how.lies_longer(10), CannotOpen, "did not send the part|connection"),
    "shorter": (how.lies_shorter(10), Untrusted, "did not send the part"),
    "endless circle": (how.redirects(), Untrusted, "redirected"),
    "ftp": (how.redirects("ftp://example.org/model.pth"), Untrusted, "http:// to ftp://"),
    "file": (how.redirects("file:///etc/passwd"), Untrusted, "http:// to file://"),
    "script": (how.redirects("javascript:alert(1)"), Untrusted, "javascript"),
    "web page": (how.web_page, NotACheckpoint, "web page"),
    "huge header": (how.huge_header(1 << 20), Unreachable, "connection"),
    "less than it says": (how.wrong_total(200_000), CheckpointError, ""),
    "more than it says": (how.wrong_total(1 << 40), CheckpointError, ""),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(toxic: Toxic, data: bytes, name: str) -> None:
    behaviour, kind, words = REFUSED[name]
    url = toxic.serve("model.pth", data + bytes(8 << 20), behaviour)  # too large to be downloaded unasked
    with pytest.raises(kind, match=f"(?s){words}"):
        open_catalogue(url)
    assert name != "endless" or toxic.all_closed()


@pytest.mark.parametrize("behaviour", [how.drips(0.02), how.not_yet, how.endless_headers])
def test_a_head_comes_soon_or_not_at_all(toxic: Toxic, monkeypatch: pytest.MonkeyPatch, behaviour: Behaviour) -> None:
    """Each byte is in time."""
    monkeypatch.setattr(http_connections, "HEAD_SECONDS", 0.3)
    url, began = toxic.serve("model.pth", b"", behaviour), time.monotonic()
    with pytest.raises(Unreachable, match=r"connection|does not answer"):
        open_catalogue(url)
    assert time.monotonic() - began < 10
    assert toxic.all_closed()


def test_a_body_that_hardly_comes(toxic: Toxic, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connections, "PIECE_SECONDS", 0.3)
    url, began = toxic.serve("model.pth", data, how.slow(1, 0.02)), time.monotonic()
    with pytest.raises(Unreachable, match="next to nothing"):
        open_catalogue(url)
    assert time.monotonic() - began < 10


PAGES = {
    "nothing but <": "<",
    "links that never end": "<a ",
    "attributes": "<a " + "x=1 " * 1000,
    "quotes": '<a href="',
    "links": '<a href="a.pth">',
    "links up": '<a href="../',
    "blanks": "<a href" + " " * 1000,
    "entities": '<a href="&amp;&#x41;&',
    "comments": "<!--",
    "declarations": "<!a[",
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_eight_megabytes(name: str) -> None:
    page = PAGES[name] * ((8 << 20) // len(PAGES[name]))
    began = time.process_time()
    assert len(http_connections.names_on_page(page, "http://example.org/runs/")) <= 1
    assert time.process_time() - began < 3


@pytest.mark.parametrize("after", range(1, 6))
def test_a_file_that_changes_is_noticed(toxic: Toxic, data: bytes, tmp_path: Path, after: int) -> None:
    """Whichever request it is: never a mixture of two files."""
    other = torch_save({"model": {str(n): torch.full((1 << 16,), -1.0) for n in range(12)}}, tmp_path / "other.pth")
    url = toxic.serve("model.pth", data, how.changes(after, other.read_bytes()))
    with pytest.raises(SourceChanged, match=r"model\.pth has changed"):
        sums_of(open_catalogue(url))


def test_a_file_that_becomes_a_web_page(toxic: Toxic, data: bytes) -> None:
    url = toxic.serve("model.pth", data, how.well)
    catalogue = open_catalogue(url)
    toxic.serve("model.pth", data, how.web_page)
    with pytest.raises(SourceChanged), Numbers(catalogue) as numbers:
        numbers.tensor(5).read()


def test_a_save_from_a_server_that_goes_away_leaves_nothing(nginx: Nginx, folder: Path, tmp_path: Path) -> None:
    torch_save({str(n): torch.full((1 << 20,), float(n)) for n in range(8)}, folder / "model.pth")
    target = tmp_path / "new" / "fixed.pth"
    target.parent.mkdir()
    with Latency(nginx.port) as far:
        planned = preview(open_catalogue(f"{far.url}/files/model.pth"), Plan((RemapDevice("cpu", "cuda:0"),)))
        far.cut_after(4 << 20)
        far.refuse()
        with pytest.raises(CheckpointError):
            save(planned, target)
        assert list(target.parent.iterdir()) == []
        far.refuse(False)
        save(planned, target)
    found = torch.load(target, map_location="cpu")
    assert all(torch.equal(found[str(n)], torch.full((1 << 20,), float(n))) for n in range(8))


def test_whoever_waits_can_leave_at_once(toxic: Toxic, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connections, "SECONDS", None)  # a server that may be silent for ever
    heard: list[News] = []
    left = threading.Event()

    def listen(news: News) -> None:
        heard.append(news)
        if left.is_set():
            raise Cancelled

    url = toxic.serve("model.pth", data, how.silent)
    threading.Thread(target=lambda: (toxic.hung(1), left.set()), daemon=True).start()
    with pytest.raises(Cancelled), listening(listen):
        open_catalogue(url)
    assert heard[-1].host.startswith("127.0.0.1")
    assert heard[-1].received == 0
    toxic.cut()


def test_a_wait_is_told(toxic: Toxic, data: bytes) -> None:
    heard: list[News] = []
    url = toxic.serve("model.pth", data, how.first(2, how.silent))
    with listening(heard.append):
        open_catalogue(url)
    assert max(news.silent for news in heard) > 0.2
    assert {news.attempt for news in heard} >= {1, 2}
    assert any("does not answer" in news.trouble for news in heard)


def test_a_pause_that_is_asked_for_is_kept_to_and_no_longer_than_is_sound(
    toxic: Toxic, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(asking, "_pause", lambda _path, seconds, *_: waits.append(seconds))
    open_catalogue(toxic.serve("model.pth", data, how.errors(503, 1, "7")))
    open_catalogue(toxic.serve("other.pth", data, how.errors(503, 1, "99999")))
    assert waits == [7.0, 30.0]


def test_from_outside_nobody_leads_inside(toxic: Toxic, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server that is asked stands for one of the internet; where it leads is this computer."""
    inside = toxic.serve("model.pth", data, how.well)
    outside = toxic.serve("away.pth", data, how.redirects(inside.replace("127.0.0.1", "localhost")))
    assert len(open_catalogue(outside).tensors) == 12  # a server inside may
    monkeypatch.setattr("core.remote.stores.http.was_outside", lambda answer: answer.status in {301, 302})
    with pytest.raises(Untrusted, match="inside this network"):
        open_catalogue(outside)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("127.0.0.1", False),
        ("::1", False),
        ("10.1.2.3", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("fe80::1%eth0", False),
        ("::ffff:127.0.0.1", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.251", False),
        ("ff0e::fb", False),
        ("255.255.255.255", False),
        ("fec0::1", False),
        ("fc00::1", False),
        ("::7f00:1", False),
        ("::ffff:0:7f00:1", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::10.0.0.1", False),
        ("64:ff9b::169.254.169.254", False),
        ("64:ff9b:1::1", False),
        ("2002:7f00:1::1", False),
        ("2002:c0a8:1::1", False),
        ("2001:0:1::1", False),
        ("", False),
        ("64:ff9b::93.184.215.14", True),
        ("::ffff:93.184.215.14", True),
        ("2002:5db8:d70e::1", True),
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
    ],
)
def test_what_is_outside(address: str, expected: bool) -> None:
    assert http_connections.is_outside(address) is expected


LEADING = {
    "kept open": b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n",
    "closed": b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\n",
    "closed, with a body": b"HTTP/1.1 302 Found\r\nConnection: close\r\n",
    "HTTP/1.0": b"HTTP/1.0 302 Found\r\n",
    "HTTP/1.0 of a length": b"HTTP/1.0 302 Found\r\nContent-Length: 0\r\n",
    "in pieces": b"HTTP/1.1 302 Found\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n",
}


@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is an address of Linux alone")
@pytest.mark.parametrize("name", LEADING)
def test_nor_does_one_that_hangs_up(toxic: Toxic, data: bytes, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """127.0.0.2 stands for a server on the internet."""
    monkeypatch.setattr(http_connections, "is_outside", lambda address: address == "127.0.0.2")
    inside = toxic.serve("model.pth", data, how.well)

    def lead() -> None:
        with suppress(OSError):
            while True:
                connection = server.accept()[0]
                with connection:
                    connection.recv(1 << 16)
                    connection.sendall(LEADING[name] + f"Location: {inside}\r\n\r\n0\r\n\r\n".encode())

    with socket.create_server(("127.0.0.2", 0)) as server:
        threading.Thread(target=lead, daemon=True).start()
        with pytest.raises(Untrusted, match="inside this network"):
            open_catalogue(f"http://127.0.0.2:{server.getsockname()[1]}/model.pth")
        server.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("openings", [100, pytest.param(1_000, marks=pytest.mark.long)])
def test_nothing_leaks(toxic: Toxic, data: bytes, openings: int) -> None:
    """Half of them fail."""
    good = toxic.serve("good.pth", data, how.well)
    bad = toxic.serve("bad.pth", data[:100], how.well)
    before, threads = len(list(Path("/proc/self/fd").iterdir())), threading.active_count()
    for _ in range(openings // 2):
        open_catalogue(good)
        with pytest.raises(CheckpointError):
            open_catalogue(bad)
    assert len(list(Path("/proc/self/fd").iterdir())) <= before + 9  # connections that are kept for the next request
    assert threading.active_count() <= threads + 1
    assert toxic.open_now <= 8


def test_time_is_bounded_by_attempts(toxic: Toxic, data: bytes) -> None:
    toxic.serve("model.pth", data, how.errors(503))
    began = len(toxic.requests())
    with pytest.raises(Unreachable):
        open_catalogue(f"{toxic.url}/model.pth")
    assert len(toxic.requests()) - began == asking.ATTEMPTS


def test_a_key_within_a_file_elsewhere_says_what_it_needs(toxic: Toxic, data: bytes) -> None:
    url = toxic.serve("model.pth!module_", data, how.errors(404))
    with pytest.raises(CannotOpen, match="Download the file first"):
        open_catalogue(url)

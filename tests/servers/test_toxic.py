"""The toxic server, held against curl and Python's own client: each behaviour is what it says."""

from __future__ import annotations

import gzip
import http.client
import select
import threading

import pytest

from tests.servers import behaviours as how
from tests.servers.clients import ask, ask_on, connected, curl
from tests.servers.toxic import Behaviour, Toxic

DATA = bytes(range(256)) * 400
SOME = {"Range": "bytes=10-109"}


def test_it_can_be_good(toxic: Toxic) -> None:
    url = toxic.serve("a.pt", DATA, how.well)
    answer = ask(url, **SOME)
    assert (answer.status, answer.body) == (206, DATA[10:110])
    assert answer.headers["Content-Range"] == f"bytes 10-109/{len(DATA)}"
    assert ask(url, "HEAD").headers["Content-Length"] == str(len(DATA))
    assert ask(url, Range=f"bytes={len(DATA)}-{len(DATA)}").status == 416
    assert ask(url, If_Match='"other"').status == 412
    assert ask(url, If_Range='"other"', **SOME).status == 200
    assert ask(url, "PUT").status == 405
    assert ask(f"{toxic.url}/other").status == 404
    assert toxic.requests("a.pt")[0].range == (10, 110)
    assert len(toxic.requests()) == 7


# curl's exit codes: 18 a partial file, 47 too many redirects, 52 an empty answer, 56 failure in receiving.
@pytest.mark.parametrize(
    ("behaviour", "code", "size"),
    [
        (how.slow(30, 0.001), 0, 100),
        (how.cuts(50), 18, 50),
        (how.resets, 56, 0),
        (how.closes, 52, 0),
        (how.chunked, 0, 100),
        (how.no_ranges, 0, len(DATA)),
        (how.lies_longer(5), 18, 100),
        (how.lies_shorter(5), 0, 95),
        (how.short_range(5), 0, 95),
        (how.garbage, 1, 0),
        (how.redirects(), 47, 0),
        (how.redirects("file:///etc/passwd"), 1, 0),
        (how.errors(503), 22, 0),
    ],
    ids=lambda value: getattr(value, "__qualname__", "").partition(".")[0] or None,
)
def test_what_curl_makes_of_it(toxic: Toxic, behaviour: Behaviour, code: int, size: int) -> None:
    url = toxic.serve("a.pt", DATA, behaviour)
    done = curl("--location", "--fail", "--range", "10-109", url)
    assert (done.returncode, len(done.stdout)) == (code, size)
    if 0 < size <= 100:
        assert done.stdout == DATA[10 : 10 + size]


@pytest.mark.parametrize(("behaviour", "size"), [(how.silent, 0), (how.stalls(50), 50)])
def test_it_says_no_more_and_stays(toxic: Toxic, behaviour: Behaviour, size: int) -> None:
    toxic.serve("a.pt", DATA, behaviour)
    with connected(toxic.url) as connection:
        connection.request("GET", "/a.pt")
        assert toxic.hung(1)
        if size:
            with connection.getresponse() as response:
                assert response.read(size) == DATA[:size]
        assert select.select((connection.sock,), (), (), 0) == ([], [], [])
        assert toxic.open_now == 1
    assert toxic.all_closed()


def test_an_endless_body_does_not_end(toxic: Toxic) -> None:
    url = toxic.serve("a.pt", DATA, how.endless)
    with connected(url) as connection:
        connection.request("GET", "/a.pt")
        with connection.getresponse() as response:
            for _ in range(100):
                assert len(response.read(1 << 16)) == 1 << 16
    assert toxic.all_closed()


def test_lies_in_headers(toxic: Toxic) -> None:
    def told(behaviour: Behaviour) -> http.client.HTTPMessage:
        return ask(toxic.serve("a.pt", DATA, behaviour), **SOME).headers

    assert told(how.wrong_total(7))["Content-Range"] == "bytes 10-109/7"
    assert told(how.wrong_total("*"))["Content-Range"] == "bytes 10-109/*"
    assert told(how.no_content_range)["Content-Range"] is None
    assert told(how.no_etag)["ETag"] is None
    assert told(how.ranges_unsaid)["Accept-Ranges"] is None
    assert told(how.web_page)["Content-Type"].startswith("text/html")
    answer = ask(toxic.serve("a.pt", DATA, how.wrong_range(3)), **SOME)
    assert (answer.headers["Content-Range"], answer.body) == (f"bytes 13-112/{len(DATA)}", DATA[13:113])
    answer = ask(toxic.serve("a.pt", DATA, how.gzipped), **SOME)
    assert (answer.headers["Content-Encoding"], gzip.decompress(answer.body)) == ("gzip", DATA[10:110])
    answer = ask(toxic.serve("a.pt", DATA, how.multipart), **SOME)
    assert answer.headers.get_content_type() == "multipart/byteranges"
    assert answer.body.partition(b"\r\n\r\n")[2] == DATA[10:110] + b"\r\n--piece--\r\n"
    url = toxic.serve("a.pt", DATA, how.no_head)
    assert (ask(url, "HEAD").status, ask(url).status) == (403, 200)


def test_a_header_too_long_for_a_client(toxic: Toxic) -> None:
    url = toxic.serve("a.pt", DATA, how.huge_header(65_000))
    assert len(ask(url).headers["X-Huge"]) == 65_000
    toxic.serve("a.pt", DATA, how.huge_header(66_000))
    with pytest.raises(http.client.LineTooLong):
        ask(url)


def test_first_badly_then_well(toxic: Toxic) -> None:
    url = toxic.serve("a.pt", DATA, how.errors(429, times=2, retry_after="0"))
    assert [ask(url).status for _ in range(3)] == [429, 429, 200]
    url = toxic.serve("a.pt", DATA, how.cuts(3, times=1))
    assert ask(url, "HEAD").status == 200  # is not counted
    with pytest.raises(http.client.IncompleteRead):
        ask(url)
    assert ask(url).body == DATA
    url = toxic.serve("a.pt", DATA, how.redirects(times=2))
    assert curl("--location", url).stdout == DATA
    url = toxic.serve("a.pt", DATA, how.changes(1, b"new"))
    before, after = ask(url), ask(url)
    assert (before.body, after.body) == (DATA, b"new")
    assert before.headers["ETag"] != after.headers["ETag"]


def test_connections_are_counted(toxic: Toxic) -> None:
    url = toxic.serve("a.pt", DATA, how.well)
    with connected(url) as connection:
        for _ in range(3):
            ask_on(connection, "/a.pt")
        assert (toxic.opened, toxic.open_now) == (1, 1)
        assert not toxic.all_closed(0)
    assert toxic.all_closed()


@pytest.mark.parametrize("behaviour", [how.silent, how.stalls(5), how.endless, how.slow(1, 1000)])
def test_no_thread_outlives_it(behaviour: Behaviour) -> None:
    before = threading.active_count()
    with Toxic() as toxic, connected(toxic.serve("a.pt", DATA, behaviour)) as connection:
        connection.request("GET", "/a.pt")
        assert toxic.asked_for(1)
    assert threading.active_count() == before

"""nginx as the tests use it, held against curl and Python's own client."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.servers.clients import ask, ask_on, connected, curl
from tests.servers.fixtures import make
from tests.servers.nginx import CODES, PASSWORD, REDIRECTS, USER, Nginx
from tests.servers.toxic import Toxic

DATA = bytes(range(256)) * 40


@pytest.fixture(autouse=True)
def file(folder: Path) -> Path:
    """One file is served."""
    (folder / "a model.pt").write_bytes(DATA)
    (folder / "model.pt").write_bytes(DATA)
    return folder / "model.pt"


def test_ranges_and_versions(nginx: Nginx, file: Path) -> None:
    answer = ask(f"{nginx.url}/files/model.pt", Range="bytes=10-19")
    assert (answer.status, answer.body) == (206, DATA[10:20])
    assert answer.headers["Content-Range"] == f"bytes 10-19/{len(DATA)}"
    assert ask(f"{nginx.url}/files/a%20model.pt").body == DATA
    assert ask(f"{nginx.url}/files/model.pt", Range=f"bytes={len(DATA)}-").status == 416
    file.write_bytes(DATA[:-1])
    assert ask(f"{nginx.url}/files/model.pt", If_Match=answer.headers["ETag"]).status == 412


def test_every_place_is_what_it_says(nginx: Nginx) -> None:
    some = {"Range": "bytes=0-4"}
    assert ask(f"{nginx.url}/noranges/model.pt", **some).body == DATA
    assert ask(f"{nginx.url}/noetag/model.pt", **some).headers["ETag"] is None
    assert b"model.pt" in ask(f"{nginx.url}/list/").body
    assert ask(f"{nginx.url}/zipped/model.pt", Accept_Encoding="gzip").headers["Content-Encoding"] == "gzip"
    assert ask(f"{nginx.url}/zipped/model.pt", Accept_Encoding="identity").body == DATA
    assert ask(f"{nginx.url}/private/model.pt").status == 401
    assert curl("--user", f"{USER}:{PASSWORD}", f"{nginx.url}/private/model.pt").stdout == DATA
    assert [ask(f"{nginx.url}/status/{code}/").status for code in CODES] == list(CODES)
    assert ask(f"{nginx.url}/status/503/").headers["Retry-After"] == "1"


def test_redirects(nginx: Nginx) -> None:
    assert [ask(f"{nginx.url}/redirect-{code}/x").status for code in REDIRECTS] == list(REDIRECTS)
    assert curl("--location", f"{nginx.url}/redirect/model.pt").stdout == DATA
    with Toxic() as other:
        curl("--location", f"{nginx.url}/far/port/{other.port}/there")
        assert [each.path for each in other.requests()] == ["/there"]
    assert curl("--location", f"{nginx.url}/far/plain/model.pt").stdout == DATA
    assert curl("--location", "--cacert", nginx.authority, f"{nginx.url}/far/tls/model.pt").stdout == DATA
    assert curl("--location", f"{nginx.url}/far/loop/").returncode == 47  # too many redirects
    assert curl("--location", f"{nginx.url}/far/file/etc/passwd").returncode == 1  # a scheme that is not allowed
    assert ask(f"{nginx.url}/far/ftp/x").headers["Location"] == "ftp://127.0.0.1/x"
    assert ask(f"{nginx.url}/far/metadata/").headers["Location"].startswith("http://169.254.169.254/")


def test_tls_is_worth_something(nginx: Nginx, folder: Path) -> None:
    url = "/files/model.pt"
    assert curl("--cacert", nginx.authority, nginx.tls_url + url).stdout == DATA
    assert curl(nginx.tls_url + url).returncode == 60  # nobody knows the authority
    with make(Nginx, folder, names=("elsewhere.example",)) as other:
        assert curl("--cacert", other.authority, other.tls_url + url).returncode == 60
    with make(Nginx, folder, days=-1) as expired:
        assert curl("--cacert", expired.authority, expired.tls_url + url).returncode == 60


def test_it_tells_what_it_was_asked_for(nginx: Nginx) -> None:
    with connected(nginx.url) as connection:
        ask_on(connection, "/files/model.pt", "HEAD")
        ask_on(connection, "/files/model.pt?x=1", Range="bytes=0-99")
    curl("--insecure", f"{nginx.tls_url}/gone")
    head, some, gone = nginx.requests()
    assert (head.method, head.path, head.range, head.status, head.sent) == ("HEAD", "/files/model.pt", "", 200, 0)
    assert (some.path, some.range, some.status, some.sent) == ("/files/model.pt?x=1", "bytes=0-99", 206, 100)
    assert head.connection == some.connection != gone.connection
    assert (gone.status, gone.tls, gone.whole) == (404, True, True)
    nginx.forget()
    assert nginx.requests() == []


def test_nothing_is_left_of_it(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    with make(Nginx, folder) as nginx:
        assert list((tmp_path / "temporary").iterdir())
    assert list((tmp_path / "temporary").iterdir()) == []
    with pytest.raises(ProcessLookupError):
        os.kill(nginx.pid, 0)

"""docs/remote.md: every command on the page is run, with a real server for that of the page, and says what it says."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from cli.main import run
from core.remote import asking, downloads, stores, trouble
from core.remote.blocks import BLOCK, MOST
from core.remote.stores import http
from core.remote.stores import http as http_connections
from tests.files.shards import save_shards
from tests.servers.fixtures import make
from tests.servers.nginx import Nginx

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "remote.md").read_text(encoding="utf-8")
SERVER = "https://example.org"


def test_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In its order, in one folder: later commands read what earlier ones wrote."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    served = tmp_path / "served"
    save_shards(served / "llama")
    shutil.copy(ROOT / "resources" / "demo.pth", served / "demo.pth")
    monkeypatch.chdir(tmp_path)
    count = 0
    with make(Nginx, served) as nginx:
        for block in re.findall(r"^```console\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE):
            for asked in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                line, _, wanted = asked.partition("\n")
                run(shlex.split(line.replace(SERVER, nginx.url))[2:])
                printed = capsys.readouterr()
                assert (printed.out + printed.err).replace(nginx.url, SERVER) == wanted, line
                count += 1
    assert count == 5
    stores.forget()


def test_the_numbers_of_the_page() -> None:
    for said in (
        f"first {BLOCK >> 10} KiB",
        f"{MOST >> 30} GiB at most",
        f"Up to {downloads.ASKS_FROM >> 20} MiB",
        f"within {http_connections.SECONDS.connect_timeout:.0f} seconds",
        f"come every {http_connections.SECONDS.read_timeout:.0f}.",
        f"tried {['', 'one', 'two', 'three', 'four'][asking.ATTEMPTS]} times",
        f"followed {['', '', '', '', '', 'five'][http.MOST_HOPS]} times",
    ):
        assert said in " ".join(TEXT.split()), said
    assert http.HEAD == BLOCK
    assert f"({', '.join(map(str, sorted(trouble.LATER)))})".removeprefix("(") in " ".join(TEXT.split())

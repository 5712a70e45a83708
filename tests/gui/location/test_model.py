"""What a text means, what a folder holds, and what is said while one waits for a server."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtTest import QAbstractItemModelTester

from core.remote.address import RemotePath
from core.remote.traffic import News
from gui.location.dialog import NAMES
from gui.location.model import (
    Entry,
    above,
    count_of,
    entries_in,
    fitting,
    folder_of,
    folder_text,
    recent_locations,
    understood,
)
from gui.location.places import places_in, places_of_text
from gui.look.wording import is_trouble, news_text
from gui.widgets.table_view import TableModel
from tests.servers.nginx import Nginx


def elsewhere(ask: Callable[[], tuple[Entry, ...]]) -> tuple[Entry, ...]:
    """What another thread is told."""
    with ThreadPoolExecutor() as pool:
        return pool.submit(ask).result()


def test_a_text_is_understood_without_anybody_being_asked() -> None:
    told = understood("https://127.0.0.1:1/runs/epoch27.pth")
    assert told.path == RemotePath.parse("https://127.0.0.1:1/runs/epoch27.pth")
    assert told.words == "epoch27.pth on 127.0.0.1:1, a web server."
    assert not told.is_folder
    assert understood("s3://bucket/runs/").is_folder
    assert understood("s3://bucket").is_folder
    assert understood("/data/a.pth").path == Path("/data/a.pth")
    assert understood("file:///data/a%20b.pth").path == Path("/data/a b.pth")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ftp://example.org/a", "ftp:// is not understood. Addresses begin with https://"),
        ("https://", "is not a complete address"),
        ("model.pth", "Not an address. Start with https://"),
        ("https://example.org/a.pth?•••123456", "The address of https://example.org/a.pth?•••123456 had a secret part"),
    ],
)
def test_what_is_no_location_says_why(text: str, says: str) -> None:
    told = understood(text)
    assert told.path is None
    assert told.wrong
    assert says in told.words
    assert not understood("").wrong


def test_the_key_of_an_address_is_shown_nowhere() -> None:
    told = understood("https://example.org/a.pth?X-Amz-Signature=open-sesame")
    assert isinstance(told.path, RemotePath)
    assert "The access key in its address is kept until you close Pthfinder" in told.words
    for text in (told.words, str(told.path), folder_text(told.path), *recent_locations([told.path])):
        assert "sesame" not in text


def test_the_names_of_a_folder_folders_first(nginx: Nginx, folder: Path) -> None:
    (folder / "zoo").mkdir()
    for name in ("b.pth", "A.safetensors", "notes.txt", "model.safetensors.index.json"):
        (folder / name).write_bytes(b"x")
    listed = elsewhere(lambda: entries_in(RemotePath.parse(f"{nginx.url}/list/")))
    assert [each.name for each in listed] == [
        "zoo",
        "A.safetensors",
        "b.pth",
        "model.safetensors.index.json",
        "notes.txt",
    ]
    assert [each.is_folder for each in listed] == [True, False, False, False, False]
    assert [each.is_checkpoint for each in listed[1:]] == [True, True, True, False]
    assert count_of(listed) == "1 folder, 3 checkpoints, 1 other file"
    assert [each.name for each in fitting(listed, "a.s")] == ["A.safetensors"]
    empty = elsewhere(lambda: entries_in(RemotePath.parse(f"{nginx.url}/files/zoo/")))
    assert "does not list it" in count_of(empty)


def test_the_way_up_ends_at_the_host() -> None:
    path = RemotePath.parse("s3://bucket/a/b.pth")
    folder = folder_of(path)
    assert (str(folder), folder_text(folder)) == ("s3://bucket/a", "s3://bucket/a/")
    assert folder_of(folder) == folder
    outer = above(folder)
    assert outer is not None
    assert (folder_text(outer), above(outer)) == ("s3://bucket/", None)


def test_the_list_is_a_model(qtmodeltester: QAbstractItemModelTester) -> None:
    model = TableModel(NAMES)
    model.set_rows([Entry("runs", True), Entry("a\nb.pth", False, True), Entry("c.txt", False)])
    qtmodeltester.check(model)  # type: ignore[attr-defined]
    assert [model.index(row, 0).data() for row in range(3)] == ["runs", "a\N{REPLACEMENT CHARACTER}b.pth", "c.txt"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://example.org/a.pth\n", ["https://example.org/a.pth"]),
        ("s3://b/a.pth\nhf://me/model/b.pth", ["s3://b/a.pth", "hf://me/model/b.pth"]),
        ("ftp://example.org/a.pth", []),
        ("see https://example.org/a.pth", []),
        ('  File "https://example.org/a.py", line 3', []),
        ("RuntimeError: no", []),
        ("", []),
    ],
)
def test_a_text_is_places_where_it_is_nothing_else(text: str, found: list[str]) -> None:
    assert [str(place) for place in places_of_text(text)] == found


def test_links_and_files_are_places() -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/a%20b.pth?sig=open-sesame"), QUrl.fromLocalFile("/data/c.pth")])
    link, file = places_in(data)
    assert isinstance(link, RemotePath)
    assert link.url == "https://example.org/a%20b.pth?sig=open-sesame"
    assert file == Path("/data/c.pth")
    data.setUrls([QUrl("mailto:me@example.org")])
    assert places_in(data) == []


@pytest.mark.parametrize(
    ("news", "says"),
    [
        (News(0, 1, 0.0, "example.org"), ""),
        (News(316_000, 2, 1_200_000.0, "example.org"), "309 KiB received, 1.14 MiB a second"),
        (News(0, 1, 0.0, "example.org", 4.2, 1, 4), "example.org has not answered for 4 s"),
        (
            News(0, 2, 0.0, "example.org", 4.2, 2, 4, "its server does not answer"),
            "example.org has not answered for 4 s (try 2 of 4: its server does not answer)",
        ),
        (News(0, 2, 0.0, "example.org", 0.1, 2, 4, "it broke"), "example.org: it broke; trying again (2 of 4)"),
    ],
)
def test_what_is_said_while_one_waits(news: News, says: str) -> None:
    assert news_text(news) == says
    assert is_trouble(news) == ("example.org" in says)

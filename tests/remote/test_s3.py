"""Checkpoints in a store that speaks S3 are read by ranges, each of the version that was opened."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.errors import CannotOpen, CheckpointError, SourceChanged
from core.numbers.reader import Numbers
from core.remote import asking, stores
from core.remote.traffic import listening
from tests.files.checkpoints import save
from tests.places import ROOT
from tests.remote.test_http import said_of
from tests.servers.s3 import S3

KEPT = ROOT / "tests" / "data" / "folders"
URL = "s3://models/large.pth"


@pytest.fixture
def store(s3: S3, monkeypatch: pytest.MonkeyPatch) -> S3:
    """The store that every program of the user finds."""
    for name, value in s3.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)
    return s3


def put_large(store: S3, folder: Path, first: float = 0.0) -> dict[str, torch.Tensor]:
    """A checkpoint of 75 MB, there."""
    state = {f"layers.{number}.weight": torch.full((64, 1024), first + number) for number in range(300)}
    store.put("models", "large.pth", save(state, folder / "large.pth").read_bytes())
    store.forget()
    return state


def test_few_bytes_of_a_large_file_are_read(store: S3, tmp_path: Path) -> None:
    state = put_large(store, tmp_path)
    with listening() as traffic:
        catalogue = open_catalogue(URL)
    asked = store.requests()
    assert [each.operation for each in asked] == ["GetObject"] * len(asked)
    assert len(asked) <= 4
    assert sum(each.received for each in asked) == traffic.received < 1_000_000
    store.forget()
    with Numbers(catalogue) as numbers:
        found = numbers.tensor(17).read()
    assert torch.equal(torch.from_numpy(found), state["layers.17.weight"])
    assert sum(each.received for each in store.requests()) < 1_000_000


@pytest.mark.parametrize("mark", [".index.json", ".metadata"])
def test_a_folder_is_what_it_is_here(store: S3, mark: str, tmp_path: Path) -> None:
    places = sorted({path.parent for path in KEPT.rglob(f"*{mark}")})[:3]
    assert places
    for place in places:
        shutil.copytree(place, tmp_path / place.name)
        for file in (file for file in place.rglob("*") if file.is_file()):
            store.put("models", f"runs/{place.name}/{file.relative_to(place).as_posix()}", file.read_bytes())
        assert said_of(f"s3://models/runs/{place.name}") == said_of(tmp_path / place.name)


def test_what_changes_is_noticed(store: S3, tmp_path: Path) -> None:
    put_large(store, tmp_path)
    catalogue = open_catalogue(URL)
    put_large(store, tmp_path, first=1.0)
    with pytest.raises(SourceChanged), Numbers(catalogue) as numbers:
        numbers.tensor(17).read()


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        (403, "InvalidAccessKeyId", "no permission"),
        (403, "SignatureDoesNotMatch", "no permission"),
        (400, "ExpiredToken", "answers 400 ExpiredToken"),
        (503, "SlowDown", "could not be read after 4 tries: its server answers 503 SlowDown"),
    ],
)
def test_what_a_store_refuses_is_said(store: S3, tmp_path: Path, status: int, code: str, said: str) -> None:
    put_large(store, tmp_path)
    store.fail("GetObject", 100, status=status, code=code)
    with pytest.raises(CheckpointError, match=said) as caught:
        open_catalogue(URL)
    assert store.environment["AWS_SECRET_ACCESS_KEY"] not in str(caught.value)


def test_without_keys(store: S3, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_large(store, tmp_path)
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    with pytest.raises(CannotOpen, match="cannot be reached: Unable to locate credentials"):
        open_catalogue(URL)
    assert not store.requests()


def test_what_is_not_there(store: S3, tmp_path: Path) -> None:
    put_large(store, tmp_path)
    for url in ("s3://models/none.pth", "s3://none/large.pth"):
        with pytest.raises(CannotOpen):
            open_catalogue(url)


def open_files() -> int:
    """How many descriptors this process has."""
    return len(list(Path("/proc/self/fd").iterdir()))


def test_nothing_leaks(store: S3, tmp_path: Path) -> None:
    store.put("models", "small.pth", save({"a": torch.ones(1000)}, tmp_path / "small.pth").read_bytes())
    counts = []
    for _ in range(200):
        with open_catalogue("s3://models/small.pth").checkpoint.files() as files:
            files.peek(0, 100)
        counts.append((threading.active_count(), open_files()))
    assert max(counts[20:]) <= max(counts[:20])
    stores.forget()
    assert open_files() <= counts[-1][1]

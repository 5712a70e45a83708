"""Checkpoints on a server of SFTP are read by ranges, and only of a server that is known."""

from __future__ import annotations

import os
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
from core.remote.trouble import Untrusted
from tests.files.checkpoints import save
from tests.places import ROOT
from tests.remote.test_http import said_of
from tests.servers.sshd import Sshd

KEPT = ROOT / "tests" / "data" / "folders"


@pytest.fixture
def base(at_home: Sshd, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The location of the folder that is served."""
    monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)
    return f"{at_home.url}{folder}"


def large(folder: Path) -> dict[str, torch.Tensor]:
    """A checkpoint of 75 MB, ``large.pth``."""
    state = {f"layers.{number}.weight": torch.full((64, 1024), float(number)) for number in range(300)}
    save(state, folder / "large.pth")
    return state


def test_few_bytes_of_a_large_file_are_read(base: str, folder: Path) -> None:
    state = large(folder)
    with listening() as traffic:
        catalogue = open_catalogue(f"{base}/large.pth")
    assert traffic.received < 2_000_000
    assert traffic.requests <= 8
    with listening() as traffic, Numbers(catalogue) as numbers:
        found = numbers.tensor(17).read()
    assert torch.equal(torch.from_numpy(found), state["layers.17.weight"])
    assert traffic.received < 1_000_000


@pytest.mark.parametrize("name", ["sharded", "dcp"])
def test_a_folder_is_what_it_is_here(base: str, folder: Path, name: str) -> None:
    places = sorted(path for path in KEPT.rglob("*") if path.is_dir() and has_list(path, name))
    assert places
    for place in places[:3]:
        shutil.copytree(place, folder / place.name, dirs_exist_ok=True)
        assert said_of(f"{base}/{place.name}") == said_of(folder / place.name)


def has_list(path: Path, name: str) -> bool:
    """Whether a folder is one of shards, or of distributed checkpoints."""
    names = [each.name for each in path.iterdir()]
    return any(each.endswith(".index.json") for each in names) if name == "sharded" else ".metadata" in names


@pytest.mark.parametrize("how", ["in its place", "by another"])
def test_what_changes_is_noticed(base: str, folder: Path, how: str) -> None:
    large(folder)
    catalogue = open_catalogue(f"{base}/large.pth")
    if how == "by another":
        shutil.copy(folder / "large.pth", folder / "other.pth")
        (folder / "other.pth").replace(folder / "large.pth")
    os.utime(folder / "large.pth", (1, 1))
    with pytest.raises(SourceChanged), Numbers(catalogue) as numbers:
        numbers.tensor(17).read()


def test_what_is_not_there(base: str) -> None:
    with pytest.raises(CannotOpen, match=r"none\.pth"):
        open_catalogue(f"{base}/none.pth")


def test_a_pipe_is_not_waited_for(base: str, folder: Path) -> None:
    os.mkfifo(folder / "pipe.pth")
    with pytest.raises(CannotOpen, match="neither a file nor a folder"):
        open_catalogue(f"{base}/pipe.pth")


# -- whom to believe ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", ["changed", "empty", "missing"])
def test_a_server_that_is_not_known_is_not_believed(at_home: Sshd, base: str, folder: Path, known: str) -> None:
    large(folder)
    hosts = Path.home() / ".ssh" / "known_hosts"
    hosts.unlink()
    if known != "missing":
        hosts.write_text(at_home.changed_known_hosts.read_text() if known == "changed" else "")
    changed, new = r"differs from .*ssh-keygen -R \[.*\]:\d+", r"is not trusted: .*Log in to it with ssh once"
    with pytest.raises(Untrusted, match=changed if known == "changed" else new):
        open_catalogue(f"{base}/large.pth")
    assert "Accepted" not in at_home.said()


def test_a_key_that_may_not_log_in(at_home: Sshd, base: str, folder: Path) -> None:
    large(folder)
    config = Path.home() / ".ssh" / "config"
    config.write_text(config.read_text().replace(str(at_home.key), str(at_home.stranger)))
    with pytest.raises(CheckpointError, match="does not accept any of your SSH keys"):
        open_catalogue(f"{base}/large.pth")


def test_a_password_is_never_shown(at_home: Sshd, base: str) -> None:
    url = base.replace(f"{at_home.user}@", f"{at_home.user}:Geheim-123@")
    with pytest.raises(CannotOpen) as caught:
        open_catalogue(f"{url}/none.pth")
    assert "Geheim" not in str(caught.value)


# -- connections -------------------------------------------------------------------------------------------------------


def open_files() -> int:
    """How many descriptors this process has."""
    return len(list(Path("/proc/self/fd").iterdir()))


def test_nothing_leaks(at_home: Sshd, base: str, folder: Path) -> None:
    save({"a": torch.ones(1000)}, folder / "small.pth")
    counts = []
    for _ in range(200):
        with open_catalogue(f"{base}/small.pth").checkpoint.files() as files:
            files.peek(0, 100)
        counts.append((threading.active_count(), open_files()))
    assert max(counts[20:]) <= max(counts[:20])
    assert at_home.said().count("Accepted publickey") == 1
    stores.forget()
    assert open_files() < counts[-1][1]

"""Servers, and patience that is short enough for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from urllib3.util import Timeout

from core.remote import asking, stores
from core.remote.stores import http as http_connections
from tests.servers.fixtures import folder, nginx, s3, s3_server, sshd, toxic
from tests.servers.sshd import Sshd

__all__ = ["folder", "nginx", "s3", "s3_server", "sshd", "toxic"]


@pytest.fixture(autouse=True)
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is known of any server from a test before."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    yield
    stores.forget()


@pytest.fixture
def at_home(sshd: Sshd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sshd:
    """A server of SFTP that the user knows, as OpenSSH keeps such in the home."""
    home = tmp_path / "home"
    (home / ".ssh").mkdir(mode=0o700, parents=True)
    (home / ".ssh" / "known_hosts").write_text(sshd.known_hosts.read_text())
    (home / ".ssh" / "config").write_text(f"Host *\n  IdentityFile {sshd.key}\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    return sshd


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server has half a second, and is asked again at once."""
    monkeypatch.setattr(http_connections, "SECONDS", Timeout(connect=0.5, read=0.5))
    monkeypatch.setattr(http_connections, "_pools", {})
    monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)

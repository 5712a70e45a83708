"""Servers, and patience that is short enough for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from urllib3.util import Timeout

from core.remote import asking, stores
from core.remote.stores import http_connections
from tests.servers.fixtures import folder, nginx, s3, s3_server, sshd, toxic

__all__ = ["folder", "nginx", "s3", "s3_server", "sshd", "toxic"]


@pytest.fixture(autouse=True)
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is known of any server from a test before."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield
    stores.forget()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server has half a second, and is asked again at once."""
    monkeypatch.setattr(http_connections, "SECONDS", Timeout(connect=0.5, read=0.5))
    monkeypatch.setattr(http_connections, "_pools", {})
    monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)

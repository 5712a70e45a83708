"""The servers as fixtures of pytest: a conftest.py imports those that it wants by name.

Where a program is missing, the test is skipped with the reason shown; under CI (``CI=true``) it fails.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

import pytest

from tests.servers.nginx import Nginx
from tests.servers.programs import Missing
from tests.servers.s3 import S3
from tests.servers.sshd import Sshd
from tests.servers.toxic import Toxic

Server = TypeVar("Server")


def make(server: type[Server], *arguments: object, **options: object) -> Server:
    """This server, not yet entered; or the test ends with what is missing for it."""
    try:
        return server(*arguments, **options)
    except Missing as missing:
        if os.environ.get("CI") == "true":
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(str(missing))


def served(server: AbstractContextManager[Server]) -> Iterator[Server]:
    """Enter it for the time of a test."""
    with server as entered:
        yield entered


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What servers of files serve, empty at first."""
    (tmp_path / "served").mkdir()
    return tmp_path / "served"


@pytest.fixture
def nginx(folder: Path) -> Iterator[Nginx]:
    """nginx over `folder`."""
    yield from served(make(Nginx, folder))


@pytest.fixture
def sshd(folder: Path) -> Iterator[Sshd]:
    """OpenSSH's server, in whose sessions relative paths begin in `folder`."""
    yield from served(make(Sshd, folder))


@pytest.fixture(scope="session")
def s3_server() -> Iterator[S3]:
    """One for all tests of a process, as it takes seconds to start."""
    yield from served(S3())


@pytest.fixture
def s3(s3_server: S3) -> S3:
    """An S3 without buckets."""
    s3_server.reset()
    return s3_server


@pytest.fixture
def toxic() -> Iterator[Toxic]:
    """The server that misbehaves as it is told."""
    yield from served(Toxic())

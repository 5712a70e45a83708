"""Processes started by other processes, watched from outside: who they are, what they have open, when they end."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self
from zipfile import ZipFile

_AT_HAND = (
    b"tests.support.torch_forks",  # which others are forked from
    b"tests.servers.",
    b"multiprocessing.resource_tracker",  # Python clears away by it what processes share
)
PATIENCE = 30.0
"""Seconds after which a test gives up; far more than anything here takes."""


def hanging_file(path: Path) -> Path:
    """A key of tuples nested so deep that to hash it takes torch years."""
    tuples = b"".join(b"h" + bytes((n,)) + b"\x86q" + bytes((n + 1,)) for n in range(40))
    return checkpoint(path, b"})q\x00" + tuples + b"Ns")


def huge_file(path: Path) -> Path:
    """Some hundred bytes that torch makes 1.4 GB of."""
    return checkpoint(path, b"cbuiltins\nbytearray\nJ" + (1_400_000_000).to_bytes(4, "little") + b"\x85R")


def checkpoint(path: Path, body: bytes) -> Path:
    """A zip as torch writes it around these opcodes."""
    with ZipFile(path, "w") as archive:
        archive.writestr("a/data.pkl", b"\x80\x02" + body + b".")
        archive.writestr("a/byteorder", "little")
        archive.writestr("a/version", b"3\n")
    return path


def children(parent: int) -> list[int]:
    """The processes that this one has started, whichever of its threads did, but for those kept at hand."""
    found: list[int] = []
    for file in Path(f"/proc/{parent}/task").glob("*/children"):
        found += map(int, file.read_text().split())
    return [pid for pid in found if not _is_at_hand(pid)]


def _is_at_hand(pid: int) -> bool:
    """Whether it is one that stays for all tests."""
    try:
        line = Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return False
    return any(name in line for name in _AT_HAND)


def has_open(process: int, path: Path) -> bool:
    """Whether it has this file open now."""
    try:
        return any(link.readlink() == path for link in Path(f"/proc/{process}/fd").iterdir())
    except FileNotFoundError:
        return False


def until(true: Callable[[], bool]) -> None:
    """Look again and again."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        select.select((), (), (), 0.01)


class Watched:
    """A process whose end is told, however it ends and whoever its parent is by then."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._fd = os.pidfd_open(pid)

    def ends(self, seconds: float = PATIENCE) -> bool:
        """Wait for its end."""
        return bool(select.select((self._fd,), (), (), seconds)[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing outlives a test that failed."""
        if not self.ends(0):
            signal.pidfd_send_signal(self._fd, signal.SIGKILL)
        os.close(self._fd)

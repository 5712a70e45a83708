"""Programs of other people as servers: found, started on a free port, waited for, and ended with all they started."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scripts.servers import PROGRAMS, find
from tests.support.children import children, until

LOOPBACK = "127.0.0.1"


class Missing(Exception):
    """A program that a server needs is not on this machine; says which package has it."""


def find_program(name: str) -> str:
    """Where the program lies. Raises `Missing`, with the Debian package that has it."""
    found = find(name)
    if found is None:
        raise Missing(f"{name} is not installed. On Debian or Ubuntu: sudo apt-get install {PROGRAMS[name]}")
    return found


@contextlib.contextmanager
def free_ports(count: int, address: str = LOOPBACK) -> Iterator[list[int]]:
    """Ports that the kernel gives to nobody else while this is entered, and that one server can listen on meanwhile.

    Linux lets two sockets have a port if both say SO_REUSEADDR and neither listens, so the server takes each over with
    no moment between in which another test could get it (socket(7)).
    """
    with contextlib.ExitStack() as kept:
        held = [kept.enter_context(socket.socket()) for _ in range(count)]
        for each in held:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            each.bind((address, 0))
        yield [each.getsockname()[1] for each in held]


def answers(port: int, address: str = LOOPBACK) -> bool:
    """Whether something listens there."""
    with socket.socket() as probe:
        return probe.connect_ex((address, port)) == 0


class Program:
    """A program that serves in a process group of its own; what it says goes to `log`."""

    def __init__(
        self,
        command: Sequence[str],
        ports: Sequence[int],
        log: Path,
        environment: Mapping[str, str] | None = None,
        address: str = LOOPBACK,
    ) -> None:
        """Start it and wait until it listens on all ports. Raises `RuntimeError` with its words if it ends before.

        The kernel kills it when the thread that started it is gone, however that ended (prctl(2), PR_SET_PDEATHSIG).
        """
        setpriv = shutil.which("setpriv")
        guarded = [setpriv, "--pdeathsig", "KILL", "--", *command] if setpriv else list(command)
        with log.open("ab") as said:
            self._process = subprocess.Popen(
                guarded, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=environment, start_new_session=True
            )
        self.pid = self._process.pid
        try:
            until(lambda: self._process.poll() is not None or all(answers(port, address) for port in ports))
            if self._process.poll() is not None:
                raise RuntimeError(f"{command[0]} ended before it served:\n{log.read_text(errors='replace')}")
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """Kill it and all that it started, those in sessions of their own too. A second call does nothing."""
        if self._process.returncode is not None:
            return
        for pid in [*_descendants(self.pid), self.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()


def _descendants(parent: int) -> list[int]:
    """All processes that stem from this one; empty where the kernel does not tell."""
    found = []
    for pid in children(parent):
        found += [pid, *_descendants(pid)]
    return found

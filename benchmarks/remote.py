"""A file on a web server with a delay before it: opened, read and fixed, and what others do for that.

Run as ``python -m benchmarks.remote download URL``; `serving` gives the server.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.servers.latency import Latency
from tests.servers.nginx import Nginx

DELAY = 0.05
"""Seconds that a question and its answer take longer than on this computer."""
ABOUT = f"nginx on this computer, with {DELAY * 1000:.0f} ms of delay added"


class Far(NamedTuple):
    """A server that is far away. ``url`` is that of its files."""

    url: str
    nginx: Nginx
    network: Latency

    @property
    def asked(self) -> tuple[int, int, int]:
        """Requests, bytes that were sent, and round trips since it began."""
        requests = self.nginx.requests()
        return len(requests), sum(each.sent for each in requests), self.network.carried().turns


@contextmanager
def serving(folder: Path) -> Iterator[Far]:
    """The files of a folder from far away."""
    with Nginx(folder) as nginx, Latency(nginx.port, seconds=DELAY) as network:
        yield Far(f"{network.url}/files", nginx, network)


def download(url: str) -> None:
    """What people do today: fetch all of it, then load it."""
    with tempfile.NamedTemporaryFile(suffix=".pth") as file:
        subprocess.run(["curl", "-sS", "-o", file.name, url], check=True)
        import torch  # noqa: PLC0415 - while nothing is fetched

        torch.load(file.name, mmap=True, map_location="cpu")


def forget() -> None:
    """No range is kept on this computer."""
    from core.remote import blocks  # noqa: PLC0415 - the other way begins without it

    shutil.rmtree(blocks.folder(), ignore_errors=True)


if __name__ == "__main__":
    {"download": download}[sys.argv[1]](sys.argv[2])

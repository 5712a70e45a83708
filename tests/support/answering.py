"""A process that answers questions, a line of JSON each: what it has imported once serves all of them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.places import ROOT


@contextmanager
def answering(code: str, *arguments: object) -> Iterator[Callable[[Any], Any]]:
    """What asks a Python that runs ``code``, which answers each line of its stdin with one of its stdout."""
    with subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None

        def ask(question: Any) -> Any:
            server.stdin.write(json.dumps(question) + "\n")
            server.stdin.flush()
            return json.loads(server.stdout.readline())

        yield ask
        server.stdin.close()

"""A child process that does what torch is needed for: one job in, lines of JSON out, gone whatever happens."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from core.errors import CheckpointError

_ROOT = Path(__file__).resolve().parents[1]
_PAUSE = 0.05
"""Seconds between two looks at ``tick``, and so the time a cancel takes."""


class ChildFailed(CheckpointError):
    """The child ended without saying why: killed, out of memory, or Python itself could not start."""


def answers(module: str, job: Mapping[str, Any], tick: Callable[[], None]) -> Iterator[dict[str, Any]]:
    """Run ``python -m module`` with ``job`` on its stdin; what it answers, one dict a line, as it comes.

    ``tick`` is called all the while; when it raises, or the caller stops asking, the child is ended. Raises
    `ChildFailed` when the child ends with anything but 0.
    """
    with tempfile.TemporaryFile() as errors, _child(module, errors) as child:
        assert child.stdin is not None
        with suppress(BrokenPipeError):  # it ended already; its error is read below
            child.stdin.write(json.dumps(job).encode())
            child.stdin.close()
        for line in _lines(child):
            tick()
            if line is not None:
                yield json.loads(line)
        if child.wait():
            errors.seek(0)
            raise ChildFailed(_how_it_ended(child.returncode, errors.read().decode("utf-8", "replace")))


@contextmanager
def _child(module: str, errors: Any) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", module]
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, cwd=_ROOT, start_new_session=True
    )
    try:
        yield child
    finally:
        child.kill()
        child.wait()
        if child.stdout is not None:
            child.stdout.close()


def _lines(child: subprocess.Popen[bytes]) -> Iterator[bytes | None]:
    """Whole lines as they come, and None whenever there was none for a while."""
    assert child.stdout is not None
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(_PAUSE):
                yield None
                continue
            data = os.read(child.stdout.fileno(), 65536)
            if not data:
                return
            *lines, rest = (rest + data).split(b"\n")
            yield from lines


def _how_it_ended(code: int, errors: str) -> str:
    if code < 0:
        return f"The process with torch was ended by signal {-code}; it may have run out of memory."
    last = errors.strip().splitlines()[-1:] or ["it said nothing"]
    return f"The process with torch failed with code {code}: {last[0]}"

"""A child process that does what torch is needed for: one job in, lines of JSON out, gone whatever happens.

It ends with this process (`child_side`), keeps to its limits (`limits`), and its temporary files are in a folder that
goes with it, or is cleared at the next start (`core.saving.leftovers`).
"""

from __future__ import annotations

import json
import math
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from core.errors import CheckpointError
from core.saving.leftovers import scratch_folder
from core.torch_child.interpreter import child_environment, python_with_torch, running
from core.torch_child.limits import MEMORY, PROCESSOR, SECONDS, ChildLimits, OverLimit
from core.words import language, say

_PAUSE = 0.05
"""Seconds between two looks at ``tick``, and so the time a cancel takes."""
_LAST_WORDS = 1 << 16
"""Bytes of stderr that are looked at; a file may make torch warn without end."""

_CRASHES = (signal.SIGABRT, signal.SIGSEGV)
"""What C code ends with that is refused memory and does not look."""


class ChildFailed(CheckpointError):
    """The child ended without saying why: killed, out of memory, or Python itself could not start."""


def answers(
    module: str, job: Mapping[str, Any], tick: Callable[[], None], bounds: ChildLimits
) -> Iterator[dict[str, Any]]:
    """Run a module with ``job`` on its stdin; what it answers, one dict a line, as it comes.

    ``tick`` is called all the while; when it raises, or the caller stops asking, the child is ended. It also ends with
    the thread that asks. Raises `OverLimit` when it was stopped at one of its ``bounds``, and `ChildFailed` when it
    ends with anything but 0.
    """
    deadline = time.monotonic() + bounds.seconds

    def look() -> None:
        tick()
        if time.monotonic() > deadline:
            raise OverLimit(SECONDS, bounds)

    with scratch_folder() as folder, tempfile.TemporaryFile() as errors, _child(module, folder, errors) as child:
        assert child.stdin is not None
        with suppress(BrokenPipeError):  # it ended already; its error is read below
            child.stdin.write(json.dumps({**job, "bounds": bounds.as_json(), "language": language()}).encode() + b"\n")
            child.stdin.flush()  # and left open: its end would tell the child that nobody is there any more
        for line in _lines(child):
            look()
            if line is not None:
                answer = json.loads(line)
                if answer.get("limit") == MEMORY:
                    raise OverLimit(MEMORY, bounds)
                yield answer
        while child.poll() is None:
            look()
            with suppress(subprocess.TimeoutExpired):
                child.wait(_PAUSE)
        if child.returncode:
            raise _failure(child.returncode, errors, bounds)


@contextmanager
def _child(module: str, folder: Path, errors: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    child = subprocess.Popen(
        [python_with_torch() or sys.executable, *running(module), str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        cwd=folder,
        env=child_environment() | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder)),
        start_new_session=True,
    )
    try:
        yield child
    finally:
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            with suppress(BrokenPipeError):  # of a job that it never read
                if pipe is not None:
                    pipe.close()


def _lines(child: subprocess.Popen[bytes]) -> Iterator[bytes | None]:
    """Whole lines as they come, and None whenever there was none for a while: a thread waits, as Windows has no other
    way to wait for a pipe.
    """
    assert child.stdout is not None
    came: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    ours = open(os.dup(child.stdout.fileno()), "rb", buffering=0)  # noqa: SIM115, PTH123 - the thread closes it
    threading.Thread(target=_listen, args=(ours, came.put), daemon=True).start()
    rest = b""
    while True:
        try:
            data = came.get(timeout=_PAUSE)
        except queue.Empty:
            yield None
            continue
        if not data:
            return
        *lines, rest = (rest + data).split(b"\n")
        yield from lines


def _listen(pipe: IO[bytes], take: Callable[[bytes], object]) -> None:
    """Take what comes, and nothing at the end."""
    with pipe:
        while data := pipe.read(1 << 16):
            take(data)
    take(b"")


def _failure(code: int, errors: IO[bytes], bounds: ChildLimits) -> CheckpointError:
    if sys.platform != "win32" and code == -signal.SIGXCPU and bounds.processor < math.inf:
        return OverLimit(PROCESSOR, bounds)
    if sys.platform == "linux" and -code in _CRASHES and bounds.memory < math.inf:
        return OverLimit(MEMORY, bounds, crash=-code)
    if code < 0:
        return ChildFailed(
            say("The process with torch was ended by signal {signal}; it may have run out of memory.", signal=-code)
        )
    errors.seek(max(errors.seek(0, os.SEEK_END) - _LAST_WORDS, 0))
    last = errors.read().decode("utf-8", "replace").strip().splitlines()[-1:] or [say("it said nothing")]
    return ChildFailed(say("The process with torch failed with code {code}: {reason}", code=code, reason=last[0]))

"""What a child process does to itself: it ends with its parent, and keeps to its limits.

Two ties, because neither holds everywhere. On Linux the kernel ends the child with the thread that started it, also
while C code of torch holds the interpreter lock for hours. On every system a thread reads stdin, which the parent keeps
open, to its end; where C code holds the lock elsewhere, the limit of processor time or the alarm ends the child.
"""

from __future__ import annotations

import ctypes
import faulthandler
import json
import math
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from core.languages import speak
from core.torch_child.limits import ChildLimits

_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of <linux/prctl.h>."""
_GRACE = 10
"""Seconds after which the child ends itself where the parent should have ended it."""


def begin() -> tuple[dict[str, Any], ChildLimits]:
    """Tie this process to its parent, whose number is its argument, and read the job and its limits from stdin.

    What it says from then on is in the language of its parent.
    """
    _die_with(int(sys.argv[1]))
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(_own_stdin(), jobs.put), daemon=True).start()
    job = json.loads(jobs.get())
    speak(job.pop("language", "en"))
    bounds = ChildLimits(**job.pop("bounds"))
    _limit_time(bounds)
    return job, bounds


def _die_with(parent: int) -> None:
    """Be killed when the parent ends, however it ends; it may have ended before this was asked for. Where the kernel
    has no such promise, the end of stdin tells (`_listen`).
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _own_stdin() -> int:
    """The pipe to the parent, and nothing as stdin for all others: on Windows whoever only asks what stdin is, as each
    library with a C runtime of its own does, waits while it is read.
    """
    pipe, nothing = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return pipe


def _listen(pipe: int, take: Callable[[bytes], object]) -> None:
    """Take what the parent says line by line, and end the process at its end: nobody is there any more."""
    rest: list[bytes] = []
    while data := os.read(pipe, 1 << 16):
        *lines, end = data.split(b"\n")
        for line in lines:
            take(b"".join((*rest, line)))
            rest.clear()
        rest.append(end)
    os._exit(1)


def _limit_time(bounds: ChildLimits) -> None:
    if bounds.seconds < math.inf:
        # The parent keeps the time. Should both be held up, a thread of C ends this process.
        nowhere = open(os.devnull, "wb")  # noqa: SIM115, PTH123 - open as long as the process lives
        faulthandler.dump_traceback_later(bounds.seconds + _GRACE, exit=True, file=nowhere)
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on Windows

        _lower(resource.RLIMIT_CORE, 0)
        _lower(resource.RLIMIT_CPU, bounds.processor)


def limit_memory(bounds: ChildLimits, beyond: int = 0) -> None:
    """Keep to the limit of memory from now on, and ``beyond`` that for what is no memory of the job's own.

    What counts is what the process can write to alone (RLIMIT_DATA). Not its address space: CUDA and thread pools
    reserve terabytes of that and use none of it. Linux alone keeps such a limit.
    """
    if sys.platform == "linux" and bounds.memory < math.inf:
        import resource  # noqa: PLC0415 - not on Windows

        _lower(resource.RLIMIT_DATA, _data() + bounds.memory + beyond)


def ran_out(error: BaseException, bounds: ChildLimits) -> bool:
    """Whether an error, or one that it arose from, says that memory was refused, and it was our limit that refused it.

    Without one the error is what any script would meet on this computer.
    """
    seen: BaseException | None = error if sys.platform == "linux" and bounds.memory < math.inf else None
    while seen is not None:
        if isinstance(seen, MemoryError) or any(words in str(seen) for words in _REFUSED):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


_REFUSED = ("Cannot allocate memory", "bad_alloc")
"""In the words of the C library, which torch passes on, and of C++."""


def _lower(kind: int, value: float) -> None:
    """Lower the soft limit; whoever started the program may have set a lower one."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - as above

    soft, hard = resource.getrlimit(kind)
    bounds = [math.inf if bound == resource.RLIM_INFINITY else bound for bound in (soft, hard)]
    wanted = min(value, *bounds)
    if wanted < math.inf:
        resource.setrlimit(kind, (math.ceil(wanted), hard))


def _data() -> int:
    """Bytes that count for RLIMIT_DATA now."""
    with open("/proc/self/status", encoding="utf-8") as status:  # noqa: PTH123
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmData:"))

"""How much a child process may take: memory, processor time and time by the clock, as usual for a file or as wished.

The usual limits are far above what any healthy file needs, and below what a file that was built to exhaust a computer
would take of this one.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import NamedTuple

from core.errors import CheckpointError
from core.text import size_text
from core.words import marked, say

_MEGABYTE = 1_000_000
_LEAST_MEMORY = 1 << 30
_MEMORY_A_BYTE = 16
"""Tensors of one element take eight times their file once loaded, the most of any healthy file that was measured."""
_LEAST_PROCESSOR, _PROCESSOR_A_MEGABYTE, _MOST_PROCESSOR = 60, 5, 3600
"""Seconds; 100,000 tensors of one element, 28 MB, take 8."""
_LEAST_SECONDS, _SECONDS_A_MEGABYTE = 300, 0.2
"""A slow disk or network gives some 5 MB a second."""

MEMORY, PROCESSOR, SECONDS = "memory", "processor", "seconds"


class Limits(NamedTuple):
    """What a child may take: ``memory`` in bytes, beyond torch itself, ``processor`` seconds, and ``seconds`` by the
    clock. None is as usual for the file, `math.inf` no limit.
    """

    memory: float | None = None
    processor: float | None = None
    seconds: float | None = None

    def for_bytes(self, size: int) -> ChildLimits:
        """The limits of a child that loads a file of this size."""
        megabytes = size / _MEGABYTE
        usual = (
            max(_LEAST_MEMORY, min(_LEAST_MEMORY + _MEMORY_A_BYTE * size, free_memory())),
            min(_LEAST_PROCESSOR + _PROCESSOR_A_MEGABYTE * megabytes, _MOST_PROCESSOR),
            _LEAST_SECONDS + _SECONDS_A_MEGABYTE * megabytes,
        )
        wished = (self.memory, self.processor, self.seconds)
        return ChildLimits(*(own if wish is None else wish for own, wish in zip(usual, wished, strict=True)))


USUAL = Limits()
UNLIMITED = Limits(math.inf, math.inf, math.inf)


class ChildLimits(NamedTuple):
    """The limits of one child, each known; as JSON they reach the child itself."""

    memory: float
    processor: float
    seconds: float

    def as_json(self) -> dict[str, float]:
        """The same for `ChildLimits(**…)` on the other side."""
        return self._asdict()


class OverLimit(CheckpointError):
    """The child was stopped at a limit; ``limit`` says at which: `MEMORY`, `PROCESSOR` or `SECONDS`.

    With ``crash``, the number of a signal, it is not sure: C code that is refused memory may crash, but not it alone.
    """

    def __init__(self, limit: str, bounds: ChildLimits, crash: int = 0) -> None:
        self.limit = limit
        if crash:
            text = marked(
                "Loading was stopped: torch crashed (signal {crash}). It may have needed more than the {memory} of "
                "memory allowed, or the file was built to crash it."
            )
        else:
            text = _STOPPED[limit]
        memory = size_text(int(bounds.memory)) if bounds.memory < math.inf else ""
        super().__init__(say(text, crash=crash, memory=memory, processor=bounds.processor, seconds=bounds.seconds))


_STOPPED = {
    MEMORY: marked(
        "Loading was stopped: torch needed more than the {memory} of memory allowed. A file can be built to take "
        "any amount."
    ),
    PROCESSOR: marked(
        "Loading was stopped: torch used more than the {processor:.0f} seconds of processor time allowed. A file "
        "can be built to take any amount."
    ),
    SECONDS: marked(
        "Loading was stopped: torch took longer than the {seconds:.0f} seconds allowed. A file can be built to "
        "take any amount."
    ),
}


def free_memory() -> int:
    """Bytes that the kernel would give without swapping; without bound where it does not tell."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return sys.maxsize
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")), sys.maxsize)

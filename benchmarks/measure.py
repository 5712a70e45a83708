"""Times whole processes, several at a time in turns, with the peak memory of each."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

Command = Sequence[str]


@dataclass
class Series:
    """All runs of one command: ``seconds`` of wall clock and ``peaks`` of resident memory in bytes."""

    seconds: list[float] = field(default_factory=list)
    peaks: list[int] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def spread(self) -> tuple[float, float]:
        return min(self.seconds), max(self.seconds)

    @property
    def peak(self) -> int:
        return max(self.peaks)


def run_once(command: Command) -> tuple[float, int]:
    """(seconds, peak resident bytes) of one process; raises RuntimeError when it fails."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return seconds, usage.ru_maxrss * 1024


def alternate(commands: dict[str, Command], rounds: int, before: Callable[[], None]) -> dict[str, Series]:
    """Run the commands in turns, so that a slow minute hits all alike. ``before`` runs ahead of each, untimed.

    Each round has an order of its own: a command pays for the memory that the one before it gave back to the
    system, up to twice its own time where that was gigabytes, and none may always follow the same one. One round
    more is run first and not counted: it fills the caches that all of them use.
    """
    found = {name: Series() for name in commands}
    for turn in range(rounds + 1):
        order = list(commands)
        random.Random(turn).shuffle(order)
        for name in order:
            before()
            seconds, peak = run_once(commands[name])
            if turn:
                found[name].seconds.append(seconds)
                found[name].peaks.append(peak)
    return found


def settle(out: Path) -> None:
    """A clean start: the last output is gone and nothing waits to be written to the disk."""
    out.unlink(missing_ok=True)
    os.sync()

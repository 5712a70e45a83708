"""Times whole processes, several at a time in turns, with the peak memory of each."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

LAUNCH = Path(__file__).with_name("launch.py")
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
    launched = subprocess.run([sys.executable, "-I", "-S", LAUNCH, *command], stdout=subprocess.PIPE, check=False)
    if launched.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {launched.returncode}")
    seconds, peak = json.loads(launched.stdout)
    return seconds, peak


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

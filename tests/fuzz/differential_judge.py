"""Asks torch, in its own process, what it loads from files: many files a question, one question ahead."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[2]


class Judge:
    """A long-lived process with torch. Questions are answered in the order they were asked.

    ``seconds`` of processor time are what a question may take.
    """

    def __init__(self, seconds: int = 5) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.differential_torch", str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=_ROOT,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
            text=True,
        )
        self.asked: deque[int] = deque()

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.kill()
        self.process.wait()

    def ask(self, paths: Sequence[str]) -> None:
        """Hand over some files; what they load to is told by `answers`."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(list(paths)) + "\n")
        self.process.stdin.flush()
        self.asked.append(len(paths))

    def answers(self) -> list[dict[str, Any]]:
        """What torch makes of the files of the oldest question, one dict a file."""
        assert self.process.stdout is not None
        found = []
        for _ in range(self.asked.popleft()):
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"the process with torch ended with {self.process.wait()}")
            found.append(json.loads(line))
        return found

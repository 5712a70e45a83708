"""What is done with each input, and what counts as a defect."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from core.catalogue.integrity import verify
from core.errors import CheckpointError
from core.pickling import loop
from tests.support.engine import catalogue_of
from tests.support.exercise import look_and_save

SLOW = 10.0
"""Seconds that no input of a few kilobytes may take."""


class Defect(Exception):
    """An input that ended in something else than a `CheckpointError`."""


class Trial:
    """Tries inputs, each as a file of its own in a folder in memory where there is one."""

    def __init__(self, found: Path) -> None:
        self.found = found
        shm = Path("/dev/shm")
        self.folder = Path(tempfile.mkdtemp(prefix="pthfinder-fuzz-", dir=shm if os.access(shm, os.W_OK) else None))
        os.environ["XDG_STATE_HOME"] = str(self.folder / "state")
        self.outcomes: dict[str, int] = {}
        self.many, loop._MANY = loop._MANY, 0  # runs of tensors are looked for in short pickles too

    def close(self) -> None:
        """Remove the folder."""
        loop._MANY = self.many
        shutil.rmtree(self.folder, ignore_errors=True)

    def __call__(self, data: bytes) -> str:
        """Open, show, check and save a file of these bytes; returns what came of it.

        Raises `Defect`, with the input kept in ``found``.
        """
        path = self.folder / "input.pth"
        path.write_bytes(data)
        started = time.perf_counter()
        try:
            outcome = look_and_save(path, self.folder / "saved.pth")
            verify(catalogue_of(path))
        except CheckpointError as error:
            outcome = type(error).__name__
            if not str(error) or "\n" in str(error):
                raise self._defect(data, f"an error of no or of many lines: {error!r}") from error
        except Exception as error:
            raise self._defect(data, f"{type(error).__name__}: {error}") from error
        if time.perf_counter() - started > SLOW:
            raise self._defect(data, f"it took more than {SLOW} seconds")
        left = sorted(each.name for each in self.folder.iterdir())
        if left not in (["input.pth"], ["input.pth", "state"]):
            raise self._defect(data, f"it left {left}")
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
        return outcome

    def _defect(self, data: bytes, why: str) -> Defect:
        self.found.mkdir(parents=True, exist_ok=True)
        kept = self.found / f"{hashlib.sha256(data).hexdigest()[:16]}.pth"
        kept.write_bytes(data)
        return Defect(f"{why} (the input is kept as {kept})")


def report(outcomes: dict[str, int], seconds: float) -> None:
    """How many inputs there were, and what became of them."""
    total = sum(outcomes.values())
    listed = ", ".join(f"{name} {count:,}" for name, count in sorted(outcomes.items(), key=lambda each: -each[1]))
    sys.stdout.write(f"{total:,} inputs in {seconds:.0f} s: {listed}\n")

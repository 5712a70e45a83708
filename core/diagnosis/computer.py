"""The computer that a checkpoint is to be loaded on, as far as devices are concerned."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.errors import EditError


@dataclass(frozen=True)
class Computer:
    """``gpus`` CUDA cards, 0 for a computer without one; ``ranks`` processes load the file, each for its card."""

    gpus: int = 0
    ranks: int = 1

    @property
    def home(self) -> str:
        """Where a single process puts what it loads."""
        return "cuda:0" if self.gpus else "cpu"

    def has(self, device: str) -> bool:
        """Whether a saved device is there."""
        kind, _, index = device.partition(":")
        return kind in ("cpu", "meta") or (kind == "cuda" and int(index or 0) < self.gpus)

    @property
    def text(self) -> str:
        """``a computer without a GPU``, ``a computer with 2 GPUs``."""
        if not self.gpus:
            return "a computer without a GPU"
        return f"a computer with {self.gpus} GPU{'s' if self.gpus > 1 else ''}"


def parse_computer(text: str) -> Computer:
    """A computer as scripts write it: ``cpu`` or ``gpus:2``. Raises `EditError` for anything else."""
    wanted = text.strip().lower()
    if wanted == "cpu":
        return Computer()
    found = re.fullmatch(r"gpus?:(\d{1,3})", wanted)
    if found is None:
        raise EditError(f"{text!r} is no machine; write cpu, gpus:1, gpus:2 and so on.")
    return Computer(int(found[1]))

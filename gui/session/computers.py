"""What this computer counts as having: the GPUs that it has, asked once and without torch, or what the user assumes."""

from __future__ import annotations

import functools

from PySide6.QtCore import QObject, Signal

from core.torch_child.gpus import live_cards


class Assumptions(QObject):
    """What the user wants to be assumed, in the whole program; `changed` tells whoever has worked with it."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.gpus: int | None = None
        """The GPUs of this computer; None for those that it has."""
        self.capacity: int | None = None
        """Bytes of the card whose memory is asked about; None for what this computer has."""

    def assume(self, gpus: int | None, capacity: int | None) -> None:
        """Assume something else from now on."""
        if (gpus, capacity) != (self.gpus, self.capacity):
            self.gpus, self.capacity = gpus, capacity
            self.changed.emit()


@functools.cache
def assumptions() -> Assumptions:
    """The one object of the program."""
    return Assumptions()


def gpus_here() -> int:
    """The NVIDIA cards that this program can see, 0 where there is no driver; or as many as are assumed."""
    assumed = assumptions().gpus
    return _live() if assumed is None else assumed


@functools.cache
def _live() -> int:
    return len(live_cards().cards)

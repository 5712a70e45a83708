"""How many GPUs this computer has, asked once, without torch."""

from __future__ import annotations

import functools

from core.torch_child.gpus import live_cards


@functools.cache
def gpus_here() -> int:
    """The NVIDIA cards that this program can see; 0 where there is no driver."""
    return len(live_cards().cards)

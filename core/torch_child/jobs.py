"""What a child process with torch is asked to do, as both sides of its stdin know it."""

from __future__ import annotations

from typing import TypedDict

OLDEST_TORCH = (2, 6)
"""Before, a legacy file could run code although ``weights_only=True`` was asked for (CVE-2025-32434)."""


class TensorJob(TypedDict):
    """One tensor of the live model with its dtype there, and where in the loaded object its values are."""

    path: list[str | int]
    shape: list[int]
    dtype: str


class OptimizerJob(TypedDict):
    """Where an optimizer's state dict is, its groups (the number of a model tensor, or a dtype for a stand-in), and its
    class where that is known.
    """

    path: list[str | int]
    groups: list[list[int | str]]
    kind: str


class LoadJob(TypedDict):
    """What to load and how; ``mapping`` of saved to new devices, None for a load without ``map_location``."""

    file: str
    mapping: dict[str, str] | None
    mmap: bool
    assign: bool
    home: str
    keep: bool
    model: list[TensorJob]
    optimizers: list[OptimizerJob]


class VerifyJob(TypedDict):
    """A file to be loaded with plain ``torch.load(f)``."""

    verify: str

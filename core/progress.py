"""How long work reports progress: a callable the caller hands in. The engine knows no threads."""

from __future__ import annotations

from collections.abc import Callable

Tick = Callable[[int, int], None]
"""Called with (done, total); may raise `core.errors.Cancelled` to stop the work."""


def ignore(done: int, total: int) -> None:
    """The tick of a caller that does not care."""

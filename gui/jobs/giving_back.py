"""Memory that a large closed document took, given back to the system."""

from __future__ import annotations

import ctypes
import gc
import sys
from typing import Final

QUICK: Final = 300_000
"""Objects that the collector goes through within a tenth of a second."""


def collect() -> bool:
    """Free what only refers to itself, hidden by `gui/jobs/job.py` or not; False, and nothing done, where other
    documents are so large that the window would stand still for it. Widgets may go: on the thread of the window only.
    """
    if gc.get_freeze_count() > QUICK:
        return False
    gc.unfreeze()
    gc.collect()
    return True


def trim() -> bool:
    """Have the allocator return the pages that it holds and nobody uses; False where it is not glibc's."""
    if sys.platform != "linux":
        return False
    trimmed = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trimmed is None:
        return False
    trimmed(0)
    return True

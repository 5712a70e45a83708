"""Two folders change places in one step of the system, which no kill can come between."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Any

_AT_FDCWD = -100
_EXCHANGE = 2
"""``RENAME_EXCHANGE`` of ``linux/fs.h``, and ``RENAME_SWAP`` of ``sys/stdio.h`` on macOS."""


def exchanged(one: Path, other: Path) -> bool:
    """Whether the two have changed places; False where this system, or this disk, cannot do that."""
    first, second = os.fsencode(one), os.fsencode(other)
    try:
        library: Any = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "linux":
            done = library.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _EXCHANGE)
        elif sys.platform == "darwin":
            done = library.renamex_np(first, second, _EXCHANGE)
        else:
            return False
    except (OSError, AttributeError, TypeError):
        return False
    return bool(done == 0)

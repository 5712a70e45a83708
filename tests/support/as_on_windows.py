"""Files as Windows has them: what is open in this process is neither removed, nor moved, nor replaced."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_NUMBERS = Path("/proc/self/fd")


def _open_here() -> set[tuple[int, int]]:
    found = set()
    for name in _NUMBERS.iterdir():
        with contextlib.suppress(OSError):
            status = name.stat()
            found.add((status.st_dev, status.st_ino))
    return found


def _is_held(path: Any) -> bool:
    try:
        status = os.lstat(path)
    except (OSError, TypeError):
        return False
    return (status.st_dev, status.st_ino) in _open_here()


def hold_open_files(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have Linux refuse what Windows does; returns the list of what will have been refused."""
    refused: list[str] = []

    def keeping(does: Callable[..., Any]) -> Callable[..., Any]:
        def done(*paths: Any, **options: Any) -> Any:
            for path in paths:
                if "dir_fd" not in options and _is_held(path):
                    refused.append(f"{does.__name__} {os.fspath(path)}")
                    raise PermissionError(errno.EACCES, "It is being used by another process", str(path))
            return does(*paths, **options)

        return done

    for name in ("unlink", "remove", "rename", "replace"):
        monkeypatch.setattr(os, name, keeping(getattr(os, name)))
    return refused

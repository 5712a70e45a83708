"""Reads at an offset, on every system."""

from __future__ import annotations

import os

O_BINARY: int = getattr(os, "O_BINARY", 0)
"""Windows would otherwise translate line ends."""


def read_at(fd: int, length: int, offset: int) -> bytes:
    """``length`` bytes at ``offset``; fewer at the end of the file only."""
    data = _read_some(fd, length, offset)
    if len(data) == length or not data:
        return data
    parts = [data]
    missing = length - len(data)
    while missing:
        data = _read_some(fd, missing, offset + length - missing)
        if not data:
            break
        parts.append(data)
        missing -= len(data)
    return b"".join(parts)


def _read_some(fd: int, length: int, offset: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(fd, length, offset)
    os.lseek(fd, offset, os.SEEK_SET)  # Windows has no pread; no file here is read by two threads at once
    return os.read(fd, length)

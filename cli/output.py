"""Exit codes, and text from files made fit for a terminal."""

from __future__ import annotations

import sys

ERASE_LINE = "\r\x1b[K"
"""Takes back what progress was written on the line of a terminal."""
DONE, AT_FAULT, USAGE, FOUND, CANCELLED = 0, 1, 2, 3, 130


def printable(text: str) -> str:
    """Text from a file may hold what the terminal cannot show or would obey."""
    encoding = sys.stdout.encoding or "utf-8"
    clean = "".join(char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in text)
    return clean.encode(encoding, "replace").decode(encoding)

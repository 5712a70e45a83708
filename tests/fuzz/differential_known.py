"""Inputs that were shown otherwise than torch loads them, once: files as text, with what was wrong about each."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from pathlib import Path

_LISTED = Path(__file__).with_name("differential_known.txt")


def known() -> Iterator[tuple[str, bytes]]:
    """(what was wrong, the file) of each."""
    for line in _LISTED.read_text(encoding="utf-8").splitlines():
        what, _, text = line.rpartition("\t")
        yield what, zlib.decompress(base64.b85decode(text))


def line_for(what: str, data: bytes) -> str:
    """The line to be added for a file."""
    return f"{' '.join(what.split())}\t{base64.b85encode(zlib.compress(data, 9)).decode()}\n"

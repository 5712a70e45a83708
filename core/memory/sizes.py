"""Amounts of memory as people write and read them.

What a card has and what is put on it are told in KiB, MiB and GiB whatever a front end prefers for other sizes.
"""

from __future__ import annotations

import re

from core.errors import EditError
from core.text import BINARY, size_text

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30


def memory_text(nbytes: int) -> str:
    """Bytes in binary units: ``508 B``, ``4.83 MiB``, ``23.6 GiB``."""
    return size_text(nbytes, BINARY)


def card_text(nbytes: int) -> str:
    """The memory of a card: ``23.6 GiB``, ``24 GiB``, ``139.7 GiB``."""
    if nbytes < GIB:
        return memory_text(nbytes)
    return f"{nbytes // GIB} GiB" if nbytes % GIB == 0 else f"{nbytes / GIB:.1f} GiB"


_UNITS = {
    "": 1,
    "k": 1000,
    "m": 1000**2,
    "g": 1000**3,
    "t": 1000**4,
    "ki": 1 << 10,
    "mi": MIB,
    "gi": GIB,
    "ti": 1 << 40,
}


def parse_size(text: str) -> int:
    """Bytes of ``24GiB``, ``80 GB``, ``512MiB``. Raises `EditError` for anything else, a small number without its unit
    as well.
    """
    found = re.fullmatch(r"\s*(\d{1,15}(?:\.\d{1,15})?)\s*([kmgt]?i?)b?\s*", text.lower())
    if found is None or found[2] == "i":
        raise EditError("{text!r} is not a size; write it as 24GiB, 80GB or 512MiB.", text=text)
    number = float(found[1])
    if text.strip() == found[1] and 0 < number < KIB:
        raise EditError("{text!r} has no unit; write {number}GiB or {number}MiB.", text=text, number=found[1])
    return int(number * _UNITS[found[2]])


def parse_typed(text: str, shown: str, value: int) -> int:
    """Bytes of what was typed where ``shown`` stood for ``value``. Raises `EditError` for what is no size.

    A bare number counts in GiB: "24" is 24 GiB.
    """
    if text == shown:
        return value
    bare = text.strip().replace(".", "", 1).isdigit() and text.strip() != "0"
    return parse_size(f"{text}GiB" if bare else text)

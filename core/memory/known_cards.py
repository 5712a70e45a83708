"""Cards by their names, and what programs get of their memory."""

from __future__ import annotations

import re

from core.errors import EditError
from core.memory.allocator import GIB
from core.words import say

_SIZES = (
    ("RTX 3070", 7.7),
    ("RTX 3080", 9.7),
    ("RTX 2080 Ti", 10.7),
    ("GTX 1080 Ti", 10.9),
    ("RTX 3060", 11.6),
    ("RTX 4070", 11.6),
    ("T4", 14.6),
    ("RTX 4080", 15.6),
    ("V100-16", 15.7),
    ("P100", 15.8),
    ("A10G", 22.0),
    ("L4", 22.5),
    ("A10", 22.5),
    ("RTX 3090", 23.6),
    ("RTX 4090", 23.6),
    ("RTX 5090", 31.3),
    ("V100-32", 31.7),
    ("A100-40", 39.5),
    ("L40S", 45.0),
    ("A6000", 47.4),
    ("RTX 6000 Ada", 47.4),
    ("A100-80", 79.1),
    ("H100", 79.1),
    ("RTX PRO 6000", 94.9),
    ("H200", 139.7),
    ("B200", 178.3),
)
CARDS: dict[str, int] = {name: round(gib * GIB) for name, gib in _SIZES}
"""Common cards and the bytes that programs get of them, smallest first: the driver keeps some of what a card is sold
as. The figures are those of nvidia-smi and of torch's messages ("GPU 0 has a total capacity of 14.58 GiB").
"""
FIRST_CARD = "RTX 4090"


def card_memory(name: str) -> int:
    """The bytes of a card by its name, however it is written: ``T4``, ``4090``, ``a100 80gb``.

    Raises `EditError` for a name that is not known, or that several sizes have.
    """
    asked = _plain(name)
    found = [known for known in CARDS if _plain(known) == asked]
    found = found or [known for known in CARDS if asked and _plain(known).startswith(asked)]
    if len(found) == 1:
        return CARDS[found[0]]
    if found:
        raise EditError(say("{name!r} may be {cards}; say which.", name=name, cards=" or ".join(found)))
    raise EditError(
        say("{name!r} is no card known here ({cards}); say its memory instead.", name=name, cards=", ".join(CARDS))
    )


def _plain(name: str) -> str:
    return re.sub(r"nvidia|geforce|tesla|rtx|gtx|gi?b|[^a-z0-9]", "", name.lower())

"""Cards by their names, and what programs get of their memory."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.errors import EditError
from core.memory.sizes import GIB, MIB, card_text, parse_typed
from core.text import listed

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
DEFAULT_CONTEXT = 300 * MIB
"""A CUDA context since lazy loading (CUDA 11.7); more before, and it depends on card and driver. An assumption."""
_CONTEXTS = {"H100": 619 * MIB, "H200": 619 * MIB}
"""Those that were measured: what NVML calls used beyond what torch reserved, once a tensor is there, with torch 2.11
for CUDA 13 and driver 580. The first matrix product adds 66 MiB for cuBLAS, which is no part of loading.
"""


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
        raise EditError("{name!r} may be {cards}; say which.", name=name, cards=" or ".join(found))
    raise EditError("{name!r} is not a known card ({cards}); give its memory instead.", name=name, cards=listed(CARDS))


@dataclass(frozen=True)
class Card:
    """A card by the bytes that programs get of it, and its name where it has one."""

    nbytes: int
    name: str = ""

    @property
    def text(self) -> str:
        """``T4 · 14.6 GiB``, or the size alone."""
        size = card_text(self.nbytes)
        return f"{self.name} · {size}" if self.name else size

    @property
    def context(self) -> int:
        """What a process takes of it before its first tensor, in bytes; an assumption where it was not measured."""
        return _CONTEXTS.get(self.name, DEFAULT_CONTEXT)

    @property
    def kept(self) -> str:
        """What `parse_card` reads back, to the byte."""
        return self.name if CARDS.get(self.name) == self.nbytes else f"{self.nbytes} B"


def known_card(name: str) -> Card | None:
    """A card of the list by its exact name."""
    return Card(CARDS[name], name) if name in CARDS else None


def parse_card(text: str) -> Card:
    """A card as people write it: ``T4``, ``a100 80gb``, ``24 GB``, ``22.5GiB``, and as `Card.text` shows it.

    A bare number that is no name counts in GiB. Raises `EditError` for what is neither a card nor a size.
    """
    wanted = text.strip()
    known = known_card(wanted.partition(" · ")[0])
    if known is not None:
        return known
    if re.fullmatch(r"[0-9]{1,3}(\.[0-9]*)?", wanted):
        return Card(parse_typed(wanted, "", 0))
    try:
        nbytes = card_memory(wanted)
    except EditError as unknown:
        if not re.match(r"[0-9]", wanted):
            raise unknown from None
        return Card(parse_typed(as_sold(wanted), "", 0))
    meant = (name for name, size in CARDS.items() if size == nbytes and _plain(name).startswith(_plain(wanted)))
    return Card(nbytes, next(meant))


def as_sold(size: str) -> str:
    """A size in GiB where it says GB: of a card that is sold as 80 GB `nvidia-smi` tells 81,920 MiB."""
    return re.sub(r"(?i)(?<=\d)\s*GB\s*$", "GiB", size)


def _plain(name: str) -> str:
    return re.sub(r"nvidia|geforce|tesla|rtx|gtx|gi?b|[^a-z0-9]", "", name.lower())

"""The machine a checkpoint is to be loaded on, as far as memory is concerned."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.errors import EditError
from core.memory.allocator import GIB, MIB
from core.text import size_text

DEFAULT_CONTEXT = 300 * MIB
"""A CUDA context since lazy loading (CUDA 11.7); more before, and it depends on the card. An assumption."""

CARDS: tuple[tuple[str, int], ...] = (
    ("RTX 3050, 3070", 8 * GIB),
    ("GTX 1080 Ti, RTX 2080 Ti", 11 * GIB),
    ("RTX 3060, 4070", 12 * GIB),
    ("V100, T4, RTX 4080", 16 * GIB),
    ("RTX 3090, 4090, A10, L4", 24 * GIB),
    ("RTX 5090, V100", 32 * GIB),
    ("A100", 40 * GIB),
    ("A6000, L40S, RTX 6000 Ada", 48 * GIB),
    ("A100, H100", 80 * GIB),
    ("RTX PRO 6000", 96 * GIB),
    ("H200", 141 * GIB),
    ("B200, MI300X", 192 * GIB),
)
"""Common cards and their nominal memory, smallest first. Some are made in two sizes."""


@dataclass(frozen=True)
class Machine:
    """``gpus`` cards of ``capacity`` bytes each, on which ``ranks`` processes load the same file.

    ``target`` is where a single process keeps its model (``cpu`` or a GPU). With several ranks, rank r keeps
    its model on ``cuda:r``; ``own_gpu`` says whether it also loads onto that GPU or, naively, onto the
    target. ``context`` is what a process takes on every GPU it touches.
    """

    gpus: int = 1
    capacity: int = 24 * GIB
    target: str = "cuda:0"
    ranks: int = 1
    own_gpu: bool = True
    context: int = DEFAULT_CONTEXT

    def home(self, rank: int) -> str:
        """Where rank ``rank`` keeps its model."""
        if self.ranks == 1 or not self.target.startswith("cuda"):
            return self.target
        return f"cuda:{rank}"

    def load_target(self, rank: int) -> str:
        """Where rank ``rank`` lets ``map_location`` point when it maps to one GPU."""
        return self.home(rank) if self.own_gpu else self.target

    def has(self, device: str) -> bool:
        """Whether the device is there: the CPU, ``meta``, which has no bytes, and the GPUs."""
        kind, _, index = device.partition(":")
        return kind in ("cpu", "meta") or (kind == "cuda" and int(index or 0) < self.gpus)

    @property
    def in_words(self) -> str:
        """What loading has to do with: ``without a GPU``, ``with one GPU``, ``with 2 GPUs``."""
        if self.gpus < 2:
            return "with one GPU" if self.gpus else "without a GPU"
        return f"with {self.gpus} GPUs"


def card_text(nbytes: int) -> str:
    """The memory of a card: ``24 GiB (25.8 GB)``, or ``22.5 GB`` where it was said like that.

    Makers call 1024³ bytes a GB, torch and the driver call it a GiB, and all sizes of tensors are told in GB of 1000³
    bytes. So a card is the one thing that has GiB, and what it is beside the tensors in brackets.
    """
    said_in_gb = nbytes % GIB and nbytes % 1000**2 == 0
    if nbytes < GIB or said_in_gb:
        return size_text(nbytes)
    number = f"{nbytes / GIB:.1f}" if nbytes % GIB else f"{nbytes // GIB}"
    return f"{number} GiB ({size_text(nbytes)})"


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
    """Bytes of ``24GiB``, ``80 GB``, ``512MiB``. Raises `EditError` for anything else."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?i?)b?\s*", text.lower())
    if found is None or found[2] == "i":
        raise EditError(f"{text!r} is no size; write it as 24GiB, 80GB or 512MiB.")
    return int(float(found[1]) * _UNITS[found[2]])

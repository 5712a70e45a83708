"""The devices that storages are saved on, as torch reads their names.

Sources: ``_deserialize`` and ``_validate_device`` in ``torch/serialization.py``, and ``c10/core/Device.h``, where the
index of a device is a signed byte: what is larger would become another card.
"""

from __future__ import annotations

from core.dtypes import NO_DEVICE

MOST_CARDS = 128
EVERYWHERE = frozenset({"cpu", "meta", NO_DEVICE})
"""The devices that every computer has, and what is told of tensors that are on none."""
_DIGITS = 3
_OF_TORCH = ("cpu", "meta")


def card_of(device: str) -> int | None:
    """The index of a CUDA card, 0 for ``cuda`` alone; None for all that names none: ``cuda:01``, ``cuda:1x``."""
    kind, colon, index = device.partition(":")
    if kind != "cuda" or not colon:
        return 0 if device == "cuda" else None
    if len(index) > _DIGITS or not index.isascii() or not index.isdecimal():
        return None
    card = int(index)
    return card if card < MOST_CARDS and str(card) == index else None


def is_there(device: str, gpus: int) -> bool:
    """Whether ``torch.load`` can put a storage back on its device, on a computer with so many CUDA cards."""
    card = card_of(device)
    return device in _OF_TORCH or (card is not None and card < gpus)

"""What ``torch.load(f)`` says of a storage that it cannot put back on its device.

Source: ``default_restore_location`` in ``torch/serialization.py`` of torch 2.13 and what it asks in turn;
``torch.device`` reads an index into 32 bits and keeps eight of them (``c10/core/Device.cpp``).
"""

from __future__ import annotations

import re

from core.text import clip

_ASKED = re.compile(r"(cuda|privateuseone|hpu|xpu|mtia)(?:\Z|(?=[:0-9]))")
"""The kinds of devices that have a module in torch, with an index behind a colon or, as torch looks for it, without."""
_NOT_REGISTERED = ("privateuseone", "hpu")
_INDEX = re.compile(r":(0|[1-9][0-9]*)")
_LARGEST = (1 << 31) - 1
_LAST_CARD = 127
_NO_CARD = 255
ELSEWHERE = "torch keeps one byte of the number of a device, and takes this one for another card."
_MOST = 200
"""Characters of a device that are repeated."""
ADVICE = (
    "If you are running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your "
    "storages to the CPU."
)


def cannot_restore(device: str, gpus: int) -> str:
    """The words for a device that is not on a computer with so many CUDA cards.

    Empty where torch takes it all the same, for another card.
    """
    asked = _ASKED.match(device)
    name = clip(device, _MOST) if len(device) > _MOST else device
    if device.startswith("mps"):
        return "torch.UntypedStorage(): Storage device not recognized: mps"
    if asked is None:
        return f"don't know how to restore data location of torch.storage.UntypedStorage (tagged with {name})"
    kind, index = asked[1], device[asked.end() :]
    if kind in _NOT_REGISTERED:
        return f"The {kind.upper()} device module is not registered. {ADVICE}"
    return _misread(name, index) or _absent(kind, index, gpus)


def _misread(name: str, index: str) -> str:
    """What ``torch.device`` says to a text; empty where it is a device."""
    number = _INDEX.fullmatch(index)
    if index and number is None:
        return f"Invalid device string: '{name}'".partition("\0")[0]
    if number is not None and (len(number[1]) > len(str(_LARGEST)) or int(number[1]) > _LARGEST):
        return f"Could not parse device index '{clip(number[1], _MOST)}' in device string '{name}'"
    if number is not None and _LAST_CARD < _kept(index) < _NO_CARD:
        return "Device index must not be negative"
    return ""


def _absent(kind: str, index: str, gpus: int) -> str:
    if kind == "mtia" and not index:
        return "Cannot execute getCurrentDevice() without MTIA backend."
    if kind != "cuda" or not gpus:
        return (
            f"Attempting to deserialize object on a {kind.upper()} device but torch.{kind}.is_available() is False. "
            + ADVICE
        )
    card = _kept(index)
    if card < gpus or card == _NO_CARD:
        return ""
    return (
        f"Attempting to deserialize object on CUDA device {card} but torch.cuda.device_count() is {gpus}. "
        "Please use torch.load with map_location to map your storages to an existing device."
    )


def _kept(index: str) -> int:
    """The byte of an index that torch keeps; 255 stands for none, the card in use."""
    return int(index[1:] or 0) & _NO_CARD

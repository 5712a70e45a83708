"""What a pasted error tells of the machine it comes from."""

from __future__ import annotations

import re
from typing import Final

_COUNTED: Final = re.compile(
    r"torch\.cuda\.device_count\(\)\s{0,5}(?:is|returns|returned|[=:]{1,2}|-{1,2}>)?\s{0,5}(\d{1,4})|num_gpus=(\d{1,4})"
)
_NO_GPU: Final = re.compile(
    r"torch\.cuda\.is_available\(\)\s{0,5}(?:is|returns|returned|[=:]{1,2}|-{1,2}>)?\s{0,5}false"
    r"|(?:not compiled with|compiled without)\s{1,5}cuda"
    r"|no\s{1,5}cuda\s{1,5}gpus\s{1,5}are\s{1,5}available|found\s{1,5}no\s{1,5}nvidia|no\s{1,5}cuda-capable\s{1,5}device"
    r"|without\s{1,5}aten_cuda|nvidia\s{1,5}driver\s{1,5}on\s{1,5}your\s{1,5}system\s{1,5}is\s{1,5}too\s{1,5}old"
    r"|module\s{1,5}'torch\._c'\s{1,5}has\s{1,5}no\s{1,5}attribute\s{1,5}'_cuda_"
)
_RANK: Final = re.compile(
    r"\[(?:rank|default|local_rank)[ _:=]{0,2}(\d{1,5})\]|duplicate gpu[^\n]{0,60}? rank (\d{1,5}) and rank"
)
_TPU: Final = re.compile(r"\btpu:\d|tagged with xla|torch_xla")
_MAC: Final = re.compile(r"tagged with mps|[\"'\s(=]/users/\w|\bmps (?:device|backend)|/opt/homebrew/|\bmacos\b")


def machine_details(text: str) -> dict[str, str]:
    """``gpus``, ``rank`` and ``machine``, as far as a text tells (see ``Recognised``)."""
    text = text.lower()
    told: dict[str, str] = {}
    counted = [found[1] or found[2] for found in _COUNTED.finditer(text)]
    if counted:
        told["gpus"] = counted[-1]
    elif _NO_GPU.search(text):
        told["gpus"] = "0"
    ranks = [int(found[1] or found[2]) for found in _RANK.finditer(text)]
    if ranks:
        told["rank"] = str(max(ranks))
    if _TPU.search(text):
        told["machine"] = "TPU"
    elif _MAC.search(text):
        told["machine"] = "Mac"
    return told


def bytes_of(size: str) -> int:
    """How many bytes a size is that torch prints, such as ``2.50 GiB`` or ``256 bytes``; 0 for what is none."""
    found = re.match(r"([\d.]{1,20})\s*([kmgt]?)", size.strip(), re.IGNORECASE)
    number = found[1].strip(".") if found else ""
    if found is None or number.count(".") > 1 or not number:
        return 0
    power = " kmgt".index(found[2].lower() or " ")
    return int(float(number) * 1024.0**power)

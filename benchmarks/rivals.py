"""What people do in torch today, as whole programs: load with mmap, and load, edit and save.

Run as ``python -m benchmarks.rivals load FILE``, ``fix FILE OUT`` or ``differ FILE OTHER``.
"""

from __future__ import annotations

import sys

import torch
from torch.nn.modules.utils import consume_prefix_in_state_dict_if_present


def load(file: str) -> None:
    """The cheapest load that torch has."""
    torch.load(file, mmap=True, map_location="cpu")


def fix(file: str, out: str) -> None:
    """The usual recipe: map to the CPU, strip the prefix, save."""
    state = torch.load(file, mmap=True, map_location="cpu")
    consume_prefix_in_state_dict_if_present(state.get("model", state), "module.")
    torch.save(state, out)


def differ(file: str, other: str) -> None:
    """How far each tensor is from that of the other file: greatest, mean, relative and cosine difference."""
    ours, theirs = (torch.load(each, mmap=True, map_location="cpu") for each in (file, other))
    for key, first in ours.items():
        second = theirs[key]
        apart = (first - second).abs()
        cosine = torch.nn.functional.cosine_similarity(first.flatten(), second.flatten(), dim=0)
        print(key, apart.max().item(), apart.mean().item(), (apart.norm() / first.norm()).item(), cosine.item())


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["load", file]:
            load(file)
        case ["fix", file, out]:
            fix(file, out)
        case ["differ", file, other]:
            differ(file, other)

"""What people do in torch today, as whole programs: load with mmap, and load, edit and save.

Run as ``python -m benchmarks.rivals load FILE`` or ``fix FILE OUT``.
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


if __name__ == "__main__":
    if sys.argv[1] == "load":
        load(sys.argv[2])
    else:
        fix(sys.argv[2], sys.argv[3])

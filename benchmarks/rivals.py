"""What people do in torch today, as whole programs: load with mmap, edit, cast, save, compare, sum up.

Run as ``python -m benchmarks.rivals load FILE``, ``fix FILE OUT``, ``cast FILE OUT``, ``differ FILE OTHER`` or
``scan FILE``.
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


def cast(file: str, out: str, *, mmap: bool = True) -> None:
    """All tensors of a flat state dict in bfloat16."""
    state = torch.load(file, mmap=mmap, map_location="cpu")
    torch.save({key: tensor.to(torch.bfloat16) for key, tensor in state.items()}, out)


def differ(file: str, other: str) -> None:
    """How far each tensor is from that of the other file: greatest, mean, relative and cosine difference."""
    ours, theirs = (torch.load(each, mmap=True, map_location="cpu") for each in (file, other))
    for key, first in ours.items():
        second = theirs[key]
        apart = (first - second).abs()
        cosine = torch.nn.functional.cosine_similarity(first.flatten(), second.flatten(), dim=0)
        print(key, apart.max().item(), apart.mean().item(), (apart.norm() / first.norm()).item(), cosine.item())


def scan(file: str) -> None:
    """The statistics of each tensor by the fewest of torch's own operations that give them."""
    for key, tensor in torch.load(file, mmap=True, map_location="cpu").items():
        low, high = torch.aminmax(tensor)
        std, mean = torch.std_mean(tensor)
        norms = [torch.linalg.vector_norm(tensor, order).item() for order in (1, 2)]
        zeros = tensor.numel() - torch.count_nonzero(tensor).item()
        odd = [torch.isnan(tensor).any().item(), torch.isinf(tensor).any().item()]
        print(key, low.item(), high.item(), mean.item(), std.item(), *norms, zeros, *odd)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["load", file]:
            load(file)
        case ["fix", file, out]:
            fix(file, out)
        case ["cast", file, out]:
            cast(file, out)
        case ["cast-loaded", file, out]:
            cast(file, out, mmap=False)
        case ["scan", file]:
            scan(file)
        case ["differ", file, other]:
            differ(file, other)

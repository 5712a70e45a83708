"""Loads a DCP folder under 1, 2 and 4 processes, each its part of every tensor: ``python -m`` this FOLDER EXPECTED.

Prints the counts of processes under which all parts together were what is expected, a file of ``torch.save``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Shard, distribute_tensor
from torch.utils._pytree import tree_map_only

from tests.frameworks.folders.ranks import hand_over, on_ranks, taken
from tests.frameworks.folders.recording import equal


def loaded(folder: Path, expected: Path, count: int) -> bool:
    """Whether so many processes together load what is expected."""
    answer = expected.with_name(f"answer of {count}")

    def work() -> None:
        mesh = init_device_mesh("cpu", (count,))
        wanted = torch.load(expected, weights_only=False)
        empty = {**wanted, "epoch": 0}
        cut = tree_map_only(
            torch.Tensor,
            lambda each: distribute_tensor(torch.zeros_like(each), mesh, [Shard(0)]) if each.ndim else each * 0,
            empty,
        )
        dcp.load(cut, checkpoint_id=folder)
        hand_over(equal(tree_map_only(DTensor, DTensor.full_tensor, cut), wanted), answer)

    on_ranks(count, work)
    return bool(taken(answer))


if __name__ == "__main__":
    sys.stdout.write(repr([count for count in (1, 2, 4) if loaded(Path(sys.argv[1]), Path(sys.argv[2]), count)]))

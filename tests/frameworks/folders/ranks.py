"""Work done by several processes that gloo joins, as ``torchrun`` would start them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import torch
import torch.distributed as dist
from torch import multiprocessing


def on_ranks(count: int, work: Callable[[], None]) -> None:
    """``work()`` in ``count`` processes; raises what one of them raised.

    They are forked, so that torch is imported once: nothing may have been computed with gradients before.
    """
    with tempfile.TemporaryDirectory() as folder:
        multiprocessing.start_processes(_rank, (count, work, folder), nprocs=count, start_method="fork")


def _rank(rank: int, count: int, work: Callable[[], None], folder: str) -> None:
    told = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": count, "LOCAL_WORLD_SIZE": count}
    os.environ.update({name: str(number) for name, number in told.items()}, GLOO_SOCKET_IFNAME="lo")
    torch.set_num_threads(1)
    torch.manual_seed(17)
    store = dist.FileStore(f"{folder}/store", count)
    dist.init_process_group("gloo", store=store, rank=rank, world_size=count)
    try:
        work()
        dist.barrier()
    finally:
        dist.destroy_process_group()


def rank() -> int:
    """Which of them this process is."""
    return dist.get_rank()


def hand_over(value: object, path: Path) -> None:
    """Rank 0 leaves a value for the process that started them: `taken` takes it."""
    if rank() == 0:
        path.parent.mkdir(parents=True, exist_ok=True)
        torch.save(value, path)


def taken(path: Path) -> object:
    """What rank 0 left, whose file is gone after that."""
    value = torch.load(path, weights_only=False)
    path.unlink()
    return value

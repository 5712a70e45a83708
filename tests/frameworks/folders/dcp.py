"""Folders of ``torch.distributed.checkpoint``, written by 1, 2 and 4 processes under gloo."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
import torch.distributed.checkpoint as dcp
from torch import nn
from torch.distributed.checkpoint import FileSystemWriter
from torch.distributed.checkpoint._extension import ZStandard
from torch.distributed.checkpoint.hf_storage import HuggingFaceStorageReader, HuggingFaceStorageWriter
from torch.distributed.checkpoint.state_dict import get_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_tensor
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

from tests.frameworks.folders.dcp_reading import case, placements
from tests.frameworks.folders.ranks import hand_over, on_ranks, rank, taken
from tests.frameworks.folders.recording import Case, equal

HUGGING_FACE = "HuggingFaceStorageWriter: safetensors with an index"


def make(folder: Path) -> Iterator[Case]:
    """All folders of this framework."""
    yield from written(folder, 1, ONE)
    yield from written(folder, 2, TWO)
    yield from written(folder, 4, FOUR)
    yield from hugging_face(folder)


def written(folder: Path, count: int, makers: dict[str, tuple[str, Callable[[Path], Any]]]) -> Iterator[Case]:
    """Cases saved by ``count`` processes; what torch reads must be what they had."""

    def work() -> None:
        for name, (_, save) in makers.items():
            torch.manual_seed(17)
            state = save(folder / name)
            hand_over((placements(state), gathered(state)), folder / f"{name}.live")
            gathered(state)

    on_ranks(count, work)
    for name, (what, _) in makers.items():
        placed, live = taken(folder / f"{name}.live")
        made = case(folder / name, what, world_size=count, placements=placed)
        assert name in PARTLY or equal(made.whole, live), f"{name} is not what was saved"
        yield made


def gathered(state: Any) -> Any:
    """The same with whole tensors in place of DTensors; every rank must ask, and for the same."""
    return torch.utils._pytree.tree_map_only(DTensor, lambda each: each.full_tensor().detach(), state)


# One process


def small_net() -> nn.Sequential:
    """Linear, norm with buffers, linear."""
    return nn.Sequential(nn.Linear(4, 5), nn.BatchNorm1d(5), nn.ReLU(), nn.Linear(5, 3))


def trained(net: nn.Module, groups: int = 1) -> torch.optim.Optimizer:
    """Its AdamW with one or two groups of parameters, after two steps."""
    flat = [each for each in net.parameters() if each.ndim == 1]
    deep = [each for each in net.parameters() if each.ndim > 1]
    parts = [{"params": deep}, {"params": flat, "weight_decay": 0.0}] if groups == 2 else [{"params": deep + flat}]
    optimizer = torch.optim.AdamW(parts, 1e-3)
    for _ in range(2):
        optimizer.zero_grad()
        net(torch.randn(6, 4)).square().sum().backward()
        optimizer.step()
    return optimizer


def training(net: nn.Module, groups: int = 1) -> dict[str, Any]:
    """A net and its optimizer after two steps, by name."""
    model, optim = get_state_dict(net, trained(net, groups))
    return {"model": model, "optimizer": optim, "epoch": 3}


def everything(net: nn.Module) -> dict[str, Any]:
    """A run's state: tensors by name, and what DCP keeps as bytes."""
    scheduler = torch.optim.lr_scheduler.StepLR(torch.optim.SGD(net.parameters(), 0.1), 2)
    return {
        **training(net, 2),
        "scheduler": scheduler.state_dict(),
        "note": "a run",
        "nothing": None,
        "history": [0.5, {"loss": torch.tensor([1.0, 0.5])}],
        "args": argparse.Namespace(lr=0.1, name="run"),
    }


def saved(state: Any, folder: Path, **options: Any) -> Any:
    """``dcp.save`` with its own writer or another."""
    writer = FileSystemWriter(folder, **options) if options else None
    dcp.save(state, checkpoint_id=None if writer else folder, storage_writer=writer)
    return state


def trained_by_one(folder: Path) -> Any:
    return saved(everything(small_net()), folder)


def numbered(folder: Path) -> Any:
    net = small_net()
    optimizer = trained(net)
    state = {"model": net.state_dict(), "optimizer": optimizer.state_dict()}
    saved(state, folder)
    return state


def many_types(folder: Path) -> Any:
    dtypes = ("float64", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8", "uint16", "bool")
    odd = ("complex64", "float8_e4m3fn", "float8_e5m2")
    row = torch.arange(6.0).reshape(2, 3)
    state: dict[str, Any] = {name: row.to(getattr(torch, name)) for name in (*dtypes, *odd)}
    state["scalar"], state["nothing"], state["nothing wide"] = torch.tensor(2.5), torch.empty(0), torch.empty(0, 3)
    state["turned"], state["every other"] = row.t(), torch.arange(10.0)[::2]
    state["pictures"] = torch.arange(24.0).reshape(1, 2, 3, 4).contiguous(memory_format=torch.channels_last)
    state["tied"] = state["also tied"] = torch.ones(3)
    state["deep.er"] = {"a.b": {"c": torch.ones(2)}, "list": [torch.zeros(1), torch.ones(1)]}
    return saved(state, folder)


def async_saved(folder: Path) -> Any:
    net = small_net()
    state = {"model": net.state_dict(), "step": 7}
    dcp.async_save(state, checkpoint_id=folder).result()
    return state


def flat(folder: Path, **options: Any) -> Any:
    return saved(small_net().state_dict(), folder, **options)


ONE: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "one": ("model, optimizer by name (two groups), scheduler, numbers, a Namespace; one rank", trained_by_one),
    "numbered": ("optimizer.state_dict() as it is: the numbers of its state become text", numbered),
    "flat": ("a model's state dict and nothing else; one rank", flat),
    "types": ("a tensor of each dtype, scalars, empty and strided ones, tied ones, keys with dots", many_types),
    "async": ("dcp.async_save", async_saved),
    "file_each": (
        "FileSystemWriter(single_file_per_rank=False): a file for each tensor",
        lambda folder: flat(folder, single_file_per_rank=False),
    ),
    "threads": (
        "FileSystemWriter(thread_count=2): two files of one rank",
        lambda folder: flat(folder, thread_count=2),
    ),
    "compressed": (
        "FileSystemWriter(_extensions=[ZStandard()]): the bytes of each item compressed",
        lambda folder: flat(folder, _extensions=[ZStandard()]),
    ),
}

# Two processes


def plain_by_two(folder: Path) -> Any:
    state: dict[str, Any] = {"model": small_net().state_dict(), f"only of rank {rank()}": torch.full((2,), rank())}
    return saved(state, folder)


def sharded_net(*mesh: int, names: tuple[str, ...] = ()) -> nn.Module:
    """A net under ``fully_shard``, which also has a buffer and a bias of one number: rank 1 has nothing of that."""
    torch.manual_seed(3)
    net = nn.Sequential(nn.Linear(4, 5), nn.LayerNorm(5), nn.ReLU(), nn.Linear(5, 3), nn.Linear(3, 1))
    net.register_buffer("scale", torch.ones(2))
    for each in (net[0], net[3], net):
        fully_shard(each, mesh=init_device_mesh("cpu", mesh, mesh_dim_names=names or None))
    return net


def fully_sharded(folder: Path) -> Any:
    net = sharded_net(2)
    return saved(training(net), folder)


def uneven(folder: Path) -> Any:
    line = init_device_mesh("cpu", (torch.distributed.get_world_size(),), mesh_dim_names=("shard",))
    table = torch.arange(35.0).reshape(5, 7)
    state = {
        "rows": distribute_tensor(table, line, [Shard(0)]),
        "columns": distribute_tensor(table, line, [Shard(1)]),
        "copies": distribute_tensor(table, line, [Replicate()]),
        "one row": distribute_tensor(table[:1].clone(), line, [Shard(0)]),
        "no row": distribute_tensor(table[:0].clone(), line, [Shard(0)]),
        "scalar": distribute_tensor(torch.tensor(4.0), line, [Replicate()]),
        "halves": distribute_tensor(table.bfloat16(), line, [Shard(0)]),
        "plain": table.clone(),
    }
    return saved(state, folder)


TWO = {
    "two_plain": ("the same plain tensors on both ranks, written once, and one of each rank's own", plain_by_two),
    "two_fsdp2": (
        "model under fully_shard and AdamW by name; Shard(0), of which one bias is on rank 0 alone",
        fully_sharded,
    ),
    "two_uneven": ("DTensors of 5 rows or 7 columns over two ranks, of one row, of none, replicated", uneven),
    "two_file_each": (
        "fully_shard with a file for each piece",
        lambda folder: saved(sharded_net(2).state_dict(), folder, single_file_per_rank=False),
    ),
}

# Four processes


class Twins(nn.Module):
    """Two linear layers that tensor parallelism cuts, one by rows, the other by columns."""

    def __init__(self) -> None:
        super().__init__()
        self.up, self.down = nn.Linear(4, 6), nn.Linear(6, 3)
        self.norm = nn.LayerNorm(3)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.norm(self.down(torch.relu(self.up(rows))))


def both_ways(folder: Path) -> Any:
    mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
    net = parallelize_module(Twins(), mesh["tp"], {"up": ColwiseParallel(), "down": RowwiseParallel()})
    fully_shard(net, mesh=mesh["dp"])
    return saved(training(net), folder)


def hybrid(folder: Path) -> Any:
    return saved(sharded_net(2, 2, names=("replicate", "shard")).state_dict(), folder)


def squares(folder: Path) -> Any:
    mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("y", "x"))
    table = torch.arange(35.0).reshape(5, 7)
    ways = {"both": [Shard(0), Shard(1)], "turned": [Shard(1), Shard(0)], "twice": [Shard(0), Shard(0)]}
    mixed = {"rows of copies": [Replicate(), Shard(0)], "copies of columns": [Shard(1), Replicate()]}
    return saved({key: distribute_tensor(table, mesh, way) for key, way in (ways | mixed).items()}, folder)


FOUR = {
    "four_2d": ("fully_shard over tensor parallelism on a 2 × 2 mesh (dp, tp): strided shards", both_ways),
    "four_hybrid": ("a model under fully_shard on a 2 × 2 mesh (replicate, shard)", hybrid),
    "four_uneven": ("DTensors of 5 rows or 7 columns over four ranks: ranks without a piece", uneven),
    "four_squares": ("DTensors cut both ways on a 2 × 2 mesh, twice by rows, and replicated in one direction", squares),
}
PARTLY = ("two_plain", "numbered")
"""Where ranks have other things, or numbers became text, so that what is read cannot equal what one rank had."""

# Hugging Face's layout


def hugging_face(folder: Path) -> Iterator[Case]:
    """Written by one rank, by two that keep their pieces, and by two that put them together."""

    def one() -> None:
        state = small_net().state_dict()
        index = {key: 1 + number % 2 for number, key in enumerate(state)}
        dcp.save(state, storage_writer=HuggingFaceStorageWriter(str(folder / "hf_one"), index))

    def two() -> None:
        state = sharded_net(2).state_dict()
        for name, together in (("hf_two", False), ("hf_together", True)):
            writer = HuggingFaceStorageWriter(str(folder / name), save_distributed=True, enable_consolidation=together)
            dcp.save(state, storage_writer=writer)

    on_ranks(1, one)
    on_ranks(2, two)
    told = {
        "hf_one": (1, f"{HUGGING_FACE}; two files by its fqn_to_index_mapping"),
        "hf_two": (2, f"{HUGGING_FACE}; save_distributed: pieces of DTensors, whose place is in each file's header"),
        "hf_together": (2, f"{HUGGING_FACE}; enable_consolidation: pieces in sharded/, whole tensors beside it"),
    }
    for name, (count, what) in told.items():
        reader = HuggingFaceStorageReader(str(folder / name))
        yield case(folder / name, what, reader, world_size=count)

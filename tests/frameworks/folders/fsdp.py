"""Files of ranks: ``FullyShardedDataParallel`` (FSDP1) and ``fully_shard`` (FSDP2), each rank with ``torch.save``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
import torch.distributed.checkpoint as dcp
from torch import nn
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import (
    FullOptimStateDictConfig,
    FullStateDictConfig,
    LocalStateDictConfig,
    ShardedOptimStateDictConfig,
    ShardedStateDictConfig,
    StateDictType,
    fully_shard,
)
from torch.distributed.fsdp import FullyShardedDataParallel as Fsdp
from torch.distributed.fsdp.wrap import ModuleWrapPolicy

from tests.frameworks.folders import dcp_reading
from tests.frameworks.folders.ranks import hand_over, on_ranks, rank, taken
from tests.frameworks.folders.recording import Case, leaves_below
from tests.frameworks.making import Cards

FULL = "FSDP's own FULL_STATE_DICT, and FSDP.optim_state_dict with it"
FULL_2 = "get_state_dict(full_state_dict=True)"
State = dict[str, Any]


class Net(nn.Module):
    """Two blocks that FSDP wraps, what is left at the top, and a buffer; sizes that two ranks cannot share evenly."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(Block() for _ in range(2))
        self.head = nn.Linear(3, 1)
        self.register_buffer("scale", torch.ones(2))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            rows = block(rows)
        return self.head(rows)


class Block(nn.Module):
    """A linear layer, a norm and one number: 19 in all, of which two ranks take 10 and 9."""

    def __init__(self) -> None:
        super().__init__()
        self.linear, self.norm, self.gain = nn.Linear(3, 3), nn.LayerNorm(3), nn.Parameter(torch.ones(1))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.norm(self.linear(rows)) * self.gain


def make(folder: Path) -> Iterator[Case]:
    """All folders."""
    yield from made(folder, 2, TWO)
    yield from made(folder, 4, FOUR)
    yield from into_dcp(folder / "fsdp1_dcp")


def made(folder: Path, count: int, makers: dict[str, tuple[str, str, Callable[[], tuple[State, State, Any]]]]) -> Any:
    """Each maker gives a rank's state, the whole of it and what else is known; the rank writes it as its file."""

    def work() -> None:
        for name, (_, _, maker) in makers.items():
            torch.manual_seed(17)
            state, whole, known = maker()
            hand_over((whole, known), folder / f"{name}.live")
            if state:
                (folder / name).mkdir(exist_ok=True)
                on_its_card(state, folder / name / f"rank{rank()}.pt")

    on_ranks(count, work)
    for name, (what, loader, _) in makers.items():
        whole, known = taken(folder / f"{name}.live")
        yield Case(folder / name, what, loader, whole, known={"world_size": count, **known})


def on_its_card(state: State, path: Path) -> None:
    """Saved as from the card that has the rank's number; the steps of Adam stay on the CPU, as they would."""
    with Cards() as cards:
        for keys, each in leaves_below(state):
            if isinstance(each, torch.Tensor) and keys[-1] != "step":
                cards.put(each, f"cuda:{rank()}")
        torch.save(state, path)


def stepped(net: nn.Module) -> torch.optim.Optimizer:
    """Its AdamW after two steps."""
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
    for _ in range(2):
        optimizer.zero_grad()
        net(torch.randn(6, 3)).square().sum().backward()
        optimizer.step()
    return optimizer


# FSDP1

CPU = torch.device("cpu")


def wrapped(**options: Any) -> tuple[Fsdp, torch.optim.Optimizer]:
    """Each block in a flat parameter of its own, the rest in one."""
    torch.manual_seed(3)
    net = Fsdp(Net(), auto_wrap_policy=ModuleWrapPolicy({Block}), device_id=CPU, **options)
    return net, stepped(net)


def states(net: Fsdp, optimizer: torch.optim.Optimizer, kind: StateDictType, model: Any, optim: Any) -> State:
    """Model and, where FSDP can say it so, optimizer."""
    with Fsdp.state_dict_type(net, kind, model, optim):
        state: State = {"model": dict(net.state_dict())}
        if optim:
            state["optimizer"] = Fsdp.optim_state_dict(net, optimizer)
        return state


def full_of(net: Fsdp, optimizer: torch.optim.Optimizer) -> State:
    """The whole, on rank 0."""
    both = FullStateDictConfig(offload_to_cpu=False), FullOptimStateDictConfig(offload_to_cpu=False)
    return states(net, optimizer, StateDictType.FULL_STATE_DICT, *both)


def local(**options: Any) -> tuple[State, State, Any]:
    net, optimizer = wrapped(**options)
    whole = full_of(net, optimizer)
    state = states(net, optimizer, StateDictType.LOCAL_STATE_DICT, LocalStateDictConfig(), None)
    return {**state, "optimizer": optimizer.state_dict()}, whole, {"flat": flat_parameters(net)}


def local_with_metadata() -> tuple[State, State, Any]:
    state, whole, known = local(use_orig_params=False)
    net, _ = wrapped(use_orig_params=False)
    handles = {name: unit._handle for name, unit in units(net)}
    state["shard_metadata"] = {name: handle.shard_metadata() for name, handle in handles.items()}
    return state, whole, known


def units(net: Fsdp) -> list[tuple[str, Fsdp]]:
    """The FSDP modules of a model that have a flat parameter, by name."""
    return [(name, each) for name, each in net.named_modules() if isinstance(each, Fsdp) and each._handle]


def flat_parameters(net: Fsdp) -> list[dict[str, Any]]:
    """Of each FSDP module the parameters in its flat one: what torch's handle says, and the pieces of each rank."""
    told = []
    for name, unit in units(net):
        flat = unit._handle.flat_param
        pieces: list[Any] = [None] * torch.distributed.get_world_size()
        torch.distributed.all_gather_object(pieces, [flat._local_shard.numel(), flat._shard_numel_padded])
        shapes = [list(each) for each in flat._shapes]
        known = {"unit": name, "names": list(flat._fqns), "shapes": shapes, "numels": list(flat._numels)}
        known["numels_with_padding"] = list(flat._numels_with_padding)  # where each begins at a multiple of 16 bytes
        told.append({**known, "unpadded": flat._unpadded_unsharded_size.numel(), "numel_and_padding_of_ranks": pieces})
    return told


def sharded(**options: Any) -> tuple[State, State, Any]:
    net, optimizer = wrapped(use_orig_params=True, **options)
    whole = full_of(net, optimizer)
    both = ShardedStateDictConfig(), ShardedOptimStateDictConfig()
    state = states(net, optimizer, StateDictType.SHARDED_STATE_DICT, *both)
    return state, whole, {"placements": dcp_reading.placements(state)}


def raw_optimizer() -> tuple[State, State, Any]:
    net, optimizer = wrapped(use_orig_params=True)
    names = [name for name, _ in net.named_parameters()]
    whole = full_of(net, optimizer)
    return {"optimizer": optimizer.state_dict(), "names": names}, whole, {"flat": flat_parameters(net)}


def full() -> tuple[State, State, Any]:
    net, optimizer = wrapped(use_orig_params=True)
    whole = full_of(net, optimizer)
    return (whole if rank() == 0 else {}), whole, {}


def into_dcp(folder: Path) -> Iterator[Case]:
    """A sharded state of FSDP1 is of ShardedTensors, whose chunks DCP writes too; runs/ has one with its optimizer."""

    def work() -> None:
        net, optimizer = wrapped(use_orig_params=True)
        state = states(net, optimizer, StateDictType.SHARDED_STATE_DICT, ShardedStateDictConfig(), None)
        dcp.save(state, checkpoint_id=folder)

    on_ranks(2, work)
    yield dcp_reading.case(folder, "FSDP1's sharded model in DCP, from ShardedTensors", world_size=2)


# FSDP2


def by_fully_shard(mesh: tuple[int, ...], names: tuple[str, ...]) -> tuple[State, State, Any]:
    torch.manual_seed(3)
    net = Net()
    where = init_device_mesh("cpu", mesh, mesh_dim_names=names)
    for each in (*net.blocks, net):
        fully_shard(each, mesh=where)
    optimizer = stepped(net)
    model, optim = get_state_dict(net, optimizer, options=StateDictOptions(full_state_dict=True))
    state = {"model": dict(net.state_dict()), "optimizer": optimizer.state_dict(), "step": 2}
    return state, {"model": model, "optimizer": optim}, {"placements": dcp_reading.placements(state)}


TWO = {
    "fsdp1_local": (
        "LOCAL_STATE_DICT: flat parameters as ShardedTensors; the optimizer's own state_dict, flat too",
        FULL,
        lambda: local(use_orig_params=False),
    ),
    "fsdp1_local_metadata": (
        "the same with each flat parameter's FlatParamShardMetadata (handle.shard_metadata()) beside it",
        FULL,
        local_with_metadata,
    ),
    "fsdp1_sharded": (
        "SHARDED_STATE_DICT: ShardedTensors, and FSDP.optim_state_dict of the same kind",
        FULL,
        sharded,
    ),
    "fsdp1_dtensor": (
        "SHARDED_STATE_DICT of a model wrapped with a device_mesh: DTensors",
        FULL,
        lambda: sharded(device_mesh=init_device_mesh("cpu", (2,))),
    ),
    "fsdp1_raw": (
        "the optimizer's own state_dict with use_orig_params=True: 1-D pieces by number, and their names",
        FULL,
        raw_optimizer,
    ),
    "fsdp1_full": ("FULL_STATE_DICT and FSDP.optim_state_dict, by rank 0 alone", FULL, full),
    "fsdp2": (
        "DTensors of a model under fully_shard and of its optimizer's own state_dict",
        FULL_2,
        lambda: by_fully_shard((2,), ("shard",)),
    ),
}
FOUR = {
    "fsdp2_hybrid": (
        "the same on a 2 × 2 mesh (replicate, shard)",
        FULL_2,
        lambda: by_fully_shard((2, 2), ("replicate", "shard")),
    ),
}

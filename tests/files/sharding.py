"""Files of FSDP2 and of DTensors, written and loaded by real torch in processes of their own.

Importing ``torch.distributed.tensor`` lets ``torch.load`` take DTensors from then on, which would change other tests.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from tests.places import ROOT

_MAKE = """
import torch, torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard
from torch.testing._internal.distributed.fake_pg import FakeStore
from tests.support.oracle import PretendGpus

folder = sys.argv[1]
torch.manual_seed(0)

def model():
    made = nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 2))
    fully_shard(made, mesh=init_device_mesh("cpu", (1,)))
    return made

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
net = model()
optimizer = torch.optim.AdamW(net.parameters())
net(torch.randn(2, 4)).sum().backward()
optimizer.step()
state = {f"module.{key}": value for key, value in net.state_dict().items()}
torch.save({"model": state, "optimizer": optimizer.state_dict()}, f"{folder}/fsdp2.pt")
torch.save({"net": nn.Sequential(nn.Linear(2, 2)), "state": state}, f"{folder}/beside_a_model.pt")
dist.destroy_process_group()

dist.init_process_group("fake", store=FakeStore(), rank=3, world_size=8)
mesh = init_device_mesh("cpu", (2, 4), mesh_dim_names=("dp", "tp"))
part = torch.arange(24.0).reshape(6, 4)
ways = {
    "both": (mesh, [Shard(0), Replicate()]),
    "copies": (mesh, [Replicate(), Replicate()]),
    "sums": (mesh["tp"], [Partial()]),
    "flat": (mesh._flatten("all"), [Shard(1)]),
}
made = {name: DTensor.from_local(part + at, *way, run_check=False) for at, (name, way) in enumerate(ways.items())}
torch.save(made, f"{folder}/meshes.pt")
dist.destroy_process_group()

reduce = torch.Tensor._reduce_ex_internal

def on_gpu(self, protocol):
    function, arguments = reduce(self, protocol)
    if function is torch._utils._rebuild_wrapper_subclass:
        arguments = (*arguments[:6], torch.device("cuda", 1), *arguments[7:])
    return function, arguments

def on_gpus(name, world, placements):
    dist.init_process_group("fake", store=FakeStore(), rank=world - 1, world_size=world)
    mesh = init_device_mesh("cpu", (world,))
    with PretendGpus() as gpus:
        weights = {}
        for key, shape in (("module.weight", (4, 3)), ("module.bias", (4,))):
            local = torch.randn(shape)
            gpus.place(local, "cuda:1")
            weights[key] = DTensor.from_local(local, mesh, placements, run_check=False)
        mesh._device_type = "cuda"
        torch.Tensor._reduce_ex_internal = on_gpu
        torch.save(weights, f"{folder}/{name}.pt")
        torch.Tensor._reduce_ex_internal = reduce
    dist.destroy_process_group()

on_gpus("gpu_shards", 2, [Shard(0)])
on_gpus("gpu_copies", 2, [Replicate()])
on_gpus("gpu_alone", 1, [Shard(0)])
"""
"""Writes the files: of one process with FSDP2, of one of eight without, and as GPUs would have them."""

_JUDGE = """
import json, torch, torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
mesh = init_device_mesh("cpu", (1,))

def told(value):
    if isinstance(value, DTensor):
        laid = value.device_mesh
        return {
            "local": told(value.to_local()), "shape": list(value.shape), "device": str(value.device),
            "placements": [str(each) for each in value.placements], "mesh": laid.device_type,
            "sizes": list(laid.shape), "names": laid.mesh_dim_names and list(laid.mesh_dim_names),
        }
    if isinstance(value, torch.Tensor):
        return {"values": value.tolist(), "grad": value.requires_grad, "on": str(value.device)}
    if isinstance(value, dict):
        return {str(key): told(each) for key, each in value.items()}
    return [told(each) for each in value] if isinstance(value, (list, tuple)) else repr(value)

def resumed(state):
    model = nn.Linear(3, 4)
    fully_shard(model, mesh=mesh)
    try:
        return str(model.load_state_dict(state))
    except Exception as error:
        return str(error)

for line in sys.stdin:
    what, path, where = json.loads(line)
    loaded = torch.load(path, map_location=where)
    print(json.dumps(told(loaded) if what == "tell" else resumed(loaded)), flush=True)
dist.destroy_process_group()
"""


def _python(code: str, *arguments: str) -> subprocess.Popen[str]:
    root = str(ROOT)
    code = f"import sys, warnings\nsys.path.insert(0, {root!r})\nwarnings.simplefilter('ignore')\n{code}"
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stdin=pipe, stdout=pipe, text=True)


def make(folder: Path) -> None:
    """Write ``fsdp2.pt``, ``meshes.pt``, ``gpu_shards.pt``, ``gpu_copies.pt`` and ``gpu_alone.pt``."""
    with _python(_MAKE, str(folder)) as made:
        made.communicate()
    assert made.returncode == 0


class Judge:
    """A process with one rank of its own on the CPU, which loads what it is asked about."""

    def __enter__(self) -> Self:
        self._process = _python(_JUDGE)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def tell(self, path: Path, map_location: str | None = None) -> Any:
        """What ``torch.load`` makes of a file."""
        return self._ask("tell", path, map_location)

    def resume(self, path: Path) -> str:
        """What ``load_state_dict`` of a linear layer with FSDP2 says to a file with ``weight`` and ``bias``."""
        return str(self._ask("resume", path, "cpu"))

    def _ask(self, what: str, path: Path, map_location: str | None) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([what, str(path), map_location]) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

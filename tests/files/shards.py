"""Models cut into shards by real torch, each part saved on a GPU of its own."""

from __future__ import annotations

import json
from pathlib import Path

import torch

from tests.support.oracle import PretendGpus


def name_of(place: int, count: int) -> str:
    """What transformers calls the shard at a place, from 0 on."""
    return f"pytorch_model-{place + 1:05d}-of-{count:05d}.bin"


def state_dict(count: int, prefix: str = "module.") -> dict[str, torch.Tensor]:
    """As many pairs of weights and biases."""
    torch.manual_seed(0)
    made = {}
    for layer in range(count):
        made[f"{prefix}layers.{layer}.weight"] = torch.randn(8, 4)
        made[f"{prefix}layers.{layer}.bias"] = torch.randn(8)
    return made


def save_shards(
    folder: Path, count: int = 3, *, index: bool = True, gpus: bool = True, prefix: str = "module."
) -> Path:
    """A folder of so many ``.bin`` shards, one layer and one GPU each, with the index of transformers."""
    folder.mkdir(parents=True, exist_ok=True)
    tensors = state_dict(count, prefix)
    keys = list(tensors)
    listed = {}
    for place in range(count):
        name = name_of(place, count)
        own = {key: tensors[key] for key in keys[2 * place : 2 * place + 2]}
        with PretendGpus() as pretend:
            for tensor in own.values() if gpus else ():
                pretend.place(tensor, f"cuda:{place}")
            torch.save(own, folder / name)
        listed |= dict.fromkeys(own, name)
    if index:
        text = json.dumps({"metadata": {"total_size": 1}, "weight_map": listed})
        (folder / "pytorch_model.bin.index.json").write_text(text)
    return folder

"""What torch, with the frameworks at hand, finds in a file: the facts that the manifest keeps."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

from tests.frameworks.making import LiveOptimizer, Made
from tests.support.oracle import PretendGpus


def facts_of_all(made: Sequence[Made]) -> list[dict[str, Any]]:
    """The entries of some files in the manifest."""
    said = refusals([each.path for each in made])
    return [facts_of(each, refusal) for each, refusal in zip(made, said, strict=True)]


def facts_of(made: Made, refusal: str | None) -> dict[str, Any]:
    """The entry of one file."""
    with Noting() as gpus:
        found = list(tensors_below(torch.load(made.path, weights_only=False)))
        tensors = [_tensor(gpus, path, tensor) for path, tensor in found if not wraps(tensor)]
        wrapped = [_wrapped(gpus, path, tensor) for path, tensor in found if wraps(tensor)]
    return {
        "what": made.what,
        "healthy": made.ill is None,
        **({"ill": made.ill} if made.ill else {}),
        "plain_load": refusal,
        "gpus": 1 + max((int(index) for index in re.findall(r"cuda:(\d+)", " ".join(gpus.devices))), default=-1),
        "storages": dict(sorted(Counter(gpus.devices).items())),
        "tensors": tensors,
        "wrapped": wrapped,
        "tied": _tied(found),
        "optimizers": [_optimizer(optimizer) for optimizer in made.optimizers],
    }


def refusals(paths: Sequence[Path]) -> list[str | None]:
    """What plain ``torch.load`` says to each file on a machine that has its cards; None when it loads."""
    command = [sys.executable, str(Path(__file__).with_name("plain.py")), *map(str, paths)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    said: list[str | None] = json.loads(done.stdout)
    return said


class Noting(PretendGpus):
    """Notes the device of each storage as torch meets them."""

    def __init__(self) -> None:
        super().__init__()
        self.devices: list[str] = []

    def _restore(self, storage: torch.UntypedStorage, location: str) -> torch.UntypedStorage:
        self.devices.append(location)
        return super()._restore(storage, location)


def wraps(tensor: torch.Tensor) -> bool:
    """Whether a tensor is made of others: DTensor, torchao's subclasses."""
    return is_traceable_wrapper_subclass(tensor)


def tensors_below(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], torch.Tensor]]:
    """(path, tensor) below dicts and lists; a module counts as its state dict."""
    if isinstance(value, torch.Tensor):
        yield path, value
    elif isinstance(value, nn.Module):
        yield from tensors_below(value.state_dict(), path)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from tensors_below(each, (*path, key))
    elif isinstance(value, list | tuple):
        for index, each in enumerate(value):
            yield from tensors_below(each, (*path, index))
    elif type(value).__module__.startswith("fastcore"):
        yield from tensors_below(list(value), path)


def _tensor(gpus: PretendGpus, path: tuple[Any, ...], tensor: torch.Tensor) -> list[Any]:
    return [list(path), _name(tensor.dtype), list(tensor.shape), gpus.device_of(tensor)]


def _wrapped(gpus: PretendGpus, path: tuple[Any, ...], tensor: Any) -> dict[str, Any]:
    names, _ = tensor.__tensor_flatten__()
    inner = [(name, getattr(tensor, name)) for name in names]  # a DTensor's mesh is among them
    return {
        "path": list(path),
        "type": type(tensor).__name__,
        "dtype": _name(tensor.dtype),
        "shape": list(tensor.shape),
        "inner": [_tensor(gpus, (name,), each) for name, each in inner if isinstance(each, torch.Tensor)],
        **({"placements": [str(each) for each in tensor.placements]} if hasattr(tensor, "placements") else {}),
    }


def _tied(found: list[tuple[tuple[Any, ...], torch.Tensor]]) -> list[list[list[Any]]]:
    """Paths of tensors that are one and the same: the same bytes in the same shape."""
    groups: dict[Any, list[list[Any]]] = {}
    for path, tensor in found:
        if not wraps(tensor) and tensor.layout == torch.strided and tensor.numel():
            key = tensor.untyped_storage()._cdata, tensor.storage_offset(), tensor.shape, tensor.stride()
            groups.setdefault(key, []).append(list(path))
    return [paths for paths in groups.values() if len(paths) > 1]


def _optimizer(optimizer: LiveOptimizer) -> dict[str, Any]:
    model = None if optimizer.model is None else list(optimizer.model)
    return {"path": list(optimizer.path), "kind": optimizer.kind, "model": model, "parameters": list(optimizer.names)}


def _name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")

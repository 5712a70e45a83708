"""What a framework's own loader finds in a folder: the facts that are kept beside it, as JSON.

Beside ``NAME`` lies ``NAME.json``:

* ``what`` it is, the ``versions`` of the packages that wrote it, the ``loader`` that read the facts;
* ``tensors``: [path, dtype, shape, sha256 of its bytes] of each whole tensor, in sorted order; a path is a list of
  keys, text or numbers. The bytes are those of the contiguous tensor, little-endian;
* ``values``: [path, value] of everything else, as JSON has it, or its ``repr`` under "repr";
* ``parts``: for each file its ``bytes`` (size), and for those that torch loads the ``storages`` by device and the
  ``tensors`` in it: [path, dtype, shape, device, sha256];
* whatever else a maker knows, such as ``placements`` or ``world_size``.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch
from torch.distributed._shard.sharded_tensor import ShardedTensor
from torch.distributed.tensor import DTensor

from tests.frameworks.facts import Noting

Path_ = tuple[Any, ...]


@dataclass(frozen=True)
class Case:
    """A folder or file, what it is, and the whole of it as its own loader gives it (nested dicts and lists)."""

    path: Path
    what: str
    loader: str
    whole: Any
    packages: tuple[str, ...] = ()
    known: dict[str, Any] = field(default_factory=dict)


def facts_of(case: Case) -> dict[str, Any]:
    """What is kept beside a case."""
    leaves = list(leaves_below(case.whole))
    tensors = [(path, each) for path, each in leaves if isinstance(each, torch.Tensor)]
    return {
        "what": case.what,
        "versions": {name: version(name).partition("+")[0] for name in ("torch", *case.packages)},
        "loader": case.loader,
        **case.known,
        "tensors": _sorted([list(path), *described(each), digest(each)] for path, each in tensors),
        "values": _sorted([list(path), _value(each)] for path, each in leaves if not isinstance(each, torch.Tensor)),
        "parts": {name: part(file) for name, file in files_of(case.path)},
    }


def files_of(path: Path) -> list[tuple[str, Path]]:
    """Each file below a folder by its relative name, in sorted order; a file is its only one."""
    if path.is_file():
        return [(path.name, path)]
    return [(each.relative_to(path).as_posix(), each) for each in sorted(path.rglob("*")) if each.is_file()]


def part(path: Path) -> dict[str, Any]:
    """One file: its size, and what torch finds in it."""
    size = path.stat().st_size
    if path.suffix not in (".pt", ".pth", ".bin", ".ckpt", ".pkl") or not _of_torch(path):
        return {"bytes": size}
    with Noting() as gpus, _ranks_apart():
        leaves = leaves_below(torch.load(path, weights_only=False))
        found = [(keys, each) for keys, each in leaves if isinstance(each, torch.Tensor)]
        tensors = [[list(keys), *described(each), gpus.device_of(each), digest(each)] for keys, each in found]
    return {"bytes": size, "storages": dict(sorted(Counter(gpus.devices).items())), "tensors": tensors}


def _of_torch(path: Path) -> bool:
    """Whether ``torch.save`` wrote it in its zip: not a TorchScript archive or another's pickle."""
    if not zipfile.is_zipfile(path):
        return False
    with zipfile.ZipFile(path) as archive:
        names = {name.partition("/")[2] for name in archive.namelist()}
    return "data.pkl" in names and not names & {"constants.pkl", ".data/python_version"}


class _ranks_apart:  # noqa: N801 - used like a function
    """While entered, a rank's ShardedTensor loads without the process group that it asks for, as a plain object."""

    def __enter__(self) -> None:
        self._kept = ShardedTensor.__setstate__
        ShardedTensor.__setstate__ = _take_state

    def __exit__(self, *exc: object) -> None:
        ShardedTensor.__setstate__ = self._kept


def _take_state(tensor: ShardedTensor, state: tuple[Any, ...]) -> None:
    tensor._local_shards, tensor._metadata, _, tensor._sharding_spec, tensor._init_rrefs = state


def leaves_below(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """(path, leaf) below dicts and lists; a rank's DTensor and ShardedTensor as the piece that the rank has."""
    if isinstance(value, DTensor):
        yield path, value._local_tensor
    elif isinstance(value, ShardedTensor):
        for index, shard in enumerate(value._local_shards):
            yield (*path, index), shard.tensor
    elif isinstance(value, Mapping) and value:
        for key, each in value.items():
            yield from leaves_below(each, (*path, key))
    elif isinstance(value, list | tuple | set) and value and not isinstance(value, torch.Size):
        for index, each in enumerate(value):
            yield from leaves_below(each, (*path, index))
    else:
        yield path, value


def described(tensor: torch.Tensor) -> tuple[str, list[int]]:
    """dtype and shape."""
    return str(tensor.dtype).removeprefix("torch."), list(tensor.shape)


def digest(tensor: torch.Tensor) -> str:
    """sha256 of its bytes in order, hexadecimal."""
    flat = tensor.detach().cpu().contiguous().reshape(-1)
    return hashlib.sha256(flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b"").hexdigest()


def _value(value: Any) -> Any:
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return {"repr": repr(value)[:300]}
    return value


def _sorted(rows: Iterable[list[Any]]) -> list[list[Any]]:
    return sorted(rows, key=lambda row: json.dumps(row[0], default=repr))


def equal(ours: Any, theirs: Any) -> bool:
    """Whether two nested values hold the same tensors, bit for bit, and the same of everything else."""
    ours, theirs = dict(leaves_below(ours)), dict(leaves_below(theirs))
    return ours.keys() == theirs.keys() and all(_same(each, theirs[path]) for path, each in ours.items())


def _same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, torch.Tensor):
        return described(ours) == described(theirs) and digest(ours) == digest(theirs)
    return pickle.dumps(ours) == pickle.dumps(theirs) or bool(ours == theirs)

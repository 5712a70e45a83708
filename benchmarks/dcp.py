"""A DCP directory of 8 ranks and 100,000 pieces, and what ``torch.distributed.checkpoint`` does to open one.

Run as ``python -m benchmarks.dcp make FOLDER``, ``read FOLDER`` or ``plan FOLDER``.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any

import torch
from torch.distributed.checkpoint import FileSystemReader
from torch.distributed.checkpoint.default_planner import _EmptyStateDictLoadPlanner
from torch.distributed.checkpoint.filesystem import _StorageInfo
from torch.distributed.checkpoint.metadata import (
    ChunkStorageMetadata,
    Metadata,
    MetadataIndex,
    StorageMeta,
    TensorProperties,
    TensorStorageMetadata,
)

RANKS, TENSORS = 8, 12_500
_SHAPES = ((64, 64), (16, 64), (128, 64), (64,), (64, 128))
_AROUND = 1536
"""Bytes of a zip of a piece besides its numbers, about."""


def make(folder: str) -> None:
    """The list that 8 ranks write together of tensors that are cut along their rows, and files of holes.

    What a rank says of its pieces comes to the first one as a pickle, so that texts are those of each rank.
    """
    entries: dict[str, Any] = {}
    paths: dict[str, Any] = {}
    results: list[dict[Any, Any]] = [{} for _ in range(RANKS)]
    ends = [0] * RANKS
    names = [f"__{rank}_0.distcp" for rank in range(RANKS)]
    for number in range(TENSORS):
        path = "model", f"layers.{number // 10}.block{number % 10}.weight"
        key, shape = ".".join(path), _SHAPES[number % len(_SHAPES)]
        own = torch.Size([shape[0] // RANKS, *shape[1:]])
        chunks = []
        for rank in range(RANKS):
            first = torch.Size([rank * own[0], *[0] * (len(own) - 1)])
            chunks.append(ChunkStorageMetadata(first, torch.Size(own)))
            length = own.numel() * 2 + _AROUND
            results[rank][MetadataIndex(key, first, rank)] = _StorageInfo(names[rank], ends[rank], length)
            ends[rank] += length
        entries[key] = TensorStorageMetadata(TensorProperties(dtype=torch.bfloat16), torch.Size(shape), chunks)
        paths[key] = path
    places: dict[Any, Any] = {}
    for result in results:
        places |= pickle.loads(pickle.dumps(result))
    metadata = Metadata(entries, paths, places, StorageMeta(folder, "one"), "1.0.0")
    Path(folder).mkdir()
    (Path(folder) / ".metadata").write_bytes(pickle.dumps(metadata))
    for name, end in zip(names, ends, strict=True):
        with (Path(folder) / name).open("wb") as file:
            file.truncate(end)


def read(folder: str) -> tuple[FileSystemReader, _EmptyStateDictLoadPlanner, Metadata]:
    """Read the list and make empty tensors for all, as ``dcp_to_torch_save`` begins."""
    reader, planner = FileSystemReader(folder), _EmptyStateDictLoadPlanner()
    metadata = reader.read_metadata()
    planner.set_up_planner({}, metadata, is_coordinator=True)
    return reader, planner, metadata


def plan(folder: str) -> None:
    """The same, and which piece goes where: the last step before bytes are read."""
    reader, planner, metadata = read(folder)
    reader.set_up_storage_reader(metadata, is_coordinator=True)
    reader.prepare_local_plan(planner.create_local_plan())


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["make", folder]:
            make(folder)
        case ["read", folder]:
            read(folder)
        case ["plan", folder]:
            plan(folder)

"""What torch reads of a DCP folder in one process: the whole, and what its ``.metadata`` says of chunks and files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from torch.distributed.checkpoint import FileSystemReader, StorageReader
from torch.distributed.checkpoint.default_planner import _EmptyStateDictLoadPlanner
from torch.distributed.checkpoint.metadata import BytesStorageMetadata, Metadata
from torch.distributed.checkpoint.state_dict_loader import _load_state_dict
from torch.distributed.tensor import DTensor

from tests.frameworks.folders.recording import Case, described

LOADER = "torch.distributed.checkpoint, as dcp_to_torch_save reads a folder in one process"


def whole(reader: StorageReader) -> dict[str, Any]:
    """Everything in the folder, assembled, as ``dcp_to_torch_save`` reads it."""
    state: dict[str, Any] = {}
    _load_state_dict(state, storage_reader=reader, planner=_EmptyStateDictLoadPlanner(), no_dist=True)
    return state


def case(folder: Path, what: str, reader: StorageReader | None = None, **known: Any) -> Case:
    """A DCP folder with what torch says of it."""
    reader = reader or FileSystemReader(folder)
    chunks = metadata_facts(reader.read_metadata())
    return Case(folder, what, LOADER, whole(reader), known={**known, "entries": chunks})


def metadata_facts(metadata: Metadata) -> list[dict[str, Any]]:
    """Each entry of ``.metadata``: its flat key, path, type, and where each chunk of it lies.

    A chunk is [offsets, sizes, file, offset in the file, length there]: the first two are None of bytes, the last two
    where the metadata does not say.
    """
    paths = metadata.planner_data or {}
    places = {(index.fqn, index.offset): info for index, info in metadata.storage_data.items()}
    entries = []
    for key, entry in sorted(metadata.state_dict_metadata.items()):
        if isinstance(entry, BytesStorageMetadata):
            kind: dict[str, Any] = {"type": "bytes"}
            chunks = [(None, None, places[key, None])]
        else:
            dtype = str(entry.properties.dtype).removeprefix("torch.")
            kind = {"type": "tensor", "dtype": dtype, "shape": list(entry.size)}
            chunks = [(list(each.offsets), list(each.sizes), places.get((key, each.offsets))) for each in entry.chunks]
        rows = [[offsets, sizes, *_place(info)] for offsets, sizes, info in chunks]
        entries.append({"key": key, "path": list(paths.get(key, (key,))), **kind, "chunks": rows})
    return entries


def _place(info: Any) -> list[Any]:
    if info is None:
        return [None, None, None]
    return [str(info.relative_path), getattr(info, "offset", None), getattr(info, "length", None)]


def placements(state: Any) -> list[list[Any]]:
    """[path, dtype, shape, mesh, names of its dimensions, placements] of each DTensor of a live state dict."""
    rows = []
    for path, each in dtensors_below(state):
        mesh, names = each.device_mesh.mesh.tolist(), list(each.device_mesh.mesh_dim_names or ())
        rows.append([list(path), *described(each), mesh, names, [str(one) for one in each.placements]])
    return rows


def dtensors_below(value: Any) -> list[tuple[tuple[Any, ...], Any]]:
    """(path, DTensor) below dicts and lists."""
    found: list[tuple[tuple[Any, ...], Any]] = []

    def walk(part: Any, path: tuple[Any, ...]) -> None:
        if isinstance(part, DTensor):
            found.append((path, part))
        elif isinstance(part, dict):
            for key, each in part.items():
                walk(each, (*path, key))
        elif isinstance(part, list | tuple):
            for index, each in enumerate(part):
                walk(each, (*path, index))

    walk(value, ())
    return found

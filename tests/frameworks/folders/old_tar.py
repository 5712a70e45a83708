"""The tar that torch wrote before 0.1.10: no torch of that time can be installed, but today's reads it.

The layout is the one that ``torch.serialization._legacy_load`` reads: members ``sys_info``, ``pickle``, ``tensors`` and
``storages``, each a row of pickles with raw bytes between them.
"""

from __future__ import annotations

import io
import pickle
import struct
import sys
import tarfile
from pathlib import Path
from typing import Any

import torch

KINDS = {torch.float32: torch.FloatStorage, torch.int64: torch.LongStorage}
TENSORS = {torch.float32: torch.FloatTensor, torch.int64: torch.LongTensor}


def save_tar(value: Any, path: Path, device: str) -> None:
    """Write ``value``, whose tensors are of float32 or int64, as if its storages had been on ``device``."""
    tensors: dict[int, torch.Tensor] = {}

    class Pickler(pickle.Pickler):
        def persistent_id(self, each: Any) -> str | None:
            if not isinstance(each, torch.Tensor):
                return None
            tensors[id(each)] = each
            return str(id(each))

    held = io.BytesIO()
    Pickler(held, 2).dump(value)
    sizes = {"short": 2, "int": 4, "long": 8}
    info = {"protocol_version": 1000, "little_endian": sys.byteorder == "little", "type_sizes": sizes}
    members = {
        "sys_info": pickle.dumps(info, 2),
        "pickle": held.getvalue(),
        "tensors": _tensors(tensors),
        "storages": _storages(tensors, device),
    }
    with tarfile.open(path, "w:", format=tarfile.PAX_FORMAT) as archive:
        for name, content in members.items():
            told = tarfile.TarInfo(name)
            told.size = len(content)
            archive.addfile(told, io.BytesIO(content))


def _tensors(tensors: dict[int, torch.Tensor]) -> bytes:
    rows = [pickle.dumps(len(tensors), 2)]
    for key, each in tensors.items():
        rows.append(pickle.dumps((key, each.untyped_storage()._cdata, TENSORS[each.dtype]), 2))
        sizes = (*each.shape, *each.stride(), each.storage_offset())
        rows.append(struct.pack(f"<q{len(sizes)}q", each.ndim, *sizes))
    return b"".join(rows)


def _storages(tensors: dict[int, torch.Tensor], device: str) -> bytes:
    storages = {each.untyped_storage()._cdata: each for each in tensors.values()}
    rows = [pickle.dumps(len(storages), 2)]
    for key, each in storages.items():
        rows.append(pickle.dumps((key, device, KINDS[each.dtype]), 2))
        content = bytes(each.untyped_storage().tolist())
        rows.append(struct.pack("<q", len(content) // each.element_size()) + content)
    return b"".join([*rows, pickle.dumps([], 2)])

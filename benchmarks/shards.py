"""200 shards with 100,000 tensors and their index, and what others do to open them.

Run as ``python -m benchmarks.shards make FOLDER``, or with a way of `WAYS` and the folder: ``alone``, ``torch`` or
``safetensors``. The tensors are small: none of the ways reads their numbers.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

SHARDS, TENSORS = 200, 500
_SHAPE = (16, 16)


def make(folder: str) -> None:
    """Folders ``bin`` and ``safetensors`` of shards, each with its index."""
    import torch  # noqa: PLC0415 - each way starts with what it needs alone
    from safetensors.torch import save_file  # noqa: PLC0415

    for kind, stem, end in (("bin", "pytorch_model", ".bin"), ("safetensors", "model", ".safetensors")):
        where, listed = Path(folder) / kind, dict[str, str]()
        where.mkdir(parents=True)
        for shard in range(SHARDS):
            name = f"{stem}-{shard + 1:05}-of-{SHARDS:05}{end}"
            keys = [f"layers.{shard}.experts.{number}.weight" for number in range(TENSORS)]
            tensors = {key: torch.zeros(_SHAPE, dtype=torch.bfloat16) for key in keys}
            if kind == "bin":
                torch.save(tensors, where / name)
            else:
                save_file(tensors, where / name, {"format": "pt"})
            listed |= dict.fromkeys(keys, name)
        index = {"metadata": {"total_size": 0}, "weight_map": listed}
        (where / f"{stem}{end}.index.json").write_text(json.dumps(index, indent=2))


def _shards(folder: str, kind: str) -> list[Path]:
    return sorted((Path(folder) / kind).glob("*-of-*"))


def alone(folder: str, kind: str) -> None:
    """Each shard by itself, with our own reader."""
    from core.catalogue.build import open_catalogue  # noqa: PLC0415 - as above

    assert sum(len(open_catalogue(path, alone=True).tensors) for path in _shards(folder, kind)) == SHARDS * TENSORS


def load(folder: str, _kind: str) -> None:
    """torch, which maps the bytes and reads none."""
    import torch  # noqa: PLC0415 - as above

    found = [torch.load(path, mmap=True, map_location="cpu") for path in _shards(folder, "bin")]
    assert sum(map(len, found)) == SHARDS * TENSORS


def headers(folder: str, _kind: str) -> None:
    """safetensors: names, shapes and dtypes of each header."""
    from safetensors import safe_open  # noqa: PLC0415 - as above

    count = 0
    for path in _shards(folder, "safetensors"):
        with safe_open(path, "pt") as file:
            for key in file.keys():  # noqa: SIM118 - not a dict
                part = file.get_slice(key)
                count += bool(part.get_shape()) and bool(part.get_dtype())
    assert count == SHARDS * TENSORS


WAYS: Mapping[str, Callable[[str, str], None]] = MappingProxyType(
    {"alone": alone, "torch": load, "safetensors": headers}
)

if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2])
    else:
        WAYS[sys.argv[1]](sys.argv[2], sys.argv[3])

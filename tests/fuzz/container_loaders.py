"""What the own loader of each container gives of files: ``python -m tests.fuzz.container_loaders KIND PATH…``.

Each file is loaded in a fork with limits; an answer is a line of JSON. What pickles may name is held to a list.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import resource
import sys
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed.checkpoint as dcp
from torch import package
from torch.distributed.checkpoint import default_planner, filesystem, state_dict_loader
from torch.package import _package_unpickler

_SECONDS, _ROOM = 10, 4 << 30
_MODULES = ("torch", "collections", "pathlib", "_codecs")
_FUNCTIONS = ("_rebuild_", "_get_layout")
_NO_CODE = ("exec", "eval", "load", "hub", "utils", "system", "compile", "import_module", "run")


def _named(module: str, name: str) -> Any:
    """What a pickle may name: classes and the functions that rebuild tensors."""
    plain = all(part.isidentifier() for part in name.split(".")) and "." not in name
    if module.split(".", maxsplit=1)[0] not in _MODULES or not plain or name in _NO_CODE:
        raise pickle.UnpicklingError(f"{module}.{name}")
    if not (
        name.lstrip("_")[:1].isupper() or name.startswith(("_rebuild_", "_get_layout", "_MEM")) or module == "torch"
    ):
        raise pickle.UnpicklingError(f"{module}.{name}")
    found = getattr(sys.modules.get(module), name, None)
    if not isinstance(found, type | torch.dtype) and not name.startswith(_FUNCTIONS):
        raise pickle.UnpicklingError(f"{module}.{name}")
    return found


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        return _named(module, name)


_pickles: Any = types.ModuleType("pickles")
_pickles.Unpickler = _Reader
_pickles.load = lambda file, **options: _Reader(file, **options).load()
_load = torch.load


def _of_folder(path: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    state_dict_loader._load_state_dict(
        found,
        storage_reader=dcp.FileSystemReader(path),
        planner=default_planner._EmptyStateDictLoadPlanner(),
        no_dist=True,
    )
    return found


def _of_arrays(path: str) -> dict[str, Any]:
    with np.load(path) as arrays:
        return {key: torch.from_numpy(np.array(arrays[key])) for key in arrays.files}


def _of_package(path: str) -> dict[str, Any]:
    found: dict[str, Any] = package.PackageImporter(path).load_pickle("model", "weights.pkl")
    return found


LOADERS: dict[str, Callable[[str], dict[str, Any]]] = {
    "dcp": _of_folder,
    "npz": _of_arrays,
    "script": lambda path: dict(torch.jit.load(path, map_location="cpu").state_dict()),
    "package": _of_package,
    "exported": lambda path: dict(torch.export.load(path).state_dict),
    "tar": lambda path: _load(path, map_location="cpu", weights_only=False, pickle_module=_pickles),
}


def fact(tensor: torch.Tensor) -> list[Any]:
    """dtype, shape and the bytes row by row, as `tests.containers.facts.shown` has them."""
    plain = tensor.detach().resolve_conj().resolve_neg().contiguous().reshape(-1).view(torch.uint8)
    digest = hashlib.sha256(bytes(plain.numpy())).hexdigest()
    return [str(tensor.dtype).removeprefix("torch."), list(tensor.shape), digest]


def flat(value: Any, prefix: str = "") -> dict[str, list[Any]]:
    """All tensors, by the keys that lead to them."""
    if isinstance(value, torch.Tensor):
        return {prefix: fact(value)}
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    return {at: each for key, part in items for at, each in flat(part, f"{prefix}/{key}").items()}


def _answer(kind: str, path: str) -> dict[str, Any]:
    try:
        return {"facts": flat(LOADERS[kind](path))}
    except BaseException as error:  # noqa: BLE001 - whatever it raises is the answer
        return {"error": f"{type(error).__name__}: {error}"[-300:]}


def main(kind: str, paths: list[str]) -> None:
    """Answer for each file; of one at which the loader dies, that it did."""
    warnings.simplefilter("ignore")
    filesystem.pickle = _pickles  # type: ignore[attr-defined]
    _package_unpickler.PackageUnpickler.find_class = lambda _self, module, name: _named(module, name)  # type: ignore[method-assign]
    torch.load = lambda *given, **options: _load(*given, **(options | {"weights_only": True}))
    taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    for path in paths:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            resource.setrlimit(resource.RLIMIT_AS, (taken + _ROOM,) * 2)
            resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            with os.fdopen(writing, "w", encoding="utf-8") as out:
                out.write(json.dumps(_answer(kind, path)))
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as answer:
            told = answer.read()
        os.waitpid(child, 0)
        sys.stdout.write((told or '{"error": "died"}') + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])

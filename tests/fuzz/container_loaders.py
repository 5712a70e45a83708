"""What the own loader of each container gives of files: ``python -m tests.fuzz.container_loaders KIND``.

Paths come by stdin, a line each. Each file is loaded in a fork with limits; an answer is a line of JSON. What pickles
may name is held to a list. Those of `FRAMEWORKS` need more than torch: `make frameworks` installs it.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import json
import os
import pickle
import resource
import sys
import time
import types
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed.checkpoint as dcp
from safetensors.torch import load_file
from torch import package
from torch.distributed.checkpoint import default_planner, filesystem, state_dict_loader
from torch.package import _package_unpickler

from tests.frameworks import torchvision_on_cpu

_SECONDS, _ROOM = 10, 4 << 30
_MODULES = ("torch", "collections", "pathlib", "_codecs")
_FUNCTIONS = ("_rebuild_", "_get_layout")
_NO_CODE = ("exec", "eval", "load", "hub", "utils", "system", "compile", "import_module", "run")


Loader = Callable[[str], dict[str, Any]]


def _named(module: str, name: str) -> Any:
    """What a pickle may name: classes and the functions that rebuild tensors."""
    if (module, name) == ("torch.storage", "_load_from_bytes"):
        return lambda data: _load(io.BytesIO(data), map_location="cpu", weights_only=False, pickle_module=_pickles)
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


def _by(reader: Callable[[str], Any]) -> Loader:
    """All that torch.distributed.checkpoint reads of a folder."""

    def load(path: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        planner = default_planner._EmptyStateDictLoadPlanner()
        state_dict_loader._load_state_dict(found, storage_reader=reader(path), planner=planner, no_dist=True)
        return found

    return load


def _of_pickle(path: str) -> dict[str, Any]:
    with Path(path).open("rb") as file:
        return dict(_Reader(file).load())


def _of_parallel(path: str) -> dict[str, Any]:
    """As ``get_checkpoint_name`` of Megatron calls the files of ranks: of tensor parallelism, then of pipelines."""
    number = int((Path(path) / "latest_checkpointed_iteration.txt").read_text(encoding="utf-8").strip())
    save = Path(path) / f"iter_{number:07d}"
    ranks = [f"mp_rank_{tensor:02d}" for tensor in range(4)]
    names = [*ranks, *(f"{rank}_{pipe:03d}" for rank in ranks for pipe in range(4))]
    files = {f"{name}/model_optim_rng.pt": save / name / "model_optim_rng.pt" for name in names}
    found = {name: torch.load(file, map_location="cpu") for name, file in files.items() if file.exists()}
    return found if len(found) > 1 else dict(next(iter(found.values())))


def _of_ranks() -> Loader:
    """What each rank loads, put together where torch says that its pieces begin."""
    distributed = importlib.import_module("torch.distributed")
    tensors = importlib.import_module("torch.distributed.tensor")
    store = importlib.import_module("torch.testing._internal.distributed.fake_pg").FakeStore
    layout = importlib.import_module("torch.distributed.tensor._utils").compute_local_shape_and_global_offset

    def whole(values: list[Any], beginnings: list[dict[int, Any]]) -> Any:
        first = values[0]
        if not all(type(each) is type(first) for each in values):
            raise TypeError(str([type(each) for each in values]))
        if isinstance(first, dict):
            if any(each.keys() != first.keys() for each in values):
                raise KeyError("other keys")
            return {key: whole([each[key] for each in values], beginnings) for key in first}
        if isinstance(first, list | tuple):
            return [whole(list(each), beginnings) for each in zip(*values, strict=True)]
        if isinstance(first, tensors.DTensor):
            if any(
                (each.shape, each.dtype, each.placements) != (first.shape, first.dtype, first.placements)
                or not torch.equal(each.device_mesh.mesh, first.device_mesh.mesh)
                for each in values
            ):
                raise ValueError("other layouts")
            found, seen = torch.zeros(first.shape, dtype=first.dtype), torch.zeros(first.shape, dtype=torch.bool)
            for each, starts in zip(values, beginnings, strict=True):
                extent, start = starts[id(each)]
                if tuple(each._local_tensor.shape) != tuple(extent):
                    raise ValueError("a piece of another shape")
                at = tuple(slice(begin, begin + size) for begin, size in zip(start, extent, strict=True))
                found[at], seen[at] = each._local_tensor, True
            if not bool(seen.all()):
                raise ValueError("a gap")
            return found
        if isinstance(first, torch.Tensor) and any(fact(each) != fact(first) for each in values):
            raise ValueError("ranks differ")
        return first

    def pieces(value: Any) -> Iterator[Any]:
        if isinstance(value, tensors.DTensor):
            yield value
        for each in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
            yield from pieces(each)

    def load(path: str) -> dict[str, Any]:
        files = [Path(path) / f"rank{rank}.pt" for rank in range(len([*Path(path).glob("*rank*.pt")]))]
        values, beginnings = [], []
        for rank, file in enumerate(files):
            distributed.init_process_group("fake", store=store(), rank=rank, world_size=len(files))
            values.append(torch.load(file, map_location="cpu"))
            beginnings.append(
                {id(each): layout(each.shape, each.device_mesh, each.placements) for each in pieces(values[-1])}
            )
            distributed.destroy_process_group()
        return dict(whole(values, beginnings))

    return load


def _of_arrays(path: str) -> dict[str, Any]:
    with np.load(path) as arrays:
        return {key: torch.from_numpy(np.array(arrays[key])) for key in arrays.files}


def _of_package(path: str) -> dict[str, Any]:
    found: dict[str, Any] = package.PackageImporter(path).load_pickle("model", "weights.pkl")
    return found


def _of_shards(path: str) -> dict[str, Any]:
    """As accelerate and huggingface_hub do: each file that the index names, one after the other."""
    index = json.loads((Path(path) / "model.safetensors.index.json").read_text(encoding="utf-8"))
    found: dict[str, Any] = {}
    for name in sorted(set(index["weight_map"].values())):
        found |= load_file(Path(path) / name)
    if missing := index["weight_map"].keys() - found.keys():
        raise KeyError(*missing)
    return found


def _pretrained(module: str, name: str) -> Loader:
    """A model's ``from_pretrained``, without what it made up or tied."""
    torchvision_on_cpu.allow()
    model = getattr(importlib.import_module(module), name)

    def load(path: str) -> dict[str, Any]:
        made, told = model.from_pretrained(path, output_loading_info=True)
        if any(told.get(what) for what in ("missing_keys", "mismatched_keys", "error_msgs")):
            raise KeyError(str(told))
        tied = set(getattr(made, "all_tied_weights_keys", ()) or ())
        return {key: tensor for key, tensor in made.state_dict().items() if key not in tied}

    return load


def _of_pipeline() -> Loader:
    """Each part of a pipeline of diffusers by its own class."""
    parts = {
        "text_encoder": _pretrained("transformers", "CLIPTextModel"),
        "unet": _pretrained("diffusers", "UNet2DConditionModel"),
        "vae": _pretrained("diffusers", "AutoencoderKL"),
    }
    return lambda path: {name: load(str(Path(path) / name)) for name, load in parts.items()}


def _of_model() -> Loader:
    """Parameters of stable-baselines3; its class variables would be run."""
    load = importlib.import_module("stable_baselines3.common.save_util").load_from_zip_file
    return lambda path: dict(load(path, load_data=False, device="cpu")[1])


def _of_exported() -> Loader:
    """torch's own, with what it imports when it is first called."""
    importlib.import_module("torch.export.pt2_archive._package")
    return lambda path: dict(torch.export.load(path).state_dict)


def _of_zero() -> Loader:
    """The weights that DeepSpeed's own tool puts together of a folder of ranks."""
    for name in (
        "deepspeed.runtime.zero.config.ZeroStageEnum",
        "deepspeed.runtime.fp16.loss_scaler.LossScaler",
        "deepspeed.runtime.fp16.loss_scaler.DynamicLossScaler",
        "deepspeed.utils.tensor_fragment.fragment_address",
    ):
        module, _, found = name.rpartition(".")
        torch.serialization.add_safe_globals([getattr(importlib.import_module(module), found)])
    tool = importlib.import_module("deepspeed.utils.zero_to_fp32")
    return lambda path: dict(tool.get_fp32_state_dict_from_zero_checkpoint(path))


LOADERS: dict[str, Callable[[], Loader]] = {
    "pickle": lambda: _of_pickle,
    "dcp": lambda: _by(dcp.FileSystemReader),
    "headers": lambda: _by(dcp.HuggingFaceStorageReader),
    "fsdp": _of_ranks,
    "megatron": lambda: _of_parallel,
    "npz": lambda: _of_arrays,
    "script": lambda: lambda path: dict(torch.jit.load(path, map_location="cpu").state_dict()),
    "package": lambda: _of_package,
    "exported": _of_exported,
    "tar": lambda: lambda path: _load(path, map_location="cpu", weights_only=False, pickle_module=_pickles),
    "safetensors": lambda: lambda path: dict(load_file(path)),
    "shards": lambda: _of_shards,
    "sb3": _of_model,
    "zero": _of_zero,
    "transformers": lambda: _pretrained("transformers", "GPT2LMHeadModel"),
    "diffusers": _of_pipeline,
}
"""What imports a loader, and gives it."""
FRAMEWORKS = ("sb3", "zero", "transformers", "diffusers")
"""Whose loaders are not of torch, NumPy or safetensors."""


def fact(tensor: torch.Tensor) -> list[Any]:
    """dtype, shape and the bytes row by row, as `tests.containers.facts.shown` has them."""
    plain = tensor.detach().resolve_conj().resolve_neg().contiguous().reshape(-1).view(torch.uint8)
    digest = hashlib.sha256(bytes(plain.numpy())).hexdigest()
    return [str(tensor.dtype).removeprefix("torch."), list(tensor.shape), digest]


def key_of(key: Any) -> str:
    """A key as both sides tell it: objects have other names here and there."""
    parts = key if type(key) is tuple else (key,)
    return str(key) if all(isinstance(each, str | int | float | bytes | None) for each in parts) else "an object"


def flat(value: Any, prefix: str = "") -> dict[str, list[Any]]:
    """All tensors, by the keys that lead to them."""
    if isinstance(value, torch.Tensor):
        return {prefix: fact(value)}
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    return {at: each for key, part in items for at, each in flat(part, f"{prefix}/{key_of(key)}").items()}


def _answer(load: Loader, path: str) -> dict[str, Any]:
    try:
        return {"facts": flat(load(path))}
    except BaseException as error:  # noqa: BLE001 - whatever it raises is the answer
        return {"error": f"{type(error).__name__}: {error}"[-300:]}


def main(kind: str) -> None:
    """Answer for each file; of one at which the loader dies, that it did."""
    warnings.simplefilter("ignore")
    told_to = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # frameworks tell a lot, of which nobody asks
    filesystem.pickle = _pickles  # type: ignore[attr-defined]
    _package_unpickler.PackageUnpickler.find_class = lambda _self, module, name: _named(module, name)  # type: ignore[method-assign]
    torch.load = lambda *given, **options: _load(*given, **(options | {"weights_only": True}))
    load = LOADERS[kind]()
    taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    child = None
    for path in map(str.rstrip, sys.stdin):
        child = child or _Child(load, taken)
        answer = child.answer(path)
        told_to.write(answer + "\n")
        told_to.flush()
        if not answer.startswith('{"facts"'):
            child = child.end()


class _Child:
    """A fork that loads files with limits, one after the other; behind one that is not loaded there is a new one."""

    def __init__(self, load: Loader, taken: int) -> None:
        (asked, ask), (told, tell) = os.pipe(), os.pipe()
        self._pid = os.fork()
        if not self._pid:
            os.close(ask)
            os.close(told)
            os.dup2(1, 2)
            resource.setrlimit(resource.RLIMIT_AS, (taken + _ROOM,) * 2)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            with os.fdopen(asked, encoding="utf-8") as paths, os.fdopen(tell, "w", encoding="utf-8") as out:
                for path in paths:
                    used = int(time.process_time()) + 1
                    resource.setrlimit(resource.RLIMIT_CPU, (used + _SECONDS, resource.RLIM_INFINITY))
                    out.write(json.dumps(_answer(load, path.rstrip())) + "\n")
                    out.flush()
            os._exit(0)
        os.close(asked)
        os.close(tell)
        self._ask, self._told = os.fdopen(ask, "w", encoding="utf-8"), os.fdopen(told, encoding="utf-8")

    def answer(self, path: str) -> str:
        self._ask.write(f"{path}\n")
        self._ask.flush()
        return self._told.readline().rstrip() or '{"error": "died"}'

    def end(self) -> None:
        with suppress(BrokenPipeError):
            self._ask.close()
        self._told.close()
        os.waitpid(self._pid, 0)


if __name__ == "__main__":
    main(sys.argv[1])

"""Runs the class that is printed for a model of a file, and has real torch load the file's state dict into it."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any
from zipfile import ZipFile, is_zipfile

import torch
from safetensors.torch import load_file
from torch import nn

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries
from core.layers.held import models_of
from core.report.layers import skeleton_of


def loaded(path: Path, *, trusted: bool = False) -> Any:
    """What torch makes of a file; None where it makes nothing of it."""
    try:
        if path.suffix == ".safetensors":
            return load_file(path)
        if is_torchscript(path):
            return {"state_dict": torch.jit.load(path, map_location="cpu").state_dict()}
        return torch.load(path, map_location="cpu", weights_only=not trusted)
    except Exception:  # noqa: BLE001 - whatever is wrong with it
        return None


def is_torchscript(path: Path) -> bool:
    """Whether a zip has the code of a module in it."""
    return is_zipfile(path) and any("/code/" in name for name in ZipFile(path).namelist())


def made(catalogue: Catalogue, entry: int) -> nn.Module:
    """The module that the printed code makes."""
    names: dict[str, Any] = {}
    code = "\n".join(skeleton_of(catalogue, entry).lines)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(code, "skeleton.py", "exec"), names)
        model: nn.Module = [each for each in names.values() if isinstance(each, type)][-1]()
    return model


def taken(catalogue: Catalogue, held: Any) -> int:
    """Load each model of a file into the class that is printed for it; how many there were.

    Raises what torch raises.
    """
    whole = {each.entry for each in module_entries(catalogue)}
    count = 0
    for model in models_of(catalogue):
        value = held
        for key in catalogue.path(model.entry):
            value = value[key] if isinstance(value, dict) or type(key) is int else getattr(value, key)
        state = value.state_dict() if model.entry in whole else value
        module = made(catalogue, model.entry)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module.load_state_dict(state, strict=True)
        shared: dict[int, list[str]] = {}
        for key, tensor in module.state_dict(keep_vars=True).items():
            shared.setdefault(id(tensor), []).append(key)
        for keys in shared.values():
            assert len({_place(state[key]) for key in keys}) == 1, f"tied, and not in the file: {keys}"
        count += 1
    return count


def _place(tensor: torch.Tensor) -> object:
    return tensor.data_ptr() or id(tensor)

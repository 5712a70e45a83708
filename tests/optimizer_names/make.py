"""Writes ``names.json``: what optimizers outside torch call their options and their state, before a step and after.

Run it with an interpreter that has the packages; what is missing keeps the names that were written before:

    python tests/optimizer_names/make.py bitsandbytes torchao transformers timm lion-pytorch …
"""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import json
import sys
import warnings
from pathlib import Path
from typing import Any

import torch
from torch import nn

NAMES = Path(__file__).with_name("names.json")
MODULES = {
    "adabelief-pytorch": "adabelief_pytorch",
    "adan-pytorch": "adan_pytorch",
    "bitsandbytes": "bitsandbytes.optim",
    "dadaptation": "dadaptation",
    "lion-pytorch": "lion_pytorch",
    "prodigyopt": "prodigyopt",
    "pytorch-optimizer": "pytorch_optimizer",
    "schedulefree": "schedulefree",
    "timm": "timm.optim",
    "torch-optimizer": "torch_optimizer",
    "torchao": "torchao.optim",
    "transformers": "transformers.optimization",
}
"""Packages, and where their optimizers are."""
NEEDED = {"LARS": {"lr": 0.1, "momentum": 0.9}, "SGD": {"lr": 0.1, "momentum": 0.9}}


def network() -> nn.Module:
    """Small, and large enough for state of eight bits (``min_8bit_size`` of bitsandbytes, 4096 elements)."""
    return nn.Sequential(nn.Linear(128, 64), nn.Linear(64, 3))


def make(kind: type[torch.optim.Optimizer], model: nn.Module) -> torch.optim.Optimizer:
    options = next((each for name, each in NEEDED.items() if kind.__name__.startswith(name)), {})
    for more in ({}, {"lr": 1e-3}):
        try:
            return kind(list(model.parameters()), **options, **more)
        except TypeError:
            continue
    return kind(list(model.parameters()), lr=1e-3, **options)


def described(value: Any) -> Any:
    """A number, text or None as it is; of the rest what it is."""
    if isinstance(value, torch.Tensor):
        plain = type(value) in (torch.Tensor, nn.Parameter)
        return ("number in a tensor" if not value.dim() else "tensor") if plain else type(value).__name__
    if isinstance(value, dict):
        return {str(key): described(each) for key, each in value.items()}
    return value if isinstance(value, bool | int | float | str) or value is None else type(value).__name__


def written(optimizer: torch.optim.Optimizer) -> dict[str, Any]:
    """The names in a state dict: options with their values, and the state of parameters, each kind of it once."""
    state = optimizer.state_dict()
    group = {key: described(value) for key, value in state["param_groups"][0].items() if key != "params"}
    each = [described(held) for held in state["state"].values()]
    return {"options": group, "state": [held for at, held in enumerate(each) if held not in each[:at]]}


def names_of(kind: type[torch.optim.Optimizer]) -> dict[str, Any]:
    torch.manual_seed(0)
    model = network()
    optimizer = make(kind, model)
    found: dict[str, Any] = {"class": kind.__name__, "before": written(optimizer)}
    if hasattr(optimizer, "train"):
        optimizer.train()
    for _ in range(2):
        model(torch.randn(4, 128)).pow(2).sum().backward()
        optimizer.step()
    after = written(optimizer)
    if after["options"].keys() == found["before"]["options"].keys():
        del after["options"]  # as before
    return {**found, "after": after}


def main(packages: list[str]) -> None:
    warnings.simplefilter("ignore")
    known = json.loads(NAMES.read_text()) if NAMES.exists() else {}
    for package in packages or MODULES:
        module = importlib.import_module(MODULES[package])
        kinds = [each for _, each in inspect.getmembers(module, inspect.isclass)]
        found = []
        for kind in kinds:
            if not issubclass(kind, torch.optim.Optimizer) or kind.__module__.startswith("torch.optim"):
                continue
            try:
                found.append(names_of(kind))
            except Exception as error:  # noqa: BLE001 - a wrapper, or one that needs more than this
                sys.stderr.write(f"{package} {kind.__name__}: {str(error)[:80]}\n")
        known[package] = {"version": importlib.metadata.version(package), "optimizers": found}
    lines = [
        json.dumps(package) + ": " + json.dumps({**known[package], "optimizers": []})[:-2] + "\n"
        + ",\n".join(" " + json.dumps(each) for each in known[package]["optimizers"]) + "]}"
        for package in sorted(known)
    ]  # fmt: skip
    NAMES.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main(sys.argv[1:])

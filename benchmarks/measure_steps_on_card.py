"""Lays what ``step()`` really takes on a card beside what was predicted, and writes it down.

``python -m benchmarks.measure_steps_on_card [--device cuda:0] [--record FILE]``. Every optimizer of the table takes
some steps, in every way and with each option that makes a difference, over two groups and two dtypes: the first is
kept, and the last, for which all state is there (RAdam takes more only after its fifth). What the tensors take is read
from the allocator in its pieces of 512 bytes. Kernels take more for themselves, such as workspaces of cuBLAS; these are
made before anything is read. ``tests/memory/test_record.py`` holds the predictions against the record.
"""

from __future__ import annotations

import argparse
import inspect
import json
import platform
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import torch

from core.memory.training.steps import TABLE, Group, TrainedParameter, step_growth

RECORD = Path(__file__).with_name("steps_record.json")
SHAPES = ((1000, 3), (700,), (40, 50, 60), (), (300, 20), (9,))
MATRICES = ((1000, 3), (30, 200), (64, 64))
DTYPES = ("bfloat16", "float32", "float32")
STEPS = 8
WAYS: tuple[dict[str, bool], ...] = ({}, {"foreach": True}, {"foreach": False}, {"fused": True})
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"weight_decay": 0.1},
    {"maximize": True},
    {"capturable": True},
    {"amsgrad": True},
    {"momentum": 0.9},
    {"momentum": 0.9, "nesterov": True},
    {"centered": True},
)


def shapes_for(name: str) -> tuple[tuple[int, ...], ...]:
    """The shapes of the parameters: matrices alone where an optimizer takes no others."""
    return MATRICES if name == "Muon" else SHAPES


def combinations(name: str) -> Iterator[dict[str, Any]]:
    """Every way of an optimizer with each of the options that it has."""
    known = inspect.signature(getattr(torch.optim, name)).parameters
    for way in WAYS:
        for option in OPTIONS:
            wanted = {**({"weight_decay": 0} if "weight_decay" in known else {}), **way, **option}
            if wanted.keys() <= known.keys():
                yield wanted


def groups_of(name: str, options: dict[str, Any]) -> list[Group]:
    """What a prediction is made from: both groups, of all options that a real one has, and their parameters."""
    parameters = [TrainedParameter(shape, dtype) for shape, dtype in zip(shapes_for(name), cycle(DTYPES), strict=False)]
    return [Group(options, parameters[at::2]) for at in range(2)]


def stepped(name: str, device: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a real optimizer, and by how much its first and last step grew: bytes that stay, and at most."""
    parameters = [
        torch.nn.Parameter(torch.randn(shape, device=device).to(getattr(torch, dtype)))
        for shape, dtype in zip(shapes_for(name), cycle(DTYPES), strict=False)
    ]
    for parameter in parameters:
        parameter.grad = torch.randn_like(parameter)
    grown = []
    torch.cuda.reset_peak_memory_stats(device)
    before = torch.cuda.memory_allocated(device)
    optimizer = getattr(torch.optim, name)([{"params": parameters[::2]}, {"params": parameters[1::2]}], **options)
    for _ in range(STEPS):
        optimizer.step()
        torch.cuda.synchronize(device)
        stays, most = torch.cuda.memory_allocated(device), torch.cuda.max_memory_allocated(device)
        grown.append((stays - before, most - before))
        before = stays
        torch.cuda.reset_peak_memory_stats(device)
    group = {key: value for key, value in optimizer.param_groups[0].items() if key != "params"}
    return {"optimizer": name, "options": group, "grown": [grown[0], grown[-1]]}


def main() -> int:
    """Measure, print what differs, and write the record where one is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--record", type=Path)
    arguments = parser.parse_args()
    names = [name for name in json.loads(TABLE.read_text(encoding="utf-8"))["optimizers"] if name != "LBFGS"]
    runs, differing = [], 0
    for name in names:
        for options in combinations(name):
            try:
                stepped(name, arguments.device, options)  # kernels make their workspaces
                found = stepped(name, arguments.device, options)
            except (RuntimeError, ValueError, NotImplementedError) as error:
                print(f"{name} {options}: {error}")
                continue
            groups = groups_of(name, found["options"])
            ours = [step_growth(name, groups), step_growth(name, groups, later=True)]
            wanted = [(each.state, each.peak) for each in ours]
            differing += wanted != found["grown"]
            if wanted != found["grown"]:
                print(f"{name} {options}: predicted {wanted}, measured {found['grown']}")
            runs.append(found)
    print(f"{len(runs)} ways to step, {differing} differ")
    if arguments.record:
        record = {
            "card": torch.cuda.get_device_name(arguments.device),
            "torch": torch.__version__,
            "python": platform.python_version(),
            "runs": runs,
        }
        arguments.record.write_text(json.dumps(record, default=str) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

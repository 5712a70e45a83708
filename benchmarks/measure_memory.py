"""Lays what each strategy really takes beside what was predicted, and writes it down.

``python -m benchmarks.measure_memory [--size 1GiB] [--target cuda:0] [--record FILE]``. Host strategies run
anywhere; with ``--target cuda:0`` the file is tagged for that card and every strategy runs on it. The record is
what ``tests/memory/test_record.py`` holds the predictions against.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from core.catalogue.build import open_catalogue
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.memory.allocator import MIB
from core.memory.analysis import predict_memory
from core.memory.ledger import Phase
from core.memory.machine import Machine
from core.memory.measure import CannotMeasure, measure
from core.memory.sizes import parse_size
from core.torch_child.gpus import live_cards

RECORD = Path(__file__).with_name("memory_record.json")
LAYERS = (4096 * 1024, 1024, 1024 * 1024 + 3, 300_000, 2_700_000, 12 * 1024 * 1024)
"""Elements of the tensors of one block: large ones, small ones, and sizes that no segment fits exactly."""


def make(target: Path, nbytes: int, device: str, *, sparse: bool = False) -> None:
    """Write a float32 model with Adam state, about ``nbytes`` in all, by real ``torch.save``.

    ``sparse`` leaves the bytes out and only keeps their place: enough for a prediction.
    """
    import contextlib  # noqa: PLC0415 - torch is wanted by this process alone

    import torch  # noqa: PLC0415

    registry = torch.serialization._package_registry  # noqa: SLF001 - there is no public way to take a package back
    before = list(registry)
    if device != "cpu":
        torch.serialization.register_package(0, lambda _: device, lambda _storage, _location: None)
    wanted = nbytes // 12
    model: dict[str, Any] = {}
    state: dict[int, Any] = {}
    while wanted > 0:
        elements = min(LAYERS[len(model) % len(LAYERS)], wanted)
        state[len(model)] = {"exp_avg": torch.zeros(elements), "exp_avg_sq": torch.zeros(elements)}
        model[f"block.{len(model)}.weight"] = torch.zeros(elements)
        wanted -= elements
    group = {"lr": 0.1, "betas": (0.9, 0.999), "amsgrad": False, "params": list(range(len(model)))}
    with torch.serialization.skip_data() if sparse else contextlib.nullcontext():
        torch.save({"model": model, "optimizer": {"state": state, "param_groups": [group]}}, target)
    registry[:] = before


def opened(path: Path) -> Preview:
    """The file as it is, with no edits."""
    return preview(open_catalogue(path), Plan())


def machine_for(target: str) -> Machine:
    """The machine that predictions are made for; its card is large enough for everything."""
    return Machine(gpus=0 if target == "cpu" else 1, target=target, capacity=parse_size("192GiB"))


def phases_json(phases: tuple[Phase, ...]) -> list[dict[str, Any]]:
    """Phases as they are kept in the record."""
    return [
        {
            "name": phase.name,
            "host": {"anonymous": phase.host.anonymous, "file": phase.host.file, "peak": phase.host.peak},
            "devices": {
                device: {"allocated": state.allocated, "reserved": state.reserved, "context": state.context}
                for device, state in phase.devices.items()
            },
        }
        for phase in phases
    ]


def main() -> int:
    """Measure, print, and write the record where one is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="1GiB")
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--record", type=Path)
    arguments = parser.parse_args()
    size, target = parse_size(arguments.size), str(arguments.target)
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "checkpoint.pt"
        # Made by a process of its own, so that its memory is not ours.
        code = f"from benchmarks.measure_memory import *; make(Path({str(path)!r}), {size}, {target!r})"
        subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[1])
        view, machine = opened(path), machine_for(target)
        for outcome in predict_memory(view, machine).outcomes:
            try:
                found = measure(view, outcome.strategy, machine)
            except CannotMeasure as error:
                print(f"{outcome.strategy.id}: {error}")
                continue
            runs.append({"strategy": outcome.strategy.id, "phases": phases_json(found.phases)})
            _show(outcome.strategy.id, found.seconds, outcome.phases, found.phases)
    if arguments.record:
        record = {
            "card": next((card.name for card in live_cards().cards if card.device == target), ""),
            "size": size,
            "target": target,
            "python": platform.python_version(),
            "torch": found.torch,
            "runs": runs,
        }
        _write(arguments.record, record)
    return 0


def _write(path: Path, record: dict[str, Any]) -> None:
    """Put the record in the place of an older one for the same target."""
    records = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    records = [*(old for old in records if old["target"] != record["target"]), record]
    path.write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")


def _show(name: str, seconds: float, predicted: tuple[Phase, ...], found: tuple[Phase, ...]) -> None:
    print(f"{name} ({seconds:.1f} s), predicted / measured in MiB")
    for ours, real in zip(predicted, found, strict=True):
        parts = [
            f"anonymous {ours.host.anonymous / MIB:8.1f} / {real.host.anonymous / MIB:8.1f}",
            f"file {ours.host.file / MIB:8.1f} / {real.host.file / MIB:8.1f}",
            f"peak {ours.host.peak / MIB:8.1f} / {real.host.peak / MIB:8.1f}",
        ]
        for device in sorted(set(ours.devices) | set(real.devices)):
            here, there = ours.devices.get(device), real.devices.get(device)
            parts += [
                f"{device} {word} {getattr(here, key, 0) / MIB:.1f} / {getattr(there, key, 0) / MIB:.1f}"
                for word, key in (("allocated", "allocated"), ("reserved", "reserved"), ("context", "context"))
            ]
        print(f"  {ours.name:12}" + "  ".join(parts))


if __name__ == "__main__":
    sys.exit(main())

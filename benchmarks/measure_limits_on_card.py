"""Makes a card as small as each way of loading is said to need, then smaller, and writes down what loads.

``python -m benchmarks.measure_limits_on_card [--record FILE]``, on a machine with a card. Each try is a process of its
own that runs the offered code with real models; torch's allocator is told how much of the card it may take, so that
neither the context nor other processes count. ``tests/memory/test_record.py`` holds the answers against the record.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure_memory import machine_for, opened
from core.memory.analysis import ERROR, Outcome, predict_memory
from core.memory.sizes import MIB

RECORD = Path(__file__).with_name("limits_record.json")
TARGET = "cuda:0"
FILES = ((300 * MIB, "cuda:0"), (300 * MIB, "cuda:5"), (700 * MIB, "cuda:5"))
"""Bytes in all, and the card that the file was saved on."""
LESS = (0, 2, 20, 100)
"""MiB that the card lacks. A segment of the allocator is at least 2 MiB, so no smaller step makes a difference."""
OPTIMIZER = "optimizer"


@dataclass(frozen=True)
class Try:
    """One way to load one file, on a card of ``limit`` bytes."""

    path: Path
    code: str
    limit: int


def main() -> int:
    """Try all, print what happened, and write the record where one is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        asked, tries = zip(*_tries(Path(folder)), strict=True)
        runs = [about | {"happened": what} for about, what in zip(asked, pool.map(_happens, tries), strict=True)]
    for run in runs:
        print(*run.values())
    if arguments.record:
        arguments.record.write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")
    return 0


def needs(outcome: Outcome) -> int:
    """What a card must give to torch's allocator at the most, in bytes: all but the context."""
    states = [phase.devices[TARGET] for phase in outcome.phases if TARGET in phase.devices]
    return max(state.peak - state.context for state in states)


def _tries(folder: Path) -> Iterator[tuple[dict[str, Any], Try]]:
    for size, saved in FILES:
        path = folder / f"{size}-{saved[-1]}.pt"
        alone = path.with_suffix(".model.pt")
        making = f"from benchmarks.measure_limits_on_card import *; make_both(Path({str(path)!r}), {size}, {saved!r})"
        subprocess.run([sys.executable, "-c", making], check=True)
        for outcome in predict_memory(opened(path), machine_for(TARGET)).outcomes:
            if outcome.verdict == ERROR:
                continue
            file, most = path if outcome.strategy.optimizer else alone, needs(outcome)
            for less in LESS:
                about = {"size": size, "saved": saved, "way": outcome.strategy.id, "needs": most, "less": less}
                yield about, Try(file, outcome.code, most - less * MIB)


def make_both(path: Path, size: int, saved: str) -> None:
    """The file, with the count of steps that Adam asks for, and its model alone beside it; by real ``torch.save``."""
    import torch  # noqa: PLC0415 - wanted by this process alone

    from benchmarks.measure_memory import make  # noqa: PLC0415

    make(path, size, "cpu")
    checkpoint = torch.load(path)
    for state in checkpoint[OPTIMIZER]["state"].values():
        state["step"] = torch.tensor(3.0)
    torch.serialization.register_package(0, lambda storage: saved if storage.nbytes() > 4 else None, lambda *_: None)
    torch.save(checkpoint, path)
    del checkpoint[OPTIMIZER]
    torch.save(checkpoint, path.with_suffix(".model.pt"))


def _happens(attempt: Try) -> str:
    """``loads``, or the name of what was raised."""
    code = "from benchmarks.measure_limits_on_card import *; load(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))"
    command = [sys.executable, "-c", code, str(attempt.path), attempt.code, str(attempt.limit)]
    child = subprocess.run(command, capture_output=True, text=True, check=False)
    return child.stdout.strip() or child.stderr.strip()


def load(path: Path, code: str, limit: int) -> None:
    """In a process of its own: run the offered code for a model that fits the file, and print what happens."""
    import torch  # noqa: PLC0415 - wanted by this process alone

    shapes = {key: tensor.shape for key, tensor in torch.load(path, map_location="meta")["model"].items()}

    class Model(torch.nn.Module):  # type: ignore[misc]  # torch is untyped here
        def __init__(self) -> None:
            super().__init__()
            for key, shape in shapes.items():
                *names, leaf = key.split(".")
                owner: torch.nn.Module = self
                for name in names:
                    if not hasattr(owner, name):
                        owner.add_module(name, torch.nn.Module())
                    owner = getattr(owner, name)
                owner.register_parameter(leaf, torch.nn.Parameter(torch.empty(shape)))

    torch.cuda.set_per_process_memory_fraction(limit / torch.cuda.get_device_properties(0).total_memory)
    names = {"torch": torch, "Model": Model, "Optimizer": torch.optim.Adam, "f": path, "model_only": path}
    try:
        exec(code, names)  # the program's own text, which a person would run as it stands
    except torch.cuda.OutOfMemoryError as error:
        print(type(error).__name__)
    else:
        print("loads")


if __name__ == "__main__":
    sys.exit(main())

"""Checkpoints with all that a span can hold, and spans so small that even these are cut."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from core.spread import cutting
from core.spread.crew import Crew
from core.spread.processes import Processes
from tests.spread.here import Here


@pytest.fixture
def small_spans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spans of half a megabyte; a tensor of a million numbers is cut into several."""
    for name in ("LARGEST", "SMALLEST"):
        monkeypatch.setattr(cutting, name, 1 << 19)
    monkeypatch.setattr(cutting, "ITEM", 1000)


@pytest.fixture(params=["here", "processes"])
def crew(request: pytest.FixtureRequest) -> Iterator[Crew]:
    """Workers in this process, and in two others."""
    with Here() if request.param == "here" else Processes(2) as found:
        yield found


def odd_tensors() -> dict[str, Any]:
    """Of many dtypes and layouts, some larger than a span, some tied; with all that a scan asks a second time about."""
    generator = torch.Generator().manual_seed(0)

    def made(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
        return (torch.randn(*shape, generator=generator) * 3).to(dtype)

    dead = made(700, 1000)
    dead[17:40] = 0
    holed = made(600, 1000)
    holed.view(-1)[::1000] = torch.nan
    holed[5, 5] = torch.inf
    table = made(4000, 300, dtype=torch.float16)
    second = made(1000, 900).square()
    second[3, 4] = -1.0
    model = {
        "dead.weight": dead,
        "holed.weight": holed,
        "embedding.weight": table,
        "head.weight": table,
        "turned.weight": made(800, 700).t(),
        "channels.weight": made(64, 32, 20, 30).to(memory_format=torch.channels_last),
        "expanded.weight": made(1, 500).expand(100_000, 500),
        "every.second": made(1000, 2000)[:, ::2],
        "whole.int64": torch.arange(-300_000, 300_000) * 10**12,
        "small.uint8": (made(1000, 1000) * 20).to(torch.uint8),
        "truth": made(900, 1000) > 0,
        "half.brain": made(900, 1000, dtype=torch.bfloat16),
        "complex": torch.complex(made(300, 400), made(300, 400)),
        "conjugate": torch.complex(made(30, 40), made(30, 40)).conj(),
        "eight.bits": made(1200, 1000).to(torch.float8_e4m3fn),
        "double": made(400, 500, dtype=torch.float64) * 1e200,
        "quantised": _quantised(made(50, 40), torch.rand(50, generator=generator) + 0.1),
        "scalar": torch.tensor(3.5),
        "empty": torch.zeros(0, 7),
    }
    state = {0: {"step": torch.tensor(3.0), "exp_avg": made(1000, 900), "exp_avg_sq": second}}
    group = {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 0, "amsgrad": False, "params": [0]}
    return {"model": model, "optimizer": {"state": state, "param_groups": [group]}, "epoch": 3}


def _quantised(numbers: torch.Tensor, scales: torch.Tensor) -> torch.Tensor:
    """What torch says is going away, and what files have all the same."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.quantize_per_channel(numbers, scales, torch.arange(len(scales)), 0, torch.qint8)


@pytest.fixture(scope="session")
def odd_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of them, which no test changes."""
    path = tmp_path_factory.mktemp("odd") / "odd.pth"
    torch.save(odd_tensors(), path)
    return path

"""Makes the large checkpoints, by real ``torch.save``, tagged for a GPU that need not be there.

Run as ``python -m benchmarks.files KIND TARGET``, so that the memory it takes is not that of the measurement.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from pathlib import Path
from typing import Any

LARGE, OTHER, TINY, EXPERTS, FEWER = "large", "other", "tiny", "experts", "fewer"
WEIGHTS, HALF, VIEWS, SMALL = "weights", "half", "views", "small"
ABOUT = {
    LARGE: "900 tensors, 3.6 GB (float32, 1,000,000 elements each)",
    OTHER: "the same with all numbers changed",
    WEIGHTS: "900 tensors, 3.6 GB (float32, 1,000,000 elements each, normally distributed)",
    HALF: "450 of them, 1.8 GB",
    VIEWS: "the same weights, of which each is in three tensors: 10.8 GB are read",
    SMALL: "25 of them, 100 MB",
    TINY: "75,000 tensors of 8 elements, 22 MB",
    EXPERTS: "300,000 tensors: 75,000 parameters in experts, with Adam's state",
    FEWER: "75,000 tensors (18,750 parameters with Adam's state)",
}
TENSORS = {LARGE: 900, OTHER: 900, WEIGHTS: 900, HALF: 450, VIEWS: 2700, SMALL: 25, TINY: 75_000} | {
    EXPERTS: 300_000,
    FEWER: 75_000,
}
_MAKERS = {EXPERTS: "experts", FEWER: "experts", WEIGHTS: "weights", HALF: "weights", SMALL: "weights", VIEWS: "views"}


def make(kind: str, target: Path) -> None:
    """Write one of the files: a state dict of a DataParallel model on cuda:7, or a training checkpoint."""
    import torch  # noqa: PLC0415 - only this process needs it

    torch.serialization.register_package(0, lambda _: "cuda:7", lambda _storage, _location: None)
    made = (
        experts
        if kind in (EXPERTS, FEWER)
        else weights
        if kind in (WEIGHTS, HALF, SMALL)
        else views
        if kind == VIEWS
        else layers
    )
    torch.save(made(kind), target)


def layers(kind: str) -> dict[str, Any]:
    """A flat state dict of layers that are all alike."""
    import torch  # noqa: PLC0415 - as above

    shape, more = ((4, 2), 0.0) if kind == TINY else ((1000, 1000), 0.5 * (kind == OTHER))
    return OrderedDict(
        (f"module.layers.{index}.weight", torch.full(shape, index % 97 + more)) for index in range(TENSORS[kind])
    )


def weights(kind: str) -> dict[str, Any]:
    """A flat state dict of layers whose weights look trained."""
    import torch  # noqa: PLC0415 - as above

    torch.manual_seed(0)
    return OrderedDict(
        (f"module.layers.{index}.weight", torch.randn(1000, 1000) * 0.02) for index in range(TENSORS[kind])
    )


def views(kind: str) -> dict[str, Any]:
    """Three tensors of each storage, each a number further on: none is the same as another, and all are read."""
    import torch  # noqa: PLC0415 - as above

    torch.manual_seed(0)
    found: dict[str, Any] = OrderedDict()
    for index in range(TENSORS[kind] // 3):
        numbers = torch.randn(1_000_002) * 0.02
        for first in range(3):
            found[f"module.layers.{index}.{first}.weight"] = numbers[first : first + 1_000_000].view(1000, 1000)
    return found


def experts(kind: str) -> dict[str, Any]:
    """A mixture of experts after some steps of Adam."""
    import torch  # noqa: PLC0415 - as above

    count = TENSORS[kind] // 4
    model = OrderedDict(
        (f"module.layers.{index // 250}.experts.{index // 5 % 50}.w{index % 5}", torch.full((4, 2), float(index % 97)))
        for index in range(count)
    )
    state = {
        index: {"step": torch.tensor(3.0), "exp_avg": torch.zeros(4, 2), "exp_avg_sq": torch.zeros(4, 2)}
        for index in range(count)
    }
    group = {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 0, "amsgrad": False}
    optimizer = {"state": state, "param_groups": [{**group, "params": list(range(count))}]}
    return {"epoch": 3, "model": model, "optimizer": optimizer}


if __name__ == "__main__":
    make(sys.argv[1], Path(sys.argv[2]))

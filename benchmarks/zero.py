"""A checkpoint of DeepSpeed's ZeRO 3, and what puts it together with torch alone, as ``zero_to_fp32`` does.

Run as ``python -m benchmarks.zero make FOLDER`` or ``python -m benchmarks.zero consolidate FOLDER OUT``.
The files are as DeepSpeed 0.19 lays them out (``deepspeed/runtime/zero/stage3.py``), which need not be there.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from pathlib import Path
from typing import Any

KINDS = ("exp_avg", "exp_avg_sq")
ABOUT = "ZeRO 3 of 8 ranks, 300 parameters of 1,000,000 with Adam's state, 3.6 GB"
RANKS, PARAMETERS = 8, 300


def make(folder: Path, ranks: int = RANKS, parameters: int = PARAMETERS) -> None:
    """The folder ``global_step1`` of a model of so many parameters of a million numbers each."""
    import torch  # noqa: PLC0415 - only this process needs it

    inner = folder / "global_step1"
    inner.mkdir(parents=True)
    (folder / "latest").write_text("global_step1")
    shapes = OrderedDict((f"layers.{index}.weight", torch.Size((1000, 1000))) for index in range(parameters))
    each = -(-1_000_000 // ranks) * parameters
    placeholders = OrderedDict((name, torch.empty(0, dtype=torch.bfloat16)) for name in shapes)
    for rank in range(ranks):
        model: dict[str, Any] = {
            "module": placeholders,
            "buffer_names": [],
            "param_shapes": [shapes],
            "frozen_param_shapes": None,
            "frozen_param_fragments": None,
            "shared_params": {},
            "ds_version": "0.19.8",
        }
        torch.save(model, inner / f"zero_pp_rank_{rank}_mp_rank_00_model_states.pt")
        numbers = torch.arange(each, dtype=torch.float32) + rank
        state = {kind: numbers + at for at, kind in enumerate(KINDS, 1)}
        held = {
            "zero_stage": 3,
            "partition_count": ranks,
            "optimizer_state_dict": {
                "state": {0: {"step": torch.tensor(1.0), **state}},
                "param_groups": [{"lr": 1e-3, "params": [0]}],
            },
            "fp32_flat_groups": [numbers],
        }
        saved = {"optimizer_state_dict": held, "ds_config": {}, "ds_version": "0.19.8"}
        torch.save(saved, inner / f"zero_pp_rank_{rank}_mp_rank_00_optim_states.pt")


def consolidate(folder: Path, out: Path) -> None:
    """Weights and the optimizer's state of each parameter in one file, each tensor put together in memory."""
    import torch  # noqa: PLC0415 - as above

    inner = folder / (folder / "latest").read_text()
    model = torch.load(inner / "zero_pp_rank_0_mp_rank_00_model_states.pt", mmap=True)
    files = sorted(inner.glob("*_optim_states.pt"))
    held = [torch.load(file, mmap=True)["optimizer_state_dict"] for file in files]
    flat = {"weight": [each["fp32_flat_groups"][0] for each in held]}
    for kind in KINDS:
        flat[kind] = [each["optimizer_state_dict"]["state"][0][kind] for each in held]
    found: dict[str, dict[str, Any]] = {kind: {} for kind in flat}
    first = 0
    for name, shape in model["param_shapes"][0].items():
        length = -(-shape.numel() // len(held))
        for kind, ranks in flat.items():
            parts = [part[first : first + length] for part in ranks]
            found[kind][name] = torch.cat(parts)[: shape.numel()].view(shape)
        first += length
    torch.save(found, out)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["make", where]:
            make(Path(where))
        case ["consolidate", where, target]:
            consolidate(Path(where), Path(target))

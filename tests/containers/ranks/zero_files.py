"""Files laid out as DeepSpeed's ZeRO does it, where its own in ``tests/data`` do not go: many ranks, odd sizes, damage.

An imitation, held to the sources: ``flatten_dense_tensors_aligned`` and ``_get_state_without_padding`` of
``zero/stage_1_and_2.py``, ``_partition_param`` of ``zero/partition_parameters.py`` (0.19).
"""

from __future__ import annotations

import math
from collections import OrderedDict
from pathlib import Path
from typing import Any

import torch

Groups = list[OrderedDict[str, torch.Tensor]]
Files = dict[str, Any]
"""What is in each file, by its name."""
KINDS = ("fp32", "exp_avg", "exp_avg_sq")


def groups_of(shapes: list[dict[str, tuple[int, ...]]], seed: int = 0) -> Groups:
    """Parameters of these shapes, with the states of Adam stacked behind the weights: (3, *shape)."""
    generator = torch.Generator().manual_seed(seed)
    return [
        OrderedDict((name, torch.randn(3, *shape, generator=generator)) for name, shape in group.items())
        for group in shapes
    ]


def files_of(groups: Groups, stage: int, ranks: int, **changed: Any) -> Files:
    """The files of a save; ``changed`` is put over what those of optimizers say of themselves."""
    shapes = [OrderedDict((name, each.shape[1:]) for name, each in group.items()) for group in groups]
    module = OrderedDict(
        (name, (each[0] if stage < 3 else each[0].new_empty(0)).bfloat16())
        for group in groups
        for name, each in group.items()
    )
    model = {"module": module, "buffer_names": [], "param_shapes": shapes, "shared_params": {}, "ds_version": "0.19.8"}
    files: Files = {}
    for rank in range(ranks):
        if stage == 3:
            files[f"zero_pp_rank_{rank}_mp_rank_00_model_states.pt"] = model
        flat = [[_part(group, kind, stage, rank, ranks) for kind in range(3)] for group in groups]
        state = {
            at: {"step": torch.tensor(4.0), **dict(zip(KINDS[1:], each[1:], strict=True))}
            for at, each in enumerate(flat)
        }
        own = {"param_groups": [{"lr": 0.1, "params": [at]} for at in range(len(flat))], "state": state}
        weights = [each[0] for each in flat]
        if stage == 3:
            held = {"optimizer_state_dict": own, "fp32_flat_groups": weights}
        else:
            lean = [_without_padding(each, group, rank, ranks) for each, group in zip(weights, groups, strict=True)]
            held = {"base_optimizer_state": own, "single_partition_of_fp32_groups": lean}
        held |= {"zero_stage": stage, "partition_count": ranks, **changed}
        files[f"zero_pp_rank_{rank}_mp_rank_00_optim_states.pt"] = {
            "optimizer_state_dict": held,
            "ds_version": "0.19.8",
        }
    if stage < 3:
        files["mp_rank_00_model_states.pt"] = model
    return files


def write(files: Files, folder: Path) -> Path:
    """The files, by torch."""
    folder.mkdir(exist_ok=True)
    for name, state in files.items():
        torch.save(state, folder / name)
    return folder


def _part(group: OrderedDict[str, torch.Tensor], kind: int, stage: int, rank: int, ranks: int) -> torch.Tensor:
    """The numbers of a group that a rank has, those that fill it up too."""
    if stage == 3:
        return torch.cat([_of_parameter(each[kind].flatten(), rank, ranks) for each in group.values()])
    flat = torch.cat([each[kind].flatten() for each in group.values()])
    size = _aligned(len(flat), ranks)
    return torch.nn.functional.pad(flat, (0, size - len(flat)))[size // ranks * rank :][: size // ranks].clone()


def _of_parameter(flat: torch.Tensor, rank: int, ranks: int) -> torch.Tensor:
    each = math.ceil(len(flat) / ranks)
    return torch.nn.functional.pad(flat, (0, each * ranks - len(flat)), value=7.0)[each * rank :][:each]


def _aligned(length: int, ranks: int) -> int:
    return math.ceil(length / (2 * ranks)) * 2 * ranks


def _without_padding(part: torch.Tensor, group: OrderedDict[str, torch.Tensor], rank: int, ranks: int) -> torch.Tensor:
    length = sum(each[0].numel() for each in group.values())
    padding = _aligned(length, ranks) - length
    return part[: len(part) - padding] if rank == ranks - 1 and padding else part

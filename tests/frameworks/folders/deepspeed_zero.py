"""DeepSpeed's folders: ZeRO 1, 2 and 3 of two processes on the CPU under gloo, without ZeRO, and a universal one.

DeepSpeed runs with ``DS_ACCELERATOR=cpu``. Its operator for shared memory between ranks is left out, since it would be
compiled for a minute: gloo does the same. The tags of cards are put on by torch's registry while DeepSpeed saves.
"""

from __future__ import annotations

import argparse
import importlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from torch import nn

os.environ["DS_ACCELERATOR"] = "cpu"
import deepspeed
from deepspeed.checkpoint import ds_to_universal
from deepspeed.utils import safe_get_full_fp32_param
from deepspeed.utils.zero_to_fp32 import get_fp32_state_dict_from_zero_checkpoint

from tests.frameworks.folders.ranks import hand_over, on_ranks, rank, taken
from tests.frameworks.folders.recording import Case, equal

importlib.import_module("deepspeed.comm.torch").build_shm_op = lambda: None  # as an attribute it is torch itself
LOADER = "deepspeed's get_fp32_state_dict_from_zero_checkpoint; the optimizer's state by its ds_to_universal"
STAGES = {
    "zero1_fp32": (1, False),
    "zero1_bf16": (1, True),
    "zero2_fp32": (2, False),
    "zero2_bf16": (2, True),
    "zero3_fp32": (3, False),
    "zero3_bf16": (3, True),
}
CODE = ("zero_to_fp32.py", "zero_to_torch.py")


class Net(nn.Module):
    """An output layer tied to the embedding, a frozen layer, buffers, and sizes that two ranks cannot share evenly."""

    def __init__(self) -> None:
        super().__init__()
        self.embed, self.middle, self.norm = nn.Embedding(7, 3), nn.Linear(3, 5), nn.LayerNorm(5)
        self.register_buffer("scale", torch.full((2,), 1.5))
        self.frozen = nn.Linear(5, 3).requires_grad_(False)
        self.head = nn.Linear(3, 7, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        return self.head(self.frozen(self.norm(self.middle(self.embed(words)))))


def make(folder: Path) -> Iterator[Case]:
    """All folders."""
    on_ranks(2, lambda: save_all(folder))
    for name, (stage, halves) in STAGES.items():
        yield zero(folder / name, stage, halves)
    yield universal(folder / "universal", folder / "zero2_bf16")
    yield without_zero(folder / "no_zero")


def save_all(folder: Path) -> None:
    """Each rank's part of all folders."""
    for name, (stage, halves) in {**STAGES, "no_zero": (0, True)}.items():
        engine = trained(stage, halves)
        _saved(engine, folder / name)
        if stage:
            named = {each: p for each, p in engine.module.named_parameters() if p.requires_grad}
            hand_over({each: safe_get_full_fp32_param(p) for each, p in named.items()}, folder / f"{name}.live")
        else:
            state = {"model": engine.module.state_dict(), "optimizer": engine.optimizer.state_dict()}
            hand_over(state, folder / f"{name}.live")
        engine.destroy()


def trained(stage: int, halves: bool) -> Any:
    """An engine after two steps of an AdamW with two groups."""
    torch.manual_seed(3)
    net = Net()
    learnt = [each for each in net.parameters() if each.requires_grad]
    deep, flat = [each for each in learnt if each.ndim > 1], [each for each in learnt if each.ndim == 1]
    optimizer = torch.optim.AdamW([{"params": deep}, {"params": flat, "weight_decay": 0.0}], 1e-3)
    config = {
        "train_micro_batch_size_per_gpu": 4,
        "zero_allow_untested_optimizer": True,
        "zero_optimization": {"stage": stage, "stage3_param_persistence_threshold": 0},
        "bf16": {"enabled": halves},
    }
    engine = deepspeed.initialize(model=net, optimizer=optimizer, config=config)[0]
    torch.manual_seed(rank())
    for _ in range(2):
        engine.backward(engine(torch.randint(7, (4,))).float().square().sum())
        engine.step()
    return engine


def _saved(engine: Any, folder: Path) -> None:
    """``save_checkpoint`` while all but the steps of AdamW is said to lie on the rank's card."""
    kept = list(torch.serialization._package_registry)
    steps = {
        each["step"].data_ptr() for each in getattr(engine.optimizer, "optimizer", engine.optimizer).state.values()
    }
    torch.serialization.register_package(
        0, lambda storage: None if storage.data_ptr() in steps else f"cuda:{rank()}", lambda storage, location: None
    )
    engine.save_checkpoint(str(folder), client_state={"epoch": 3})
    torch.serialization._package_registry[:] = kept


def zero(folder: Path, stage: int, halves: bool) -> Case:
    """One of ZeRO: what DeepSpeed's tools make of it, and beside it the same as one file of torch."""
    read = dict(get_fp32_state_dict_from_zero_checkpoint(str(folder)))
    live = taken(folder.with_name(f"{folder.name}.live"))
    assert equal({name: read[name] for name in live}, live), f"{folder} is not what was trained"
    for each in CODE:
        (folder / each).unlink()
    with tempfile.TemporaryDirectory() as scratch:
        _to_universal(folder, Path(scratch))
        optimizer = _states(Path(scratch), read)
    whole = {"model": read, "optimizer": {"state": optimizer}}
    torch.save(whole, folder.with_name(f"{folder.name}.whole.pt"))
    kind = "bf16 with fp32 masters" if halves else "fp32"
    what = f"ZeRO {stage} of two ranks, {kind}: two groups, a frozen layer, tied weights, buffers"
    known = {"world_size": 2, "stage": stage, "tied": TIED, "left_out": list(CODE), "whole": f"{folder.name}.whole.pt"}
    return Case(folder, what, LOADER, whole, ("deepspeed",), known)


TIED = [["head.weight", "embed.weight"]]


def _to_universal(folder: Path, target: Path) -> None:
    """DeepSpeed's converter, which needs a note that only Megatron-DeepSpeed leaves, and injects it itself."""
    ds_to_universal.main(
        argparse.Namespace(
            input_folder=str(folder / (folder / "latest").read_text()),
            output_folder=str(target),
            num_extract_workers=1,
            num_merge_workers=1,
            keep_temp_folder=False,
            strict=True,
            inject_missing_state=True,
        )
    )


def _states(folder: Path, model: dict[str, torch.Tensor]) -> dict[str, dict[str, torch.Tensor]]:
    """The optimizer's state of each parameter in a universal folder, which of ZeRO 3 is flat."""
    found: dict[str, dict[str, torch.Tensor]] = {}
    for path in sorted((folder / "zero").rglob("*.pt")):
        name, kind = path.parent.name, path.stem
        if kind in ("exp_avg", "exp_avg_sq", "step"):
            held = _param(path)
            found.setdefault(name, {})[kind] = held.reshape(model[name].shape) if kind != "step" else held
    return found


def _param(path: Path) -> Any:
    held = torch.load(path, weights_only=False)
    return held["param"] if isinstance(held, dict) else held


def universal(folder: Path, source: Path) -> Case:
    """What ``ds_to_universal`` leaves: a folder for each parameter."""
    inner = folder / "global_step2_universal"
    _to_universal(source, inner)
    model = {path.parent.name: _param(path) for path in sorted((inner / "zero").rglob("fp32.pt"))}
    whole = {"model": model, "optimizer": {"state": _states(inner, model)}}
    what = f"the universal checkpoint that ds_to_universal makes of {source.name}: a folder for each parameter"
    return Case(folder, what, "torch.load of each file", whole, ("deepspeed",))


def without_zero(folder: Path) -> Case:
    """Stage 0: everything in one file of rank 0."""
    for each in CODE:
        (folder / each).unlink(missing_ok=True)
    live = taken(folder.with_name("no_zero.live"))
    what = "no ZeRO: model and optimizer in mp_rank_00_model_states.pt, bf16 with fp32 masters"
    return Case(folder, what, "the engine's own state dicts", live, ("deepspeed",), {"world_size": 2})

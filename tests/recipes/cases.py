"""A file with something for every edit, and plans that have each of them, for whatever says a plan in other words."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
import torch
from torch import nn

from core.catalogue.catalogue import Catalogue
from core.edits.edits import (
    AddPrefix,
    Cast,
    Compact,
    Drop,
    Edit,
    Extract,
    InsertSegment,
    Keep,
    MakePlain,
    MoveOptimizer,
    NumberState,
    RemapDevice,
    RenameKey,
    RenameKeys,
    RenameModule,
    SetNumbers,
    SetValue,
    StripPrefix,
    UseContainer,
    UseProtocol,
)
from core.edits.numbers.theirs import put_of, put_tensor
from tests.files.checkpoints import odd_tensors, save, training_checkpoint
from tests.support.engine import catalogue_of
from tests.support.oracle import PretendGpus

Edits = Callable[[Catalogue], tuple[Edit, ...]]


def make(folder: Path) -> Path:
    """The file, and ``theirs.npy`` and ``theirs.pt`` beside it."""
    np.save(folder / "theirs.npy", np.arange(4.0))
    torch.save({"deep": {"b": torch.arange(3.0, dtype=torch.float64)}}, folder / "theirs.pt")
    with PretendGpus() as gpus:
        value: dict[str, Any] = training_checkpoint(gpus)
        state = {str(key): each for key, each in training_checkpoint(gpus)["optimizer"]["state"].items()}
        value["texts"] = {"state": state, "param_groups": value["optimizer"]["param_groups"]}
        value["odd"] = odd_tensors(gpus)
        value["plain"] = {"a=b": 1, "x/y": "text", "-": None, "list": [1, [2, 3], 4], "number": "5", 7: 1.5}
        value["objects"] = {
            "options": Namespace(lr=0.1, where=PurePosixPath("/data/run"), inner=Namespace(a=(1, 2))),
            "array": np.arange(6.0).reshape(2, 3),
            "number": np.float64(0.5),
        }
        value["whole"] = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
        return save(value, folder / "a b.pt")


def at(path: str, kind: Callable[..., Edit], *more: Any) -> Edits:
    """An edit of what is at a path."""
    return lambda catalogue: (kind(catalogue.find(path), *more),)


def rows(catalogue: Catalogue, *paths: str) -> frozenset[int]:
    """The tensors at or below some paths."""
    return frozenset(row for path in paths for row in catalogue.subtree_rows(catalogue.find(path)))


def always(*edits: Edit) -> Edits:
    return lambda _: edits


def _put(catalogue: Catalogue) -> tuple[Edit, ...]:
    beside = catalogue.checkpoint.path.parent
    theirs = catalogue_of(beside / "theirs.pt")
    return (
        put_tensor(catalogue.find("state_dict/module.norm.weight"), str(beside / "theirs.npy")),
        put_of(catalogue.find("state_dict/module.unused"), theirs, theirs.find("deep/b")),
    )


MODEL = "state_dict"
PLANS: dict[str, Edits] = {
    "map one": always(RemapDevice("cuda:7", "cpu")),
    "map all": always(RemapDevice("*", "cuda:1")),
    "map globs": always(RemapDevice("cuda:*", "cuda:3"), RemapDevice("cpu", "cuda:2")),
    "map role": always(RemapDevice("cuda:*", "cuda:0", "model"), RemapDevice("*", "cpu", "other")),
    "map rows": lambda c: (RemapDevice("*", "cuda:1", rows=rows(c, f"{MODEL}/module.norm.weight", "odd/base")),),
    "map branch": lambda c: (RemapDevice("*", "cpu", rows=rows(c, "optimizer/state")),),
    "optimizer": always(MoveOptimizer("cuda:2")),
    "optimizer follows": always(RemapDevice("cuda:7", "cuda:1", "model"), MoveOptimizer("follow")),
    "one optimizer": lambda c: (MoveOptimizer("cpu", c.find("optimizer")),),
    "strip": always(StripPrefix("module.")),
    "strip one": at(MODEL, lambda entry: StripPrefix("module.", entry)),
    "strip inner": always(StripPrefix("module.", inner=True)),
    "add": always(AddPrefix("model.net.")),
    "add one": at(MODEL, lambda entry: AddPrefix("x.", entry)),
    "insert": always(InsertSegment("body.", 1, under="module.norm")),
    "rename": at(f"{MODEL}/module.norm.weight", RenameKey, "module.norm.scale=x"),
    "rename branch": lambda c: (RenameKey(c.find(MODEL), "model"), RenameKey(c.find(f"{MODEL}/module.unused"), "u")),
    "rename odd paths": lambda c: tuple(RenameKey(c.find(path), f"new {path}") for path in ("plain/a=b", "plain/x/y")),
    "rename keys": always(RenameKeys("module.", "net.")),
    "rename glob": always(RenameKeys("module.*.weight", "*.w", "glob")),
    "rename regex": always(RenameKeys(r"(?<=\.)norm\.(.*)$", r"bn.\1=\\", "regex")),
    "rename text with a star": always(RenameKeys("norm", "n*=")),
    "rename some": lambda c: (
        RenameKeys("norm", "bn", entries=frozenset(c.children(c.find(MODEL)))),
        RenameKeys("a", "b", entries=frozenset((c.find("plain/a=b"), c.find("epoch")))),
    ),
    "drop": lambda c: (Drop(c.find("optimizer")), Drop(c.find("plain/list/1/0")), Drop(c.find("odd/size"))),
    "keep": at(MODEL, Keep),
    "keep and rename": lambda c: (
        Keep(c.find("plain")),
        RenameKey(c.find("plain/number"), "n"),
        Drop(c.find("plain/7")),
    ),
    "number": at("texts", NumberState),
    "set": lambda c: (
        SetValue(c.find("epoch"), 0),
        SetValue(c.find("plain/a=b"), float("-inf")),
        SetValue(c.find("plain/x/y"), "5"),
        SetValue(c.find("plain/number"), "@home"),
        SetValue(c.find("plain/list/1/1"), True),
        SetValue(c.find("args/betas/0"), 0.5),
        SetValue(c.find("plain/7"), None),
        SetValue(c.find("odd/where"), "cuda:1"),
    ),
    "cast all": lambda c: (Cast("bfloat16", frozenset(_floats(c, MODEL))),),
    "cast some": lambda c: (Cast("float16", rows(c, f"{MODEL}/module.norm.weight", "odd/base", "odd/parameter")),),
    "numbers": lambda c: (
        SetNumbers(c.find(f"{MODEL}/module.norm.weight"), ((0, 4, 1),), 2),
        SetNumbers(c.find("odd/slice"), ((0, 1, 1), (0, 3, 2)), float("nan")),
        SetNumbers(c.find("odd/scalar"), (), -0.5),
        SetNumbers(c.find("odd/torch.complex128"), ((1, 3, 1),), 1 + 2j),
    ),
    "put": _put,
    "plain": at("objects", MakePlain),
    "plain one": at("objects/array", MakePlain),
    "extract": at("whole", Extract),
    "extract and rename": lambda c: (Extract(c.find("whole")), AddPrefix("seq.", c.find("whole"))),
    "module": always(RenameModule("numpy._core", "numpy.core")),
    "compact": always(Compact()),
    "legacy": lambda c: (Drop(c.find("odd")), UseContainer("legacy")),
    "protocol": always(UseProtocol(4)),
    "order": lambda c: (
        RenameKey(c.find(f"{MODEL}/module.unused"), "module.first_of_all"),
        RenameKeys("first", "1st"),
        StripPrefix("module."),
        MoveOptimizer("cpu"),
        RemapDevice("cuda:*", "cuda:0"),
    ),
    "all at once": lambda c: (
        RemapDevice("cuda:*", "cpu"),
        StripPrefix("module."),
        Drop(c.find("optimizer")),
        Drop(c.find("objects")),
        Drop(c.find("whole")),
        RenameKey(c.find(MODEL), "model"),
        SetValue(c.find("epoch"), 0),
        Cast("float16", frozenset(_floats(c, MODEL))),
    ),
}


def _floats(catalogue: Catalogue, path: str) -> list[int]:
    """What `--cast` of a branch means: weights, no counters and no statistics."""
    from core.edits.numbers.cast import Castables

    return sorted(Castables(catalogue, rows(catalogue, path)).to("float16").rows)

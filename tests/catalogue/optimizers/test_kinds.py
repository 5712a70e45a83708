"""Which optimizer wrote a state dict: torch's own as torch writes them, others by the names that they write."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from tests.files.checkpoints import save
from tests.places import TESTS
from tests.support.engine import catalogue_of

HERE = TESTS
OTHERS = json.loads((HERE / "optimizer_names" / "names.json").read_text())

FLAGS: dict[str, list[dict[str, Any]]] = {
    "Adadelta": [{}],
    "Adafactor": [{}],
    "Adagrad": [{}, {"initial_accumulator_value": 0.1, "fused": True}],
    "Adam": [{}, {"amsgrad": True}, {"fused": True}, {"lr": torch.tensor(0.1)}],
    "AdamW": [{}, {"amsgrad": True}, {"fused": True}, {"lr": torch.tensor(0.1)}],
    "Adamax": [{}],
    "ASGD": [{}],
    "LBFGS": [{}, {"line_search_fn": "strong_wolfe"}],
    "Muon": [{}],
    "NAdam": [{}, {"decoupled_weight_decay": True}],
    "RAdam": [{}, {"decoupled_weight_decay": True}],
    "RMSprop": [{}, {"momentum": 0.9}, {"centered": True}],
    "Rprop": [{}],
    "SGD": [{}, {"momentum": 0.9}, {"momentum": 0.9, "nesterov": True}, {"fused": True}],
    "SparseAdam": [{}],
}
COMMON = [{}, {"maximize": True}, {"foreach": True}, {"foreach": False}, {"capturable": True}, {"differentiable": True}]
SAME = {"Adam": "Adam or AdamW", "AdamW": "Adam or AdamW"}
"""What cannot be told apart before torch 2.7, which says ``decoupled_weight_decay``."""


def made(name: str, options: dict[str, Any]) -> tuple[nn.Module, torch.optim.Optimizer]:
    torch.manual_seed(0)
    model: nn.Module = nn.Embedding(4, 3, sparse=True) if name == "SparseAdam" else nn.Linear(3, 2, bias=name != "Muon")
    kind = getattr(torch.optim, name)
    return model, kind(model.parameters(), **options)


def step(model: nn.Module, optimizer: torch.optim.Optimizer) -> None:
    """One step, of gradients that are anything."""

    def closure() -> float:
        for parameter in model.parameters():
            parameter.grad = torch.ones_like(parameter)
            if isinstance(model, nn.Embedding):
                parameter.grad = parameter.grad.to_sparse(1)
        return 1.0

    closure()
    optimizer.step(closure)


def kind_of(state: Any, path: Path) -> str | None:
    (found,) = catalogue_of(save({"optimizer": state}, path)).optimizers
    return found.kind


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, special in FLAGS.items():
        known = inspect.signature(getattr(torch.optim, name)).parameters
        yield from ((name, flags) for flags in special)
        yield from ((name, flags) for flags in COMMON[1:] if flags.keys() <= known.keys())


@pytest.mark.parametrize(("name", "flags"), list(cases()))
def test_those_of_torch(name: str, flags: dict[str, Any], tmp_path: Path) -> None:
    model, optimizer = made(name, flags)
    assert kind_of(optimizer.state_dict(), tmp_path / "before.pt") == name
    if not flags.keys() & {"capturable", "differentiable"}:  # the one needs a GPU to step, the other a graph
        step(model, optimizer)
        assert optimizer.state_dict()["state"] or name == "SGD"
        assert kind_of(optimizer.state_dict(), tmp_path / "after.pt") == name


def lacking_in_older(name: str) -> list[str]:
    """The options that ``__setstate__`` fills in where a file of an older torch lacks them."""
    source = inspect.getsource(inspect.getmodule(getattr(torch.optim, name)) or torch)
    more = inspect.getsource(torch.optim.Adam.__setstate__) if name == "AdamW" else ""
    return re.findall(r'group\.setdefault\("(\w+)"', source + more)


BEFORE_TORCH_1_12 = {**SAME, "RAdam": None, "Adamax": None}
"""Before the first step these two, LAMB and all of bitsandbytes had the same four options."""


@pytest.mark.parametrize("name", FLAGS)
def test_those_of_older_torch(name: str, tmp_path: Path) -> None:
    """The same files with the options left out that torch 1.5 did not write; torch 2.13 still takes them."""
    model, optimizer = made(name, {})
    before, kept = optimizer.state_dict(), ("amsgrad", "nesterov", "momentum", "centered")
    step(model, optimizer)
    after = optimizer.state_dict()
    for state in (before, after):
        for option in lacking_in_older(name):
            if option not in kept:
                state["param_groups"][0].pop(option, None)
    again, other = made(name, {})
    other.load_state_dict(after)
    step(again, other)
    assert kind_of(before, tmp_path / "before.pt") == BEFORE_TORCH_1_12.get(name, name)
    assert kind_of(after, tmp_path / "after.pt") == SAME.get(name, name)
    assert kind_of(other.state_dict(), tmp_path / "again.pt") == name


@pytest.mark.parametrize("version", ["1.0.0", "1.5.1"])
@pytest.mark.parametrize(
    ("file", "name"), [("adam", "Adam or AdamW"), ("sgd", "SGD"), ("rmsprop", "RMSprop"), ("lbfgs", "LBFGS")]
)
def test_files_of_older_torch(version: str, file: str, name: str) -> None:
    catalogue = catalogue_of(HERE / "old_torch" / f"torch-{version}-{file}.pth")
    assert [found.kind for found in catalogue.optimizers] == [name]


def test_what_schedulers_and_scripts_add_to_groups_changes_nothing(tmp_path: Path) -> None:
    for name in FLAGS:
        model, optimizer = made(name, {})
        optimizer.param_groups[0] |= {"initial_lr": 0.1, "lr_scale": 0.5, "name": "head"}
        assert kind_of(optimizer.state_dict(), tmp_path / "before.pt") == name
        step(model, optimizer)
        assert kind_of(optimizer.state_dict(), tmp_path / "after.pt") == name
    for name in ("Adam", "SGD"):
        _, optimizer = made(name, {})
        optimizer.param_groups[0]["my_own_option"] = 1
        assert kind_of(optimizer.state_dict(), tmp_path / "own.pt") == name


def test_names_of_nobody_known_are_not_taken_for_a_neighbour(tmp_path: Path) -> None:
    group = {"lr": 0.1, "betas": (0.9, 0.99), "eps": 1e-8, "weight_decay": 0.0, "params": [0]}
    state = {0: {"step": 1, "exp_avg": torch.ones(2), "something_else": torch.ones(2)}}
    assert kind_of({"state": state, "param_groups": [group]}, tmp_path / "a.pt") is None
    assert kind_of({"state": {}, "param_groups": [{"lr": 0.1, "params": [0]}]}, tmp_path / "b.pt") is None
    assert kind_of({"state": {}, "param_groups": []}, tmp_path / "c.pt") is None


def value(told: Any) -> Any:
    """A value of the kind that was told."""
    if isinstance(told, dict):
        return {key: value(each) for key, each in told.items()}
    plain = {"tensor": torch.ones(2), "number in a tensor": torch.tensor(1.0), "tuple": (0.9, 0.99), "list": []}
    return plain.get(told, told) if isinstance(told, str) else told


def state_dict(names: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    group = {key: value(each) for key, each in names.get("options", options).items()}
    state = {number: value(each) for number, each in enumerate(names["state"])}
    return {"state": state, "param_groups": [{**group, "params": list(range(4))}]}


def plain(name: str) -> str:
    return name.lower().removesuffix("legacy").removesuffix("32bit").removeprefix("paged").removeprefix("_")


LOOKALIKES = {
    # what wrote it → what it is called: they write the same names, or are variants of one algorithm
    "Adam4bit": "Adam",
    "AdamFp8": "Adam",
    "AdamW4bit": "AdamW",
    "AdamWFp8": "AdamW",
    "Aida": "AdaBelief",
    "AdamWScheduleFreePaper": "AdamWScheduleFree",
    "AdamWScheduleFreeReference": "AdamWScheduleFree",
    "SGDScheduleFreeReference": "SGDScheduleFree",
    "ScheduleFreeAdamW": "AdamWScheduleFree",
    "ScheduleFreeRAdam": "RAdamScheduleFree",
    "ScheduleFreeSGD": "SGDScheduleFree",
    "NvNovoGrad": "NovoGrad",
    "RangerQH": "Ranger",
    "RangerVA": "Ranger",
    "SGDW": "SGD",
}
COMMON_OUTSIDE = {
    "adabelief-pytorch": {"AdaBelief"},
    "adan-pytorch": {"Adan"},
    "bitsandbytes": {"Adam8bit", "AdamW8bit", "PagedAdamW8bit", "AdamW", "Lion8bit", "Lion", "LAMB", "AdEMAMix8bit"},
    "dadaptation": {"DAdaptAdam", "DAdaptSGD", "DAdaptLion", "DAdaptAdaGrad", "DAdaptAdan"},
    "lion-pytorch": {"Lion"},
    "prodigyopt": {"Prodigy"},
    "schedulefree": {"AdamWScheduleFree", "RAdamScheduleFree", "SGDScheduleFree"},
    "timm": {"Lamb", "Lion", "NAdamW", "AdamWLegacy", "AdamP", "Adan", "Adafactor", "Muon", "Lars", "MADGRAD", "SGDW"},
    "torch-optimizer": {"Lamb", "RAdam", "Ranger", "AdamP", "AdaBound", "Yogi", "AdaBelief"},
    "torchao": {"Adam8bit", "AdamW8bit", "AdamW4bit", "AdamWFp8"},
    "transformers": {"Adafactor"},
}


def right(name: str, kind: str) -> bool:
    told = {plain(each) for each in kind.split()}
    wanted = {name, LOOKALIKES.get(name, name)}
    return any({plain(each), plain(each).removesuffix("8bit")} & told for each in wanted)


@pytest.mark.parametrize("package", OTHERS)
def test_those_of_others(package: str, tmp_path: Path) -> None:
    """After a step every one is told or nothing is said; the common ones are told."""
    untold = set()
    for each in OTHERS[package]["optimizers"]:
        kind = kind_of(state_dict(each["after"], each["before"]["options"]), tmp_path / "a.pt")
        if kind is None:
            untold.add(each["class"])
        else:
            assert right(each["class"], kind), (each["class"], kind)
    classes = {each["class"] for each in OTHERS[package]["optimizers"]}
    assert not untold & COMMON_OUTSIDE.get(package, set())
    assert COMMON_OUTSIDE.get(package, set()) <= classes


@pytest.mark.parametrize("package", sorted(OTHERS.keys() - {"pytorch-optimizer", "torch-optimizer"}))
def test_those_of_others_before_the_first_step(package: str, tmp_path: Path) -> None:
    for each in OTHERS[package]["optimizers"]:
        kind = kind_of(state_dict(each["before"], each["before"]["options"]), tmp_path / "a.pt")
        assert kind is None or right(each["class"], kind) or right(each["class"].removesuffix("8bit"), kind)


@pytest.mark.parametrize("bits", [8, 4])
def test_the_class_of_the_state_tells(bits: int, tmp_path: Path) -> None:
    """torchao keeps large state in a class of its own, and small state plain (``torchao/optim/adam.py``)."""
    kind = type(f"OptimState{bits}bit", (torch.Tensor,), {"__module__": __name__})
    globals()[kind.__name__] = kind  # so that it can be pickled
    tensor = torch.ones(4)
    held = {"step": torch.tensor(1.0), "exp_avg": tensor.as_subclass(kind), "exp_avg_sq": tensor.as_subclass(kind)}
    group = {"lr": torch.tensor(0.1), "betas": (0.9, 0.99), "eps": 1e-8, "weight_decay": 0.0, "amsgrad": False}
    state = {"state": {0: held}, "param_groups": [{**group, "params": [0]}]}
    assert kind_of(state, tmp_path / "a.pt") == f"Adam{bits}bit or AdamW{bits}bit"


def test_muon_of_its_author(tmp_path: Path) -> None:
    """github.com/KellerJordan/Muon, ``muon.py``: alone, and with Adam for what has not two dimensions."""
    alone = {"lr": 0.02, "weight_decay": 0, "momentum": 0.95, "params": [0]}
    state: dict[int, Any] = {0: {"momentum_buffer": torch.ones(2, 2)}}
    assert kind_of({"state": state, "param_groups": [alone]}, tmp_path / "a.pt") == "Muon"
    adam = {"lr": 3e-4, "betas": (0.9, 0.95), "eps": 1e-10, "weight_decay": 0, "use_muon": False, "params": [1]}
    state[1] = {"step": 1, "exp_avg": torch.ones(2), "exp_avg_sq": torch.ones(2)}
    both = {"state": state, "param_groups": [adam, {**alone, "use_muon": True}]}
    assert kind_of(both, tmp_path / "b.pt") == "Muon"


def test_sets_of_names_that_packages_write_which_are_not_run_here(tmp_path: Path) -> None:
    """apex/optimizers/fused_adam.py and fused_lamb.py, transformers 4 optimization.py, Sophia's sophia.py."""
    adam = {"lr": 0.1, "betas": (0.9, 0.99), "eps": 1e-8, "weight_decay": 0.0}
    moments = {"exp_avg": torch.ones(2), "exp_avg_sq": torch.ones(2)}
    cases = [
        ("FusedAdam", {**adam, "bias_correction": 1, "step": 3}, moments),
        ("LAMB", {**adam, "bias_correction": 1, "grad_averaging": 1, "max_grad_norm": 1.0, "step": 3}, moments),
        ("AdamW", {**adam, "correct_bias": True}, {"step": 3, **moments}),
        (
            "Sophia",
            {"lr": 0.1, "betas": (0.9, 0.9), "rho": 0.04, "weight_decay": 0.1, "maximize": False, "capturable": False},
            {"step": torch.tensor(1.0), "exp_avg": torch.ones(2), "hessian": torch.ones(2)},
        ),
    ]
    for name, options, held in cases:
        state = {"state": {0: held}, "param_groups": [{**options, "params": [0]}]}
        assert kind_of(state, tmp_path / "a.pt") == name


def test_what_only_looks_like_the_state_of_fastai_is_none(tmp_path: Path) -> None:
    """`tests/data/fastai` has what it really writes."""
    weights = {"weight": torch.ones(2, 2), "bias": torch.ones(2)}
    hypers = [{"lr": 0.1, "mom": 0.9, "wd": 0.0}]
    real = {"state": [{"grad_avg": torch.ones(2, 2)}, {"grad_avg": torch.ones(2)}], "hypers": hypers}
    for number, unreal in enumerate(
        [{"state": [1, 2], "hypers": hypers}, {"state": [{}], "hypers": []}, {"state": weights, "hypers": hypers}]
    ):
        assert not catalogue_of(save({"model": weights, "opt": unreal}, tmp_path / f"{number}.pt")).optimizers
    catalogue = catalogue_of(save({"model": weights, "opt": real}, tmp_path / "real.pt"))
    (found,) = catalogue.optimizers
    assert (found.kind, [each.name for each in found.entries]) == ("SGD", ["weight", "bias"])
    assert [row.role for row in catalogue.tensors] == ["model", "model", "optimizer", "optimizer"]

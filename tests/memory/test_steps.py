"""What ``step()`` takes on a card, predicted, against the real ``step()`` of every optimizer of torch."""

from __future__ import annotations

import inspect
import json
from itertools import cycle
from typing import Any

import pytest
import torch

from core.memory.training.steps import TABLE, Group, TrainedParameter, is_exact, step_growth
from scripts.measure_steps import measured, measured_lbfgs
from tests.support.fake_card import fake_card
from tests.support.thinning import in_turn

SHAPES = ((1000, 3), (700,), (40, 50, 60), (), (300, 20), (9,))
MATRICES = ((1000, 3), (30, 200), (64, 64))
EXTRAS: dict[str, list[dict[str, Any]]] = {
    "Adam": [{"amsgrad": True}, {"amsgrad": True, "capturable": True}],
    "AdamW": [{"amsgrad": True}],
    "SGD": [{"momentum": 0.9}, {"momentum": 0.9, "nesterov": True}, {"momentum": 0.9, "weight_decay": 0.1}],
    "RMSprop": [{"momentum": 0.9}, {"centered": True}],
    "NAdam": [{"decoupled_weight_decay": True, "weight_decay": 0.1}],
    "RAdam": [{"decoupled_weight_decay": True, "weight_decay": 0.1}],
    "Muon": [{"nesterov": False}, {"ns_steps": 1}, {"ns_steps": 2}],
    "ASGD": [{"t0": 0}],
}
STEPPING = [
    *("Adam", "AdamW", "Adamax", "NAdam", "RAdam", "Adadelta", "Adagrad", "RMSprop", "Rprop", "ASGD", "SGD"),
    *("Adafactor", "Muon"),
]


def combinations(name: str, *, whole: bool) -> list[dict[str, Any]]:
    """The implementations of an optimizer, each as it is, and the options that change what it makes, each with one of
    them in turn; ``whole``, each with all.
    """
    known = inspect.signature(getattr(torch.optim, name)).parameters
    ways = [{}, *({way: True} for way in ("foreach", "fused") if way in known)]
    ways += [{"foreach": False}] if "foreach" in known else []
    options: list[dict[str, Any]] = [
        {},
        {"weight_decay": 0.1},
        {"maximize": True},
        {"capturable": True},
        {"maximize": True, "weight_decay": 0.1, "capturable": True},
        *EXTRAS.get(name, []),
    ]
    none = {"weight_decay": 0} if "weight_decay" in known else {}
    wanted = [
        {**none, **way, **option}
        for number, way in enumerate(ways)
        for at, option in enumerate(options)
        if whole or not option or at % len(ways) == number
    ]
    return [each for each in wanted if each.keys() <= known.keys()]


def grown(name: str, shapes: Any, dtypes: Any, **options: Any) -> tuple[list[Group], list[tuple[int, int]]]:
    """The groups of a real optimizer on a fake card, and by how much its first and its second step grew: bytes that
    stay and the most above what was there before it was built, resp. before the step.
    """
    found = []
    with fake_card() as card:
        parameters = [
            torch.nn.Parameter(torch.empty(shape, dtype=getattr(torch, dtype), device="cuda:0"))
            for shape, dtype in zip(shapes, cycle(dtypes), strict=False)
        ]
        for parameter in parameters:
            parameter.grad = torch.empty_like(parameter)
        before = card.now
        card.watch()
        optimizer = getattr(torch.optim, name)([{"params": parameters[::2]}, {"params": parameters[1::2]}], **options)
        for number in (0.5, 10.0):
            # what ``item()`` says of ``step``, ``mu_product`` and ASGD's ``mu``, which stays 1 until ``t0`` steps
            card.scalar = 1.0 if name == "ASGD" and options.get("t0") != 0 else number
            optimizer.step()
            found.append((card.now - before, card.peak - before))
            before = card.now
            card.watch()
        groups = [
            Group(
                {key: value for key, value in group.items() if key != "params"},
                [TrainedParameter(tuple(each.shape), str(each.dtype)[6:]) for each in group["params"]],
            )
            for group in optimizer.param_groups
        ]
    return groups, found


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        *(pytest.param(name, False, id=name) for name in STEPPING),
        *(pytest.param(name, True, id=f"{name} in every way", marks=pytest.mark.long) for name in STEPPING),
    ],
)
def test_a_step_takes_what_is_predicted(name, whole):
    """To the byte, the first step (no state yet) and a later one, over two groups and two dtypes."""
    for options in combinations(name, whole=whole):
        dtypes = ("bfloat16", "float32", "float32")
        groups, real = grown(name, MATRICES if name == "Muon" else SHAPES, dtypes, **options)
        ours = [step_growth(name, groups), step_growth(name, groups, later=True)]
        assert all(map(is_exact, groups))
        assert [(each.state, each.peak) for each in ours] == real, options


@pytest.mark.parametrize("option", [{"differentiable": True}, {"lr": None}, {"line_search_fn": True}])
def test_what_was_not_held_against_torch_is_about_right(option):
    parameters = [TrainedParameter((30, 4), "float32")]
    assert is_exact(Group({"lr": 0.1}, parameters))
    assert not is_exact(Group({"lr": 0.1, **option}, parameters))


def test_the_table_is_what_the_script_measures():
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    assert table["torch"] == torch.__version__.partition("+")[0]
    for name in ("Adagrad", "SGD"):
        assert table["optimizers"][name] == json.loads(json.dumps(measured(name)))
    assert table["optimizers"]["LBFGS"] == measured_lbfgs()


@pytest.mark.parametrize("name", [each for each in STEPPING if each not in ("Adafactor", "Muon")])
def test_complex_parameters_take_what_is_predicted(name):
    for foreach in (True, False):
        groups, real = grown(name, SHAPES, ("complex64", "float32"), foreach=foreach)
        ours = [step_growth(name, groups), step_growth(name, groups, later=True)]
        assert [(each.state, each.peak) for each in ours] == real


@pytest.mark.parametrize(("history", "begun"), in_turn([1, 2, 3, 9], [False, True]))
def test_lbfgs_takes_what_is_predicted(history, begun):
    """Once its history is full. Its own comparisons are answered as a run that goes on does: small steps, descending,
    not there yet.
    """
    with fake_card() as card:
        card.truths = lambda operator, limit: operator == "aten::lt" or (operator == "aten::gt" and limit > 0)
        parameters = [torch.nn.Parameter(torch.empty(shape, device="cuda:0")) for shape in SHAPES]
        for parameter in parameters:
            parameter.grad = torch.empty_like(parameter)
        optimizer = torch.optim.LBFGS(parameters, history_size=history, max_iter=1)
        losses = iter(range(1000))
        pairs: int | None = None
        if begun:
            for _ in range(1 + history // 2):
                optimizer.step(lambda: float(next(losses)))
            pairs = history // 2
            assert len(optimizer.state[parameters[0]]["old_dirs"]) == pairs
        optimizer.param_groups[0].update(max_iter=4 * history + 4, max_eval=1000)
        for later in (False, True):
            before = card.now
            card.watch()
            optimizer.step(lambda: float(next(losses)))
            options = {key: value for key, value in optimizer.param_groups[0].items() if key != "params"}
            group = Group(options, [TrainedParameter(shape, "float32") for shape in SHAPES], pairs)
            ours = step_growth("LBFGS", [group], later=later)
            assert (ours.state, ours.peak) == (card.now - before, card.peak - before)
            pairs = history


def test_every_optimizer_of_torch_is_here():
    of_torch = {
        name
        for name, each in vars(torch.optim).items()
        if inspect.isclass(each) and issubclass(each, torch.optim.Optimizer) and each is not torch.optim.Optimizer
    }
    assert of_torch == {*STEPPING, "LBFGS", "SparseAdam"}


def test_who_asks_for_an_implementation_gets_it_where_there_is_one():
    parameter = TrainedParameter((1000, 1024), "float32", stateless=False)
    group = Group({"weight_decay": 0, "foreach": None, "fused": None}, [parameter] * 8)
    peaks = {wanted: step_growth("Adam", [group], wanted=wanted).peak for wanted in ("foreach", "for-loop", "fused")}
    one = 1000 * 1024 * 4
    assert peaks == {"foreach": 8 * one, "for-loop": 3 * one, "fused": 0}
    assert step_growth("Adam", [group]).peak == peaks["foreach"], "torch chooses foreach on a card"
    assert step_growth("Adam", [group], on_card=False).peak == 3 * one, "and the loop on the CPU"
    assert step_growth("RMSprop", [group], wanted="fused") == step_growth("RMSprop", [group]), "which has none"

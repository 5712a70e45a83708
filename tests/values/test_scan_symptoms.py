"""Each symptom, in files that real torch trained and saved: told where it is, and not where it is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.values.symptom import ERROR, NOTE, WARNING
from tests.values.healing import Deep, checkpoint, number_of, only, step, told, trained


def state_of(optimizer: torch.optim.Optimizer, parameter: torch.Tensor) -> dict[str, Any]:
    """What an optimizer keeps of a parameter."""
    found: dict[str, Any] = optimizer.state[parameter]
    return found


def test_nothing_is_told_of_a_healthy_file(tmp_path: Path) -> None:
    assert told(checkpoint(*trained()), tmp_path) == []


def test_nan_spreads_from_a_loss_into_weights_and_state(tmp_path: Path) -> None:
    model, optimizer = trained()
    model.layers[2].up.bias.grad.fill_(float("nan"))
    optimizer.step()
    told_of = {(path, severity) for code, path, _, severity in told(checkpoint(model, optimizer), tmp_path)}
    state = f"optimizer/state/{number_of(model, model.layers[2].up.bias)}"
    assert told_of == {
        ("model/layers.2.up.bias", ERROR),
        (f"{state}/exp_avg", ERROR),
        (f"{state}/exp_avg_sq", ERROR),
    }


def test_inf_after_a_cast_to_half(tmp_path: Path) -> None:
    model = Deep()
    with torch.no_grad():
        model.head.weight[3, 5] = -70_000.0
        model.head.weight[4, 5] = 70_000.0
    assert told(model.half().state_dict(), tmp_path) == [("inf", "head.weight", 2, ERROR)]
    assert "2 of 160 numbers are Inf" in only(model.state_dict(), tmp_path).why


def test_nan_beside_the_model_is_no_error(tmp_path: Path) -> None:
    value = {"model": Deep().state_dict(), "best": {"loss": torch.tensor(float("nan")), "at": 3, "of": "x", "by": "y"}}
    assert told(value, tmp_path) == [("nan", "best/loss", 1, WARNING)]


def test_a_layer_of_zeros_among_others(tmp_path: Path) -> None:
    model, _ = trained()
    nn.init.zeros_(model.layers[4].up.weight)
    assert told(model.state_dict(), tmp_path) == [("all-zero", "layers.4.up.weight", 128, WARNING)]
    assert "corresponding tensors of 5 other layers" in only(model.state_dict(), tmp_path).why


def test_a_lone_matrix_of_zeros_cannot_be_told(tmp_path: Path) -> None:
    model, _ = trained()
    nn.init.zeros_(model.head.weight)
    assert told(model.state_dict(), tmp_path) == [("all-zero", "head.weight", 160, NOTE)]


def test_a_variance_of_zero(tmp_path: Path) -> None:
    norm = nn.BatchNorm1d(3, momentum=1.0)
    norm(torch.ones(4, 3))
    assert told({"norm": norm.state_dict()}, tmp_path) == [("all-zero", "norm/running_var", 3, WARNING)]


def test_a_constant_layer_among_others(tmp_path: Path) -> None:
    model, _ = trained()
    nn.init.constant_(model.layers[1].down.weight, 0.25)
    assert told(model.state_dict(), tmp_path) == [("constant", "layers.1.down.weight", 128, WARNING)]


def test_constant_everywhere_cannot_be_told(tmp_path: Path) -> None:
    model = Deep()
    for layer in model.layers:
        nn.init.constant_(layer.down.weight, 0.25)
    assert {symptom[::3] for symptom in told(model.state_dict(), tmp_path)} == {("constant", NOTE)}


def test_weights_that_decay_faded(tmp_path: Path) -> None:
    model = Deep()
    nn.init.constant_(model.layers[0].up.weight[:, 0], 1e-37)
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0, weight_decay=0.5)
    for parameter in model.parameters():
        parameter.grad = torch.zeros_like(parameter)
    for _ in range(6):
        optimizer.step()
    assert told(model.state_dict(), tmp_path) == [("denormal", "layers.0.up.weight", 16, NOTE)]


@pytest.mark.parametrize("times", [99, 101])
def test_a_layer_that_explodes(times: float, tmp_path: Path) -> None:
    model, _ = trained()
    matrices = [layer.up.weight for layer in model.layers]
    usual = torch.stack([weight.square().mean().sqrt() for weight in matrices]).sort().values
    with torch.no_grad():  # the median of all six, itself the largest
        matrices[3] *= times * (usual[2] + usual[3]) / 2 / matrices[3].square().mean().sqrt()
        usual = torch.stack([weight.square().mean().sqrt() for weight in matrices]).sort().values
        matrices[3] *= times * (usual[2] + usual[3]) / 2 / matrices[3].square().mean().sqrt()
    found = told(model.state_dict(), tmp_path)
    assert found == ([("exploding", "layers.3.up.weight", 128, WARNING)] if times > 100 else [])
    if found:
        why = only(model.state_dict(), tmp_path).why
        assert "101 times as large" in why
        assert "5 corresponding tensors of other layers, such as layers." in why


def test_second_moments_that_explode_are_measured_as_gradients(tmp_path: Path) -> None:
    model, optimizer = trained()
    for moment, power in (("exp_avg", 1), ("exp_avg_sq", 2)):
        state_of(optimizer, model.layers[5].down.weight)[moment] *= 1e5**power
    paths = [path.rpartition("/")[2] for code, path, *_ in told(checkpoint(model, optimizer), tmp_path)]
    assert paths == ["exp_avg", "exp_avg_sq"]
    state_of(optimizer, model.layers[5].down.weight)["exp_avg_sq"] /= 1e6  # 100 times the gradients
    assert [path for _, path, *_ in told(checkpoint(model, optimizer), tmp_path) if path.endswith("_sq")] == []


def test_dead_rows(tmp_path: Path) -> None:
    model, _ = trained()
    with torch.no_grad():
        model.layers[2].up.weight[[3, 7]] = 0
        model.layers[3].up.weight[:, 0] = 0  # columns are no rows
        model.layers[3].up.weight[0, 1] = 0
    assert told(model.state_dict(), tmp_path) == [("dead-channels", "layers.2.up.weight", 2, WARNING)]
    assert "the first is row 3" in only(model.state_dict(), tmp_path).why


def test_dead_channels_of_a_convolution_that_lies_otherwise(tmp_path: Path) -> None:
    torch.manual_seed(0)
    net = nn.Conv2d(4, 6, 3)
    with torch.no_grad():
        net.weight[5] = 0
    net = net.to(memory_format=torch.channels_last)
    assert not net.weight.is_contiguous()
    assert told(net.state_dict(), tmp_path) == [("dead-channels", "weight", 1, WARNING)]


@pytest.mark.parametrize(
    ("make", "names"),
    [
        (torch.optim.AdamW, ["exp_avg_sq"]),
        (torch.optim.RMSprop, ["square_avg"]),
        (torch.optim.Adagrad, ["sum"]),
        (torch.optim.Adadelta, ["square_avg", "acc_delta"]),
        (torch.optim.Adamax, ["exp_inf"]),
    ],
)
def test_negative_second_moments(make: Any, names: list[str], tmp_path: Path) -> None:
    model, optimizer = trained(make=make)
    state = state_of(optimizer, model.head.weight)
    for name in names:
        state[name][0, :3] = -1e-9
    place = f"optimizer/state/{number_of(model, model.head.weight)}"
    expected = [("negative-second-moment", f"{place}/{name}", 3, WARNING) for name in names]
    assert sorted(told(checkpoint(model, optimizer), tmp_path)) == sorted(expected)


def test_steps_that_differ(tmp_path: Path) -> None:
    model, optimizer = trained()
    model.embedding.requires_grad_(requires_grad=False)
    model.head.bias.requires_grad_(requires_grad=False)
    step(model, optimizer)
    value = checkpoint(model, optimizer)
    assert told(value, tmp_path) == [("step-differs", "optimizer", 2, NOTE)]
    why = only(value, tmp_path).why
    assert "parameters took 4 steps, and 2 took 3, such as embedding.weight" in why


def test_steps_that_differ_by_group(tmp_path: Path) -> None:
    _, optimizer = trained()
    optimizer.add_param_group({"params": [nn.Parameter(torch.randn(3, 3))]})
    optimizer.param_groups[1]["params"][0].grad = torch.randn(3, 3)
    optimizer.step()
    why = only({"optimizer": optimizer.state_dict()}, tmp_path).why
    assert "(exactly the parameters of group 1)" in why


def test_a_parameter_that_never_got_a_gradient(tmp_path: Path) -> None:
    model, optimizer = trained(steps=0)
    for _ in range(5):
        optimizer.zero_grad()
        (model(torch.arange(20)).square().mean() + 0 * model.layers[2].up.weight.sum()).backward()
        model.layers[2].up.weight.grad.zero_()
        optimizer.step()
    number = number_of(model, model.layers[2].up.weight)
    value = checkpoint(model, optimizer)
    assert told(value, tmp_path) == [("optimizer-does-not-fit", f"optimizer/state/{number}", 1, NOTE)]
    assert "All moments of layers.2.up.weight are zero after 5 steps" in only(value, tmp_path).why


def test_a_whole_state_of_zeros_after_steps(tmp_path: Path) -> None:
    model, optimizer = trained()
    for state in optimizer.state.values():
        state["exp_avg"].zero_()
        state["exp_avg_sq"].zero_()
    count = len([*model.parameters()])
    assert told(checkpoint(model, optimizer), tmp_path) == [("optimizer-does-not-fit", "optimizer", count, WARNING)]
    for state in optimizer.state.values():
        state["step"].zero_()
    assert told(checkpoint(model, optimizer), tmp_path) == []


def test_moments_of_two_runs(tmp_path: Path) -> None:
    model, optimizer = trained()
    state_of(optimizer, model.head.weight)["exp_avg"] *= 1000
    number = number_of(model, model.head.weight)
    value = checkpoint(model, optimizer)
    assert ("optimizer-does-not-fit", f"optimizer/state/{number}", 1, WARNING) in told(value, tmp_path)


@pytest.mark.parametrize("betas", [(0.9, 0.999), (0.5, 0.9), (0.0, 0.99), (0.95, 0.98)])
def test_moments_of_gradients_that_come_once_are_of_one_run(betas: tuple[float, float], tmp_path: Path) -> None:
    """The first moment can be several times as large as the root of the second; how much, the betas say."""
    torch.manual_seed(0)
    layer = nn.Linear(4, 4)
    optimizer = torch.optim.Adam(layer.parameters(), betas=betas)
    for size in [1e-6] * 5 + [1.0]:
        for parameter in layer.parameters():
            parameter.grad = torch.full_like(parameter, size)
        optimizer.step()
    assert told({"model": layer.state_dict(), "optimizer": optimizer.state_dict()}, tmp_path) == []


def test_state_of_another_shape_than_the_parameter_of_its_name(tmp_path: Path) -> None:
    torch.manual_seed(0)
    old, new = (nn.ModuleDict({"body": nn.Linear(4, 6), "head": nn.Linear(6, classes)}) for classes in (10, 3))
    optimizer = torch.optim.Adam(old.named_parameters())
    for parameter in old.parameters():
        parameter.grad = torch.randn_like(parameter)
    optimizer.step()
    value = {"model": new.state_dict(), "optimizer": optimizer.state_dict()}
    assert told(value, tmp_path) == [
        ("optimizer-does-not-fit", "optimizer/state/2", 1, WARNING),
        ("optimizer-does-not-fit", "optimizer/state/3", 1, WARNING),
    ]

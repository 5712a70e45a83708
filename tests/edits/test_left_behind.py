"""State that stays while its parameters go is told of, with a way out that torch takes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from cli.main import run
from core.edits.edits import Drop, Keep, Plan
from core.edits.entries import dropping_too, left_behind
from core.edits.preview import Preview, preview
from core.saving.save import save as save_preview
from tests.files.checkpoints import save
from tests.gui.documents import catalogue_of
from tests.support.judging import quiet_load

SIZES = (3, 4, 4, 2)


def layers(count: int, dtype: torch.dtype = torch.float32) -> nn.Sequential:
    return nn.Sequential(*[nn.Linear(*sizes, dtype=dtype) for sizes in pairwise(SIZES[: count + 1])])


def trained(path: Path, *, named: bool = False) -> tuple[Path, torch.optim.Optimizer]:
    torch.manual_seed(3)
    model = layers(3)
    optimizer = torch.optim.Adam(model.named_parameters() if named else model.parameters())
    model(torch.randn(5, 3)).sum().backward()
    optimizer.step()
    return save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, path), optimizer


def dropped(path: Path, *paths: str) -> Preview:
    catalogue = catalogue_of(path)
    return preview(catalogue, Plan(tuple(Drop(catalogue.find(each)) for each in paths)))


@pytest.mark.parametrize("named", [False, True])
def test_its_state_is_dropped_too_and_torch_takes_the_rest(named: bool, tmp_path: Path) -> None:
    path, before = trained(tmp_path / "a.pt", named=named)
    view = dropped(path, "model/1.weight", "model/1.bias")
    (told,) = view.warnings
    assert told.startswith("1.weight, 1.bias are dropped, 2 parameters in all, but their optimizer state stays")
    edits = dropping_too(view.catalogue, left_behind(view.catalogue, view.gone, view.root))
    cured = preview(view.catalogue, view.plan.with_edits(edits))
    assert not cured.warnings
    save_preview(cured, tmp_path / "b.pt")
    found = quiet_load(tmp_path / "b.pt")
    model = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 2))
    model.load_state_dict({key.replace("2.", "1."): value for key, value in found["model"].items()})
    optimizer = torch.optim.Adam(model.named_parameters() if named else model.parameters())
    optimizer.load_state_dict(found["optimizer"])
    state = list(optimizer.state.values())
    wanted = [value for place, value in before.state_dict()["state"].items() if place not in (2, 3)]
    assert all(torch.equal(have["exp_avg"], want["exp_avg"]) for have, want in zip(state, wanted, strict=True))


@pytest.mark.parametrize("named", [False, True])
def test_the_optimizer_of_a_model_with_another_head_goes_on(named: bool, tmp_path: Path) -> None:
    path, before = trained(tmp_path / "a.pt", named=named)
    view = dropped(path, "model/2.weight", "model/2.bias")
    edits = dropping_too(view.catalogue, left_behind(view.catalogue, view.gone, view.root), numbers=False)
    cured = preview(view.catalogue, view.plan.with_edits(edits))
    assert not cured.warnings
    save_preview(cured, tmp_path / "b.pt")
    found = quiet_load(tmp_path / "b.pt")
    model = nn.Sequential(*layers(2), nn.Linear(4, 7))
    missing = model.load_state_dict(found["model"], strict=False).missing_keys
    assert missing == ["2.weight", "2.bias"]
    optimizer = torch.optim.Adam(model.named_parameters() if named else model.parameters())
    optimizer.load_state_dict(found["optimizer"])
    kept = before.state_dict()["state"]
    for place, parameter in enumerate(list(model.parameters())[:4]):
        assert torch.equal(optimizer.state[parameter]["exp_avg"], kept[place]["exp_avg"])
    model(torch.randn(5, 3)).sum().backward()
    optimizer.step()


class GlobalState(torch.optim.LBFGS):
    """Keeps the state under a name of its own, as https://github.com/hjmshi/PyTorch-LBFGS does."""

    def step(self, closure: Any) -> Any:
        first = self._params[0]
        self.state[first] = self.state.pop("global_state", self.state[first])
        loss = super().step(closure)
        self.state["global_state"] = self.state.pop(first)
        return loss


def with_closure(model: nn.Module, optimizer: torch.optim.Optimizer, dtype: torch.dtype = torch.float32) -> None:
    """A few steps of an optimizer that asks for the loss anew."""
    inputs = torch.randn(5, 3, dtype=dtype)

    def closure() -> Any:
        optimizer.zero_grad()
        loss = model(inputs).abs().square().sum()
        loss.backward()
        return loss

    for _ in range(2):
        optimizer.step(closure)


def of_all(kind: type[torch.optim.LBFGS], model: nn.Module) -> torch.optim.LBFGS:
    return kind(model.parameters(), lr=0.01, max_iter=3)


@pytest.mark.parametrize("dtype", [torch.float32, torch.complex64])
@pytest.mark.parametrize("kind", [torch.optim.LBFGS, GlobalState])
@pytest.mark.parametrize("numbers", [True, False], ids=["without its head", "with another head"])
def test_state_of_all_parameters_in_one_piece_goes_with_any_of_them(
    kind: type[torch.optim.LBFGS], dtype: torch.dtype, numbers: bool, tmp_path: Path
) -> None:
    torch.manual_seed(3)
    old = layers(3, dtype)
    before = of_all(kind, old)
    with_closure(old, before, dtype)
    path = save({"model": old.state_dict(), "optimizer": before.state_dict()}, tmp_path / "a.pt")
    view = dropped(path, "model/2.weight", "model/2.bias")
    place = "global_state" if kind is GlobalState else "0"
    (told,) = view.warnings
    assert f"but optimizer/state/{place} is that of all parameters in one piece" in told
    edits = dropping_too(view.catalogue, left_behind(view.catalogue, view.gone, view.root), numbers=numbers)
    cured = preview(view.catalogue, view.plan.with_edits(edits))
    assert not cured.warnings
    save_preview(cured, tmp_path / "b.pt")
    found = quiet_load(tmp_path / "b.pt")
    new = layers(2, dtype) if numbers else nn.Sequential(*layers(2, dtype), nn.Linear(4, 7, dtype=dtype))
    new.load_state_dict(found["model"], strict=numbers)
    optimizer = of_all(kind, new)
    optimizer.load_state_dict(found["optimizer"])
    with_closure(new, optimizer, dtype)


def test_the_number_of_a_parameter_without_state_goes_with_those_that_have_some(tmp_path: Path) -> None:
    model = layers(3)
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.randn(5, 3)).sum().backward()
    model[2].bias.grad = None  # type: ignore[union-attr]  # a layer
    optimizer.step()
    path = save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, tmp_path / "a.pt")
    view = dropped(path, "model/2.weight", "model/2.bias")
    edits = dropping_too(view.catalogue, left_behind(view.catalogue, view.gone, view.root))
    save_preview(preview(view.catalogue, view.plan.with_edits(edits)), tmp_path / "b.pt")
    torch.optim.Adam(layers(2).parameters()).load_state_dict(quiet_load(tmp_path / "b.pt")["optimizer"])


def test_a_model_that_goes_leaves_its_optimizer(tmp_path: Path) -> None:
    path, _ = trained(tmp_path / "a.pt")
    view = dropped(path, "model")
    (told,) = view.warnings
    assert told.startswith("The model is dropped, but optimizer, which trained it, stays with 18 tensors of state.")
    left = left_behind(view.catalogue, view.gone, view.root)
    assert dropping_too(view.catalogue, left) == (Drop(view.catalogue.find("optimizer")),)


def test_nothing_is_told_where_nothing_is_left(tmp_path: Path) -> None:
    path, _ = trained(tmp_path / "a.pt")
    assert not dropped(path, "model/1.weight", "optimizer").warnings
    assert not dropped(path, "model/1.weight", "optimizer/state").warnings
    catalogue = catalogue_of(path)
    assert not preview(catalogue, Plan((Keep(catalogue.find("optimizer")),))).warnings
    assert not preview(catalogue, Plan((Keep(catalogue.find("model")),))).warnings
    alone = save({"model": layers(3).state_dict()}, tmp_path / "b.pt")
    assert not dropped(alone, "model/1.weight").warnings


def test_buffers_frozen_parameters_and_second_names_have_no_state_of_their_own(tmp_path: Path) -> None:
    model = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Linear(4, 4), nn.Linear(4, 4))
    model[2].weight = model[0].weight
    model[3].requires_grad_(requires_grad=False)
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.randn(5, 4)).sum().backward()
    optimizer.step()
    path = save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, tmp_path / "a.pt")
    for key in ("1.running_mean", "3.weight", "0.weight", "2.weight"):
        assert not dropped(path, f"model/{key}").warnings, key
    assert dropped(path, "model/0.weight", "model/2.weight").warnings


def test_the_command_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, _ = trained(tmp_path / "a.pt")
    arguments = ["fix", str(path), "-o", str(tmp_path / "b.pt"), "--drop", "model/1.weight", "--drop", "model/1.bias"]
    assert run(arguments) == 0
    assert "note: 1.weight, 1.bias are dropped, 2 parameters in all" in capsys.readouterr().out
    assert run([*arguments, "--overwrite", "--drop", "optimizer"]) == 0
    assert "are dropped" not in capsys.readouterr().out

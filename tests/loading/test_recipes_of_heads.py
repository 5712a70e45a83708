"""Code for training on from a copy without its head: what comes first, and of which class the optimizer is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.edits.edits import Drop, Plan
from core.edits.preview import preview
from core.loading.computer import Computer
from core.loading.recipes import load_recipes
from core.saving.save import save as save_plan
from gui.look import language
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, planned

FIXED = "load the fixed copy"
MAKES: dict[str, tuple[type[torch.optim.Optimizer], dict[str, Any]]] = {
    each.__name__: (each, options)
    for each, options in (
        (torch.optim.Adam, {"lr": 0.002}),
        (torch.optim.AdamW, {"lr": 0.003}),
        (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9}),
        (torch.optim.RMSprop, {"lr": 0.01}),
        (torch.optim.Adagrad, {"lr": 0.01}),
    )
}


def net(classes: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(4, 8), nn.Linear(8, classes))


def trained(path: Path, name: str = "Adam") -> Path:
    make, options = MAKES[name]
    model = net(100)
    optimizer = make(model.parameters(), **options)
    model(torch.randn(5, 4)).sum().backward()
    optimizer.step()
    return save({"epoch": 3, "model": model.state_dict(), "optimizer": optimizer.state_dict()}, path)


@pytest.mark.parametrize("name", MAKES)
def test_the_class_that_the_file_tells_is_written_out(name: str, tmp_path: Path) -> None:
    path = trained(tmp_path / "a.pt", name)
    (recipe,) = [each for each in load_recipes(planned(path), Computer()) if "resume" in each.title]
    assert f"optimizer = torch.optim.{name}(model.parameters(), lr={MAKES[name][1]['lr']})\n" in recipe.code
    left: dict[str, Any] = {"Model": lambda: net(100), "f": path}
    exec(compile(recipe.code, recipe.title, "exec"), left)
    assert left["optimizer"].state_dict()["param_groups"] == torch.load(path)["optimizer"]["param_groups"]


def test_a_class_that_another_library_has_too_is_not(tmp_path: Path) -> None:
    path = trained(tmp_path / "a.pt")
    value = torch.load(path)
    (group,) = value["optimizer"]["param_groups"]
    old = {key: group[key] for key in ("lr", "betas", "eps", "weight_decay", "amsgrad", "params")}
    save(value | {"optimizer": value["optimizer"] | {"param_groups": [old]}}, path)
    (recipe,) = [each for each in load_recipes(planned(path), Computer()) if "resume" in each.title]
    assert "optimizer = Optimizer(model.parameters())  # Adam or AdamW\n" in recipe.code


def test_without_its_head_a_model_is_trained_first(tmp_path: Path) -> None:
    catalogue = catalogue_of(trained(tmp_path / "a.pt"))
    gone = ["model/1.weight", "model/1.bias", "optimizer/state/2", "optimizer/state/3"]
    view = preview(catalogue, Plan(tuple(Drop(catalogue.find(each)) for each in gone)))
    first, second, *_ = load_recipes(view, Computer())
    assert (first.title, second.title) == (f"{FIXED}: fine-tuning", f"{FIXED}: inference only")
    fixed = save_plan(view, tmp_path / "b.pt").path
    left: dict[str, Any] = {"Model": lambda: net(7), "fixed": fixed}
    exec(compile(first.code, first.title, "exec"), left)
    assert left["model"].training
    left["model"](torch.randn(5, 4)).sum().backward()
    left["optimizer"].step()
    alone = preview(catalogue, Plan((*view.plan.edits[:2], Drop(catalogue.find("optimizer")))))
    titles = [each.title for each in load_recipes(alone, Computer())]
    assert titles[:2] == [f"{FIXED}: fine-tuning", f"{FIXED}: inference only"]


@pytest.mark.parametrize("chosen", ["zh", "ja"])
def test_comments_are_in_the_language_in_use(chosen: str, tmp_path: Path) -> None:
    catalogue = catalogue_of(trained(tmp_path / "a.pt"))
    view = preview(catalogue, Plan((Drop(catalogue.find("model/1.weight")),)))
    language.apply(chosen)
    try:
        found = load_recipes(view, Computer(2, ranks=2))
    finally:
        language.apply("en")
    comments = [
        line.partition("  # ")[2] or line[2:] for each in found for line in each.code.split("\n") if "# " in line
    ]
    assert comments
    assert all(re.search("[\u3040-\u9fff]", comment) for comment in comments), comments

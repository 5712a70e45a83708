"""A file that came alone: Details says which model it is, and the code to load it makes that model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from core.edits.edits import Plan, StripPrefix
from gui.app.window import MainWindow
from gui.code.dialog import RecipesDialog
from gui.details.panel import DetailsPanel
from scripts.pictures.stage import select, settle, show_panel
from tests.files.tour_files import ResNet18

LINE = 'timm.create_model("resnet18", num_classes=10)'


@pytest.fixture
def alone(window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path) -> MainWindow:
    state = {
        f"module.{key}": value.new_zeros(()).expand(value.shape) for key, value in ResNet18(10).state_dict().items()
    }
    torch.save({"model": state, "epoch": 3}, tmp_path / "best.pth")
    open_in(window, tmp_path / "best.pth")
    return window


def models(panel: DetailsPanel) -> list[str]:
    return [fact.text for fact in panel.facts if fact.name == "Model"]


def test_details_say_which_model_it_is_with_nothing_or_the_model_selected(alone: MainWindow) -> None:
    panel: Any = show_panel(alone, "details")
    panel = panel if isinstance(panel, DetailsPanel) else panel.findChild(DetailsPanel)
    assert f"{LINE}: the same but for the head, which has 10 classes, after “module.” is stripped" in models(panel)
    assert panel.title.isVisible()
    select(alone, "model")
    assert len(models(panel)) > 1
    select(alone, "model/module.conv1.weight")
    assert models(panel) == []
    select(alone, "model")
    alone.page.session.set_plan(Plan((StripPrefix("module."),)))
    settle(alone)
    assert f"{LINE}: the same but for the head, which has 10 classes" in models(panel)


def test_the_code_to_load_it_makes_the_model_and_a_class_that_takes_it(alone: MainWindow) -> None:
    dialog = RecipesDialog(alone.page.session, alone)
    dialog.show()
    settle(alone)
    settle(dialog)
    codes = {each.title: each.code for each in dialog.recipes}
    assert f"import timm\nmodel = {LINE}" in codes["the model, as its library makes it"]
    names: dict[str, Any] = {}
    exec(codes["a model class that fits this file"], names)
    state = {f"module.{key}": value for key, value in ResNet18(10).state_dict().items()}
    names["Model"]().load_state_dict(state, strict=True)
    dialog.choose("a model class that fits this file")
    assert "Replace Model" not in dialog.note.text()
    assert codes["a model class that fits this file"].endswith("model.eval()")
    dialog.close()

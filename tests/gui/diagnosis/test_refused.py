"""What plain torch.load refuses: said before saving, cured by one click, and torch is the judge."""

from __future__ import annotations

import argparse
import pickle
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.diagnosis.diagnose import diagnose
from core.edits.devices import gather
from core.edits.edits import Extract, MakePlain, Plan
from core.edits.preview import preview
from core.loading.computer import Computer
from gui.app.window import MainWindow
from gui.diagnosis.fixes_model import Fix, plain_fix, refused_fix
from gui.document.refused import refusal, refused_entries
from gui.save.forecast import Loading, then_of
from gui.save.model import SaveLayout
from tests.gui.documents import catalogue_of, saved, unplanned

LEFT = Qt.MouseButton.LeftButton


def training(tensor: Callable[..., torch.Tensor]) -> dict[str, Any]:
    """A checkpoint as people write it: two of its values are more than plain data."""
    return {
        "epoch": 3,
        "state_dict": OrderedDict({"conv.weight": tensor("cuda:0", 2, 2), "conv.bias": tensor("cuda:0", 2)}),
        "best": np.float64(0.93),
        "run": {"args": argparse.Namespace(lr=0.1), "seed": 7},
        "seen": defaultdict(int, a=1),
    }


def test_the_least_that_has_to_go_is_found(tmp_path: Path) -> None:
    path = saved(tmp_path, training)
    catalogue = catalogue_of(path)
    assert [catalogue.path_text(entry) for entry in refused_entries(catalogue)] == ["best", "run/args", "seen"]
    fix = refused_fix(catalogue)
    assert fix is not None
    assert fix.title == "drop “best”, “run/args”, “seen”"
    assert "argparse.Namespace" in fix.tip
    assert refusal(preview(catalogue, fix.toggled(gather(unplanned(catalogue).plan, ["cuda:0"]), True))) == ""


def test_plain_data_is_offered_before_dropping(tmp_path: Path) -> None:
    catalogue = catalogue_of(saved(tmp_path, training))
    fix = plain_fix(catalogue)
    assert fix is not None
    assert fix.title == "make “best”, “run/args”, “seen” plain data"
    planned = preview(catalogue, fix.toggled(unplanned(catalogue).plan, True))
    assert refusal(planned) == ""
    assert not planned.tensors_dropped
    assert not any(planned.dropped(entry) for entry in fix_entries(fix))


def fix_entries(fix: Fix) -> list[int]:
    return [edit.entry for edit in fix.edits if isinstance(edit, MakePlain)]


def test_plain_files_are_not_talked_about(tmp_path: Path) -> None:
    catalogue = catalogue_of(saved(tmp_path, lambda tensor: {"a.weight": tensor("cuda:0", 2), "b": tensor("cpu", 2)}))
    assert refused_entries(catalogue) == ()
    assert refused_fix(catalogue) is None
    assert plain_fix(catalogue) is None
    assert refusal(unplanned(catalogue)) == ""


def test_a_whole_module_cannot_be_cured_by_dropping(tmp_path: Path) -> None:
    catalogue = catalogue_of(saved(tmp_path, lambda _tensor: torch.nn.Linear(2, 2)))
    assert refused_entries(catalogue) == ()
    assert refused_fix(catalogue) is None
    here = Loading(Computer(), lambda view: diagnose(view, Computer()))
    then = then_of(unplanned(catalogue), SaveLayout("zip"), here)
    assert then.startswith("torch.load(f) will fail on every computer: ")


def whole(_tensor: object) -> dict[str, Any]:
    """What a training script of YOLO saves."""
    model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3))
    return {"epoch": 3, "model": model, "optimizer": None, "date": "2024"}


@pytest.mark.parametrize("keep_first", [False, True])
def test_a_whole_model_becomes_bare_weights_in_one_round(
    window: MainWindow,
    open_in: Callable[[MainWindow, Path], None],
    tmp_path: Path,
    qtbot: QtBot,
    keep_first: bool,
) -> None:
    path = saved(tmp_path, whole)
    open_in(window, path)
    panel = window.page.diagnosis.panel
    (box,) = [box for fix, box in panel.fixes.boxes if fix.title == "keep only “model”"]
    assert not any(fix.title.startswith("drop") for fix, _box in panel.fixes.boxes), "nothing would be left"
    steps = [
        lambda: next(card.cure for card in panel.list.cards if card.card.finding.code == "whole-model").click(),
        box.click,
    ]
    for step in reversed(steps) if keep_first else steps:
        assert box.isVisible()
        step()
    save_as(window, tmp_path / "bare.pth", qtbot)
    found = torch.load(tmp_path / "bare.pth")
    assert type(found) is OrderedDict
    wanted = torch.load(path, weights_only=False)["model"].state_dict()
    assert found.keys() == wanted.keys()
    assert all(torch.equal(found[key], wanted[key]) for key in wanted)
    wrapped = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3))
    wrapped.load_state_dict(found)


def test_a_whole_model_beside_its_weights_may_go(tmp_path: Path) -> None:
    catalogue = catalogue_of(saved(tmp_path, lambda tensor: whole(tensor) | {"weights": {"a": tensor("cpu", 2)}}))
    fix = refused_fix(catalogue)
    assert fix is not None
    assert fix.title == "drop “model”"
    extracted = refused_fix(catalogue, Plan((Extract(catalogue.find("model")),)))
    assert extracted is not None
    assert extracted.idle, "a state dict is refused nothing"


def test_other_objects_go_and_the_only_model_stays(tmp_path: Path) -> None:
    args = {"args": argparse.Namespace(lr=0.1)}
    fix = refused_fix(catalogue_of(saved(tmp_path, lambda tensor: whole(tensor) | args)))
    assert fix is not None
    assert fix.title == "drop “args”"


def test_mapped_fixed_and_saved_it_loads_with_no_argument(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path, qtbot: QtBot
) -> None:
    path = saved(tmp_path, training)
    open_in(window, path)
    banner = window.page.banner
    assert "Also: torch.load(f) refuses numpy" in banner.text.text()
    assert banner.go.text() == "Fix all (4)"
    next(card.cure for card in window.page.diagnosis.panel.list.cards if card.card.finding.code == "no-gpu").click()
    assert banner.property("state") == "warning"
    assert banner.text.text().startswith("Once saved, it needs no GPU. But torch.load(f) refuses")
    assert "weights_only=False" in banner.text.text()
    mapped = tmp_path / "mapped.pth"
    save_as(window, mapped, qtbot)
    with pytest.raises(pickle.UnpicklingError):
        torch.load(mapped)
    assert torch.load(mapped, weights_only=False)["best"] == np.float64(0.93)
    assert banner.text.text().startswith("mapped.pth (")
    assert "check it. The saved copy needs no GPU. But torch.load(f) refuses" in banner.text.text()
    assert banner.go.text() == "Fix all (3)"
    qtbot.mouseClick(banner.go, LEFT)
    qtbot.waitUntil(lambda: banner.go.text() == "Make “seen” plain data")  # which loses what it does for a new key
    qtbot.mouseClick(banner.go, LEFT)
    qtbot.waitUntil(lambda: banner.property("state") == "good")
    cured = tmp_path / "cured.pth"
    save_as(window, cured, qtbot)
    loaded = torch.load(cured)
    assert list(loaded) == ["epoch", "state_dict", "best", "run", "seen"]  # nothing is lost
    assert loaded["best"] == 0.93
    assert loaded["run"] == {"args": {"lr": 0.1}, "seed": 7}
    assert loaded["seen"] == {"a": 1}


def save_as(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    """Save under a name, as the dialog does."""
    window.page.saving.ask()
    dialog = window.page.saving.dialog
    assert dialog is not None
    dialog.name.setText(path.name)
    dialog.folder.setText(str(path.parent))
    with qtbot.waitSignal(window.page.saving.saved, timeout=60_000):
        qtbot.mouseClick(dialog.save_button, LEFT)

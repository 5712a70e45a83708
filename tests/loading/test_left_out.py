"""What is said of dropped keys is what torch does with the copy; banner and dialog say it once, where it comes next."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import nn

from core.diagnosis.model_match.model_findings import model_findings
from core.diagnosis.model_match.model_keys import ModelKeys
from core.edits.edits import Drop, Extract, Plan, RemapDevice, StripPrefix
from core.edits.preview import Preview, preview
from core.loading import left_out
from core.loading.computer import Computer
from core.loading.left_out import about_left_out, keys_left_out
from core.saving.save import save
from gui.page.notice import notice
from gui.save.forecast import Loading, forecast
from gui.save.model import SaveLayout
from gui.session.session import SavedAs
from tests.support.engine import catalogue_of
from tests.support.oracle import PretendGpus

TOLD = "If your model has fc.weight and fc.bias, load_state_dict needs strict=False, and they start from new weights."


class Net(nn.Module):
    def __init__(self, classes: int) -> None:
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.fc = nn.Linear(8, classes)


@pytest.fixture
def headed(tmp_path: Path) -> Path:
    """A model in DataParallel with a head of 1,000 classes, saved on the sixth card."""
    path = tmp_path / "headed.pth"
    state = nn.DataParallel(Net(1000)).state_dict()
    with PretendGpus() as gpus:
        for tensor in state.values():
            gpus.place(tensor, "cuda:5")
        torch.save({"model": state, "epoch": 3}, path)
    return path


def headless(path: Path) -> Preview:
    catalogue = catalogue_of(path)
    head = [Drop(catalogue.find(f"model/module.fc.{name}")) for name in ("weight", "bias")]
    return preview(catalogue, Plan((RemapDevice("cuda:5", "cpu"), StripPrefix("module."), *head)))


def test_torch_does_as_is_said(headed: Path, tmp_path: Path) -> None:
    view = headless(headed)
    assert about_left_out(view) == TOLD
    save(view, tmp_path / "copy.pth")
    state, model = torch.load(tmp_path / "copy.pth")["model"], Net(10)
    with pytest.raises(RuntimeError, match="Missing key"):
        model.load_state_dict(state)
    assert model.load_state_dict(state, strict=False).missing_keys == ["fc.weight", "fc.bias"]


def test_it_stands_once_before_and_after_saving(headed: Path, tmp_path: Path) -> None:
    view = headless(headed)
    copy = SavedAs(tmp_path / "copy.pth", "torch.load('copy.pth')")
    for saved in (None, copy):
        assert notice(view, saved=saved).text.count(TOLD) == 1
    assert forecast(view, tmp_path / "copy.pth", SaveLayout("zip"), Loading(Computer())).then.count(TOLD) == 1
    still_on_gpu = preview(view.catalogue, Plan(view.plan.edits[1:]))
    assert TOLD not in notice(still_on_gpu).text  # torch.load comes first


def test_a_model_that_is_compared_with_asks_for_no_more(headed: Path) -> None:
    wanted = ModelKeys("the model", {name: tuple(each.shape) for name, each in Net(10).state_dict().items()})
    (finding,) = [each for each in model_findings(headless(headed), wanted) if each.code == "missing-keys"]
    assert finding.fix == TOLD


def test_nothing_is_said_where_no_model_lacks_a_key(headed: Path) -> None:
    catalogue = catalogue_of(headed)
    for edits in ((), (Drop(catalogue.find("epoch")),), (Drop(catalogue.find("model")),)):
        assert not about_left_out(preview(catalogue, Plan(edits)))


@pytest.mark.parametrize("whole", [False, True])
def test_wrappers_are_looked_for_once_in_a_file(whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window asks again with every refresh, and after every change."""
    model = torch.nn.DataParallel(Net(5))
    torch.save(model if whole else model.state_dict(), tmp_path / "a.pth")
    catalogue, asked = catalogue_of(tmp_path / "a.pth"), []
    chain = left_out.wrapper_chain
    monkeypatch.setattr(left_out, "wrapper_chain", lambda keys, entry: asked.append(entry) or chain(keys, entry))
    start = [Extract(0)] if whole else []
    names = [each.entry for each in catalogue.tensors]
    for dropped in names[:2], names[:1], names[1:3]:
        view = preview(catalogue, Plan((*start, *map(Drop, dropped))))
        assert len(keys_left_out(view)[()]) == len(dropped)
        assert not any(key.startswith("module.") for key in keys_left_out(view)[()])
    assert asked == [0]
